package chat

import (
	"cmp"
	"context"
	"fmt"

	"lectern/backend/graph/rag"
)

// retriever finds the passages.
func (w *Workflow) retriever(ctx context.Context, s State) (Update, error) {
	if len(s.Plan.Targets) > 0 {
		rag.Begin(ctx, "Searching %s…", rag.Plural(len(s.Plan.Targets), "document"))
	} else {
		rag.Begin(ctx, "Searching the library…")
	}
	return w.retrieve(ctx, s, w.Embedder)
}

// byWords finds the passages without the model that embeds, which could not be asked.
func (w *Workflow) byWords(ctx context.Context, s State, err error) (Update, error) {
	rag.Remark(ctx, "Searched by words alone: %v", err)
	return w.retrieve(ctx, s, nil)
}

func (w *Workflow) retrieve(ctx context.Context, s State, embedder *rag.Embedder) (Update, error) {
	c := w.Config
	r := rag.Retriever{
		Workspace: w.Workspace, Embedder: embedder,
		PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages,
		Keep: c.Keep, KeepMost: c.KeepMost, Neighbours: c.Neighbours,
	}
	found, err := r.Retrieve(ctx, s.Plan)
	if err = cmp.Or(err, found.NoVector); err != nil {
		return Update{}, err
	}
	ids, hits := make([]string, len(found.Passages)), 0
	for i, p := range found.Passages {
		ids[i] = p.Ref.String()
		if p.Role == "hit" {
			hits++
		}
	}
	how := "by words"
	if found.ByMeaning {
		how = "by words and meaning"
	}
	along := ""
	if n := len(ids) - hits; n > 0 {
		along = fmt.Sprintf(", with %d around them", n)
	}
	rag.End(ctx, "Kept %d of %s found %s%s", hits, rag.Plural(found.Candidates, "passage"), how, along)
	return Update{Passages: &ids, Hits: &hits}, nil
}
