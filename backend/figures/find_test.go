package figures_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lectern/backend/figures"
)

// shown writes figures for comparison: value and unit.
func shown(fs []figures.Figure) (out []string) {
	for _, f := range fs {
		out = append(out, strings.TrimSpace(f.Value+" "+f.Unit))
	}
	return out
}

func holds(text string, f figures.Figure) bool {
	return figures.Read(figures.Page{Text: text}).Holds(f)
}

func TestFiguresOfProse(t *testing.T) {
	for text, want := range map[string][]string{
		"Sales rose to $1.2 million, up 3.5%.":                         {"1200000 $", "3.5 %"},
		"It cost US$ 1,234,567.89 in all.":                             {"1234567.89 USD"},
		"The margin fell by 2 percentage points, or 50 basis points.":  {"2 pp", "0.5 pp"},
		"It fell from 20.1 to 19,5 °C, by -984 -951":                   {"20.1", "19.5", "984", "951"},
		"The rent is 900 euros.":                                       {"900 EUR"},
		"A share of 5 per cent of €3bn":                                {"5 %", "3000000000 EUR"},
		"It is 2.5x as much and weighs 10kg.":                          {"2.5 x", "10"},
		"Der Umsatz betrug 1,2 Mio. Euro und der Gewinn 1.234 Tsd. €.": {"1200000 EUR", "1234000 EUR"},
		"Das sind rund 3,4 Milliarden und 2 Billionen.":                {"3400000000", "2000000000000"},
		"Der Anteil stieg um 3,5 Prozentpunkte auf 12 Prozent.":        {"3.5 pp", "12 %"},
		"Es sind 1’234’567 Franken.":                                   {"1234567 CHF"},
		"売上高は1億2000万円、前年比３．５％増でした。":                                    {"120000000 JPY", "3.5 %"},
		"利益は1,234百万円で、約3万人です。":                                         {"1234000000 JPY", "30000"},
		"契約期間は3か月です。":                                                  {"3"},
		"A drop of 12 % and 0.5 % (or 1,200 pieces)":                   {"12 %", "0.5 %", "1200"},
		"In the year 2018 there were 2,018 cases":                      {"2018"},
		"Three million is 3 million; -5 and (7) count.":                {"3000000", "5", "7"},
		"Grew 10% to 15%": {"10 %", "15 %"},
		"Between 3 and 5 days within 30-day periods":                        {"3", "5", "30"},
		"1.000 Stück und 2.500,50 € sind für die Firma nicht im Plan":       {"1000", "2500.5 EUR"},
		"The first $5 billion (about 2,000,000 users)":                      {"5000000000 $", "2000000"},
		"The value, 0.05, is small; 100,000 is large; 1,2 stays a decimal.": {"0.05", "100000", "1.2"},
	} {
		if got := shown(figures.Find(text, "")); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestNumbersThatAreNoFigures(t *testing.T) {
	for _, text := range []string{
		"In 2018 and 1999, and FY2018, FY 18, Q3 2020, the 1980s, 2018/19 and 2018–2019.",
		"On 12 March 2020, March 12, 2020, 2020-03-12, 3/12/2020 and 12.3.2020.",
		"Am 12. März 2020 um 14:30, am 1. Januar, im 18. Jahrhundert, im 3. Quartal.",
		"2020年3月12日、3月、令和5年、第3章、2019年度、18世紀、第2四半期、表3、図 2、12ページ",
		"See page 12, pp. 3, Note 5, Section 3.2.1, § 12, Item 7, Table 4, Fig. 2, No. 5 and Exhibits 10 and 11.",
		"Siehe Seite 12, S. 14, Abschnitt 3.2, Anlage 4, Artikel 5, Abs. 3, Nr. 7, Ziffer 4.",
		"Form 10-K, COVID-19, ISO 9001, A4, CO2, H2O, IFRS 16, version 1.2.3, v2.0, 3M and B12.",
		"The 1st, 2nd and 23rd.",
		"Sales rose [1], fell [2, 3] and stood [4-6]【7†source】.",
		"1. First\n2) Second\n- 3. Third\n(4) Fourth\n**5.** Fifth",
		"Call +49 30 1234567 or 555-123-4567; see https://example.com/12/34 or a12@b3.de.",
		"$$x = 12 \\cdot 3$$ and $\\frac{1}{2}$",
	} {
		if got := figures.Find(text, ""); len(got) > 0 {
			t.Errorf("%s\n got %q", text, shown(got))
		}
	}
}

func TestAFigureKnowsWhereItStands(t *testing.T) {
	text := "売上は１，２００万円、次は $1.2  million だ"
	var raw []string
	for _, f := range figures.Find(text, "") {
		if text[f.Start:f.End] != f.Text {
			t.Errorf("%q is not at %d–%d", f.Text, f.Start, f.End)
		}
		raw = append(raw, f.Text)
	}
	if want := []string{"１，２００万円", "$1.2  million"}; !slices.Equal(raw, want) {
		t.Errorf("%q", raw)
	}
}

func TestAFigureStandsInATextAtAnyScaleAndRoundedAsWritten(t *testing.T) {
	for _, c := range []struct {
		said, text string
		stands     bool
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
		f := figures.Find(c.said, "")
		if len(f) != 1 {
			t.Errorf("%s: %q", c.said, shown(f))
		} else if got := holds(c.text, f[0]); got != c.stands {
			t.Errorf("%q in %q: %v", c.said, c.text, got)
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
		text := "We had " + []string{"", "$", "€ ", "about "}[random.IntN(4)] + number + []string{"", " %", " million", " Mrd.", "万円"}[random.IntN(5)] + " of it"
		for _, f := range figures.Find(text, "") {
			if text[f.Start:f.End] != f.Text || !holds(text, f) {
				t.Errorf("%q (%s) does not stand in %q", f.Text, f.Value, text)
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
	f.Fuzz(func(t *testing.T, text string) {
		for _, x := range figures.Find(text, "") {
			if x.Start < 0 || x.End > len(text) || x.Start >= x.End || x.Value == "" {
				t.Fatalf("%q: %+v", text, x)
			}
		}
		figures.Read(figures.Page{Text: text})
	})
}

func TestAnApostropheNeverStandsBeforeDecimals(t *testing.T) {
	for _, language := range []string{"", "de", "fr", "it", "en"} {
		for text, want := range map[string]string{"CHF 15'770": "15770", "15'770,5 Euro": "15770.5", "1'215'770.25": "1215770.25"} {
			if f := figures.Find(text, language); len(f) != 1 || f[0].Value != want {
				t.Errorf("%s in %q: %+v", text, language, f)
			}
		}
	}
}
