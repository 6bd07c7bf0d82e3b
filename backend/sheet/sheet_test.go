package sheet

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

var update = flag.Bool("update", false, "write the golden files")

func TestATableThatGoesOnOverAPageBreakIsOne(t *testing.T) {
	tables := Join(sheettest.Tables())
	if len(tables) != 4 {
		t.Fatalf("%d tables", len(tables))
	}
	cash := tables[0]
	if rows := cash.Rows(); len(rows) != 4 || rows[3].Part.Page != 3 || rows[1].Path() != "Investing activities › Purchases of PP&E" || rows[3].Path() != "Net cash used" {
		t.Errorf("%+v", rows)
	}
	if cash.Where().String() != "p. 2–3" || !slices.Equal(cash.Pages(), []int{2, 3}) || cash.Confidence() != .88 || !cash.Sure() || tables[3].Sure() {
		t.Errorf("%s %v %v", cash.Where(), cash.Pages(), cash.Confidence())
	}
	if last := cash.Rows()[3]; last.Part.UnitsOf(last.At(0)).String() != "million US-$" || last.Part.UnitsOf(last.At(2)).String() != "%" {
		t.Errorf("%+v", last.Part.UnitsOf(last.At(0)))
	}
	for name, change := range map[string]func(*store.Table){
		"a page lies between":         func(p *store.Table) { p.Page = 4 },
		"it has other columns":        func(p *store.Table) { p.Columns = p.Columns[1:] },
		"it doesn't go on with any":   func(p *store.Table) { p.Continues = false },
		"what it goes on isn't there": func(p *store.Table) { p.Page = 1 },
	} {
		parts := sheettest.Tables()[:2]
		change(&parts[1])
		if joined := Join(parts); len(joined) != 2 {
			t.Errorf("%s: %d", name, len(joined))
		}
	}
}

func TestTablesBesideEachOtherGoOnWithTheirOwn(t *testing.T) {
	part := func(page int, x0, x1 uint16, caption string, continues bool) store.Table {
		return store.Table{Page: page, Caption: caption, Continues: continues, Columns: make([]store.Column, 2), Box: store.Box{X0: x0, X1: x1, Y0: 10, Y1: 20}}
	}
	joined := Join([]store.Table{
		part(1, 100, 400, "above", false), part(1, 100, 400, "left", false), part(1, 500, 900, "right", false),
		part(2, 110, 390, "", true), part(2, 510, 890, "", true),
	})
	if len(joined) != 3 || len(joined[0].Parts) != 1 || joined[1].Parts[1].Box.X0 != 110 || joined[2].Parts[1].Box.X0 != 510 {
		t.Errorf("%+v", joined)
	}
}

func TestTablesAsTheyAreWritten(t *testing.T) {
	tables := Join(sheettest.Tables())
	var text, tsv, md strings.Builder
	for i, one := range tables {
		if i > 0 {
			text.WriteString("\n")
		}
		text.WriteString(Text(one))
		tsv.WriteString(TSV.Table(one) + "\n\n")
		md.WriteString(Markdown.Table(one) + "\n\n")
	}
	var several, single bytes.Buffer
	if err := WriteCSV(&several, tables); err != nil {
		t.Fatal(err)
	}
	if err := WriteCSV(&single, tables[1:2]); err != nil {
		t.Fatal(err)
	}
	if strings.Count(several.String(), "\n") != strings.Count(several.String(), "\r\n") {
		t.Error("lines of CSV end with a carriage return and a line feed")
	}
	if read, err := csv.NewReader(&single).ReadAll(); err != nil || len(read) != 6 || read[2][2] != "'+ as “planned”, see below" {
		t.Errorf("a single table has its head and its rows only: %q %v", read, err)
	}
	for name, got := range map[string]string{"tables.txt": text.String(), "tables.tsv": tsv.String(), "tables.md": md.String(), "tables.csv": strings.ReplaceAll(several.String(), "\r", "")} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != got {
			t.Errorf("%s has drifted (%v); look at it, then run the test with -update:\n%s", path, err, got)
		}
	}
}

func TestARowAndACellAreWrittenAlone(t *testing.T) {
	tables := Join(sheettest.Tables())
	cash, row := tables[0], tables[0].Rows()[1]
	odd, share := tables[1], tables[1].Rows()[0]
	for _, c := range []struct{ got, want string }{
		{TSV.Row(cash, row), "Investing activities › Purchases of PP&E\t-1577\t-1373\t14.9"},
		{CSV.Row(odd, odd.Rows()[1]), "Order book,$ 1.2 billion,\"'+ as “planned”, see below\""},
		{Markdown.Row(cash, cash.Rows()[2]), "| Item | Years ended 31 December · 2018 (million US-\\$) | Years ended 31 December · 2017 (million US-\\$) | Change (%) |\n| :-- | --: | --: | --: |\n| Investing activities › Proceeds \\| sales | 262 | — | — |"},
		{TSV.Cell(row, 0), "-1577"},
		{TSV.Cell(row, 2), "14.9"}, // the head says that they are percent
		{TSV.Cell(share, 0), "12.50%"},
		{TSV.Cell(odd.Rows()[2], 0), "32765.0"},
		{TSV.Cell(odd.Rows()[2], 1), "-"},
		{TSV.Cell(odd.Rows()[4], 0), "30 kg"},
		{TSV.Cell(odd.Rows()[4], 1), ""},
		{Markdown.Cell(row, 0), "(1,577)"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

func TestATableWithoutACaptionIsNamedByWhatStandsOverItsLabels(t *testing.T) {
	for _, c := range []struct{ caption, stub, want string }{
		{"Cash flows", "Adjusted income and margin", "Cash flows"}, {"", "Adjusted income and margin", "Adjusted income and margin"},
		{"", "Item", ""}, {"", "(in millions of dollars)", ""},
	} {
		if got := (Table{[]store.Table{{Caption: c.caption, Stub: c.stub}}}).Title(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestFiguresInSeveralCurrenciesStayAsTheyAreWritten(t *testing.T) {
	money := func(text, value, currency string) store.Row {
		return store.Row{Label: currency, Cells: []store.Cell{{Text: text, Value: value, Units: store.Units{Text: text[:1], Currency: currency}}}}
	}
	part := store.Table{Page: 1, Columns: []store.Column{{Heads: []string{"Price"}}}, Rows: []store.Row{money("$5", "5", "USD"), money("€7", "7", "EUR")}}
	if got, want := TSV.Table(Join([]store.Table{part})[0]), "\tPrice\nUSD\t$5\nEUR\t€7"; got != want {
		t.Errorf("%q", got)
	}
	part.Rows[1] = money("$7", "7", "USD")
	if got, want := TSV.Table(Join([]store.Table{part})[0]), "\tPrice\nUSD\t5\nUSD\t7"; got != want {
		t.Errorf("%q", got)
	}
}

func TestHeadsStandOverTheirColumns(t *testing.T) {
	column := func(heads ...string) store.Column { return store.Column{Heads: heads} }
	got := Heads([]store.Column{column("Group", "Year", "2018"), column("Group", "Year", "2017"), column("Group", "2018"), column("Change"), column("Change")})
	want := [][]Head{
		{{"Group", 0, 2}, {"", 2, 1}, {"", 3, 1}, {"", 4, 1}},
		{{"Year", 0, 2}, {"Group", 2, 1}, {"", 3, 1}, {"", 4, 1}},
		{{"2018", 0, 1}, {"2017", 1, 1}, {"2018", 2, 1}, {"Change", 3, 1}, {"Change", 4, 1}},
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v", got)
	}
	if none := Heads([]store.Column{{}, {}}); len(none) != 0 {
		t.Errorf("%v", none)
	}
}
