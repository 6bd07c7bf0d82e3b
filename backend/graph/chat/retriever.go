package chat

import (
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
	c := w.Config
	r := rag.Retriever{
		Workspace: w.Workspace, Embedder: w.Embedder,
		PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages,
		Keep: c.Keep, KeepMost: c.KeepMost, Neighbours: c.Neighbours,
	}
	found, err := r.Retrieve(ctx, s.Plan)
	if err != nil {
		return Update{}, err
	}
	if found.NoVector != nil {
		rag.Remark(ctx, "Searched by words alone: %v", found.NoVector)
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
