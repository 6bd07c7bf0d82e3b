package sheet

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

// book writes tables and opens what was written.
func book(t *testing.T, tables []store.Table) *excelize.File {
	t.Helper()
	var b bytes.Buffer
	if err := WriteXLSX(&b, "Annual report", Join(tables)); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestAWorkbookHasASheetForEachTable(t *testing.T) {
	f := book(t, sheettest.Tables())
	if got, want := f.GetSheetList(), []string{"p. 2–3 Consolidated Statement o", "p. 3 Selected data", "p. 5 合并资产负债表", "p. 6"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	rows, err := f.GetRows("p. 2–3 Consolidated Statement o")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Consolidated Statement of Cash Flows"}, {"in millions of dollars"}, {"Annual report, p. 2–3"}, nil,
		{"", "Years ended 31 December"}, {"Item", "2018", "2017", "Change (%)"},
		{"Investing activities"}, {"Purchases of PP&E", "-1,577", "-1,373", "14.9%"}, {"Proceeds | sales", "262", "—", "—"}, {"Net cash used", "-1,315", "-1,373", "-4.2%"},
	}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%q", rows)
	}
	merged, err := f.GetMergeCells("p. 2–3 Consolidated Statement o")
	if err != nil || len(merged) != 1 || merged[0].GetStartAxis() != "B5" || merged[0].GetEndAxis() != "C5" {
		t.Errorf("%v %v", merged, err)
	}
	panes, err := f.GetPanes("p. 2–3 Consolidated Statement o")
	if err != nil || !panes.Freeze || panes.XSplit != 1 || panes.YSplit != 6 {
		t.Errorf("%+v %v", panes, err)
	}
	if rows, _ := f.GetRows("p. 6"); len(rows) < 2 || rows[1][0] != Unsure().String() {
		t.Errorf("%q", rows)
	}
}

func TestFiguresInAWorkbookAreNumbersAndTextsAreTexts(t *testing.T) {
	f := book(t, sheettest.Tables())
	for _, c := range []struct{ sheet, cell, raw, shown string }{
		{"p. 2–3 Consolidated Statement o", "B8", "-1577", "-1,577"},
		{"p. 2–3 Consolidated Statement o", "D8", "0.149", "14.9%"},
		{"p. 3 Selected data", "B6", "0.125", "12.50%"},
		{"p. 3 Selected data", "B8", "32765", `US-$32765.0`},
	} {
		raw, err := f.GetCellValue(c.sheet, c.cell, excelize.Options{RawCellValue: true})
		shown, _ := f.GetCellValue(c.sheet, c.cell)
		kind, _ := f.GetCellType(c.sheet, c.cell)
		if err != nil || raw != c.raw || shown != c.shown || kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
			t.Errorf("%s: %q shown as %q, %v, %v", c.cell, raw, shown, kind, err)
		}
	}
	for cell, want := range map[string]string{"A6": "=Margin", "C6": "@home", "B7": "$ 1.2 billion", "C7": "+ as “planned”, see below", "B9": "12345678901234567", "C9": "1-2", "B10": "30 kg"} {
		got, err := f.GetCellValue("p. 3 Selected data", cell)
		kind, _ := f.GetCellType("p. 3 Selected data", cell)
		formula, _ := f.GetCellFormula("p. 3 Selected data", cell)
		if err != nil || got != want || kind != excelize.CellTypeSharedString && kind != excelize.CellTypeInlineString || formula != "" {
			t.Errorf("%s: %q, %v, formula %q, %v", cell, got, kind, formula, err)
		}
	}
}

func TestSheetsHaveNamesThatExcelTakes(t *testing.T) {
	captions := []string{"[A]: what/if? *all* \\ 'quoted'", "Segment information, continued from before (one)", "SEGMENT information, continued from before (two)", strings.Repeat("𝔸", 40), ""}
	var tables []store.Table
	for _, c := range captions {
		tables = append(tables, store.Table{Page: 7, Caption: c, Columns: []store.Column{{Heads: []string{"1"}}}, Confidence: 1})
	}
	names := book(t, tables).GetSheetList()
	if len(names) != len(captions) || names[0] != "p. 7 A what if all ’quoted’" || !strings.HasPrefix(names[2], "p. 7 SEGMENT information") || !strings.HasSuffix(names[2], " (2)") {
		t.Errorf("%q", names)
	}
	seen := map[string]bool{}
	for _, n := range names {
		if units := len(utf16.Encode([]rune(n))); units > 31 || seen[strings.ToLower(n)] || strings.ContainsAny(n, `:\/?*[]'`) {
			t.Errorf("%q has %d units", n, units)
		}
		seen[strings.ToLower(n)] = true
	}
}
