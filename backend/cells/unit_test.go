package cells

import (
	"testing"

	"lectern/backend/store"
)

func TestCentsAmongWholeMillionsMayBeAShares(t *testing.T) {
	cell := func(v string) store.Cell { return store.Cell{Text: v, Value: v} }
	table := store.Table{
		Units:   store.Units{Text: "Dollars in millions, except per share data", Currency: "USD", Exponent: 6, From: store.UnitsTable},
		Columns: []store.Column{{Heads: []string{"2018"}}},
		Rows: []store.Row{
			{Label: "Revenues", Cells: []store.Cell{cell("101127")}},
			{Label: "Earnings from operations", Cells: []store.Cell{cell("11987")}},
			{Label: "Diluted earnings per share", Cells: []store.Cell{cell("17.85")}},
			{Label: "Non-operating pension expense", Cells: []store.Cell{cell("-0.24")}},
		},
	}
	of := func(row int) Unit { return UnitOf(table, table.Rows[row], table.Rows[row].Cells[0]) }
	if u := of(3); u.Sure || u.Powers[0] != 0 || u.Powers[1] != 6 {
		t.Errorf("cents without a word of shares: %+v", u)
	}
	if u := of(0); !u.Sure || u.Powers[0] != 6 {
		t.Errorf("whole millions: %+v", u)
	}
	if u := of(2); !u.Sure || u.Powers[0] != 0 {
		t.Errorf("per share: %+v", u)
	}
	table.Units.Text = "Dollars in millions"
	if u := of(3); !u.Sure || u.Powers[0] != 6 {
		t.Errorf("no shares in this table: %+v", u)
	}
	table.Units.Text = "Dollars in millions, except per share data"
	table.Rows[0].Cells[0], table.Rows[1].Cells[0] = cell("101.13"), cell("11.99")
	if u := of(3); !u.Sure || u.Powers[0] != 6 {
		t.Errorf("a table that counts with two places: %+v", u)
	}
}
