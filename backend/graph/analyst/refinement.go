package analyst

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

type refinementReply struct {
	Keywords []string `json:"keywords" schema:"maxItems=8 each.maxLength=80"`
}

// refinement adds keywords for what is missing.
func (w *Workflow) refinement(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.finding-words")
	b := w.brief(s)
	b.Keywords = inertAll(s.Retrieval.Query.Keywords)
	prompt, err := rag.Render(w.prompts, "refine.md", b)
	if err != nil {
		return s, err
	}
	var reply refinementReply
	if err := w.Structured(ctx, "refine", prompt, checkTokens, &reply); err != nil {
		return s, err
	}
	r := s.Retrieval
	fresh := slices.DeleteFunc(listed(reply.Keywords, mostNamed, entryChars), func(k string) bool {
		return slices.ContainsFunc(r.Query.Keywords, func(o string) bool { return strings.EqualFold(o, k) })
	})
	if len(fresh) == 0 {
		r.Stuck = messages.From(ctx).Text("analyst.no-new-words")
		rag.StepDone(ctx, "analyst.no-new-words-end")
		s.Retrieval = r
		return s, nil
	}
	r.Query.Keywords = append(slices.Clone(r.Query.Keywords), fresh...)
	rag.StepDone(ctx, "analyst.searching-as-well", messages.Args{"words": strings.Join(fresh, ", ")})
	s.Retrieval = r
	return s, nil
}

// notRefined goes on with what is there.
func (w *Workflow) notRefined(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.went-on", messages.Args{"error": err})
	rag.StepDone(ctx, "analyst.no-further-search")
	r := s.Retrieval
	r.Stuck = messages.From(ctx).Text("analyst.no-words-found")
	s.Retrieval = r
	return s, nil
}
