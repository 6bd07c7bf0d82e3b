package rag

import (
	"context"
	"errors"

	"lectern/backend/graph"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Search searches for a query's text by words and, unless there is no model for it, by meaning: q then has its vector.
func (t Tools) Search(ctx context.Context, q *store.Query) ([]store.Hit, error) {
	if _, err := t.Embedder.Vectors(ctx, q); err != nil {
		return nil, err
	}
	return t.Workspace.Passages.Search(ctx, *q)
}

// Vectors gives queries the vectors of their texts, if there is a model for it. Where that can't be asked, and the node
// that runs isn't tried again for it, they stay without, the person is told, and why is the reason: a search by words
// still finds most.
func (e *Embedder) Vectors(ctx context.Context, queries ...*store.Query) (why, err error) {
	if !e.Ready() || len(queries) == 0 {
		return nil, nil
	}
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	vectors, space, err := e.Embed(ctx, texts)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && (!IsModelTrouble(err) || llm.Transient(err) && !graph.LastAttempt(ctx)):
		return nil, err
	case err != nil:
		Note(ctx, "rag.searched-by-words", messages.Args{"error": err})
		return err, nil
	}
	for i := range queries {
		queries[i].Vector, queries[i].Space = vectors[i], space
	}
	return nil, nil
}

// IsModelTrouble says whether an error is Ollama's rather than ours: a step can go on without it.
func IsModelTrouble(err error) bool {
	var told *llm.Error
	var bad *llm.BadText
	return errors.As(err, &told) || errors.As(err, &bad)
}
