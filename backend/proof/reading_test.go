package proof

import (
	"testing"

	"lectern/backend/store"
)

func TestAReadingOfACellIsHeldAgainstItsTable(t *testing.T) {
	library, citations := books()
	c, row := citations[0], store.Row{Label: "Net sales", Cells: []store.Cell{{Text: "32,765", Value: "32765"}, {Column: 1, Text: "31,657", Value: "31657"}}}
	library.tables = []store.Table{{Page: 1, Columns: []store.Column{{Heads: []string{"2018"}}, {Heads: []string{"2017"}}}, Rows: []store.Row{row}}}
	p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
	there := store.Operand{
		Document: c.Document, Doc: c.Doc, Page: c.Page, At: 0, Place: row.Cells[0].Column, Row: row.Label, Text: row.Cells[0].Text,
		Value: row.Cells[0].Value + "000000", Unit: "USD", Scale: 6, Citation: c.N,
	}
	gone, other := there, there
	gone.Text = "31"
	other.Value = "31000000"
	for name, of := range map[string]struct {
		cell store.Operand
		want bool
	}{"the cell": {there, true}, "another text there": {gone, false}, "another amount": {other, false}} {
		line := "Zorkmids of the widow's mites, in all: **$" + row.Cells[0].Value + " million** [1]"
		got, err := p.Prove(Proving{Text: line, Citations: citations, Readings: []Reading{{Text: line, Cell: of.cell}}})
		if err != nil || (got.Verified == 1) != of.want {
			t.Errorf("%s: %v %+v", name, err, got)
		}
		if of.want && (len(got.FigureChecks) != 1 || got.FigureChecks[0].Cell == nil || got.FigureChecks[0].Cell.RowLabel != row.Label || got.Sentences[0].Places[0].Label != c.Label) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAnAmountIsACellsRoundedAsFarAsItIsWritten(t *testing.T) {
	for _, c := range []struct {
		written, value string
		want           bool
	}{
		{"12790000000", "12790000000", true}, {"12800000000", "12790000000", true}, {"12700000000", "12790000000", false},
		{"1603000000", "-1603000000", true}, {"3.8", "3.84", true}, {"3.9", "3.84", false}, {"5000000", "5400000", false}, {"", "1", false},
	} {
		if got := sameAmount(c.written, c.value); got != c.want {
			t.Errorf("%s of %s: %v", c.written, c.value, got)
		}
	}
}
