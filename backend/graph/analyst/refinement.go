package analyst

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
)

type refinementReply struct {
	Keywords []string `json:"keywords" schema:"maxItems=8 each.maxLength=80"`
}

// refinement adds keywords for what is missing.
func (w *Workflow) refinement(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "Finding words for what is missing…")
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
		r.Stuck = "no new words to search for"
		rag.StepDone(ctx, "No new words to search for")
		s.Retrieval = r
		return s, nil
	}
	r.Query.Keywords = append(slices.Clone(r.Query.Keywords), fresh...)
	rag.StepDone(ctx, "Searching for %s as well", strings.Join(fresh, ", "))
	s.Retrieval = r
	return s, nil
}

// notRefined goes on with what is there.
func (w *Workflow) notRefined(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "Went on with what was found: %v", err)
	rag.StepDone(ctx, "No further search")
	r := s.Retrieval
	r.Stuck = "no words could be found for what is missing"
	s.Retrieval = r
	return s, nil
}
