package app

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// FactResult is a figure read from cells of tables, or what may have been meant where none is sure enough.
type FactResult struct {
	Figure *store.Figure   `json:"figure"` // nil if none is sure enough
	Near   []store.Operand `json:"near"`
	Maybe  *store.Figure   `json:"maybe"` // worked out of these, but not surely what is meant; nil for none
}

// Fact looks a figure up in documents with these names (none: those that the question's company and year choose), without
// any model.
func (c *Core) Fact(ctx context.Context, question string, names []string) (FactResult, error) {
	ids, err := c.AllNamed(names)
	if err != nil {
		return FactResult{}, err
	}
	found, err := c.Facts.Answer(ctx, question, ids)
	out := FactResult{Figure: found.Figure, Near: found.Near}
	if rag.Likely(question, found.Trust) {
		out.Maybe = found.Maybe
	}
	return out, err
}

// AllFacts are all figures in the tables of a document.
func (c *Core) AllFacts(name string) ([]store.Operand, error) {
	d, err := c.Named(name)
	if err != nil {
		return nil, err
	}
	read, err := c.Facts.Of(d.ID)
	if err != nil {
		return nil, err
	}
	return read.Figures(), nil
}
