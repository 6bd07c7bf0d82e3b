package research

import (
	"context"
	"fmt"
	"slices"

	"lectern/backend/graph/rag"
)

// retrieve searches for a round's queries. A passage that an earlier round or query found counts as seen before.
func (w *Workflow) retrieve(ctx context.Context, s Asking) (Asking, error) {
	rag.Begin(ctx, "Searching %s for %s…", searching(s.Scope), queries(len(s.Queries)))
	return w.lookAround(ctx, s, w.Embedder)
}

// retrieveByWords searches without the model that embeds, which could not be asked.
func (w *Workflow) retrieveByWords(ctx context.Context, s Asking, err error) (Asking, error) {
	rag.Remark(ctx, "Searched by words alone: %v", err)
	return w.lookAround(ctx, s, nil)
}

func (w *Workflow) lookAround(ctx context.Context, s Asking, embedder *rag.Embedder) (Asking, error) {
	s.Fresh, s.Found, s.Again = nil, 0, 0
	tokens := 0
	for _, q := range s.Queries {
		ps, err := w.search(ctx, embedder, q, s.Scope, w.Config.PerQuery)
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
	rag.End(ctx, "Found %s, %d of them seen before", rag.Plural(s.Found, "passage"), s.Again)
	return s, nil
}

// search is one retrieval: the best passages for one query, within a scope of documents if it isn't empty.
func (w *Workflow) search(ctx context.Context, embedder *rag.Embedder, query string, scope []string, keep int) ([]rag.Passage, error) {
	r := rag.Retriever{
		Workspace: w.Workspace, Embedder: embedder, PerDocument: w.Config.PerDocument, PerLibrary: max(keep, w.Config.PerLibrary), Keep: keep, KeepMost: keep,
	}
	found, err := r.Retrieve(ctx, rag.Plan{Question: query, Targets: scope})
	if err == nil {
		err = found.NoVector
	}
	return found.Passages, err
}

func queries(n int) string {
	if n == 1 {
		return "1 query"
	}
	return fmt.Sprintf("%d queries", n)
}
