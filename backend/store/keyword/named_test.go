package keyword

import (
	"slices"
	"testing"
)

func TestWhatAQuestionNames(t *testing.T) {
	for question, want := range map[string][]string{
		"What is the FY2018 capital expenditure for 3M?":             {"3M"},
		"Is 3M's quick ratio better than AMCOR's in Q2?":             {"3M", "AMCOR"},
		"What are the inventories of Best Buy & Foot Locker in USD?": {"Best Buy & Foot Locker"},
		"What Was AMCOR's Adjusted EBITDA?":                          {"AMCOR"}, // in a title every word has a capital
		"WHAT WAS THE REVENUE OF AMCOR?":                             nil,
		"Which row of Table1 tells the capex?":                       nil,
		"How did revenue develop?":                                   nil,
		"Wie hoch war der Umsatz von AMCOR im Vergleich zur Miete?":  {"AMCOR"},
		"Wie hoch war der Umsatz der Deutschen Bahn?":                {"Deutschen Bahn"},
		"Was kostet die Wohnung?":                                    nil, // every noun has a capital
		"3Mの2018年の設備投資はいくらですか":                                       {"3M"},
	} {
		var got []string
		for _, n := range namesIn(question) {
			if got = append(got, n.Text); question[n.From:n.From+len(n.Text)] != n.Text {
				t.Errorf("%s: %q isn't at %d", question, n.Text, n.From)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", question, got, want)
		}
	}
}

func TestANameOfTwoWordsIsThereAsTheyStandTogether(t *testing.T) {
	scope := []Segment{
		build(t, file("Harbour", "The best ferries are those that tourists buy tickets for.", "Foot Locker has a shop on the pier.")),
		build(t, file("MGMRESORTS_2020", "The company runs hotels.")),
	}
	for question, absent := range map[string]bool{
		"What is the revenue of Best Buy?":    true,
		"What is the revenue of Foot Locker?": false,
		"What is the revenue of MGM Resorts?": false, // the file is called so
	} {
		m := NewMatcher(question)
		facts, _ := m.Facts(scope)
		if names := m.Names(facts, scope); len(names) != 1 || names[0].Absent != absent || len(Lost(names)) > 0 != absent {
			t.Errorf("%s: %+v", question, names)
		}
	}
}

func TestWhatIsSaidOfTheAnswerIsNotAsked(t *testing.T) {
	for question, want := range map[string]string{
		"What is the rent? Answer in USD millions.":                            "What is the rent?",
		"Which years does it name? Format them in a list like ['2006', '07'].": "Which years does it name?",
		"Wie hoch ist die Miete? Antworte in Euro.":                            "Wie hoch ist die Miete?",
		"The pier leaks. Who pays for it?":                                     "The pier leaks. Who pays for it?",
		"List the directors of Acme. Name all of them.":                        "List the directors of Acme. Name all of them.",
	} {
		if got := Asked(question); got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
}
