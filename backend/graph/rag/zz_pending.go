package rag

import (
	"lectern/backend/figures"
	"lectern/backend/store"
)

func auditFigures(r figures.Request) (out []store.FigureCheck) {
	cell := func(c *figures.Cell) *store.FigureCell {
		if c == nil {
			return nil
		}
		return &store.FigureCell{Table: c.Table, Row: c.Row, Column: c.Column, RowLabel: c.RowLabel, Head: c.Head, Text: c.Text}
	}
	for _, f := range figures.Audit(r) {
		o := store.FigureCheck{
			Text: f.Text, Start: f.Start, End: f.End, Value: f.Value, Unit: f.Unit, Period: f.Period, Verdict: f.Status, Kind: f.Kind, Why: f.Why,
			Notes: Full(f.Notes), Document: f.Document, Doc: f.Doc, Page: f.Page, Label: f.Label, Cell: cell(f.Cell), Quote: f.Quote, Candidates: []store.FigureCandidate{},
		}
		for _, c := range f.Candidates {
			o.Candidates = append(o.Candidates, store.FigureCandidate{Text: c.Text, Why: c.Why, Document: c.Document, Doc: c.Doc, Page: c.Page, Label: c.Label, Quote: c.Quote, Cell: cell(c.Cell)})
		}
		out = append(out, o)
	}
	return out
}
