package app

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/sheet"
	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

// desk is a Shell whose save dialog answers a path.
type desk struct {
	Shell
	path  string
	asked []string
}

func (d *desk) Browser() bool { return false }
func (d *desk) SaveFile(name string) (string, error) {
	d.asked = append(d.asked, name)
	return d.path, nil
}

// tabled is the program with a document that has tables.
func tabled(t *testing.T) (*Core, *desk) {
	t.Helper()
	a, _, done := opened(t, t.TempDir())
	t.Cleanup(done)
	pages := sheettest.Pages()
	verdicts := make([]store.Verdict, len(pages))
	for i := range pages {
		verdicts[i] = store.Verdict{Page: i + 1, Label: "A-" + pages[i].Label, Verdict: store.Confirmed}
	}
	_, err := a.Workspace.Documents.Add(store.Document{ID: "annual", Name: "Annual: report"}, &store.Content{Pages: pages, Verdicts: verdicts, Tables: sheettest.Tables()})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{}
	a.Shell = d
	return a, d
}

func TestThePageListsTablesAndShowsThoseOfAPage(t *testing.T) {
	a, _ := tabled(t)
	list, err := a.Tables("annual")
	if err != nil || !list.Looked || len(list.Tables) != 4 {
		t.Fatalf("%+v %v", list, err)
	}
	if first := list.Tables[0]; first.N != 1 || first.Page != 2 || first.Label != "A-2" || first.Where != "p. 2–3" || first.Rows != 4 || first.Columns != 3 || !first.Sure || first.Rect.W == 0 || list.Tables[3].Sure {
		t.Errorf("%+v", list.Tables)
	}
	if documents, err := a.Library.List(); err != nil || documents[0].Tables != 4 {
		t.Errorf("%+v %v", documents, err)
	}
	shown, err := a.PageTables("annual", 3)
	if err != nil || len(shown) != 2 || shown[0].Info != list.Tables[0] || shown[1].Info.N != 2 {
		t.Fatalf("%+v %v", shown, err)
	}
	cash := shown[0]
	if len(cash.Parts) != 2 || cash.Parts[1].Page != 3 || len(cash.Heads) != 2 || cash.Heads[0][0] != (sheet.Head{Text: "Years ended 31 December", From: 0, Span: 2}) || cash.Columns[2].Units != "%" || !cash.Columns[0].Figure {
		t.Errorf("%+v", cash)
	}
	row := cash.Rows[1]
	if row.Page != 2 || row.Path != "Investing activities › Purchases of PP&E" || row.Depth != 1 || !slices.Equal(row.Notes, []string{"1"}) || cash.Rows[3].Page != 3 || !cash.Rows[3].Total {
		t.Errorf("%+v", row)
	}
	if c := row.Cells[0]; c.Text != "(1,577)" || c.Units != "million US-$" || !c.Figure || !c.Sure || c.Span != 1 || c.Rect.W == 0 {
		t.Errorf("%+v", c)
	}
	if unsure, err := a.PageTables("annual", 6); err != nil || unsure[0].Rows[0].Cells[0].Sure || unsure[0].Heads == nil {
		t.Errorf("%+v %v", unsure, err)
	}
	if none, err := a.PageTables("annual", 4); err != nil || none == nil || len(none) != 0 {
		t.Errorf("%+v %v", none, err)
	}
}

func TestTablesAreCopied(t *testing.T) {
	a, _ := tabled(t)
	for _, c := range []struct {
		wish TableExport
		want string
	}{
		{TableExport{N: 1, Part: "cell", Row: 1, Format: sheet.TSV}, "-1577"},
		{TableExport{N: 1, Part: "row", Row: 1, Format: sheet.CSV}, "Investing activities › Purchases of PP&E,-1577,-1373,14.9"},
		{TableExport{N: 3, Part: "table", Format: sheet.TSV}, "\t2023年 (million CNY)\t2022年 (million CNY)\n货币资金\t38905\t—\n应收账款 net\t1204\t998"},
	} {
		c.wish.Document = "annual"
		if got, err := a.CopyTable(c.wish); err != nil || got.Text != c.want || got.Note != "" {
			t.Errorf("%+v: %q %v", c.wish, got, err)
		}
	}
	if got, err := a.CopyTable(TableExport{Document: "annual", N: 4, Part: "table", Format: sheet.Markdown}); err != nil || got.Note != sheet.Unsure().String() {
		t.Errorf("%+v %v", got, err)
	}
	for _, w := range []TableExport{
		{Document: "annual", N: 9, Part: "table", Format: sheet.TSV}, {Document: "annual", N: 1, Part: "row", Row: 40, Format: sheet.TSV}, {Document: "annual", N: 1, Part: "cell", Row: -1, Format: sheet.TSV},
		{Document: "nothing", N: 1, Part: "table", Format: sheet.TSV}, {Document: "annual", N: 1, Part: "table", Format: "html"},
	} {
		if _, err := a.CopyTable(w); err == nil || !strings.Contains(err.Error(), "open the page again") {
			t.Errorf("%+v: %v", w, err)
		}
	}
}

func TestTablesAreSavedWhereThePersonWants(t *testing.T) {
	a, d := tabled(t)
	if saved, err := a.SaveTables("annual", 1, "csv"); err != nil || saved != (SavedFile{}) {
		t.Errorf("a dialog that was closed: %+v %v", saved, err)
	}
	d.path = filepath.Join(t.TempDir(), "cash.csv")
	if saved, err := a.SaveTables("annual", 1, "csv"); err != nil || saved.Path != d.path {
		t.Fatalf("%+v %v", saved, err)
	}
	raw, err := os.ReadFile(d.path)
	text, marked := strings.CutPrefix(string(raw), "\ufeff")
	if rows, readErr := csv.NewReader(strings.NewReader(text)).ReadAll(); err != nil || readErr != nil || !marked || len(rows) != 5 || rows[2][1] != "-1577" {
		t.Errorf("%q %v %v", rows, err, readErr)
	}
	d.path = filepath.Join(t.TempDir(), "all.xlsx")
	if _, err := a.SaveTables("annual", 0, "xlsx"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(d.path); err != nil || info.Size() < 5000 {
		t.Errorf("%v %v", info, err)
	}
	if want := []string{"Annual- report, p. 2–3.csv", "Annual- report, p. 2–3.csv", "Annual- report.xlsx"}; !slices.Equal(d.asked, want) {
		t.Errorf("%q", d.asked)
	}
	d.path = filepath.Join(t.TempDir(), "no", "folder.csv")
	if _, err := a.SaveTables("annual", 1, "csv"); err == nil || !strings.Contains(err.Error(), "choose another place") {
		t.Error(err)
	}
	for _, bad := range []func() error{
		func() error { _, err := a.SaveTables("nothing", 1, "csv"); return err },
		func() error { _, err := a.SaveTables("annual", 1, "exe"); return err },
		func() error { _, err := a.Tables("nothing"); return err },
	} {
		if bad() == nil {
			t.Error("what isn't there was given")
		}
	}
}
