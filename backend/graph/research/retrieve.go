package research

import (
	"context"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// retrieve searches for a round's queries. A passage that an earlier round or query found counts as seen before.
func (w *Workflow) retrieve(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "research.searching", messages.Args{"where": searching(messages.From(ctx), s.Scope), "queries": count(len(s.Queries))})
	r := w.retriever()
	s.Fresh, s.Found, s.Again = nil, 0, 0
	tokens := 0
	for _, q := range s.Queries {
		ps, err := w.search(ctx, r, q, s.Scope, w.Config.PerQuery)
		if err != nil {
			return s, err
		}
		for _, p := range ps {
			s.Found++
			tokens += w.tokens(ctx, p.Text.Text)
			id := p.Ref.String()
			if slices.Contains(s.Seen, id) {
				s.Again++
				continue
			}
			s.Seen, s.Fresh = append(s.Seen, id), append(s.Fresh, id)
		}
	}
	if s.Found > 0 {
		s.Passage = tokens / s.Found
	}
	rag.StepDone(ctx, "research.found-passages", messages.Args{"passages": messages.Count("count.passages", s.Found), "seen": s.Again})
	return s, nil
}

// retriever is what a node searches with.
func (w *Workflow) retriever() *rag.Retriever {
	return &rag.Retriever{Workspace: w.Workspace, Embedder: w.Embedder, PerDocument: perDocument}
}

// search is one retrieval: the best passages for one query, within a scope of documents if it isn't empty.
func (w *Workflow) search(ctx context.Context, r *rag.Retriever, query string, scope []string, keep int) ([]rag.Passage, error) {
	r.PerLibrary, r.Keep, r.KeepMost = max(keep, perLibrary), keep, keep
	found, err := r.Retrieve(ctx, rag.Plan{Question: query, Targets: scope})
	return found.Passages, err
}

func count(n int) messages.Message { return messages.Count("count.queries", n) }
