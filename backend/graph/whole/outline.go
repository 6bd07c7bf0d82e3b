package whole

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// section is a part of a document.
type section struct {
	title    string // "": it has none
	passages []store.Text
}

// A summary has so many parts of a document at most, which fits on a page, and so many of all documents, but one of each.
const (
	mostSections = 16
	mostInAll    = 48
)

// Outlined sums documents up by what they say themselves: of each section the sentence that carries most of its words.
func (c Corpus) Outlined(ctx context.Context, say messages.Messages, progress func(passages int)) (rag.Answer, error) {
	a := newAnswer(say)
	a.text("whole.outlined")
	most := max(1, min(mostSections, mostInAll/max(1, len(c.Documents))))
	read := 0
	err := c.each(ctx, func(d store.Document, passages []store.Text) error {
		info, err := c.Workspace.Documents.Info(d.ID)
		if err != nil {
			return err
		}
		if len(c.Documents) > 1 {
			a.line("**" + escape(d.Name) + "**")
		}
		for _, s := range fewer(sections(info.Outline, passages, most), most) {
			a.section(s, d.Language)
		}
		read += d.Passages
		progress(read)
		return nil
	})
	if err != nil {
		return rag.Answer{}, err
	}
	covered, err := c.Coverage()
	return a.done(covered), err
}

// section tells a section in one sentence of its own.
func (a *answer) section(s section, language string) {
	p, at, ok := central(s.passages, language)
	if !ok {
		return
	}
	line := "- "
	if s.title != "" {
		line += "**" + escape(s.title) + ".** "
	}
	a.line(line + escape(strings.Join(strings.Fields(p.Sentences[at]), " ")) + a.cite(quoted(p, at)))
}

// sections cuts a document by its outline, where it has none by its numbered headings, and else into runs of pages.
func sections(outline []store.Heading, passages []store.Text, most int) (out []section) {
	top := topLevel(outline)
	if len(top) == 0 {
		return byNumber(passages, most)
	}
	for _, p := range passages {
		title := ""
		for _, h := range top {
			if h.Page <= p.Page {
				title = h.Title
			}
		}
		out = into(out, title, p)
	}
	return out
}

// into adds a passage to the last section, or to another one if its title is another.
func into(all []section, title string, p store.Text) []section {
	if n := len(all); n == 0 || all[n-1].title != title {
		all = append(all, section{title: title})
	}
	last := &all[len(all)-1]
	last.passages = append(last.passages, p)
	return all
}

// numbering begins a heading that has a place among others: "3 Results", "Item 7.", "§ 12".
var numbering = regexp.MustCompile(`^(?:\d{1,2}\.? +\p{Lu}\pL{2}|[IVX]{1,5}\. +\p{Lu}|(?i:item|note|part|chapter|section|article|artikel|kapitel|abschnitt|teil|capítulo|sección|chapitre|titre) +[\dIVX]+\b|§ ?\d|第[\d一二三四五六七八九十]+[章節条节])`)

// fewestNumbered is how many numbered headings make an order.
const fewestNumbered = 4

// byNumber cuts a document at its numbered headings, each where it stands first; too few of them make no order. A line of a
// table of contents ends in a page's number.
func byNumber(passages []store.Text, most int) (out []section) {
	current, seen := "", map[string]bool{}
	for _, p := range passages {
		for title := range strings.SplitSeq(p.Section, " | ") {
			last, _ := utf8.DecodeLastRuneInString(title)
			if numbering.MatchString(title) && !unicode.IsDigit(last) && !seen[title] {
				current, seen[title] = title, true
			}
		}
		out = into(out, current, p)
	}
	if len(seen) < fewestNumbered {
		return runs(passages, most)
	}
	return out
}

// runs cuts a document into as many runs of passages as there may be sections, named by their pages.
func runs(passages []store.Text, most int) (out []section) {
	for i := range most {
		from, to := i*len(passages)/most, (i+1)*len(passages)/most
		if from == to {
			continue
		}
		out = append(out, section{passages: passages[from:to]})
	}
	return out
}

// topLevel are the headings of the outline's highest level that has several.
func topLevel(outline []store.Heading) (top []store.Heading) {
	for level := 1; level <= 3; level++ {
		top = slices.DeleteFunc(slices.Clone(outline), func(h store.Heading) bool { return h.Level > level || h.Page == 0 || strings.TrimSpace(h.Title) == "" })
		if len(top) > 2 {
			return top
		}
	}
	return nil
}

// fewer keeps the longest sections, in their order.
func fewer(all []section, most int) []section {
	all = slices.DeleteFunc(all, func(s section) bool { return s.size() == 0 })
	if len(all) <= most {
		return all
	}
	sizes := make([]int, len(all))
	for i, s := range all {
		sizes[i] = s.size()
	}
	slices.Sort(sizes)
	least := sizes[len(sizes)-most]
	all = slices.DeleteFunc(all, func(s section) bool { return s.size() < least })
	return all[:min(len(all), most)]
}

// size is how much prose a section has, in characters.
func (s section) size() (n int) {
	for _, p := range s.passages {
		if p.Table {
			continue
		}
		for _, x := range p.Sentences {
			if prose(x) {
				n += text.Weigh(x)
			}
		}
	}
	return n
}

// How long a sentence is that can stand for a section, in characters.
const (
	leastSentence = 30
	mostSentence  = 400
)

// prose tells whether a piece of a page is a sentence: neither a heading nor a row.
func prose(s string) bool {
	if n := text.Weigh(s); n < leastSentence || n > mostSentence || text.LooksLikeHeading(s) || text.LooksLikeRow(s) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, ` "'”’)»」`))
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, `"'“„«「(`))
	figures := strings.Count(s, "0") + strings.Count(s, "1") + strings.Count(s, "2")
	return strings.ContainsRune(".!?。！？", last) && (unicode.IsUpper(first) || text.Wide(first)) && figures*6 < len(s)
}

// central finds the sentence of some passages that carries most of their words: its terms' mean frequency, a little more for
// long ones and for those that stand early (H. P. Luhn, 1958; SumBasic, Nenkova and Vanderwende, 2005).
func central(passages []store.Text, language string) (best store.Text, at int, ok bool) {
	analyzer := keyword.NewAnalyzer(language)
	count := map[string]int{}
	var sentences [][]string
	for _, p := range passages {
		for _, s := range p.Sentences {
			var terms []string
			if !p.Table && prose(s) {
				terms = analyzer.Terms(s)
			}
			sentences = append(sentences, terms)
			for _, t := range terms {
				count[t]++
			}
		}
	}
	most, i := 0.0, 0
	for _, p := range passages {
		for n := range p.Sentences {
			terms := sentences[i]
			i++
			sum := 0
			for _, t := range slices.Compact(slices.Sorted(slices.Values(terms))) {
				sum += count[t] - 1
			}
			score := float64(sum+1) / float64(len(terms)+10)
			if i <= 3 {
				score *= 1.2
			}
			if len(terms) > 3 && score > most {
				best, at, most, ok = p, n, score, true
			}
		}
	}
	return best, at, ok
}
