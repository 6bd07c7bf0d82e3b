package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/proof/figures"
	"lectern/backend/racetest"
	"lectern/backend/store"
)

// toldCells are cells as they are told, each with what it is read as, the ids that it has, and the reason for which it isn't checked.
func toldCells(text string) (out []string) {
	for _, s := range sentencesOf(text) {
		if s.cell != nil {
			last := s.cell.readings[len(s.cell.readings)-1]
			for _, r := range s.cell.readings {
				if !r.bare {
					last = r
				}
			}
			out = append(out, fmt.Sprintf("%s = %s %v %s", s.text, last.s, s.ids, s.apart))
		}
	}
	return out
}

func TestACellIsReadWithItsLabelItsHeadAndWhatItIsCountedIn(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"scale over the table":               {"Sales (in millions):\n\n| Item | 2018 | 2017 |\n|---|---|---|\n| Net sales | 32,765 | (31) |", []string{"Net sales, 2018: 32,765 = Net sales, 2018: 32,765 million [] ", "Net sales, 2017: (31) = Net sales, 2017: (31) million [] "}},
		"currency and scale over the labels": {"| ($ million) | 2018 |\n|:--|--:|\n| **Net sales** | 32 |", []string{"Net sales, 2018: 32 = Net sales, 2018: $32 million [] "}},
		"in a head":                          {"| | Sales (€ thousands) | Margin % |\n|---|---|---|\n| North | 12 | 3.5 |", []string{"North, Sales: 12 = North, Sales: EUR 12 thousand [] ", "North, Margin: 3.5 = North, Margin: 3.5% [] "}},
		"in a column of its own":             {"| Metric | Unit | 2018 |\n|---|---|---|\n| Sales | $ millions | 12 |\n| Rate | % | 3.5 |", []string{"Sales, 2018: 12 = Sales, 2018: $12 million [] ", "Rate, 2018: 3.5 = Rate, 2018: 3.5% [] "}},
		"its own":                            {"Sales (in millions):\n| Item | 2018 |\n|---|---|\n| Net sales | $1.2 billion |\n| Growth | 3% |", []string{"Net sales, 2018: $1.2 billion = Net sales, 2018: $1.2 billion [] ", "Growth, 2018: 3% = Growth, 2018: 3% [] "}},
		"not for a share":                    {"Results (in millions, except per share):\n| Item | 2018 |\n|---|---|\n| Earnings per share | 1.20 |", []string{"Earnings per share, 2018: 1.20 = Earnings per share, 2018: 1.20 [] "}},
		"years as rows":                      {"| Year | Net sales |\n|---|---|\n| 2018 | $5 |", []string{"Net sales, 2018: $5 = Net sales, 2018: $5 [] "}},
		"a heading within":                   {"| | 2018 |\n|---|---|\n| North | |\n| Sales | 5.0 |", []string{"North, Sales, 2018: 5.0 = North, Sales, 2018: 5.0 [] "}},
		"nothing in it":                      {"| | 2018 | 2017 | 2016 |\n|---|---|---|---|\n| Sales | 5.0 | — | n/a |", []string{"Sales, 2018: 5.0 = Sales, 2018: 5.0 [] ", "Sales, 2017: — = Sales, 2017: — [] empty", "Sales, 2016: n/a = Sales, 2016: n/a [] empty"}},
		"without bars at the ends":           {"Item | 2018\n---|---\nSales | 5.0\n\nAfter.", []string{"Sales, 2018: 5.0 = Sales, 2018: 5.0 [] "}},
		"the nearest citation":               {"Sales [1].\n| | 2018 | 2017 |\n|---|---|---|\n| North | 5.0 | 6.0 [3] |\n| South [2] | 7.0 | 8.0 |", []string{"North, 2018: 5.0 = North, 2018: 5.0 [1] ", "North, 2017: 6.0 = North, 2017: 6.0 [3] ", "South, 2018: 7.0 = South, 2018: 7.0 [2] ", "South, 2017: 8.0 = South, 2017: 8.0 [2] "}},
		"a column of citations":              {"| | 2018 | Source |\n|---|---|---|\n| North | 5.0 | [2] |", []string{"North, 2018: 5.0 = North, 2018: 5.0 [2] "}},
		"a citation behind the table":        {"| | 2018 |\n|---|---|\n| North | 5.0 |\n\nSource: [4]", []string{"North, 2018: 5.0 = North, 2018: 5.0 [4] "}},
		"in German":                          {"Umsatz (in Mio. €)\n| Posten | 2018 |\n|---|---|\n| Umsatz | 1.234,5 |", []string{"Umsatz, 2018: 1.234,5 = Umsatz, 2018: EUR 1.234,5 million [] "}},
		"in Japanese":                        {"| 項目（百万円） | 2018年度 |\n|---|---|\n| 売上高 | 1,234 |", []string{"売上高, 2018年度: 1,234 = 売上高, 2018年度: JPY 1,234 million [] "}},
	} {
		if got := toldCells(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// books has a page with a table, and one with another.
func books() (shelf, []store.Citation) {
	var s shelf
	var cited []store.Citation
	for i, text := range []string{
		"(In millions)\n2018 2017\nNet sales 32,765 31,657\nCost of sales 16,682 16,055\nOperating income 7,207 7,692\nDividends paid (3,193) (2,803)",
		"Staff of the yards\n2018 2017\nWelders 412 388\nFitters 207 219",
	} {
		t := store.Text{Ref: store.Ref{Document: "d", Passage: i}, Name: "Books", Page: i + 1, Text: text}
		for _, one := range sentencesOf(text) {
			t.Sentences = append(t.Sentences, one.text)
		}
		s.texts, s.pages = append(s.texts, t), append(s.pages, text)
		c := Quote(t, -1)
		c.N = i + 1
		cited = append(cited, c)
	}
	return s, cited
}

func tabled(t *testing.T, text string) Proof {
	t.Helper()
	library, cited := books()
	p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
	proof, err := p.Prove(Proving{Text: text, Citations: cited})
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func verdicts(p Proof, text string) string {
	var out []string
	for _, c := range p.Sentences {
		out = append(out, text[c.Start:c.End]+" "+c.Verdict)
	}
	return strings.Join(out, "; ")
}

const sound = "Sales in millions [1]\n\n| Item | 2018 | 2017 | Change |\n|---|---|---|---|\n| Net sales | 32,765 | 31,657 | 3.5% |\n| Cost of sales | 16,682 | 16,055 | — |\n| Dividends paid | 3,193 | (2,803) | 390 |\n"

func TestACellIsProvedWhereItStands(t *testing.T) {
	p := tabled(t, sound)
	if got := verdicts(p, sound); !strings.HasSuffix(got, "32,765 verified; 31,657 verified; 3.5% verified; 16,682 verified; 16,055 verified; — not checked; 3,193 verified; (2,803) verified; 390 verified") {
		t.Error(got)
	}
	for _, f := range p.FigureChecks {
		if sound[f.Start:f.End] != f.Text || f.Doubt || figures.Loose(f) {
			t.Errorf("%+v", f)
		}
	}
}

func TestAWrongCellAloneIsDoubted(t *testing.T) {
	for name, c := range map[string]struct{ was, is, wrong string }{
		"digits":  {"32,765", "32,756", "32,756"},
		"columns": {"| 16,682 | 16,055 |", "| 16,055 | 16,682 |", "16,055"},
		"scale":   {"| 32,765 |", "| 32,765 thousand |", "32,765 thousand"},
		"change":  {"3.5%", "5.3%", "5.3%"},
	} {
		text := strings.Replace(sound, c.was, c.is, 1)
		p := tabled(t, text)
		at := slices.IndexFunc(p.FigureChecks, figures.Accused)
		if at < 0 || p.FigureChecks[at].Text != c.wrong || !strings.HasPrefix(text[p.FigureChecks[at].Start:], c.wrong) {
			t.Errorf("%s: %s %+v", name, verdicts(p, text), p.FigureChecks)
		}
		if accused := p.Doubtful + p.Contradicted; accused == 0 || accused > 2 || p.Verified < 5 {
			t.Errorf("%s: %s", name, verdicts(p, text))
		}
	}
}

func TestACellIsPutRightInPlace(t *testing.T) {
	for _, c := range [][2]string{{"32,765", "32,756"}, {"3.5%", "4.5%"}} {
		text := strings.Replace(sound, c[0], c[1], 1)
		p := tabled(t, text)
		at := slices.IndexFunc(p.FigureChecks, func(f store.FigureCheck) bool { return f.Mend != nil })
		if at < 0 {
			t.Fatalf("%+v", p.FigureChecks)
		}
		m := p.FigureChecks[at].Mend
		if mended := text[:m.Start] + m.Now + text[m.End:]; mended != sound || m.Was != text[m.Start:m.End] {
			t.Errorf("%+v: %s", m, mended)
		}
	}
}

func TestWhatTwoCellsGiveIsPutOnlyWhereItIsCertain(t *testing.T) {
	const table = "In the books, in millions [1]\n\n| Item | 2018 | 2017 | Change |\n|---|---|---|---|\n| %s |\n"
	for row, want := range map[string]string{
		"Net sales | 32,765 | 31,657 | 1,180":       "1,108",
		"Net sales | 32,765 | 31,657 | 4.50%":       "3.50",
		"Net sales | 32,765 | 31,657 | 4.5012%":     "", // the cells don't say it so exactly
		"Operating income | 7,207 | 7,692 | (8.3%)": "6.3",
		"Operating income | 7,207 | 7,692 | 8.3%":   "", // it fell
		"Dividends paid | 3,193 | (2,803) | 410":    "", // one of the two has another sign
	} {
		p, got := tabled(t, fmt.Sprintf(table, row)), ""
		for _, f := range p.FigureChecks {
			if f.Mend != nil {
				got += f.Mend.Now
			}
		}
		if got != want {
			t.Errorf("%s: %q, not %q\n%+v", row, got, want, p.FigureChecks)
		}
	}
}

func TestMarksOfATableComeInTheirOrder(t *testing.T) {
	text := "In the books [1]:\n\n| | 2018 [1] | 2017 |\n|---|---|---|\n| Net sales | 32,765 | 31,675 |\n| Welders [2] | 412 [2] | 388 |\n"
	p := tabled(t, text)
	var got []string
	for _, m := range p.Marks {
		got = append(got, fmt.Sprint(m.N, " ", m.Verdict, " ", p.Sentences[m.Sentence].Text))
	}
	want := []string{"1 contradicted Net sales, 2017: 31,675", "1 contradicted Net sales, 2017: 31,675", "2 verified Welders, 2018: 412", "2 verified Welders, 2018: 412"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\n%s", got, verdicts(p, text))
	}
}

func TestWordsInACellAreJudgedAsProse(t *testing.T) {
	text := "| Item | Remark |\n|---|---|\n| Welders | are staff of the yards [2] |\n"
	p := tabled(t, text)
	if len(p.Sentences) != 1 || p.Sentences[0].Text != "Welders, Remark: are staff of the yards" || p.Sentences[0].Verdict == store.NotChecked || len(p.Marks) != 1 {
		t.Errorf("%+v %+v", p.Sentences, p.Marks)
	}
}

func TestATableFromElsewhereIsHeldAgainstWhatIsFound(t *testing.T) {
	library, _ := books()
	p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
	searches := 0
	checked, err := p.Check(context.Background(), sound, func(context.Context, string, int) ([]store.Hit, error) {
		searches++
		return []store.Hit{{Ref: store.Ref{Document: "d"}}}, nil
	})
	if err != nil || checked.Verified != 9 || len(checked.Citations) == 0 || len(checked.Marks) != 0 {
		t.Errorf("%v %s %+v", err, verdicts(checked.Proof, sound), checked.Citations)
	}
	if searches > 5 { // for the line over the table, the table, and each row
		t.Errorf("%d searches", searches)
	}
}

func TestMoreCellsThanAreCheckedAreToldSo(t *testing.T) {
	racetest.Skip(t)
	text := "| | 2018 |\n|---|---|\n" + strings.Repeat("| Net sales | 32,765 [1] |\n", mostCells+2)
	p := tabled(t, text)
	if p.Verified != mostCells || p.NotChecked != 2 || p.Sentences[mostCells].Reason != ReasonMany {
		t.Errorf("%d verified, %d not checked", p.Verified, p.NotChecked)
	}
}
