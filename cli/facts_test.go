package cli

import (
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/store"
)

func TestAFigureIsToldOnATerminalAsPeopleWriteIt(t *testing.T) {
	cells := []store.Operand{{Doc: "Acme", Page: 5, Row: "Net income", Column: "2018", Text: "$5,349"}}
	worked := &store.Figure{Asked: "50.1", Unit: "%", Shown: "50.1%", Formula: `\frac{5{,}349}{\frac{9{,}796 + 11{,}563}{2}}`, Cells: cells, Variants: []string{"54.6"}}
	for name, c := range map[string]struct {
		found      app.FactResult
		out, notes string
	}{
		"one that is sure": {app.FactResult{Figure: &store.Figure{Shown: "$2.90", Cells: cells}}, "$2.90\nAcme, p. 5: Net income | 2018 | $5,349\n", ""},
		"one that may be meant": {
			app.FactResult{Maybe: worked, Near: cells}, "50.1%\n5,349 / ((9,796 + 11,563) / 2)\nOther definitions give 54.6%.\nAcme, p. 5: Net income | 2018 | $5,349\n",
			"It isn’t certain that this is what is meant.\n",
		},
		"cells near it": {app.FactResult{Near: cells}, "Acme, p. 5: Net income | 2018 | $5,349\n", "No cell is surely what is asked for. These come nearest:\n"},
		"none":          {app.FactResult{}, "", "Nothing in the tables of these documents comes near what is asked for. Ask for it as the table names it, or have the text read: lectern ask \"…\"\n"},
	} {
		var out, notes strings.Builder
		if err := writeFact(&out, &notes, c.found); err != nil || out.String() != c.out || notes.String() != c.notes {
			t.Errorf("%s: %v\n%s%s", name, err, notes.String(), out.String())
		}
	}
}

func TestAnAnswerOnATerminalHasNoLaTeXAndNoBackslashes(t *testing.T) {
	if got, want := plain("**23.2%**, worked out:\n\n$$\n\\frac{9{,}961}{42{,}879}\n$$\n\nItem \\[3\\] \\$5"), "**23.2%**, worked out:\n\n9,961 / 42,879\n\nItem [3] $5"; got != want {
		t.Errorf("%q", got)
	}
}
