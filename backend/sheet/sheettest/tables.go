// Package sheettest holds tables for tests of what shows them.
package sheettest

import (
	"strings"

	"lectern/backend/store"
)

// cell is what stands in a column; without a value it is a text.
func cell(column int, text, value string) store.Cell {
	return store.Cell{Column: column, Text: text, Value: value, None: text == "—"}
}

// placed gives rows and cells their places on the page, one below the other from a line on.
func placed(t store.Table, from uint16) store.Table {
	const high, left, label, step = 1000, 6000, 20000, 10000
	for i := range t.Rows {
		y := from + uint16(i)*high
		t.Rows[i].Box = store.Box{X0: left, Y0: y, X1: left + label + step*uint16(len(t.Columns)), Y1: y + high*3/4}
		for k, c := range t.Rows[i].Cells {
			x := left + label + step*uint16(c.Column)
			t.Rows[i].Cells[k].Box = store.Box{X0: x + step/2, Y0: y, X1: x + step, Y1: y + high*3/4}
		}
	}
	t.Box = store.Box{X0: left, Y0: from - high, X1: left + label + step*uint16(len(t.Columns)), Y1: from + high*uint16(len(t.Rows))}
	return t
}

func years(group string, names ...string) []store.Column {
	out := []store.Column{}
	for _, n := range names {
		out = append(out, store.Column{Heads: []string{group, n}})
	}
	return out
}

// Tables are those of a document of six pages: one over pages 2 and 3 (1 in the order of the document), one with many
// kinds of figures on page 3 (2), one in Chinese on page 5 (3), and one that isn't sure on page 6 (4).
func Tables() []store.Table {
	millions := store.Units{Text: "(in millions of dollars)", Currency: "USD", Exponent: 6, From: store.UnitsTable}
	columns := append(years("Years ended 31 December", "2018", "2017"), store.Column{Heads: []string{"Change"}, Units: store.Units{Text: "%", Percent: true, From: store.UnitsColumn}})
	cash := store.Table{Page: 2, Caption: "Consolidated Statement of Cash Flows", Units: millions, Stub: "Item", Columns: columns, Confidence: .93, Rows: []store.Row{
		{Label: "Investing activities"},
		{Label: "Purchases of PP&E", Parents: []string{"Investing activities"}, Notes: []string{"1"}, Cells: []store.Cell{cell(0, "(1,577)", "-1577"), cell(1, "(1,373)", "-1373"), cell(2, "14.9", "14.9")}},
		{Label: "Proceeds | sales", Parents: []string{"Investing activities"}, Cells: []store.Cell{cell(0, "262", "262"), cell(1, "—", ""), cell(2, "—", "")}},
	}}
	cash.Rows[1].Cells[0].Notes = []string{"a"}
	rest := store.Table{Page: 3, Columns: columns, Continues: true, Confidence: .88, Rows: []store.Row{
		{Label: "Net cash used", Total: true, Cells: []store.Cell{cell(0, "(1,315)", "-1315"), cell(1, "(1,373)", "-1373"), cell(2, "(4.2)", "-4.2")}},
	}}
	kinds := store.Table{Page: 3, Caption: "Selected data", Columns: []store.Column{{Heads: []string{"2018"}}, {Heads: []string{"Remarks"}}}, Confidence: .8, Units: store.Units{Text: "In millions, except per share amounts", Exponent: 6, From: store.UnitsTable}, Rows: []store.Row{
		{Label: "=Margin", Cells: []store.Cell{cell(0, "12.50%", "12.50"), cell(1, "@home", "")}},
		{Label: "Order book", Cells: []store.Cell{cell(0, "$ 1.2 billion", "1.2"), cell(1, "+ as “planned”, see below", "")}},
		{Label: "Sales", Cells: []store.Cell{cell(0, "$ 32765.0", "32765.0"), cell(1, "-", "")}},
		{Label: "Number", Cells: []store.Cell{cell(0, "12345678901234567", "12345678901234567"), cell(1, "1-2", "")}},
		{Label: "Weight", Cells: []store.Cell{cell(0, "30 kg", "30")}},
	}}
	kinds.Rows[0].Cells[0].Units = store.Units{Text: "%", Percent: true}
	kinds.Rows[1].Cells[0].Units = store.Units{Text: "$ billion", Currency: "USD", Exponent: 9}
	kinds.Rows[2].Cells[0].Units = store.Units{Text: "$", Currency: "USD"}
	kinds.Rows[4].Cells[0].Units = store.Units{Text: "kg"}
	chinese := store.Table{Page: 5, Caption: "合并资产负债表", Units: store.Units{Text: "（人民币百万元）", Currency: "CNY", Exponent: 6, From: store.UnitsTable}, Columns: []store.Column{{Heads: []string{"2023年"}}, {Heads: []string{"2022年"}}}, Confidence: .9, Rows: []store.Row{
		{Label: "货币资金", Cells: []store.Cell{cell(0, "38,905", "38905"), cell(1, "—", "")}},
		{Label: "应收账款 net", Cells: []store.Cell{cell(0, "1,204", "1204"), cell(1, "998", "998")}},
	}}
	unsure := store.Table{Page: 6, Columns: []store.Column{{}, {}}, Confidence: .3, Rows: []store.Row{
		{Label: strings.TrimSpace(strings.Repeat("A label that goes on for a long while ", 3)), Cells: []store.Cell{cell(0, "7", "7"), {Column: 0, Span: 2, Text: "both"}}},
	}}
	unsure.Rows[0].Cells = unsure.Rows[0].Cells[1:]
	return []store.Table{placed(cash, 10000), placed(rest, 5000), placed(kinds, 20000), placed(chinese, 10000), placed(unsure, 30000)}
}

// Pages are those that the tables stand on.
func Pages() []store.Page {
	out := make([]store.Page, 6)
	for i := range out {
		out[i] = store.Page{Number: i + 1, Label: string(rune('1' + i)), Text: "A page with a table, or without."}
	}
	return out
}
