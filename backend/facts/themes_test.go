package facts

import (
	"slices"
	"testing"
)

// Each measure that a theme names is one that the program can look up, in the language that names it.
func TestThemesNameMeasuresThatAreKnown(t *testing.T) {
	d := acme()
	for language, all := range themes() {
		for _, theme := range all {
			for _, m := range theme.measures {
				q := readQuestion(Comparison{Language: language}.question(m, "2023"))
				s := newSearch(d, q.askedIn(mainClause(q.text), d), q.told)
				ratio, bits := s.ratio()
				item := slices.ContainsFunc(s.namings, func(n naming) bool { return n.item != nil && s.content&^n.words == 0 })
				if !item && (ratio == nil || s.content&^bits != 0) {
					t.Errorf("%s: %q is neither a line of the statements nor a ratio", language, m)
				}
			}
		}
	}
}

func TestBroadWordsOfAQuestionNameMeasures(t *testing.T) {
	for _, c := range []struct{ rest, language, first string }{
		{"How profitable was ¦ in ¦ ?", "en", "gross margin"},
		{"Wie verschuldet war ¦ ?", "de", "Gesamtverschuldung"},
		{"¦ の収益性は？", "ja", "売上総利益率"},
	} {
		var got []string
		for _, pieces := range piecesOf(c.rest, c.language) {
			for _, p := range pieces {
				got = append(got, themeOf(p.name, c.language)...)
			}
		}
		if len(got) == 0 || got[0] != c.first {
			t.Errorf("%q: %q", c.rest, got)
		}
	}
	for rest, language := range map[string]string{"How did ¦ 's business develop ¦ ?": "en", "Wie hat sich das Geschäft von ¦ entwickelt?": "de", "¦ の業績はどうなっていますか？": "ja"} {
		if themeIn(rest, language) == nil {
			t.Errorf("%q is about nothing", rest)
		}
	}
	if themeIn("Where are the offices of ¦ ?", "en") != nil {
		t.Error("offices are a theme")
	}
}
