package text

import (
	"slices"
	"strings"
	"testing"
)

// shown writes figures for comparison: value and unit.
func shown(fs []Figure) (out []string) {
	for _, f := range fs {
		out = append(out, strings.TrimSpace(f.Value+" "+f.Unit))
	}
	return out
}

func TestFiguresOfProse(t *testing.T) {
	for s, want := range map[string][]string{
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
		"Le chiffre d’affaires était de 1,2 milliard d’euros, soit 3,5 % ou 2 points de pourcentage de plus.": {"1200000000 EUR", "3.5 %", "2 pp"},
		"L’entreprise a dépensé 1\u202f577 millions de dollars et 2 billions d’euros.":                        {"1577000000 $", "2000000000000 EUR"},
		"La empresa gastó 1.577 millones de dólares y 3,2 mil millones de euros en el año.":                   {"1577000000 $", "3200000000 EUR"},
		"Los costes son 12 miles de euros, el 5 por ciento de 3 billones.":                                    {"12000 EUR", "5 %", "3000000000000"},
		"The road is 5 miles long.":                     {"5"},
		"2019年的资本支出约为15.77亿美元，占3.5%。":                   {"1577000000 USD", "3.5 %"},
		"売上高は1億2000万円、前年比３．５％増でした。":                     {"120000000 JPY", "3.5 %"},
		"利益は1,234百万円で、約3万人です。":                          {"1234000000 JPY", "30000"},
		"契約期間は3か月です。":                                   {"3"},
		"A drop of 12 % and 0.5 % (or 1,200 pieces)":    {"12 %", "0.5 %", "1200"},
		"In the year 2018 there were 2,018 cases":       {"2018"},
		"Three million is 3 million; -5 and (7) count.": {"3000000", "5", "7"},
		"Grew 10% to 15%": {"10 %", "15 %"},
		"Between 3 and 5 days within 30-day periods":                        {"3", "5", "30"},
		"1.000 Stück und 2.500,50 € sind für die Firma nicht im Plan":       {"1000", "2500.5 EUR"},
		"The first $5 billion (about 2,000,000 users)":                      {"5000000000 $", "2000000"},
		"The value, 0.05, is small; 100,000 is large; 1,2 stays a decimal.": {"0.05", "100000", "1.2"},
	} {
		if got := shown(Figures(s, "")); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", s, got, want)
		}
	}
}

func TestNumbersThatAreNoFigures(t *testing.T) {
	for _, s := range []string{
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
		if got := Figures(s, ""); len(got) > 0 {
			t.Errorf("%s\n got %q", s, shown(got))
		}
	}
}

func TestAFigureKnowsWhereItStands(t *testing.T) {
	s := "売上は１，２００万円、次は $1.2  million だ"
	var raw []string
	for _, f := range Figures(s, "") {
		if s[f.Start:f.End] != f.Text {
			t.Errorf("%q is not at %d–%d", f.Text, f.Start, f.End)
		}
		raw = append(raw, f.Text)
	}
	if want := []string{"１，２００万円", "$1.2  million"}; !slices.Equal(raw, want) {
		t.Errorf("%q", raw)
	}
}

func TestAnApostropheNeverStandsBeforeDecimals(t *testing.T) {
	for _, language := range []string{"", "de", "fr", "it", "en"} {
		for s, want := range map[string]string{"CHF 15'770": "15770", "15'770,5 Euro": "15770.5", "1'215'770.25": "1215770.25"} {
			if f := Figures(s, language); len(f) != 1 || f[0].Value != want {
				t.Errorf("%s in %q: %+v", s, language, f)
			}
		}
	}
}

func TestADateInDigitsHasAYear(t *testing.T) {
	for s, want := range map[string]int{"For the year ended 31.3.2002": 2002, "zum 31.12.2018": 2018} {
		if p := PeriodOf(s); len(p.Years) != 1 || p.Years[0] != want {
			t.Errorf("%s: %+v", s, p)
		}
	}
	if y := YearsIn("1.2018"); len(y) != 0 {
		t.Errorf("%+v", y)
	}
}

func TestThousandsMayBePartedByABlank(t *testing.T) {
	for _, c := range []struct {
		text, language string
		prose          bool
		want           string
	}{
		{"Le dépôt est de 1 800 euros.", "fr", true, "1800"},
		{"Combien des 12 345 678 habitants ?", "fr", true, "12345678"},
		{"Le prix est de 1 800,50 euros.", "fr", true, "1800.5"},
		{"En 2018 100 personnes sont venues.", "fr", true, "100"},
		{"In 2018 100 people came.", "en", true, "100"},
		{"The deposit is 1 800 euros.", "en", true, "1800"},
		{"Of the 12 100 were new.", "en", true, "12 100"},
		{"Le dépôt est de 1 800 euros.", "fr", false, "1800"},
		{"Loyers 900 950 1 000", "fr", false, "900 950 1 0"},
		{"Plätze 1 800 an", "de", false, "1 800"},
	} {
		var got []string
		for _, f := range FiguresIn(c.text, c.language, c.prose) {
			got = append(got, f.Value)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q", c.text, got)
		}
	}
}

func TestAHalfYearIsNoYear(t *testing.T) {
	for said, months := range map[string]int{"half year ended December 31, 2021": 6, "Half-Year ended June 30, 2022": 6, "year ended June 30, 2022": 12, "six months ended June 30": 6} {
		if long, _, _ := Lasting(said); long != months {
			t.Errorf("%s lasts %d months, not %d", said, long, months)
		}
	}
}
