package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// attribution ends the run: the document is streamed with its citations resolved, and what stays open, what wasn't found
// and the addresses that weren't followed are listed at its end. It makes no model call.
func (w *Workflow) attribution(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.attributing")
	draft := s.chosen()
	ps, err := w.Passages(draft.passages())
	if err != nil {
		return s, err
	}
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(ps)})
	citer, err := w.cited(draft)
	if err != nil {
		return s, err
	}
	end, err := w.ending(s, citer.Answer.Len() == 0)
	if err != nil {
		return s, err
	}
	citer.Offered = nil // what follows cites nothing
	document := citer.Answer.Len()
	citer.Write(end)
	citer.Close()
	if n := len(citer.Invented); n > 0 {
		rag.Note(ctx, "rag.dropped-references", messages.Args{"references": messages.Count("count.references", n)})
	}
	a := rag.Answer{Mode: "model", Model: w.Model, Message: w.message(say(s), draft), Citations: citer.Citations}
	a.Text, a.Invented = citer.Text("")
	a.Own = []proof.Stretch{{Start: document, End: len(a.Text)}}
	if a.Citations == nil {
		a.Citations = []store.Citation{}
	}
	if err := w.proof(s, draft, &a); err != nil {
		return s, err
	}
	if struck := a.Strike(); len(struck) > 0 {
		a.Message = say(s).Sentences(a.Message, say(s).Say(rag.Struck(struck)))
	}
	for _, c := range a.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text)
	s.Answer, s.Draft, s.Documents, s.Asked = a, draft, true, s.scope()
	s.Answered(a.Text)
	rag.StepDone(ctx, "research.words-with", messages.Args{"words": messages.Count("count.words", len(strings.Fields(a.Text))), "citations": messages.Count("count.citations", len(a.Citations))})
	return s, nil
}

// chosen is the better of two drafts: of which the documents contradict less, then the one with the higher score; the later
// one if either has none.
func (s State) chosen() Draft {
	if a, b := len(s.Earlier.Wrong), len(s.Draft.Wrong); s.Earlier.Number > 0 && a != b {
		if a < b {
			return s.Earlier
		}
		return s.Draft
	}
	if s.Earlier.Scores.Scored && s.Draft.Scores.Scored && s.Earlier.Scores.Sum > s.Draft.Scores.Sum {
		return s.Earlier
	}
	return s.Draft
}

// all are the parts of a draft that are written, in the order of reading.
func (d Draft) all() []Part {
	written := d.Parts[:min(d.Written, len(d.Parts))]
	if d.Opening.Text == "" {
		return written
	}
	return append([]Part{d.Opening}, written...)
}

// passages are those that the parts of a draft were written from, each once.
func (d Draft) passages() []string {
	out := []string{}
	for _, p := range d.all() {
		for _, id := range p.Passages {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// cited puts a draft together, its opening in front, with its citations resolved and numbered through.
func (w *Workflow) cited(d Draft) (*rag.Citer, error) {
	citer := new(rag.Citer)
	for i, part := range d.all() {
		if i > 0 {
			citer.Write("\n\n")
		}
		if part.Heading != "" && !part.More {
			citer.Write("## " + rag.Escape(part.Heading) + "\n\n")
		}
		if err := w.citePart(citer, part); err != nil {
			return nil, err
		}
	}
	return citer, nil
}

// citePart writes a part below its heading.
func (w *Workflow) citePart(citer *rag.Citer, part Part) error {
	var text string
	if err := w.load(part.Text, &text); err != nil {
		return err
	}
	ps, err := w.Passages(part.Passages)
	if err != nil {
		return err
	}
	citer.Offered = make([]rag.Passage, len(part.Passages))
	for _, p := range ps {
		citer.Offered[slices.Index(part.Passages, p.Ref.String())] = p
	}
	if len(ps) < len(part.Passages) { // a document was removed meanwhile
		text = withoutRemoved(text, citer.Offered)
	}
	citer.Write(strings.TrimSpace(text))
	citer.Close()
	return nil
}

// withoutRemoved takes the marks out of a text whose passages are no longer there.
func withoutRemoved(text string, offered []rag.Passage) string {
	probe := rag.Citer{Offered: slices.Clone(offered)}
	for i, p := range offered {
		if p.Name == "" {
			for _, mark := range []string{" [%d]", "[%d]"} {
				text = strings.ReplaceAll(text, fmt.Sprintf(mark, i+1), "")
			}
		}
	}
	probe.Write(text)
	probe.Close()
	if slices.ContainsFunc(probe.Citations, func(c store.Citation) bool { return c.Document == "" }) { // written otherwise: "[1, 2]"
		return rag.WithoutMarks(figureMarks.ReplaceAllString(text, ""))
	}
	return text
}

// message tells the person what the scores say, if that isn't simply good.
func (w *Workflow) message(say messages.Messages, d Draft) string {
	switch {
	case d.Number == 0:
		return ""
	case !d.Scores.Scored:
		return say.Text("research.note-not-scored")
	case d.Scores.Sum < w.Config.Quality:
		faults := ""
		if len(d.Scores.Faults) > 0 {
			faults = ": " + strings.Join(d.Scores.Faults, "; ")
		}
		return say.Text("research.note-below", messages.Args{"sum": d.Scores.Sum, "wanted": w.Config.Quality, "faults": faults})
	}
	return ""
}
