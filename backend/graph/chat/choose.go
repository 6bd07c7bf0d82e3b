package chat

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// choose answers with sentences that the model picks. Nothing in such an answer is the model's own: not a word of a
// sentence, no citation, and no general knowledge.
func (w *Workflow) choose(ctx context.Context, s State, ps []rag.Passage, likely *rag.CitedFigure) (rag.Answer, error) {
	rag.StepStarted(ctx, "chat.choosing-sentences")
	hits := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role != "hit" })
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(hits)})
	nearest, cells := nearestCells(s, likely)
	c, err := w.Choose(ctx, s.Route.Plain, s.Plan.Targets, hits, len(cells))
	if err != nil {
		return rag.Answer{}, err
	}
	citations := slices.Concat(cells, c.Citations)
	for _, citation := range citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: citation})
	}
	say, facts := messages.In(language(s)), s.Subject.Said(language(s), false)
	mode, lead, done := "chosen", "", "chat.chose-sentences"
	tells := told(s)
	switch {
	case !c.None:
		lead = say.Sentences(facts, say.Text("chat.chosen"))
	case s.Subject.Doubtful() || facts != "":
		mode, done = "passages", "chat.passages-do-not-answer"
		if tells.Told == store.ToldYes {
			tells.Told = store.ToldUnsure
		}
		lead = say.Sentences(say.Text("subject.silent", messages.Args{"n": s.Subject.Documents}), facts, say.Text("passages.nearest"))
	default: // models this small miss what plainly answers: in one of six questions about encyclopedia articles
		lead, tells.Told = say.Text("chat.fits-best"), store.ToldUnsure
	}
	text := strings.TrimSpace(w.preface(s) + nearest + paragraph(lead) + c.Text)
	rag.EmitToken(ctx, text)
	rag.StepDone(ctx, done, messages.Args{"sentences": messages.Count("count.sentences", len(c.Citations))})
	return rag.Answer{Text: text, Mode: mode, Model: w.Model, Message: say.Text("rag.chooses", messages.Args{"model": w.Model}), Citations: citations, Told: tells}, nil
}
