package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

// keep puts a document into the bench's library as reading it would.
func (b *bench) keep(name string, c *store.Content) {
	b.t.Helper()
	b.store(func(w *store.Workspace) error {
		_, err := w.Documents.Add(store.Document{ID: "id-" + name, Name: name}, c)
		return err
	})
}

// older puts one there as a version did that looked for no tables.
func (b *bench) older(name string) {
	b.t.Helper()
	b.store(func(w *store.Workspace) error {
		_, err := w.Documents.AddFailed(store.Document{ID: "id-" + name, Name: name, Pages: 1}) // it only records the document
		return err
	})
}

func (b *bench) store(change func(*store.Workspace) error) {
	b.t.Helper()
	all, err := store.Open(b.home)
	if err != nil {
		b.t.Fatal(err)
	}
	defer all.Close()
	w, err := all.Workspace("Library")
	if err == nil {
		err = change(w)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

func tabled(t *testing.T) *bench {
	b := newBench(t)
	b.keep("Annual report", &store.Content{Pages: sheettest.Pages(), Tables: sheettest.Tables()})
	return b
}

func TestTablesAreShownOnATerminal(t *testing.T) {
	b := tabled(t)
	out := b.must("tables", "annual report.pdf")
	for _, want := range []string{
		"Consolidated Statement of Cash Flows\nin millions of dollars · p. 2–3\n",
		"\n  Purchases of PP&E¹  (1,577) [a]     (1,373)      14.9\n",
		"\n– p. 3 –\nNet cash used             (1,315)     (1,373)     (4.2)\n\n\nSelected data\n",
		"\n应收账款 net   1,204     998\n",
		"\nLectern isn't sure of this table's rows and columns; compare it with the page.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	part := b.must("tables", "Annual report", "--page", "3")
	if !strings.Contains(part, "p. 3\n") || !strings.Contains(part, "Net cash used") || strings.Contains(part, "Purchases") || !strings.Contains(part, "Selected data") {
		t.Error(part)
	}
}

func TestTablesAreWrittenForPrograms(t *testing.T) {
	b := tabled(t)
	out := b.must("--json", "tables", "Annual report")
	if !strings.HasPrefix(out, `{"page":2,"caption":"Consolidated Statement of Cash Flows","units":"in millions of dollars","columns":["Years ended 31 December · 2018","Years ended 31 December · 2017","Change"],"rows":[{"label":"Investing activities","parent":"","cells":[]},`) {
		t.Error(out)
	}
	all := lines[tableLine](t, out)
	if len(all) != 4 || all[0].Confidence != .88 || len(all[0].Rows) != 4 || all[0].Rows[1].Page != 0 || all[0].Rows[3].Page != 3 {
		t.Fatalf("%+v", all)
	}
	cell := all[0].Rows[1].Cells[0]
	if cell.Text != "(1,577)" || cell.Value != "-1577" || cell.Column != 0 || cell.Rect.W <= 0 || cell.Rect.X < all[0].Rect.X || cell.Rect.Y < all[0].Rect.Y {
		t.Errorf("%+v in %+v", cell, all[0].Rect)
	}
	if part := lines[tableLine](t, b.must("--json", "tables", "Annual report", "--page", "3")); len(part) != 2 || part[0].Page != 3 || part[0].Rows[0].Label != "Net cash used" || len(part[0].Columns) != 3 {
		t.Errorf("%+v", part)
	}
	code, stdout, stderr := b.run("tables", "Annual report", "--csv", "--page", "6")
	if read, err := csv.NewReader(strings.NewReader(stdout)).ReadAll(); code != 0 || err != nil || len(read) != 1 || read[0][1] != "both" || !strings.Contains(stderr, "p. 6: Lectern isn't sure") {
		t.Errorf("%d %q %v %q", code, read, err, stderr)
	}
}

func TestTablesAreWrittenIntoANewWorkbook(t *testing.T) {
	b := tabled(t)
	path := filepath.Join(t.TempDir(), "out.xlsx")
	if out := b.must("tables", "Annual report", "--xlsx", path); out != "Wrote 4 tables into "+path+".\n" {
		t.Error(out)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if names := f.GetSheetList(); len(names) != 4 || !slices.Contains(names, "p. 3 Selected data") {
		t.Errorf("%q", names)
	}
	before, _ := os.ReadFile(path)
	code, _, stderr := b.run("tables", "Annual report", "--page", "5", "--xlsx", path)
	if after, _ := os.ReadFile(path); code != ExitFailed || !strings.Contains(stderr, "is there already") || !slices.Equal(before, after) {
		t.Errorf("%d %s", code, stderr)
	}
	if line := lines[workbookLine](t, b.must("--json", "tables", "Annual report", "--page", "5", "--xlsx", path+"2.xlsx"))[0]; line.Tables != 1 || line.File != path+"2.xlsx" {
		t.Errorf("%+v", line)
	}
}

func TestWhatHasNoTablesSaysSo(t *testing.T) {
	b := tabled(t)
	b.keep("Letter", &store.Content{Pages: sheettest.Pages()})
	b.older("Old letter")
	file := filepath.Join(t.TempDir(), "none.xlsx")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"Letter"}, ExitFine, "No tables were found in Letter."},
		{[]string{"Annual report", "--page", "4"}, ExitFine, "No table was found on page 4 of Annual report; it has 4 tables."},
		{[]string{"Annual report", "--page", "7"}, ExitFailed, "Annual report has no page 7; it has 6"},
		{[]string{"Letter", "--xlsx", file}, ExitFailed, "No tables were found in Letter, so no file was written"},
		{[]string{"Nothing"}, ExitFailed, "no document is called"},
		{[]string{"Old letter"}, ExitFailed, `looked for no tables; read it again: lectern show "Old letter" --again`},
		{[]string{"Annual report", "--xlsx", filepath.Join(file, "x.xlsx")}, ExitFailed, "could not be written"},
		{[]string{"Annual report", "--page", "-1"}, ExitUsage, "--page"},
		{[]string{"Annual report", "--csv", "--xlsx", file}, ExitUsage, "--csv"},
		{[]string{"Annual report", "--csv", "--json"}, ExitUsage, "can't be had at once"},
	} {
		code, stdout, stderr := b.run(append([]string{"tables"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) || stdout != "" && c.code != ExitUsage {
			t.Errorf("%q: %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was written for no tables")
	}
}
