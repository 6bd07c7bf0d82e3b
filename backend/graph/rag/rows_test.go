package rag

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/proof/figures"
)

func TestTheLabelsOfRowsAreTakenFromBehindTheAnswer(t *testing.T) {
	for draft, want := range map[string]struct {
		text string
		rows []figures.Row
	}{
		"It was 5 [1].":                               {"It was 5 [1].", nil},
		"It was 5 [1].\n\n<rows>\n5 | Ferries\n":      {"It was 5 [1].", []figures.Row{{Figure: "5", Label: "Ferries"}}},
		"It was 5.\n<rows>\n- 5 | A | B\nx\n</rows>":  {"It was 5.", []figures.Row{{Figure: "5", Label: "A | B"}}},
		"One.\n<rows>\n</rows>\nTwo.":                 {"One.\n\nTwo.", nil},
		"a < b and a <row":                            {"a < b and a <row", nil},
		"<rows>\n | nothing\n1 |\n</rows>":            {"", nil},
		"Five.\n\n\n<rows>\n5 million | Net income\n": {"Five.", []figures.Row{{Figure: "5 million", Label: "Net income"}}},
	} {
		text, rows := SplitRows(draft)
		if text != want.text || !slices.Equal(rows, want.rows) {
			t.Errorf("%q\n got %q %v", draft, text, rows)
		}
		for step := 1; step < 9; step++ { // what is streamed is the same text, whatever the pieces
			var said strings.Builder
			u := Unrowed{To: func(s string) { said.WriteString(s) }}
			for i := 0; i < len(draft); i += step {
				u.Write(draft[i:min(i+step, len(draft))])
			}
			u.Close()
			if got, _, _ := strings.Cut(draft, rowsBegin); strings.TrimSpace(said.String()) != strings.TrimSpace(got) {
				t.Errorf("%q in pieces of %d: %q", draft, step, said.String())
			}
		}
	}
}
