package figures_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"lectern/backend/proof/figures"
	"lectern/backend/text"
)

// shown writes figures for comparison: value and unit.
func shown(fs []text.Figure) (out []string) {
	for _, f := range fs {
		out = append(out, strings.TrimSpace(f.Value+" "+f.Unit))
	}
	return out
}

// holds tells whether what is said of a figure is found on a page.
func holds(page, said string) bool {
	source := []*figures.Source{figures.Read(figures.Page{Text: page})}
	found := figures.Audit(figures.Request{Text: said, Cited: func(int, int) []*figures.Source { return source }})
	return len(found) > 0 && found[0].Verdict == figures.Quoted
}

func TestAFigureStandsInATextAtAnyScaleAndRoundedAsWritten(t *testing.T) {
	for _, c := range []struct {
		said, s string
		stands  bool
	}{
		{"1.2 million", "There were 1,200,000 of them.", true},
		{"1.2 million", "Es waren 1.200.000 Stück.", true},
		{"1.2 million", "Das sind 1,2 Mio. Euro.", true},
		{"1.2 million", "1,234,567", true},
		{"1.2 million", "1,290,000", false}, // cut, not rounded
		{"1.3 million", "1,290,000", true},
		{"1,234,567", "about 1.2 million", false},
		{"1,2 Mio. €", "1200 thousand euros", true},
		{"120 Millionen", "1億2000万円", true},
		{"12 %", "a share of 12 percent", true},
		{"12 %", "12.4%", true},
		{"12.0 %", "12.4%", false},
		{"12 %", "12 percentage points", false},
		{"$5", "€5", false},
		{"$5", "US$5", true},
		{"$32,765 million", "(in millions) Sales 32,765 31,657", true},
		{"$32,765 million", "(in thousands) Sales 32,765 31,657", false},
		{"$32.8 billion", "(Millions) Sales 32,765", true},
		{"32.765 Mio. €", "Angaben in Mio. EUR: Umsatz 32.765", true},
		{"327億円", "単位：百万円 売上 32,700", true},
		{"3 months", "a notice period of three months", true},
		{"3か月", "期間は三か月とする", true},
		{"12人", "従業員は十二人", true},
		{"25人", "従業員は二十五人", true},
		{"4 months", "a notice period of three months", false},
		{"about 2,000,000", "2,034,567 users", true},
		{"2,000,000", "2,034,567 users", false},
		{"about 2.5", "2.7", false}, // shows a decimal
		{"2,018 people", "in 2018", false},
		{"1.5", "1,5 Stück für die Firma", true},
		{"33", "a loss of (33)", true},
		{"0.25 pp", "25 basis points", true},
		{"5", "", false},
	} {
		f := text.Figures(c.said, "")
		if len(f) != 1 {
			t.Errorf("%s: %q", c.said, shown(f))
		} else if got := holds(c.s, c.said); got != c.stands {
			t.Errorf("%q in %q: %v", c.said, c.s, got)
		}
	}
}

// TestEveryFigureStandsInItsOwnText writes random numbers in random ways.
func TestEveryFigureStandsInItsOwnText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := random.IntN(1 << random.IntN(40))
		number := fmt.Sprint(n)
		switch random.IntN(4) {
		case 0:
			number = fmt.Sprintf("%d.%02d", n, random.IntN(100))
		case 1:
			number = commas(number)
		case 2:
			number = commas(number) + fmt.Sprintf(".%d", random.IntN(1000))
		}
		s := "We had " + []string{"", "$", "€ ", "about "}[random.IntN(4)] + number + []string{"", " %", " million", " Mrd.", "万円"}[random.IntN(5)] + " of it"
		for _, f := range text.Figures(s, "") {
			if s[f.Start:f.End] != f.Text || !holds(s, s) {
				t.Errorf("%q (%s) does not stand in %q", f.Text, f.Value, s)
			}
		}
	}
}

func commas(s string) string {
	if strings.Contains(s, ".") {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func FuzzFind(f *testing.F) {
	f.Add("Sales of $1.2 million [1], 1億2000万円, 3.4.5 and 1'2'3")
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range text.Figures(s, "") {
			if x.Start < 0 || x.End > len(s) || x.Start >= x.End || x.Value == "" {
				t.Fatalf("%q: %+v", s, x)
			}
		}
		figures.Read(figures.Page{Text: s})
	})
}
