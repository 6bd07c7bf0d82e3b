package proof

import (
	"unicode/utf8"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// Audit is what a proof comes to for whoever judges a draft by it.
type Audit struct {
	Sentences   int           `json:"sentences"`   // that claim something
	Verified    int           `json:"verified"`    // of them
	Uncited     int           `json:"uncited"`     // of them without any citation
	Missing     []string      `json:"missing"`     // the first of those
	Invalid     []int         `json:"invalid"`     // ids that were never offered, each once
	Figures     int           `json:"figures"`     // in what is claimed
	Unsupported []LooseFigure `json:"unsupported"` // those that stand on no cited page as they are claimed
	Wrong       []Doubtful    `json:"wrong"`       // sentences that the documents contradict
	Doubtful    []Doubtful    `json:"doubtful"`    // sentences whose citations don't say them by words: a model has to judge
}

// LooseFigure is a figure that no cited passage holds, with the sentence that it stands in.
type LooseFigure struct {
	Figure   string `json:"figure"`
	Sentence string `json:"sentence"`
	Why      string `json:"why"`
}

// Doubtful is a sentence that cites passages which don't say it, or say otherwise.
type Doubtful struct {
	Sentence string `json:"sentence"`
	Cites    []int  `json:"cites"` // numbers of citations
	Why      string `json:"why"`   // with what the passages have instead
}

// Bounds of what an Audit lists; it counts beyond them.
const (
	listedAtMost = 12
	quotedRunes  = 200
)

// Penalty is what uncited sentences and invented citations cost a confidence.
type Penalty struct {
	Uncited     float64 // for each uncited sentence,
	UncitedMost float64 // and at most for all
	Invalid     float64 // factor, if any id was never offered
}

// Apply is confidence × (1 − min(UncitedMost, Uncited · n)) × Invalid if an id is invalid.
func (p Penalty) Apply(confidence float64, a Audit) float64 {
	confidence *= 1 - min(p.UncitedMost, p.Uncited*float64(a.Uncited))
	if len(a.Invalid) > 0 {
		confidence *= p.Invalid
	}
	return confidence
}

// Share is that of the sentences which are verified; 1 where nothing is claimed.
func (a Audit) Share() float64 {
	if a.Sentences == 0 {
		return 1
	}
	return float64(a.Verified) / float64(a.Sentences)
}

// Summed is the audit that a proof comes to.
func (p Proof) Summed() Audit {
	a := Audit{
		Sentences: p.Claims(), Verified: p.Verified, Uncited: p.Uncited, Missing: []string{}, Invalid: p.Invented, Figures: len(p.FigureChecks),
		Unsupported: []LooseFigure{}, Wrong: []Doubtful{}, Doubtful: []Doubtful{},
	}
	for _, c := range p.Sentences {
		if c.Verdict == store.NotChecked {
			continue
		}
		if c.Uncited {
			a.Missing = listed(a.Missing, shortened(c.Text))
		}
		d := Doubtful{shortened(c.Text), c.Citations, c.Why}
		switch {
		case c.Verdict == store.Contradicted:
			a.Wrong = listed(a.Wrong, d)
		case !c.Uncited && c.Verdict != store.Verified && !p.loose(c):
			a.Doubtful = listed(a.Doubtful, d)
		}
		for _, f := range p.FigureChecks {
			if figures.Loose(f) && c.Has(f) {
				a.Unsupported = listed(a.Unsupported, LooseFigure{f.Text, shortened(c.Text), f.Why})
			}
		}
	}
	return a
}

func listed[T any](list []T, x T) []T {
	if len(list) < listedAtMost {
		list = append(list, x)
	}
	return list
}

func shortened(s string) string {
	if utf8.RuneCountInString(s) > quotedRunes {
		return string([]rune(s)[:quotedRunes]) + "…"
	}
	return s
}
