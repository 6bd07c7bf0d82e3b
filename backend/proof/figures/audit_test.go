package figures_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// income is a page whose table was not found, so that its lines have to do.
const income = `Consolidated Statement of Income
Years ended December 31
(Millions, except per share amounts) 2018 2017 2016
Net sales $ 32,765 $ 31,657 $ 30,109
Operating expenses
Cost of sales 16,682 16,055 15,118
Gain on sale of businesses (547) (586) (111)
Operating income 7,207 7,692 7,027
Purchases of property, plant and equipment (1,577) (1,373) (1,420)
Operating margin 22.0 % 24.3 % 23.3 %
Earnings per share — basic $ 9.09 $ 8.13 $ 8.35
`

// cells is the same page with its table, which says more than the lines.
func cells() []store.Table {
	t := store.Table{Page: 56, Confidence: .95, Units: store.Units{Text: "(Millions, except per share amounts)", Currency: "USD", Exponent: 6, From: store.UnitsTable}}
	for _, year := range []string{"2018", "2017", "2016"} {
		t.Columns = append(t.Columns, store.Column{Heads: []string{"Years ended December 31", year}})
	}
	row := func(label string, u store.Units, values ...string) {
		r := store.Row{Label: label}
		for i, v := range values {
			text, negative := strings.CutPrefix(v, "-")
			if text = commas(text); negative {
				text = "(" + text + ")"
			}
			r.Cells = append(r.Cells, store.Cell{Column: i, Text: text, Value: v, Units: u})
		}
		t.Rows = append(t.Rows, r)
	}
	row("Net sales", store.Units{}, "32765", "31657", "30109")
	row("Cost of sales", store.Units{}, "16682", "16055", "15118")
	row("Gain on sale of businesses", store.Units{}, "-547", "-586", "-111")
	row("Operating income", store.Units{}, "7207", "7692", "7027")
	row("Purchases of property, plant and equipment", store.Units{}, "-1577", "-1373", "-1420")
	row("Operating margin", store.Units{Percent: true, From: store.UnitsRow}, "22.0", "24.3", "23.3")
	row("Earnings per share — basic", store.Units{Currency: "USD", From: store.UnitsRow}, "9.09", "8.13", "8.35")
	return []store.Table{t}
}

func audit(r figures.Request, pages ...figures.Page) []figures.Finding {
	var read []*figures.Source
	for _, p := range pages {
		read = append(read, figures.Read(p))
	}
	r.Cited = func(int, int) []*figures.Source { return read }
	return figures.Audit(r)
}

// said are statements about the page, and what is wrong with the first figure that is flagged; "" if none is.
var said = []struct{ text, kind string }{
	{"Net sales were $32,765 million in 2018.", ""},
	{"Net sales were $32.77 billion in 2018 and $31.7 billion in 2017.", ""},
	{"Between 2017 and 2018 net sales went from $31,657 million to $32,765 million.", ""},
	{"Im Jahr 2018 betrug der Umsatz 32.765 Mio. US-Dollar und 2017 31,66 Mrd. Dollar.", ""},
	{"2018年のNet salesは327億6500万ドルでした。", ""},
	{"Capital expenditures were $1,577 million in 2018.", ""},
	{"Purchases of property, plant and equipment were ($1,577) million in 2018, after about $1.4 billion the year before.", ""},
	{"Basic EPS was $9.09 per share in 2018; the margin was 22%.", ""},
	{"Net sales reached $32.8 billion in 2018 (2017: $31.7bn); operating income was $7,207 million.", ""},
	{"Net sales and cost of sales were $32,765 million and $16,682 million, respectively, in 2018.", ""},
	{"| (millions) | 2018 | 2017 |\n|---|---|---|\n| Net sales | 32,765 | 31,657 |", ""},
	{"Net sales exceeded $32.7 billion, or more than $32 billion, in 2018.", ""},
	{"Net sales were $31,657 million in 2018.", figures.Year},
	{"| (millions) | 2018 | 2017 |\n|---|---|---|\n| Net sales | 31,657 | 32,765 |", figures.Year},
	{"Net sales were $32,756 million in 2018.", figures.Digits},
	{"Net sales were $32,795 million in 2018.", figures.Digits},
	{"Net sales were $3,765 million in 2018.", figures.Digits},
	{"Net sales were $32,765 thousand in 2018.", figures.Scale},
	{"Net sales were $32,765 in 2018.", figures.Scale},
	{"Net sales were €32,765 million in 2018.", figures.Currency},
	{"Net sales were −$32,765 million in 2018.", figures.Sign},
	{"The gain on sale of businesses rose to $547 million in 2018.", figures.Sign},
	{"Net sales were $16,682 million in 2018.", figures.OtherRow},
	{"In 2018 net sales came to $16,682 million, while cost of sales was $32,765 million.", figures.OtherRow},
	{"Net sales were $32.7 billion in 2018.", figures.Rounding},
	{"Net sales were $32,765.43 million in 2018.", figures.Rounding},
	{"The operating margin was 22.0 percentage points.", figures.Percent},
	{"Net sales grew 3.5% to $32,765 million in 2018.", ""}, // it may be worked out
	{"Somebody counted 4,321 hens.", ""},
}

func TestWhatIsWrongWithAFigureIsNamed(t *testing.T) {
	for form, page := range map[string]figures.Page{"lines": {Number: 56, Text: income}, "cells": {Number: 56, Text: income, Tables: cells()}} {
		for _, c := range said {
			if form == "lines" && c.kind == figures.Sign && strings.Contains(c.text, "gain") {
				continue // a sentence may mean the brackets of a line
			}
			got := ""
			for _, f := range audit(figures.Request{Text: c.text}, page) {
				if f.Text != c.text[f.Start:f.End] {
					t.Errorf("%q is not at %d of %q", f.Text, f.Start, c.text)
				}
				if figures.Accused(f) && got == "" {
					got = f.Kind
				}
			}
			if got != c.kind {
				t.Errorf("%s: %s\n got %q, want %q", form, c.text, got, c.kind)
			}
		}
	}
}

// TestWhyAFigureIsFlaggedReadsWell compares the sentences for people.
func TestWhyAFigureIsFlaggedReadsWell(t *testing.T) {
	var b strings.Builder
	for _, c := range said {
		for _, f := range audit(figures.Request{Text: c.text}, figures.Page{Doc: "Annual report", Number: 56, Text: income, Tables: cells()}) {
			if !figures.Accused(f) {
				continue
			}
			fmt.Fprintf(&b, "%s\n  %s %s: %s\n", c.text, f.Text, f.Kind, f.Why)
			for _, o := range f.Candidates {
				fmt.Fprintf(&b, "    %s (%s) %s\n", o.Text, o.Quote, o.Why)
			}
		}
	}
	golden := filepath.Join("testdata", "why.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestAQuotedFigureLeadsToItsCell(t *testing.T) {
	f := audit(figures.Request{Text: "In 2017, cost of sales was $16.1 billion."}, figures.Page{Document: "d", Doc: "Annual report", Number: 56, Label: "54", Text: income, Tables: cells()})
	if len(f) != 1 || f[0].Verdict != figures.Quoted || f[0].Value != "16100000000" || f[0].Period != "2017" || f[0].Document != "d" || f[0].Doc != "Annual report" || f[0].Page != 56 || f[0].Label != "54" ||
		f[0].Cell == nil || f[0].Cell.Row != 1 || f[0].Cell.Column != 1 || f[0].Cell.RowLabel != "Cost of sales" || len(f[0].Notes) > 0 {
		t.Errorf("%+v", f)
	}
}

func TestTheLabelThatIsHandedOverTellsRowsApart(t *testing.T) {
	page := figures.Page{Text: income, Tables: cells()}
	for label, status := range map[string]string{"Operating income": figures.Quoted, "Gain on sale of businesses": figures.Flagged, "": figures.Quoted} {
		f := audit(figures.Request{Text: "The profit was $7,207 million in 2018.", Rows: []figures.Row{{Figure: "$7,207 million", Label: label}}}, page)
		if len(f) != 1 || f[0].Verdict != status || status == figures.Flagged && f[0].Kind != figures.OtherRow {
			t.Errorf("%q: %+v", label, f)
		}
	}
	f := audit(figures.Request{Text: "The profit was $7,207 million in 2018.", Rows: []figures.Row{{Figure: "7,207", Label: "Profit from elves"}}}, page)
	if len(f) != 1 || f[0].Verdict != figures.Quoted || !slices.Contains(f[0].Notes, figures.RowUnknown) {
		t.Errorf("%+v", f)
	}
}

func TestRecordedCalculationsAndTheQuestionExplainFigures(t *testing.T) {
	page := figures.Page{Text: income, Tables: cells()}
	calculations := []figures.Calculation{{Text: "32,765 ÷ 31,657 − 1", Value: "3.500015794", Unit: "%"}, {Text: "32,765 − 31,657", Value: "1108000000", Unit: "USD"}}
	for text, want := range map[string]string{
		"Net sales grew by 3.5%.":                            figures.Computed,
		"Net sales grew by $1,108 million, or $1.1 billion.": figures.Computed,
		"Net sales fell by 3.5%.":                            figures.Computed, // the direction of a calculation isn't told
		"Net sales grew by 3.6%.":                            figures.Flagged,
		"Net sales grew by 3.5 percentage points.":           figures.Flagged,
		"More than 250 people were asked about.":             figures.Question,
	} {
		for _, f := range audit(figures.Request{Text: text, Question: "What happened to the 250 people?", Calculations: calculations}, page) {
			if f.Verdict != want {
				t.Errorf("%s: %+v", text, f)
			}
		}
	}
}

func TestQuartersAreNotYears(t *testing.T) {
	table := store.Table{Confidence: .9, Units: store.Units{Text: "in millions", Currency: "USD", Exponent: 6, From: store.UnitsTable}}
	for _, h := range [][]string{{"Three months ended June 30", "2019"}, {"Six months ended June 30", "2019"}, {"Year ended December 31", "2018"}} {
		table.Columns = append(table.Columns, store.Column{Heads: h})
	}
	table.Rows = []store.Row{{Label: "Total revenue", Cells: []store.Cell{{Column: 0, Text: "475.4", Value: "475.4"}, {Column: 1, Text: "910.2", Value: "910.2"}, {Column: 2, Text: "1,380.6", Value: "1380.6"}}}}
	page := figures.Page{Text: "Segment results", Tables: []store.Table{table}}
	for text, want := range map[string]string{
		"In the second quarter of 2019, total revenue was $475.4 million.":         "",
		"In the three months ended June 30, 2019, total revenue was $475 million.": "",
		"In the first half of 2019, total revenue was $910.2 million.":             "",
		"In the second quarter of 2019, total revenue was $910.2 million.":         figures.Period,
		"In the first half of 2019, total revenue was $475.4 million.":             figures.Period,
		"In the first half of 2019, total revenue was $1,380.6 million.":           figures.Year,
	} {
		f := audit(figures.Request{Text: text}, page)
		if len(f) != 1 || f[0].Kind != want {
			t.Errorf("%s: %+v", text, f)
		}
	}
}

func TestADoubtfulTableRefutesNothing(t *testing.T) {
	tables := cells()
	tables[0].Confidence = .2
	tables[0].Columns[0], tables[0].Columns[1] = tables[0].Columns[1], tables[0].Columns[0]
	f := audit(figures.Request{Text: "Net sales were $32,765 million in 2018."}, figures.Page{Text: income, Tables: tables})
	if len(f) != 1 || f[0].Verdict != figures.Quoted || f[0].Cell != nil {
		t.Errorf("%+v", f)
	}
}

func TestNumbersInALabelBelongToIt(t *testing.T) {
	table := store.Table{Confidence: .9, Units: store.Units{Text: "in thousands", Currency: "USD", Exponent: 3, From: store.UnitsTable}, Columns: []store.Column{{Heads: []string{"2019"}}, {Heads: []string{"2018"}}}}
	for _, label := range []string{"Notes due 2024, net of costs of $2,114", "Receivables (older than 90 days)"} {
		table.Rows = append(table.Rows, store.Row{Label: label, Cells: []store.Cell{{Column: 0, Text: label[:1] + "310,552", Value: "310552"}, {Column: 1, Text: "295,001", Value: "295001"}}})
	}
	for _, f := range audit(figures.Request{Text: "In 2019, notes due 2024, net of costs of $2,114, were $310,552 thousand."}, figures.Page{Tables: []store.Table{table}}) {
		if f.Verdict != figures.Quoted || f.Text == "$310,552 thousand" && f.Period != "2019" {
			t.Errorf("%+v", f)
		}
	}
}

func TestASentenceIsCheckedAgainstItsOwnPages(t *testing.T) {
	good, bad := figures.Read(figures.Page{Text: income}), figures.Read(figures.Page{Text: "Nothing but 12 trees."})
	text := "Net sales were $32,765 million. Net sales were $32,765 million, again."
	var at []int
	found := figures.Audit(figures.Request{Text: text, Cited: func(start, end int) []*figures.Source {
		at = append(at, start)
		switch {
		case strings.Contains(text[start:end], "again"):
			return []*figures.Source{bad}
		}
		return []*figures.Source{good}
	}})
	if len(found) != 2 || found[0].Verdict != figures.Quoted || found[1].Kind != figures.Missing || !slices.Equal(at, []int{0, 32}) {
		t.Errorf("%v %+v", at, found)
	}
	if none := figures.Audit(figures.Request{Text: text}); len(none) != 2 || none[0].Kind != figures.Missing || none[0].Why == "" {
		t.Errorf("%+v", none)
	}
}

func TestFindingsHaveNoNullLists(t *testing.T) {
	for _, text := range []string{"Net sales were $32,765 million in 2018.", "It was 17.3%.", ""} {
		raw, err := json.Marshal(audit(figures.Request{Text: text}, figures.Page{Text: income}))
		if err != nil || strings.Contains(string(raw), "null") {
			t.Errorf("%s %v", raw, err)
		}
	}
}
