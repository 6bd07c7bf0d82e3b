package rag

import (
	"strings"
	"testing"

	"lectern/backend/proof"
	"lectern/backend/store"
)

func TestWhatIsContradictedIsTakenOut(t *testing.T) {
	text := "Sales rose. They fell [1].\n\n| | 2018 |\n|---|---|\n| Sales | 5 |\n| Costs | 7 [2] |\n"
	a := Answer{Text: text, Proof: &proof.Proof{}, Citations: []store.Citation{{N: 1}, {N: 2}}}
	for _, wrong := range []string{"They fell [1].", "5"} {
		at := strings.Index(text, wrong)
		a.Proof.Sentences = append(a.Proof.Sentences, store.Claim{Text: wrong, Start: at, End: at + len(wrong), Verdict: store.Contradicted})
	}
	struck := a.Strike()
	if want := "Sales rose.\n\n| | 2018 |\n|---|---|\n| Sales | – |\n| Costs | 7 [2] |\n"; a.Text != want || len(struck) != 2 || len(a.Citations) != 1 || a.Proof != nil {
		t.Errorf("%q %+v %+v", a.Text, struck, a.Citations)
	}
}
