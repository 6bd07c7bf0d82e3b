package figures_test

import (
	"slices"
	"testing"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// told is a page without tables.
const told = `Hardware revenue decreased 16%, mainly due to lower prices of consoles. The casino margin decreased to 36.2% for the
three months ended June 30, 2023 compared to 38.6% in the prior year quarter. At the end of 2018 the company employed 93,516 people.
Democratic-leaning independents (48%) said they voted, compared with 59% of Democrats. The target is to increase approved
applications of veterans from 137 (2015) to 206. The annual dividend was increased to 49.0 cents per share.
`

// Doubts are of a figure that a page may well mean, and says otherwise; the kind, "" where nothing is doubted.
var doubts = []struct{ text, kind string }{
	{"Net sales fell 3.5% in 2018.", figures.Sign},
	{"Net sales grew 3.5% in 2018.", ""},
	{"Net sales rose 8% in 2018.", figures.Calculated},
	{"On an organic basis net sales rose 8% in 2018.", ""},
	{"Operating margin slipped by 2.3 percent in 2018.", figures.Percent},
	{"Operating margin slipped by 2.3 percentage points in 2018.", ""},
	{"Operating income rose to $7.2 billion in 2018.", figures.Sign},
	{"Operating income slid to $7.2 billion in 2018.", ""},
	{"Hardware revenue was up 16%, mostly on lower prices.", figures.Sign},
	{"Hardware revenue was down 16%, mostly on lower prices.", ""},
	{"Hardware revenue was down 61%, mostly on lower prices.", figures.Digits},
	{"The casino margin narrowed by 2.4 percent to 36.2% in the second quarter of 2023.", figures.Percent},
	{"At the end of 2018 the company had 95,316 people.", figures.Digits},
	{"Democratic-leaning independents (59%) said they voted, compared with 48% of Democrats.", figures.OtherRow},
	{"Democratic-leaning independents (48%) said they voted, compared with 59% of Democrats.", ""},
	{"Approved applications of veterans are to go down from 206 in 2015 to 137.", figures.Sign},
	{"The annual dividend was raised to 94.0 cents per share.", figures.Digits},
	{"Somebody counted 4,321 hens, and the margin of the bakery was 12%.", ""},
	{"The annual dividend was raised to 49.0 cents per share, though one page puts the annual dividend at 52 cents per share.", ""},
	{"About a quarter of net sales, $8 billion, came from abroad in 2018.", ""},
}

func TestAFigureIsDoubtfulWhereAPlaceCloseToItSaysOtherwise(t *testing.T) {
	pages := []figures.Page{{Number: 56, Doc: "3M_2018.pdf", Text: income, Tables: cells()}, {Number: 57, Doc: "3M_2018.pdf", Text: told}}
	for _, c := range doubts {
		kind := ""
		for _, f := range audit(figures.Request{Text: c.text}, pages...) {
			if f.Verdict == figures.Flagged || f.Doubt && (f.Verdict != figures.Open || f.Why == "" || len(f.Candidates) == 0) {
				t.Errorf("%s\n\tbecomes %+v", c.text, f)
			}
			if f.Doubt && kind == "" {
				kind = f.Kind
			}
		}
		if kind != c.kind {
			t.Errorf("%s\n\tis doubted for %q, not %q", c.text, kind, c.kind)
		}
	}
}

func TestAFigureThatIsDrawnFromNamedRowsIsComputed(t *testing.T) {
	page := figures.Page{Number: 56, Text: income, Tables: cells()}
	for text, how := range map[string]string{
		"Net sales grew 3.5% in 2018.":                                                         "32,765 ÷ 31,657 − 1",
		"Net sales grew by $1,108 million in 2018.":                                            "32,765 − 31,657",
		"Cost of sales was 50.9% of net sales in 2018.":                                        "16,682 ÷ 32,765",
		"Operating margin slipped by 2.3 percentage points in 2018.":                           "22.0 − 24.3",
		"Net sales and cost of sales were together $49,447 million in 2018.":                   "32,765 + 16,682",
		"Net sales grew at a compound annual rate of 4.3% from 2016 to 2018.":                  "(32,765 ÷ 30,109)^(1 ÷ 2) − 1",
		"Over the three years net sales averaged $31,510 million.":                             "(30,109 + 31,657 + 32,765) ÷ 3",
		"The three-year average operating margin was 23.2%.":                                   "(23.3 + 24.3 + 22.0) ÷ 3",
		"Net sales of 2017 and 2018 were together $64,422 million.":                            "31,657 + 32,765",
		"Net sales, cost of sales and operating income of 2018 make $56,654 million together.": "32,765 + 16,682 + 7,207",
	} {
		f := audit(figures.Request{Text: text}, page)
		if len(f) != 1 || f[0].Verdict != figures.Computed || f[0].Why != how {
			t.Errorf("%s: %+v", text, f)
		}
	}
}

// Of a loss, narrower and better are less, wider and worse are more.
func TestLossesAreTurnedRound(t *testing.T) {
	tables := cells()
	tables[0].Rows = append(tables[0].Rows,
		store.Row{Label: "Net loss of the bakery", Cells: []store.Cell{{Column: 0, Text: "(312)", Value: "-312"}, {Column: 1, Text: "(521)", Value: "-521"}}})
	page := figures.Page{Number: 56, Text: income, Tables: tables}
	for text, kind := range map[string]string{
		"The net loss of the bakery narrowed to $312 million in 2018.":     "",
		"The net loss of the bakery improved to $312 million in 2018.":     "",
		"The net loss of the bakery widened to $312 million in 2018.":      figures.Sign,
		"The net loss of the bakery deteriorated to $312 million in 2018.": figures.Sign,
		"Cost of sales improved to $16,682 million in 2018.":               "",
		"Operating income deteriorated to $7,207 million in 2018.":         "",
		"Operating income improved to $7,207 million in 2018.":             figures.Sign,
	} {
		for _, f := range audit(figures.Request{Text: text}, page) {
			if got := map[bool]string{true: f.Kind}[f.Doubt || f.Verdict == figures.Flagged]; got != kind {
				t.Errorf("%s: %+v", text, f)
			}
		}
	}
}

// The name of whom a document is about may stand in its tables, too.
func TestWhoseFiguresTheyAreIsNoRow(t *testing.T) {
	tables := cells()
	tables[0].Rows = append(tables[0].Rows, store.Row{Label: "Best Buy", Cells: []store.Cell{{Column: 0, Text: "31,001", Value: "31001"}}})
	for _, f := range audit(figures.Request{Text: "Best Buy's net sales were $32,765 million in 2018."}, figures.Page{Doc: "BESTBUY_2018.pdf", Text: income, Tables: tables}) {
		if f.Verdict != figures.Quoted {
			t.Errorf("%+v", f)
		}
	}
}

// What a page says of one party with a figure says nothing of another that it names beside other figures.
func TestANumberOfAnotherSubjectIsTold(t *testing.T) {
	page := figures.Page{Number: 1, Text: "About 70% of Republican leaners approved of his performance in office. Far fewer Democratic leaners, 12%, did so.\n"}
	for text, want := range map[string]bool{
		"About 70% of Republican leaners approved of his performance in office.": false,
		"About 70% of Democratic leaners approved of his performance in office.": true,
	} {
		f := audit(figures.Request{Text: text}, page)
		if len(f) != 1 || f[0].Verdict != figures.Quoted || slices.Contains(f[0].Notes, figures.OtherSubject) != want {
			t.Errorf("%s: %+v", text, f)
		}
	}
}
