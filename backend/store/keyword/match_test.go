package keyword

import (
	"slices"
	"testing"
)

func TestPlacesAreThoseOfAMatch(t *testing.T) {
	for question, texts := range map[string][]string{
		"What was the revenue of 3M in FY2018?": {"Revenues of 3M rose in fy18; in 2018 the 3m plants ran.", "Dividends were paid.", ""},
		"Wie hoch ist die Miete der Wohnung?":   {"Die Wohnungsmiete steigt. Mieten und Ämter.", "Eine Mietwohnung"},
		"Où est l'élève de l'école?":            {"Les élèves vont à l’école.", "ELEVE"},
		"売上高はいくらですか":                            {"売上高は百万円です。", "利益"},
		"the y-axis of dying stars":             {"Stars die on the y axis; he is dying.", "Yes"},
	} {
		m := NewMatcher(question)
		for _, text := range texts {
			if got, want := m.Places(text), m.In(text).At; !slices.Equal(got, want) {
				t.Errorf("%s in %q: %v, not %v", question, text, got, want)
			}
		}
	}
	if got := NewMatcher("What was the revenue of 3M in FY2018?").Places("Revenues of 3M rose in fy18."); len(got) != 3 {
		t.Errorf("%v", got)
	}
}
