package keyword

import (
	"slices"
	"testing"
)

func TestOnlyWordsThatCarryTheSubjectAreMissed(t *testing.T) {
	scope := []Segment{build(t, file("Harbour", "The revenue of the harbour rose to 19 million since more ferries came.", "Its debts fell.", "Tickets are sold on board.", "The pier is of stone."))}
	for question, want := range map[string][]string{
		"What drove the revenue of the harbour?":            nil,
		"How much debt in USD has the harbour?":             nil,
		"What was the revenue of the Juventus pier?":        {"Juventus"},
		"Which ferries of the Harbour came from Genoa?":     nil,
		"Who won the championship in the stadium of Turin?": {"Turin"},
		"Who won the championship?":                         nil,
		"How much did AMCOR's debts fall?":                  {"AMCOR"},
		"What was the revenue of Best Pier in FY2019?":      {"Best Pier"}, // each of its words may stand there
		"WHAT WAS THE REVENUE OF AMCOR?":                    nil,
		"revenue warranty":                                  {"warranty"},
		`"revenue of the harbour" warranty`:                 {"warranty"},
		"revenue harbour":                                   nil,
	} {
		m := NewMatcher(question)
		facts, _ := m.Facts(scope)
		got := m.Missing(m.Names(facts, scope), m.Nowhere(facts, scope))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", question, got, want)
		}
	}
}
