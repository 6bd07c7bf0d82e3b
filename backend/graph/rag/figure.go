package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// CitedFigure is a figure read from cells of tables, with the passages that its rows stand in.
type CitedFigure struct {
	*store.Figure
	Passages  []Passage
	Citations []store.Citation
}

// Figure looks up what a question asks for in the tables of documents (ids; none: those that the question is about); nil
// if no cell is sure enough, or one stands in no passage and so can't be cited.
func (t Tools) Figure(ctx context.Context, question string, documents []string) (*CitedFigure, error) {
	if t.Facts == nil {
		return nil, nil
	}
	found, err := t.Facts.Answer(ctx, question, documents)
	if err != nil || found.Figure == nil {
		return nil, err
	}
	f := &CitedFigure{Figure: found.Figure}
	for i := range f.Cells {
		if err := t.cite(f, &f.Cells[i]); err != nil {
			return nil, err
		}
		if f.Cells[i].Citation == 0 {
			return nil, nil
		}
	}
	return f, nil
}

// cite finds the passage that a cell's row stands in, and cites the row.
func (t Tools) cite(f *CitedFigure, c *store.Operand) error {
	all, err := t.Workspace.Passages.Of(c.Document)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(all, func(p store.Passage) bool {
		return p.Page == c.Page && p.Table == c.Table+1 && p.Rows.Start <= c.At && c.At < p.Rows.End
	})
	if n < 0 {
		return nil
	}
	ref := store.Ref{Document: c.Document, Passage: n}
	texts, err := t.Workspace.Passages.Texts([]store.Ref{ref})
	if err != nil || len(texts) == 0 {
		return err
	}
	part, ok, err := t.Workspace.Tables.Part(ref)
	if err != nil || !ok || c.At-part.From >= len(part.Sentences) {
		return err
	}
	at := part.Sentences[c.At-part.From]
	if at < 0 { // the row's words stand in no one sentence: its figure does
		at = slices.IndexFunc(texts[0].Sentences, func(s string) bool { return strings.Contains(s, c.Text) })
	}
	cited := proof.Quote(texts[0], at)
	if at < 0 {
		cited.Quote, cited.Prefix, cited.Suffix = c.Text, "", ""
	}
	c.Passage = ref.String()
	for _, o := range f.Citations {
		if o.Passage == cited.Passage && o.Quote == cited.Quote {
			c.Citation = o.N
			return nil
		}
	}
	cited.N = len(f.Citations) + 1
	c.Citation = cited.N
	f.Citations = append(f.Citations, cited)
	if !slices.ContainsFunc(f.Passages, func(p Passage) bool { return p.Ref == ref }) {
		f.Passages = append(f.Passages, Passage{Text: texts[0], Role: "hit"})
	}
	return nil
}

// Calculation is how the figure was worked out, for the proof of a text that tells it; ok is false for a single cell.
func (f *CitedFigure) Calculation() (c figures.Calculation, ok bool) {
	unit := f.Unit
	if unit == text.Times {
		unit = ""
	}
	return figures.Calculation{Text: f.Formula, Value: f.Value, Unit: unit}, f.Formula != ""
}

// Marks are those of the cells, each once.
func (f *CitedFigure) Marks() string {
	out := ""
	for _, c := range f.Citations {
		out += Mark(c.N)
	}
	return out
}

// Mark is what stands in an answer for a citation.
func Mark(n int) string { return fmt.Sprintf("[%d]", n) }
