package store

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func cashFlows() Table {
	return Table{
		Page: 2, Box: Box{1, 2, 3, 4}, Caption: "Cash flows", Stub: "(Millions)", Confidence: .9,
		Units:   Units{Text: "Millions", Exponent: 6, From: UnitsTable},
		Columns: []Column{{Heads: []string{"Year", "2018"}}, {Heads: []string{"Year", "2017"}}},
		Rows: []Row{
			{Label: "Operating activities"},
			{Label: "Net income", Parents: []string{"Operating activities"}, Cells: []Cell{{Column: 0, Text: "$5,363", Value: "5363", Units: Units{Currency: "USD"}}, {Column: 1, Text: "4,869", Value: "4869"}}},
			{Label: "Per share", Parents: []string{"Operating activities"}, Cells: []Cell{{Column: 1, Text: "8.89", Value: "8.89", Units: Units{From: UnitsRow}}}},
		},
	}
}

func TestTablesComeBackAndGoWithTheirDocument(t *testing.T) {
	_, w := openTest(t)
	one, goesOn := cashFlows(), cashFlows()
	goesOn.Page, goesOn.Continues = 3, true
	pages := []Page{{Number: 1, Text: "One."}, {Number: 2, Text: "Two."}, {Number: 3, Text: "Three."}}
	d, err := w.Documents.Add(Document{ID: "d", Name: "D"}, &Content{Pages: pages, Passages: []Passage{}, Tables: []Table{one, goesOn}})
	if err != nil || d.Tables != 1 {
		t.Fatal(d.Tables, err)
	}
	for page, want := range map[int][]Table{0: {one, goesOn}, 1: {}, 2: {one}, 3: {goesOn}} {
		if got, err := w.Tables.Of("d", page); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("page %d: %v\n%+v", page, err, got)
		}
	}
	if err := w.Documents.Remove("d"); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Tables.Of("d", 0); err != nil || len(got) != 0 {
		t.Error("of a document that is gone:", got, err)
	}
}

func TestUnitsStandBesideTheFigureOverTheColumnOrOverTheTable(t *testing.T) {
	table := cashFlows()
	share := Column{Heads: []string{"Change (%)"}, Units: Units{Text: "%", Percent: true, From: UnitsColumn}}
	table.Columns = append(table.Columns, share)
	for name, c := range map[string]struct {
		cell Cell
		want string
	}{
		"its own currency, the table's scale": {table.Rows[1].Cells[0], "million US-$"},
		"the table's":                         {table.Rows[1].Cells[1], "million"},
		"by the piece":                        {table.Rows[2].Cells[0], ""},
		"the column's":                        {Cell{Column: 2, Value: "3"}, "%"},
		"its own share":                       {Cell{Column: 0, Value: "3", Units: Units{Percent: true}}, "%"},
	} {
		if got := table.UnitsOf(c.cell).String(); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

func TestATableIsToldAModelRowByRowUnderItsHeads(t *testing.T) {
	table := cashFlows()
	want := "(Millions)|Year · 2018|Year · 2017\nOperating activities\n Net income|$5,363|4,869\n Per share||8.89"
	if got := table.Text(0, 3); got != want {
		t.Errorf("\n%s", got)
	}
	table.Stub = ""
	if got := table.Text(2, 3); got != "(million)|Year · 2018|Year · 2017\nOperating activities\n Per share||8.89" {
		t.Errorf("a part of it:\n%s", got)
	}
}

func TestAPassageThatIsATableHasItsHeads(t *testing.T) {
	_, w := openTest(t)
	text := "Cash flows\nYear 2018 2017\nNet income 5,363 4,869\nPer share 8.89\nSee note 3."
	table := cashFlows()
	table.Page, table.Rows = 1, table.Rows[1:]
	table.Span = Span{Start: strings.Index(text, "Year"), End: strings.Index(text, "\nSee")}
	second := strings.Index(text, "Per share")
	c := &Content{
		Pages: []Page{{Number: 1, Text: text, Sentences: []Span{{End: 10}, {Start: second, End: table.Span.End}}, Body: Span{Start: 0, End: len(text)}}}, Tables: []Table{table},
		Passages: []Passage{{Page: 1, Span: Span{Start: 0, End: second - 1}, Table: 1, Rows: Span{Start: 0, End: 1}}, {Page: 1, Span: Span{Start: second, End: len(text)}, Table: 1, Rows: Span{Start: 1, End: 2}}},
	}
	if _, err := w.Documents.Add(Document{ID: "d", Name: "D"}, c); err != nil {
		t.Fatal(err)
	}
	got, err := w.Passages.Texts([]Ref{{"d", 0}, {"d", 1}})
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	heads := "\n(Millions)|Year · 2018|Year · 2017\nOperating activities\n "
	if want := "Cash flows" + heads + "Net income|$5,363|4,869"; got[0].Text != want {
		t.Errorf("the first part:\n%s", got[0].Text)
	}
	if want := "Cash flows (continued)" + heads + "Per share||8.89\nSee note 3."; got[1].Text != want {
		t.Errorf("the second part:\n%s", got[1].Text)
	}
	if s := got[1].Sentences; len(s) != 1 || s[0] != "Per share 8.89" {
		t.Errorf("what is cited: %q", s)
	}
	hits, err := w.Passages.Search(t.Context(), Query{Text: "\"2018\" per share", Limit: 5})
	if err != nil || len(hits) == 0 || hits[0].Ref.Passage != 1 {
		t.Errorf("its heads aren't found with the second part: %+v %v", hits, err)
	}
	if _, err := w.Tables.Of("nobody", 1); err != nil && !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}
