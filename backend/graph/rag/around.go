package rag

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Left is a passage that was found and isn't given, and why.
type Left struct {
	Passage string // id
	Doc     string
	Label   string // of its page
	Why     messages.Message
}

func leave(p Passage, why messages.Message) Left {
	return Left{p.Ref.String(), p.Name, p.Label, why}
}

// sameAs is why a passage isn't given that says what another one says.
func sameAs(p Passage) messages.Message {
	return messages.New("rag.says-the-same", messages.Args{"passage": messages.New("doubts.page", messages.Args{"document": p.Name, "label": p.Label})})
}

// leftNamed is how many passages that are left for the same reason are named; of more the number is told.
const leftNamed = 6

// SayLeft lists passages with why they aren't given, for the trace.
func SayLeft(say messages.Messages, left []Left) string {
	var reasons, out []string
	of := map[string][]string{}
	for _, l := range left {
		why := say.Say(l.Why)
		if of[why] == nil {
			reasons = append(reasons, why)
		}
		of[why] = append(of[why], say.Text("doubts.page", messages.Args{"document": l.Doc, "label": l.Label}))
	}
	for _, why := range reasons {
		who := strings.Join(of[why], say.Text("words.and"))
		if n := len(of[why]); n > leftNamed {
			who = say.Say(messages.Count("count.passages", n))
		}
		out = append(out, say.Text("rag.left", messages.Args{"passages": who, "why": why}))
	}
	return strings.Join(out, say.Text("list.next"))
}

const (
	// leastContained is how many bytes a text has that counts as a part of another which it stands in.
	leastContained = 80
	// comparedWith is with how many better ones each passage is compared.
	comparedWith = 30
	// boilerplatePages is on how many pages of a document a text stands that is repeated for form's sake.
	boilerplatePages = 3
	// lettersToFigures is how many letters a text has for each figure at least for its figures not to matter: where they
	// are dense, as in a table, they are what differs.
	lettersToFigures = 10
)

// folding makes one passage of those that say the same.
type folding struct {
	repeated map[string]bool // boilerplate, by document and wording
	kept     []Passage
	texts    []string // of the kept ones, normalised
	wordings []string
	at       map[string]int // of each text and each boilerplate's wording, the index of the kept one
	left     []Left
}

// condense puts passages that say the same into the best one's place: the same text wherever it stands, a text that is
// contained in another, and what is repeated on several pages of a document but for its figures. The one that stays has
// the others' places.
func condense(ps []Passage) (kept []Passage, left []Left) {
	f := folding{repeated: map[string]bool{}, at: map[string]int{}}
	f.find(ps)
	for _, p := range ps {
		f.add(p)
	}
	return f.kept, f.left
}

// find finds the boilerplate.
func (f *folding) find(ps []Passage) {
	pages := map[string][]int{}
	for _, p := range ps {
		if w := wording(p.Text); w != "" && !slices.Contains(pages[w], p.Page) {
			pages[w] = append(pages[w], p.Page)
			f.repeated[w] = len(pages[w]) >= boilerplatePages
		}
	}
}

func (f *folding) add(p Passage) {
	text, w := normal(p.Text.Text), wording(p.Text)
	i, same := f.at[text]
	if !same && f.repeated[w] {
		i, same = f.at[w]
	}
	for k := 0; !same && k < min(comparedWith, len(f.kept)); k++ {
		if i, same = k, contained(text, f.texts[k]); !same && p.Role == f.kept[k].Role && contained(f.texts[k], text) {
			f.swap(k, p, text)
			return
		}
	}
	if same {
		f.left = append(f.left, leave(p, sameAs(f.kept[i])))
		f.kept[i].Places = append(f.kept[i].Places, p.Text.Place())
		f.at[text] = i
		return
	}
	f.at[text] = len(f.kept)
	if f.repeated[w] {
		f.at[w] = len(f.kept)
	}
	f.kept, f.texts = append(f.kept, p), append(f.texts, text)
}

// swap has a longer passage take the place of one that it contains.
func (f *folding) swap(i int, p Passage, text string) {
	short := f.kept[i]
	f.left = append(f.left, leave(short, sameAs(p)))
	p.Score, p.Reason, p.Places = short.Score, short.Reason, append(short.Places, short.Text.Place())
	f.kept[i], f.texts[i], f.at[text] = p, text, i
}

func contained(text, in string) bool {
	return len(text) >= leastContained && strings.Contains(in, text)
}

// normal is a text without what depends on how it is set.
func normal(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

// wording is a passage's text without its figures, within its document; "" if the figures matter.
func wording(t store.Text) string {
	letters, figures := 0, 0
	words := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			figures++
			return -1
		case unicode.IsLetter(r):
			letters++
		}
		return r
	}, t.Text)
	if letters < lettersToFigures*figures || letters == 0 {
		return ""
	}
	return t.Ref.Document + "\x00" + normal(words)
}

// best keeps the best passages: first one of each page, and of several documents or parts of the question each one's share.
func best(ps []Passage, keep int, of shares) (kept []Passage, left []Left) {
	type page struct {
		document string
		n        int
	}
	seen := map[page]bool{}
	ps = favoured(ps, func(p Passage) bool {
		at := page{p.Ref.Document, p.Page}
		was := seen[at]
		seen[at] = true
		return !was
	})
	if len(of.documents) > 1 && len(ps) > keep {
		ps = sharedOut(ps, max(1, keep/len(of.documents)), func(p Passage) (string, bool) { return p.Ref.Document, true })
	}
	if len(of.parts) > 0 && len(ps) > keep {
		n := 1 + slices.Max(slices.Collect(maps.Values(of.parts)))
		ps = sharedOut(ps, max(1, keep/n), func(p Passage) (int, bool) {
			part, known := of.parts[p.Ref]
			return part, known
		})
	}
	keep = min(keep, len(ps))
	for _, p := range ps[keep:] {
		left = append(left, leave(p, messages.New("rag.not-among-the-best", messages.Args{"number": keep})))
	}
	return ps[:keep], left
}

// shares are whose passages have their share of the places: documents that are meant, and parts of the question.
type shares struct {
	documents []string
	parts     map[store.Ref]int // index of the part that a passage was found for
}

// sharedOut puts the first passages of each owner before the others.
func sharedOut[K comparable](ps []Passage, share int, owner func(Passage) (K, bool)) []Passage {
	taken := map[K]int{}
	return favoured(ps, func(p Passage) bool {
		k, owned := owner(p)
		taken[k]++
		return owned && taken[k] <= share
	})
}

// favoured puts some before the others.
func favoured(ps []Passage, favour func(Passage) bool) []Passage {
	var first, rest []Passage
	for _, p := range ps {
		if favour(p) {
			first = append(first, p)
		} else {
			rest = append(rest, p)
		}
	}
	return append(first, rest...)
}

// around adds what stands around the kept passages: the first ones of each target, and neighbours, those of the best ones
// first, over the page's end as well. What says no more than a kept one only gives it a place.
func (r *Retriever) around(kept []Passage, targets []string) ([]Passage, []Left, error) {
	role, page := map[store.Ref]string{}, map[store.Ref]int{}
	for _, p := range kept {
		role[p.Ref] = p.Role
	}
	var refs []store.Ref
	add := func(document string, n int, as string, near int) {
		ref := store.Ref{Document: document, Passage: n}
		if n >= 0 && role[ref] == "" {
			role[ref], page[ref] = as, near
			refs = append(refs, ref)
		}
	}
	for _, id := range targets {
		for i := range r.First {
			add(id, i, "first", 0)
		}
	}
	for _, p := range kept {
		for d := 1; d <= r.Neighbours; d++ {
			add(p.Ref.Document, p.Ref.Passage+d, "neighbour", p.Page)
			add(p.Ref.Document, p.Ref.Passage-d, "neighbour", p.Page)
		}
	}
	texts, err := r.Workspace.Passages.Texts(refs)
	all := slices.Clone(kept)
	for _, t := range texts {
		if near := page[t.Ref]; near > 0 && max(t.Page-near, near-t.Page) > 1 {
			continue // pages without text lie between
		}
		all = append(all, Passage{Text: t, Role: role[t.Ref]})
	}
	all, left := condense(all)
	return all, left, err
}

// Fit takes the passages that fit a budget in tokens, in their order, each whole or not at all; cost is what one takes.
func Fit(ps []Passage, budget int, cost func(Passage) int) (fits []Passage, rest int, left []Left) {
	for _, p := range ps {
		if n := cost(p); n > budget {
			left = append(left, leave(p, messages.New("rag.takes-too-much", messages.Args{"tokens": n, "left": max(0, budget)})))
		} else {
			budget -= n
			fits = append(fits, p)
		}
	}
	return fits, budget, left
}

// Same lists, of each passage, the ids of the others that say the same: what Placed needs when it is read again.
func Same(ps []Passage) map[string][]string {
	out := map[string][]string{}
	for _, p := range ps {
		for _, place := range p.Places {
			out[p.Ref.String()] = append(out[p.Ref.String()], place.Passage)
		}
	}
	return out
}

// Placed gives passages that were read again the places of those that say the same. What was removed meanwhile has none.
func (t Tools) Placed(texts []store.Text, same map[string][]string) error {
	for i, text := range texts {
		others, err := t.Passages(same[text.Ref.String()])
		if err != nil {
			return err
		}
		for _, o := range others {
			texts[i].Places = append(texts[i].Places, o.Text.Place())
		}
	}
	return nil
}
