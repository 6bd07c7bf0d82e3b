package figures_test

import (
	"testing"

	"lectern/backend/proof/figures"
)

// mends are sentences about the page, and what they are with all put right that is offered.
var mends = []struct{ text, want string }{
	{"Net sales rose to $32,675 million in 2018.", "Net sales rose to $32,765 million in 2018."},
	{"Net sales rose to $32.67 billion in 2018.", "Net sales rose to $32.77 billion in 2018."},
	{"Net sales were $31,657 million in 2018.", "Net sales were $32,765 million in 2018."},
	{"Net sales were $16,682 million in 2018.", "Net sales were $32,765 million in 2018."},
	{"Net sales were $32,765 thousand in 2018.", "Net sales were $32,765 million in 2018."},
	{"Net sales were $32,765 in 2018.", ""},
	{"Net sales fell 3.5% in 2018.", ""},
	{"Net sales were €32,765 million in 2018.", ""},
	{"The operating margin was 22.0 percent in 2018 and 24.3 in 2016.", "The operating margin was 22.0 percent in 2018 and 23.3 in 2016."},
	{"In 2018 the 32,675 people of No. 32,675 saw net sales of $32,675 million – “32,675”.", "In 2018 the 32,675 people of No. 32,675 saw net sales of $32,765 million – “32,675”."},
	{"Operating income was $2,707 million in 2018.", "Operating income was $7,207 million in 2018."},
	{"Net sales were 32.657 Mio. US-Dollar in 2018.", ""},
	{"Der Umsatz (Net sales) betrug im Jahr 2018 genau 32.675 Mio. US-Dollar.", "Der Umsatz (Net sales) betrug im Jahr 2018 genau 32.765 Mio. US-Dollar."},
	{"2018年のNet salesは32,675百万ドルでした。", "2018年のNet salesは32,765百万ドルでした。"},
	{"Net sales were $32,765 million in 2018.", ""},
	{"Net sales rose 8% in 2018.", ""},
	{"Net sales rose 8.1% in 2018.", "Net sales rose 3.5% in 2018."},
	{"Net sales fell 8.1% in 2018.", ""},
	{"Cost of sales rose 8.1% in 2018.", "Cost of sales rose 3.9% in 2018."},
	{"About 4,321 hens were counted in 2018.", ""},
	{"Earnings per share, basic, were $9.90 in 2018.", "Earnings per share, basic, were $9.09 in 2018."},
}

func TestAFigureIsPutRightWhereOneThingIsCertain(t *testing.T) {
	page := figures.Page{Number: 56, Doc: "3M_2018.pdf", Text: income, Tables: cells()}
	for _, c := range mends {
		got := ""
		for _, f := range audit(figures.Request{Text: c.text, Mends: true}, page) {
			if m := f.Mend; m != nil {
				if c.text[m.Start:m.End] != m.Was {
					t.Errorf("%s\n\tdoesn't have %q at %d", c.text, m.Was, m.Start)
				}
				got = c.text[:m.Start] + m.Now + c.text[m.End:]
			}
		}
		if got != c.want {
			t.Errorf("%s\n\tbecomes %q, not %q", c.text, got, c.want)
		}
	}
}
