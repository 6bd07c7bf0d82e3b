package facts

import (
	"context"
	"slices"

	"lectern/backend/store"
)

// TableRow is a row of a table with its figures.
type TableRow struct {
	Document, Doc string
	Page          int
	Label         string
	Parents       []string
	Caption       string
	Cells         []store.Operand
}

// Rows are the rows that a question may be about, the likeliest first, at most so many of each document.
func (l *Library) Rows(ctx context.Context, question string, ids []string, each int) (out []TableRow, err error) {
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := l.Of(id)
		if err != nil {
			return nil, err
		}
		out = append(out, d.rowsFor(question, each)...)
	}
	return out, nil
}

func (d *Document) rowsFor(question string, most int) (out []TableRow) {
	q := readQuestion(question)
	s := newSearch(d, q.askedIn(mainClause(q.text), d), told{exponent: -1, places: -1})
	var seen []*row
	for _, m := range s.find(when{}) {
		if len(out) == most {
			break
		}
		if slices.Contains(seen, m.row) {
			continue
		}
		seen = append(seen, m.row)
		t := m.table.part
		r := TableRow{Document: d.ID, Doc: d.Name, Page: t.Page, Label: m.row.written, Parents: t.Rows[m.row.at].Parents, Caption: t.Caption}
		for _, f := range m.row.cells {
			r.Cells = append(r.Cells, d.cell(f))
		}
		out = append(out, r)
	}
	return out
}
