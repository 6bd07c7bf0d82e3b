package report

import (
	"lectern/backend/messages"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheLanguageIsAsSetElseTheQuestions(t *testing.T) {
	for _, c := range []struct{ set, question, want string }{
		{"", "What is the rent?", "en"}, {"", "Wie hoch ist die Miete?", "de"}, {"", "家賃はいくらですか。", "ja"}, {"", "家賃", "ja"}, {"", "租金是多少？", "zh"}, {"", "Quel est le loyer ?", "fr"}, {"", "¿Cuánto es el alquiler?", "es"}, {"", "Kündigungsfrist?", "de"},
		{"", "rent 2024", "en"}, {"", "", "en"}, {"Deutsch", "What is the rent?", "de"}, {"German", "x", "de"}, {"de-AT", "x", "de"}, {"日本語", "x", "ja"}, {"Japanese", "x", "ja"},
		{"français", "Wie hoch ist die Miete?", "fr"}, {"italiano", "Wie hoch ist die Miete?", "en"}, {"en", "家賃", "en"},
		{"", "Warum gibt `the error is of the kind that is not known to the` einen Fehler?", "de"},
		{"", "Was steht unter https://example.com/the/rent/of/the/flat/is/and?", "de"},
		{"", "Explain ```\nfür und wider die das der ist nicht\n``` to me, what is it?", "en"},
	} {
		if got := code(c.set, c.question); got != c.want {
			t.Errorf("%q, %q: %s, not %s", c.set, c.question, got, c.want)
		}
	}
}

func TestTextIsCutIntoSnippetsFactsAndTables(t *testing.T) {
	text := normalise("Rents\r\n\r\n\r\nThe rent is 900 euros, e.g. in\u00a0Bonn. It rose.\x00 Dr. Who lives there.\n\n- Pets are allowed\n- Deposit: 1,800 euros\nFloor: second\n\n| Year | Rent |\n|---|---|\n| 2024 | 900 |\n\nA\tB\n1\t2\n", 1000)
	if strings.Contains(text, "\x00") || strings.Contains(text, "\n\n\n") {
		t.Errorf("%q", text)
	}
	facts := factsIn(text, 100)
	for _, want := range []string{"The rent is 900 euros, e.g. in Bonn.", "Pets are allowed", "Deposit: 1,800 euros", "Floor: second"} {
		if !slices.Contains(facts, want) {
			t.Errorf("%q is missing in %q", want, facts)
		}
	}
	if slices.Contains(facts, "It rose.") || slices.Contains(facts, "Dr. Who lives there.") {
		t.Errorf("%q", facts)
	}
	if tables := tablesIn(text, 3, 100); len(tables) != 2 || tables[0] != "| Year | Rent |\n| 2024 | 900 |" {
		t.Errorf("%q", tables)
	}
	long := strings.Repeat("This is one of many sentences of a paragraph. ", 50)
	for _, p := range pieces(long+"\n\nShort.", 400) {
		if n := len([]rune(p)); n > 400 {
			t.Errorf("a snippet of %d", n)
		}
	}
	if got := best([]string{"rent"}, []string{"a", "the rent", "b", "rent again", "rent"}, 2); !slices.Equal(got, []string{"the rent", "rent again"}) {
		t.Errorf("%q", got)
	}
	if s := shorten(strings.Repeat("あ", 50), 10); len([]rune(s)) != 11 {
		t.Errorf("%q", s)
	}
}

func TestClaimsAreSentencesWithFiguresFirst(t *testing.T) {
	got := claimsIn("# Heading with 5 words in it\n\nPets are allowed here [S2]. The rent is 900 euros. [S1][S3] Is it much? As follows:\n\n```\ncode with 7 things\n```\n\n"+
		"The sources do not say who pays 3 %.\n1. The deposit is 1,800 euros [S2]\n- ok\n\n| Year | Rent |\n|---|---|\n| In 2024 it was | 900 [S4] |\n\n家賃は月900ユーロです[S1]。敷金は不要です[S2]。", 9)
	var texts []string
	for _, c := range got {
		texts = append(texts, c.Text+" "+markList(c.Sources))
	}
	want := []string{"The rent is 900 euros. S1, S3", "The deposit is 1,800 euros S2", "In 2024 it was, 900 S4", "家賃は月900ユーロです。 S1", "Pets are allowed here. S2", "敷金は不要です。 S2"}
	for _, w := range want {
		if !slices.Contains(texts, w) {
			t.Errorf("%q is missing in %q", w, texts)
		}
	}
	if slices.ContainsFunc(texts, func(s string) bool {
		return strings.Contains(s, "Heading") || strings.Contains(s, "code") || strings.Contains(s, "much") || strings.Contains(s, "sources do not")
	}) {
		t.Errorf("%q", texts)
	}
	if slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, "Pets") }) < 3 || len(claimsIn(strings.Repeat("The rent is 900 euros [S1].\n", 9), 5)) != 1 {
		t.Errorf("%q", texts)
	}
}

func TestMarksAreReadAsModelsWriteThem(t *testing.T) {
	for in, want := range map[string]string{
		"A [S1]. B [S2, S5] C【S2】":          "A [S1]. B [S2][S5] C[S2]",
		"A [1] and [S2-S5] and [Source 2].": "A [S1] and [S2][S5] and [S2].",
		"A [S9] [x] [S1":                    "A  [x]",
		"`[S1]` and ```\n[S2]\n``` [S1]":    "`[S1]` and ```\n[S2]\n``` [S1]",
		"A[S1][S1].":                        "A[S1].",
		"":                                  "",
	} {
		got, _, _ := marked(in, []int{1, 2, 5})
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
		var whole strings.Builder // in pieces it is the same
		m := &marker{given: []int{1, 2, 5}, say: func(s string) { whole.WriteString(s) }}
		m.cite = func(n int) {
			if end := "[" + mark(n) + "]"; !strings.HasSuffix(whole.String(), end) {
				whole.WriteString(end)
			}
		}
		for _, r := range in {
			m.write(string(r))
		}
		m.close()
		if strings.TrimSpace(whole.String()) != got {
			t.Errorf("%q in pieces became %q, not %q", in, whole.String(), got)
		}
	}
	_, cited, dropped := marked("A [S5][S1][S7]", []int{1, 2, 5})
	if !slices.Equal(cited, []int{5, 1}) || dropped != 1 {
		t.Errorf("%v %d", cited, dropped)
	}
}

func TestThresholdsAndTheRuleOfTheLoop(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	said := []against{{1, "The rent is 900 euros."}}
	for _, c := range []struct {
		claim      Claim
		passages   []against
		confidence float64
		status     string
	}{
		{Claim{Text: "The rent is 900 euros.", Confidence: .65}, said, .65, passed},
		{Claim{Text: "The rent is 900 euros.", Confidence: .649}, said, .649, review},
		{Claim{Text: "The rent is 900 euros.", Confidence: .40}, said, .40, review},
		{Claim{Text: "The rent is 900 euros.", Confidence: .399}, said, .399, failed},
		{Claim{Text: "The rent is 950 euros.", Confidence: 1}, said, .30, failed},
		{Claim{Text: "The rent is 900 euros.", Confidence: 1, Contradiction: "It is not"}, said, .50, review},
		{Claim{Text: "The rent is 900 euros.", Confidence: 1}, nil, 0, failed},
	} {
		if got := w.judged(messages.In("en"), []Claim{c.claim}, [][]against{c.passages})[0]; got.Confidence != c.confidence || got.Status != c.status {
			t.Errorf("%+v became %+v", c, got)
		}
	}
	claim := func(status string, confidence float64) Claim { return Claim{Status: status, Confidence: confidence} }
	for name, c := range map[string]struct {
		claims []Claim
		more   bool
	}{
		"all pass":              {[]Claim{claim(passed, .7), claim(passed, .9)}, false},
		"four of five":          {[]Claim{claim(passed, .7), claim(passed, .7), claim(passed, .7), claim(passed, .7), claim(review, .5)}, false},
		"three of four":         {[]Claim{claim(passed, .7), claim(passed, .7), claim(passed, .7), claim(review, .5)}, true},
		"one failed of many":    {[]Claim{claim(passed, 1), claim(passed, 1), claim(passed, 1), claim(passed, 1), claim(failed, .1)}, true},
		"nothing to be checked": {nil, false},
	} {
		if v := w.sum(c.claims); v.NeedsMore != c.more {
			t.Errorf("%s: %+v", name, v)
		}
	}
	w.Config.Pass, w.Config.Review = .3, .2
	if v := w.sum([]Claim{claim(passed, .4), claim(passed, .45)}); !v.NeedsMore {
		t.Errorf("a low mean alone: %+v", v)
	}
}

func TestNumbersAreCheckedAndShown(t *testing.T) {
	c := Defaults()
	if x := c.Tries(); x.Attempts != 3 || x.Wait != 500*time.Millisecond {
		t.Errorf("%+v", x)
	}
	for _, wrong := range []func(*Config){
		func(c *Config) { c.Review = .9 }, func(c *Config) { c.Loops = 99 }, func(c *Config) { c.Claims = 0 }, func(c *Config) { c.Sources = 0 },
	} {
		c := Defaults()
		if wrong(&c); c.Validate() == nil {
			t.Errorf("%+v is valid", c)
		}
	}
}

func TestAReportHasNoMoreSourcesThanItsCeiling(t *testing.T) {
	b := many(t, 30)
	b.Config.MostResults = 5
	b.round("Die Miete beträgt 900 Euro [S1].", checks(.9))
	h := b.ask("Wie hoch ist die Miete in den Häusern?")
	if h.err != nil || len(h.Results) > 5 || h.Code != "de" {
		t.Errorf("%v %d", h.err, len(h.Results))
	}
}
