// Package sheet writes the tables of documents and comparisons of their figures down: for a terminal, a clipboard, a text and a
// spreadsheet.
//
// What goes to a spreadsheet is meant to be right there: a figure is a plain decimal number (-1577 for "(1,577)") and
// its units stand in the head; a percentage is one; a figure whose units aren't those of its column stays as it is
// written; and nothing that is text is taken for a formula. For reading, everything stays as it is written.
package sheet

import (
	"fmt"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Table is a table in one, however many pages it stands on. It has at least one part.
type Table struct {
	Parts []store.Table // page by page
}

// Join makes one of the parts of tables that go on over a page break. Tables must be in the order of the document.
func Join(tables []store.Table) []Table {
	out := []Table{}
	for _, t := range tables {
		if i := begun(out, t); i >= 0 {
			first := out[i].Parts[0]
			if t.Units == (store.Units{}) {
				t.Units = first.Units
			}
			out[i].Parts = append(out[i].Parts, t)
		} else {
			out = append(out, Table{[]store.Table{t}})
		}
	}
	return out
}

// begun finds the table that a part goes on with: of those on the page before with as many columns the one above it,
// which is the last if there are several; -1 if there is none.
func begun(tables []Table, part store.Table) int {
	best, most := -1, -1
	for i, t := range tables {
		last := t.Parts[len(t.Parts)-1]
		if !part.Continues || last.Page != part.Page-1 || len(last.Columns) != len(part.Columns) {
			continue
		}
		if shared := int(min(last.Box.X1, part.Box.X1)) - int(max(last.Box.X0, part.Box.X0)); max(shared, 0) >= most {
			best, most = i, max(shared, 0)
		}
	}
	return best
}

// Page is where it begins.
func (t Table) Page() int { return t.Parts[0].Page }

// Pages are those that it stands on.
func (t Table) Pages() []int {
	out := make([]int, len(t.Parts))
	for i, p := range t.Parts {
		out[i] = p.Page
	}
	return out
}

// On is its part on a page.
func (t Table) On(page int) (store.Table, bool) {
	for _, p := range t.Parts {
		if p.Page == page {
			return p, true
		}
	}
	return store.Table{}, false
}

// Caption names it; "" if nothing does.
func (t Table) Caption() string { return line(t.Parts[0].Caption) }

// Title names it, if need be by what stands over its labels; "" if nothing does.
func (t Table) Title() string {
	const words, most = 3, 120 // fewer are "Item", or the units
	stub := t.Stub()
	if c := t.Caption(); c != "" || len(strings.Fields(stub)) < words || (store.Units{Text: stub}).Written() != stub {
		return c
	}
	return short(stub, most)
}

// Units are those of the whole table as they are written, without brackets around them.
func (t Table) Units() string { return t.Parts[0].Units.Written() }

// Columns are the same on all its pages.
func (t Table) Columns() []store.Column { return t.Parts[0].Columns }

// Stub is what stands over the labels.
func (t Table) Stub() string { return line(t.Parts[0].Stub) }

// Confidence is that of the part which is least sure.
func (t Table) Confidence() float64 {
	least := t.Parts[0].Confidence
	for _, p := range t.Parts {
		least = min(least, p.Confidence)
	}
	return least
}

// Sure tells whether the program stands by its rows and columns.
func (t Table) Sure() bool { return t.Confidence() >= store.Sure }

// Unsure is what is told of a table whose rows and columns the program doesn't stand by.
func Unsure() messages.Message { return messages.New("sheet.unsure") }

// Where names its pages: "p. 12" or "p. 12–13".
func (t Table) Where() messages.Message {
	first, last := t.Page(), t.Parts[len(t.Parts)-1].Page
	if first == last {
		return messages.New("count.on-pages", messages.Args{"pages": first})
	}
	return messages.New("count.on-pages", messages.Args{"pages": fmt.Sprintf("%d–%d", first, last)})
}

// Row is a row of a table with the part that it stands in.
type Row struct {
	store.Row
	Part *store.Table
}

// Rows are all, from the top down.
func (t Table) Rows() []Row {
	out := []Row{}
	for i := range t.Parts {
		for _, r := range t.Parts[i].Rows {
			out = append(out, Row{r, &t.Parts[i]})
		}
	}
	return out
}

// Path is the row's label with those that it stands under.
func (r Row) Path() string {
	out := make([]string, 0, len(r.Parents)+1)
	for _, p := range append(append([]string{}, r.Parents...), r.Label) {
		if p = line(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " › ")
}

// At is the cell of a column, the zero value if nothing stands there.
func (r Row) At(column int) store.Cell {
	for _, c := range r.Cells {
		if c.Column == column {
			return c
		}
	}
	return store.Cell{}
}

// line is a text on one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }
