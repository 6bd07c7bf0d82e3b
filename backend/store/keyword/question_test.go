package keyword

import (
	"slices"
	"testing"
)

// found are the blocks of a search in order.
func blocksOf(hits []Hit) []int {
	out := []int{}
	for _, h := range hits {
		out = append(out, h.Block)
	}
	return out
}

func TestAQuestionMaySayMoreThanWords(t *testing.T) {
	s := build(t, file("Catalogue",
		"The notice period is three months. The landlord governs the house.", // 0
		"A period of notice: none. Governance of the board.",                 // 1
		"Model MX450-B weighs 5 kg, -5 degrees.",                             // 2
		"Model MX 450 is older. To be or not to be.",                         // 3
		"Notice: the Period has ended; the board's government says so.",      // 4
	))
	for _, c := range []struct {
		question string
		blocks   []int
		absent   []string
	}{
		{`"notice period"`, []int{0}, nil},
		{`“Notice Period”`, []int{0}, nil},
		{`„notice period“`, []int{0}, nil},
		{`"period of notice"`, []int{1}, nil},
		{`"to be or not to be"`, []int{3}, nil},
		{`"notice the period"`, []int{4}, nil},
		{`"notice periods"`, []int{0, 1, 4}, []string{"notice periods"}},
		{`"zebra crossing" notice`, []int{0, 1, 4}, []string{"zebra crossing"}},
		{`"zebra crossing"`, []int{}, []string{"zebra crossing"}},
		{`"notice period" landlord`, []int{0}, nil},
		{`Who gives "notice period"?`, []int{0, 1, 4}, nil},
		{`the landlord of the "notice period"`, []int{0, 1, 4}, nil},
		{`"MX450-B"`, []int{2}, nil},
		{`MX450-B`, []int{2, 3}, nil},
		{`MX 450`, []int{2, 3}, nil},
		{`notice -board`, []int{0}, nil},
		{`notice -boards`, []int{0}, nil},
		{`notice -"period of notice" -landlord`, []int{4}, nil},
		{`govern*`, []int{0, 1, 4}, nil},
		{`governa*`, []int{1}, nil},
		{`-5 degrees`, []int{2}, nil},
		{`well-notice`, []int{0, 1, 4}, nil},
		{`the "notice`, []int{0, 1, 4}, nil},
		{`-notice`, []int{}, nil},
		{`""`, []int{}, nil},
	} {
		r := Find([]Segment{s}, c.question, Options{Limit: 10})
		got := blocksOf(r.Hits)
		slices.Sort(got)
		if !slices.Equal(got, c.blocks) || !slices.Equal(r.Absent, c.absent) {
			t.Errorf("%s: blocks %v, absent %q", c.question, got, r.Absent)
		}
	}
}

func TestInALongQuestionThePhraseOnlyComesFirst(t *testing.T) {
	s := build(t, file("Report",
		"Risk committee meetings discuss liquidity, credit and market risk every quarter.",
		"The risk appetite statement is short.",
		"Nothing here."))
	question := `Which committee meetings discuss liquidity and credit according to the "risk appetite"?`
	if got := blocksOf(Search([]Segment{s}, question, Options{Limit: 5})); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("%v", got)
	}
	r := Find([]Segment{s}, `Which committee meetings discuss liquidity and credit according to the "zebra crossing"?`, Options{Limit: 5})
	if len(r.Hits) == 0 || !slices.Equal(r.Absent, []string{"zebra crossing"}) {
		t.Errorf("%+v", r)
	}
}

func TestPhrasesAreFoundInUnspacedScripts(t *testing.T) {
	f := file("契約", "契約書の期間は三年です。", "期間の契約書です。", "図表")
	f.Language = "ja"
	s := build(t, f)
	for question, want := range map[string][]int{
		"「契約書の期間」": {0},
		"表":        {2},
		"図":        {2},
		"契約 -三年":   {1},
	} {
		if got := blocksOf(Search([]Segment{s}, question, Options{Limit: 5})); !slices.Equal(got, want) {
			t.Errorf("%s: %v", question, got)
		}
	}
}

func TestAFigureIsFoundAcrossLanguages(t *testing.T) {
	english, german := file("Report", "Sales were 1,577.0 in 2018.", "Other."), file("Bericht", "Der Umsatz war 1.577,0 im Jahr 2018.", "Die Miete ist 1.577 Euro.")
	german.Language = "de"
	scope := []Segment{build(t, english), build(t, german)}
	for question, want := range map[string]int{"1,577.0": 2, "1.577,0": 2, "1.577": 1, "1,577": 1, "FY2018": 2, `"1.577,0"`: 2} {
		if hits := Search(scope, question, Options{Limit: 5}); len(hits) != want {
			t.Errorf("%s: %+v", question, hits)
		}
	}
}

func TestANumberWithBlanksBetweenItsThousandsIsThatNumber(t *testing.T) {
	french := file("Rapport", "Le groupe emploie 1 800 personnes.", "Il y a 1 usine et 800 clients.")
	french.Language = "fr"
	english := file("Report", "The group has 1,800 staff.", "It pays 1800 dollars.", "Row: 1 800 and more.", "Other.")
	scope := []Segment{build(t, french), build(t, english)}
	for question, want := range map[string]int{"1,800": 3, "1800": 3, "1.800": 3, "1 800 personnes": 5, `"1 800 personnes"`: 1} {
		hits := Search(scope, question, Options{Limit: 9})
		if len(hits) != want || want > 1 && !slices.ContainsFunc(hits, func(h Hit) bool { return h.Segment == 1 && h.Block == 0 }) {
			t.Errorf("%s: %+v", question, hits)
		}
	}
	for question, text := range map[string]string{
		"1 800 personnes": "Staff of 1,800", "Who pays 1,800 dollars?": "Il paie 1 800 euros", "Who pays 1800 dollars?": "Il paie 1 800 euros",
	} {
		m := NewMatcher(question)
		if len(m.In(text).At) == 0 || len(m.Places(text)) == 0 || len(NewMarker(question).In(text)) != 1 {
			t.Errorf("%s isn't in %q: %v %v %v", question, text, m.In(text).At, m.Places(text), NewMarker(question).In(text))
		}
	}
	facts, _ := NewMatcher("Who pays 3 800 dollars?").Facts([]Segment{build(t, file("Report", "It pays 3,800 dollars."))})
	for _, f := range facts {
		if f.Text == "800" && f.Absent {
			t.Error("800 of 3 800 stands nowhere, though 3,800 does")
		}
	}
}

func TestWhyTakesAScoreApart(t *testing.T) {
	f := file("Boeing report", "Revenues 2018 1,577 and 2,000 in the quarter.", "Other text with revenue.")
	f.Blocks[0].Heading, f.Blocks[0].Section = "Revenue by segment", "Segment results"
	scope := []Segment{build(t, f), build(t, file("Other", "Nothing."))}
	r := Find(scope, `Boeing segment "the quarter" revenue?`, Options{Limit: 5})
	h := r.Hits[0]
	w := r.Why(h.Segment, h.Block)
	if !slices.Equal(w.Words, []string{"segment", "quarter", "revenue"}) || !slices.Equal(w.Phrases, []string{"the quarter"}) {
		t.Errorf("%+v", w)
	}
	sum := (w.Body+w.Heading+w.Section)*w.Figures + w.File + w.Phrase
	if diff := sum - h.Score; diff > 1e-9 || diff < -1e-9 || w.Body*w.Heading*w.Section*w.File*w.Phrase == 0 || w.Figures <= 1 {
		t.Errorf("%v is not %v: %+v", sum, h.Score, w)
	}
}
