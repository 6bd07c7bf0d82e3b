package sheet

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/backend/store"
)

func operand(document string, page, place int, row, text, value string) store.Operand {
	return store.Operand{Document: document, Doc: document + ".pdf", Page: page, Place: place, Row: row, Column: "2018", Text: text, Value: value, Unit: "USD"}
}

// compared holds a cell, what is worked out of cells in each way, a gap, and texts that look like formulas.
func compared() Comparison {
	spent, sold := operand("a", 60, 0, "=Spent", "(1,577)", "1577000000"), operand("a", 56, 0, "Sold", "32,765", "32765000000")
	spent.Parents = []string{"Investing"}
	late := operand("b", 9, 1, "@Late", "+ 2", "2")
	return Comparison{Periods: []string{"2018", "2019"}, Rows: []ComparisonRow{
		{"=cmd()", "3M", []Value{{Number: "1577000000", Whole: "$1,577 million", Shown: "1,577", Cells: []store.Operand{spent}}, {Note: "no filing covers 2019"}}},
		{"Share", "3M", []Value{
			{Number: "4.813062719365176255150312833816573783", Whole: "4.8%", Shown: "4.8", Worked: true, Expression: "c1 / c2", Cells: []store.Operand{spent, sold}},
			{Number: "4.813062719365176255150312833816573783", Whole: "4.8%", Shown: "4.8", Worked: true, Expression: "c1 / c2 * 100", Cells: []store.Operand{spent, sold}},
		}},
		{"Sum", "", []Value{
			{Number: "34342000000", Whole: "34,342 million USD", Shown: "34,342", Worked: true, Expression: "sum(c1, c2)", Cells: []store.Operand{spent, sold}},
			{Number: "7", Whole: "7 days", Shown: "7", Worked: true, Expression: "c1 + c3", Cells: []store.Operand{spent, late}, Note: "doubtful"},
		}},
		{"Share of hundred", "", []Value{
			{Number: "4.813062719365176255150312833816573783", Whole: "4.8%", Shown: "4.8", Worked: true, Expression: "100 * (c1 / c2)", Cells: []store.Operand{spent, sold}},
			{Number: "104.8130627193651762551503128338165738", Whole: "104.8%", Shown: "104.8", Worked: true, Expression: "100 * c1 / c2 + 100", Cells: []store.Operand{spent, sold}},
		}},
		{"Rooted", "", []Value{
			{Number: "-1.234567890123456789012345678901234", Whole: "−1.2%", Shown: "−1.2", Worked: true, Cells: []store.Operand{spent, sold}},
			{Number: "1.5", Whole: "1.5x", Shown: "1.5", Worked: true, Cells: []store.Operand{spent, sold}},
		}},
		{"Wrong", "", []Value{
			{Number: "7", Whole: "7x", Shown: "7", Worked: true, Expression: "c1 + c2", Cells: []store.Operand{spent, late}},
			{Number: "7", Whole: "7x", Shown: "7", Worked: true, Expression: `HYPERLINK("http://example.org")`, Cells: []store.Operand{spent}},
		}},
	}}
}

func TestAComparisonAsCSVHasEachValueWithItsCells(t *testing.T) {
	var b bytes.Buffer
	if err := WriteComparisonCSV(&b, compared()); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1+2+4+4+4+4+3 {
		t.Fatalf("%d lines, %v", len(rows), err)
	}
	for i, want := range map[int][]string{
		0:  {"Measure", "Company", "Period", "Value in base units", "As shown", "Unit", "Formula", "Note", "Cell", "Document", "Page", "Row", "Column", "As it is written", "Cell's value in base units"},
		1:  {"'=cmd()", "3M", "2018", "1577000000", "$1,577 million", "USD", "", "", "c1", "a.pdf", "60", "Investing › =Spent", "2018", "(1,577)", "1577000000"},
		2:  {"'=cmd()", "3M", "2019", "", "", "", "", "no filing covers 2019", "", "", "", "", "", "", ""},
		4:  {"Share", "3M", "2018", "4.813062719365176255150312833816573783", "4.8%", "%", "c1 / c2", "", "c2", "a.pdf", "56", "Sold", "2018", "32,765", "32765000000"},
		7:  {"Sum", "", "2018", "34342000000", "34,342 million USD", "USD", "sum(c1, c2)", "", "c1", "a.pdf", "60", "Investing › =Spent", "2018", "(1,577)", "1577000000"},
		18: {"Rooted", "", "2019", "1.5", "1.5x", "x", "", "", "c2", "a.pdf", "56", "Sold", "2018", "32,765", "32765000000"},
		10: {"Sum", "", "2019", "7", "7 days", "days", "c1 + c3", "doubtful", "c2", "b.pdf", "9", "'@Late", "2018", "'+ 2", "2"},
	} {
		if !slices.Equal(rows[i], want) {
			t.Errorf("line %d: %q", i, rows[i])
		}
	}
}

func TestAComparisonAsAWorkbookIsNumbersAndFormulasOverItsCells(t *testing.T) {
	var b bytes.Buffer
	if err := WriteComparisonXLSX(&b, compared()); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.GetSheetList(); !slices.Equal(got, []string{"Comparison", "Cells"}) {
		t.Fatalf("%q", got)
	}
	for cell, want := range map[string]struct{ formula, raw string }{
		"D2": {"", "1577000000"}, "E2": {"", "–"},
		"D3": {"Cells!$G$2 / Cells!$G$3", "0.0481306271936518"},
		"E3": {"(Cells!$G$2 / Cells!$G$3 * 100)/100", "0.0481306271936518"},
		"D4": {"SUM(Cells!$G$2, Cells!$G$3)", "34342000000"},
		"D5": {"(Cells!$G$2 / Cells!$G$3)", "0.0481306271936518"},
		"E5": {"(100 * Cells!$G$2 / Cells!$G$3 + 100)/100", "1.04813062719365"},
		"E4": {"", "7"},                   // its expression has a cell that there isn't
		"D6": {"", "-0.0123456789012346"}, // it can't be written as an expression
		"E6": {"", "1.5"},
		"D7": {"", "7"}, // its expression comes to something else
		"E7": {"", "7"}, // its expression is none
	} {
		formula, err := f.GetCellFormula("Comparison", cell)
		raw, calcErr := f.CalcCellValue("Comparison", cell, excelize.Options{RawCellValue: true})
		if err != nil || calcErr != nil || formula != want.formula || raw != want.raw {
			t.Errorf("%s: %q comes to %q; %v %v", cell, formula, raw, err, calcErr)
		}
	}
	if shown, err := f.CalcCellValue("Comparison", "D3"); err != nil || shown != "4.8%" {
		t.Errorf("%q %v", shown, err)
	}
	for _, c := range []struct{ sheet, cell, want string }{{"Comparison", "A2", "=cmd()"}, {"Cells", "C4", "@Late"}, {"Cells", "E4", "+ 2"}, {"Comparison", "C4", "USD"}} {
		got, err := f.GetCellValue(c.sheet, c.cell)
		kind, _ := f.GetCellType(c.sheet, c.cell)
		if formula, _ := f.GetCellFormula(c.sheet, c.cell); err != nil || got != c.want || formula != "" || kind != excelize.CellTypeSharedString {
			t.Errorf("%s: %q, %v, formula %q, %v", c.cell, got, kind, formula, err)
		}
	}
	cells, err := f.GetRows("Cells")
	if err != nil || len(cells) != 4 || !slices.Equal(cells[1], []string{"a.pdf", "60", "Investing › =Spent", "2018", "(1,577)", "USD", "1,577,000,000"}) {
		t.Errorf("%q %v", cells, err)
	}
	notes, err := f.GetComments("Comparison")
	if err != nil || len(notes) != 2 || notes[0].Cell != "E2" || notes[0].Text != "no filing covers 2019" {
		t.Errorf("%+v %v", notes, err)
	}
	if props, err := f.GetCalcProps(); err != nil || props.FullCalcOnLoad == nil || !*props.FullCalcOnLoad {
		t.Errorf("%+v %v", props, err)
	}
}
