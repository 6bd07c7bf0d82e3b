package chat

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// choose answers with sentences that the model picks. Nothing in such an answer is the model's own: not a word of a
// sentence, no citation, and no general knowledge.
func (w *Workflow) choose(ctx context.Context, s State, ps []rag.Passage) (rag.Answer, error) {
	rag.StepStarted(ctx, "chat.choosing-sentences")
	hits := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role != "hit" })
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(hits)})
	c, err := w.Choose(ctx, s.Route.Plain, s.Plan.Targets, hits)
	if err != nil {
		return rag.Answer{}, err
	}
	for _, citation := range c.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: citation})
	}
	say := messages.In(language(s))
	lead, mode := say.Text("chat.chosen"), "model"
	if c.None {
		lead, mode = say.Sentences(say.Text("documents.silent"), s.Subject.Said(language(s), false), say.Text("passages.nearest")), "passages"
	} else {
		lead = strings.TrimSpace(s.Subject.Said(language(s), false) + "\n\n" + lead)
	}
	text := strings.TrimSpace(w.preface(s) + paragraph(lead) + c.Text)
	rag.EmitToken(ctx, text)
	if c.None {
		rag.StepDone(ctx, "chat.passages-do-not-answer")
	} else {
		rag.StepDone(ctx, "chat.chose-sentences", messages.Args{"sentences": messages.Count("count.sentences", c.Sentences)})
	}
	return rag.Answer{Text: text, Mode: mode, Model: w.Model, Message: say.Text("chat.chooses", messages.Args{"model": w.Model}), Citations: c.Citations}, nil
}
