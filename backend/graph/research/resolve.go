package research

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// resolve goes where the next reference points to. What it finds is read like the task's own passages.
func (w *Workflow) resolve(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.looking-up", messages.Args{"label": s.References[s.Judged].label()})
	r := &s.References[s.Judged]
	ps, how, err := w.target(ctx, s, *r, w.retriever())
	if err != nil {
		return s, err
	}
	s.Judged++
	r.Reason = messages.From(ctx).Text("research.reason-and", messages.Args{"reason": strings.TrimSuffix(r.Reason, "."), "how": how})
	if len(ps) == 0 {
		r.Status = NotFound
		rag.StepDone(ctx, "research.did-not-find", messages.Args{"label": r.label()})
		return s, nil
	}
	r.Status = Followed
	led, err := w.lead(ctx, &s, r, ps)
	if err != nil {
		return s, err
	}
	s.Ended = w.ended(messages.From(ctx), s)
	rag.StepDone(ctx, "research.leads-to", messages.Args{"label": r.label(), "passages": messages.Count("count.passages", len(ps)), "new": led, "ended": because(messages.From(ctx), s.Ended)})
	return s, nil
}

func because(say messages.Messages, ended string) string {
	if ended == "" {
		return ""
	}
	return say.Text("research.follows-no-more", messages.Args{"ended": ended})
}

// lead puts what a reference led to among the passages to be read, as far as the tokens go, and counts the documents. The
// one that the reference stands in doesn't count, nor what the task found by itself.
func (w *Workflow) lead(ctx context.Context, s *TaskState, r *Reference, ps []rag.Passage) (added int, err error) {
	counted := map[string]bool{}
	if s.Led == nil {
		s.Led = map[string]int{}
	}
	for _, p := range ps {
		id := p.Ref.String()
		r.Led = append(r.Led, id)
		own := slices.ContainsFunc(s.Read, func(x Read) bool { return x.Passage == id && x.Depth == 0 })
		if doc := p.Ref.Document; !own && !counted[doc] && !strings.HasPrefix(r.Passage, doc+"/") {
			counted[doc] = true
			s.Led[doc]++
		}
		cost := w.tokens(ctx, p.Text.Text)
		if s.knows(id) {
			continue
		}
		if s.Tokens+cost > w.Config.ReferenceTokens {
			s.Tokens = w.Config.ReferenceTokens // used up: the next one would not fit either
			break
		}
		s.Tokens += cost
		if err := w.meet(s, Lead{id, r.Depth + 1, r.Key()}); err != nil {
			return added, err
		}
		added++
	}
	return added, nil
}

// target finds the passages that a reference points to, and says how.
func (w *Workflow) target(ctx context.Context, s TaskState, r Reference, searcher *rag.Retriever) (ps []rag.Passage, how messages.Message, err error) {
	named := r.Document
	if r.Type == Document || r.Type == DocumentMention {
		named = r.Target
	}
	document := ""
	switch {
	case r.Pattern == numberPattern:
		if document = w.paper(r); document == "" {
			return nil, messages.New("research.paper-not-in-library"), nil
		}
		r.Type, how = DocumentMention, messages.New("research.in-bibliography")
	case r.Type == AcademicNumbered || r.Type == AcademicShortform:
	case named != "":
		reg, err := w.registry()
		if err != nil {
			return nil, how, err
		}
		found, by := reg.find(named, w.Config.Fuzzy)
		if document, how = found, messages.New(by); document != "" && len(s.Scope) > 0 && !slices.Contains(s.Scope, document) {
			return nil, messages.New("research.not-to-read", messages.Args{"how": how}), nil
		}
	default: // a section of the document that it stands in
		document, how = strings.Split(r.Passage, "/")[0], messages.New("research.own-document")
	}
	if r.numbered() {
		ps, in, err := w.byLabel(r, document)
		if in.Empty() {
			in = how
		}
		if err != nil || len(ps) > 0 || r.onlyLabel() {
			return ps, in, err
		}
	}
	if document != "" {
		ps, err = w.scoped(ctx, s, r, document, searcher)
		if err != nil || len(ps) > 0 || named == "" {
			return ps, how, err
		}
	}
	ps, err = w.broad(ctx, s, r, searcher)
	if len(ps) == 0 {
		return nil, messages.New("research.not-in-library"), err
	}
	return ps, messages.New("research.searched-in-library"), err
}

// byLabel looks a numbered reference up in the document that it names, else in its own, where words such as "the Plan" mean that.
func (w *Workflow) byLabel(r Reference, document string) (ps []rag.Passage, how messages.Message, err error) {
	if document == "" && r.Pattern == labelPattern {
		document, how = strings.Split(r.Passage, "/")[0], messages.New("research.own-document")
	}
	if document != "" {
		ps, err = w.labelled(r, document)
	}
	if len(ps) == 0 {
		how = messages.New("research.not-in-library")
	}
	return ps, how, err
}

// onlyLabel tells of a reference that words alone don't find: "Note 16" is nothing to search for, "§ 5 BDSG" is.
func (r Reference) onlyLabel() bool {
	return r.Pattern == herePattern || r.Pattern == labelPattern && !strings.HasPrefix(r.Target, "section ") && !strings.HasPrefix(r.Target, "§")
}

// scoped searches one document: for a section, the passages that have it; for the document as such, what it says on the task.
func (w *Workflow) scoped(ctx context.Context, s TaskState, r Reference, document string, searcher *rag.Retriever) ([]rag.Passage, error) {
	if r.Type == Document || r.Type == DocumentMention {
		ps, err := w.search(ctx, searcher, s.Task.Text, []string{document}, w.Config.ScopedPassages)
		if err != nil || len(ps) > 0 {
			return ps, err
		}
		var first []string // none has the task's words: then how it begins
		for i := range w.Config.ScopedPassages {
			first = append(first, store.Ref{Document: document, Passage: i}.String())
		}
		return w.Passages(first)
	}
	ps, err := w.search(ctx, searcher, r.Original, []string{document}, perDocument)
	return pick(ps, w.Config.ScopedPassages, r.Passage, hasSection(r.Target)), err
}

// broad searches the library for what the reference says.
func (w *Workflow) broad(ctx context.Context, s TaskState, r Reference, searcher *rag.Retriever) ([]rag.Passage, error) {
	ps, err := w.search(ctx, searcher, strings.TrimSpace(r.Original+" "+r.Document), s.Scope, max(perLibrary, perDocument))
	words := r.Target
	switch r.Type {
	case Section, LegalSection:
		words = r.Document
	case AcademicNumbered, AcademicShortform:
		words = r.Original
	}
	coverage := keyword.NewCoverage(keyword.ContentWords(words))
	section := hasSection(r.Target)
	return pick(ps, w.Config.BroadPassages, r.Passage, func(p rag.Passage) bool {
		if (r.Type == Section || r.Type == LegalSection) && !section(p) {
			return false
		}
		return coverage.Of(p.Name+"\n"+p.Heading+"\n"+p.Section+"\n"+p.Text.Text) >= w.Config.Fuzzy
	}), err
}

// pick keeps the first passages that fit, but for the one that the reference stands in.
func pick(ps []rag.Passage, most int, but string, fits func(rag.Passage) bool) (out []rag.Passage) {
	for _, p := range ps {
		if len(out) < most && p.Ref.String() != but && fits(p) {
			out = append(out, p)
		}
	}
	return out
}

var firstNumber = regexp.MustCompile(`\d+(?:\.\d+)*[a-z]?`)

// hasSection tells of a passage whether it names the section that a target does: with its sign or word, or at a line's
// beginning.
func hasSection(target string) func(rag.Passage) bool {
	n := firstNumber.FindString(target)
	if n == "" {
		words := keyword.NewCoverage(keyword.ContentWords(target))
		return func(p rag.Passage) bool { return words.Of(p.Heading+"\n"+p.Section+"\n"+p.Text.Text) > .5 }
	}
	end := `(?:[^\w.]|\.(?:\D|$)|$)`
	re := regexp.MustCompile(`(?i)(?:§§?|\b(?:sections?|sec\.|articles?|art\.|artikel|abschnitt|kapitel|chapter|clause|ziffer|punkt|nr\.)|第)[\s\p{Z}]*` + regexp.QuoteMeta(n) + end +
		`|(?m:^[\s|]*` + regexp.QuoteMeta(n) + end + `)`)
	return func(p rag.Passage) bool { return re.MatchString(p.Heading + "\n" + p.Section + "\n" + p.Text.Text) }
}

func sortedKeys(m map[string]int) []string { return slices.Sorted(maps.Keys(m)) }
