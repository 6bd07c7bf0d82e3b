package proof

import (
	"unicode/utf8"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// Audit is what the citation engine finds out about a draft without asking a model.
type Audit struct {
	Sentences   int           `json:"sentences"`   // that claim something
	Uncited     int           `json:"uncited"`     // of them without any citation
	Missing     []string      `json:"missing"`     // the first of those
	Invalid     []int         `json:"invalid"`     // ids that were never offered, each once
	Figures     int           `json:"figures"`     // in what is claimed
	Unsupported []LooseFigure `json:"unsupported"` // those that stand on no cited page as they are claimed
	Doubtful    []Doubtful    `json:"doubtful"`    // sentences whose citations don't say them by words: a model has to judge
}

// LooseFigure is a figure that no cited passage holds, with the sentence that it stands in.
type LooseFigure struct {
	Figure   string `json:"figure"`
	Sentence string `json:"sentence"`
	Why      string `json:"why"`
}

// Doubtful is a sentence that cites passages which don't say it by words.
type Doubtful struct {
	Sentence  string `json:"sentence"`
	Cites     []int  `json:"cites"`     // ids
	Otherwise bool   `json:"otherwise"` // one of them says something else of the same
	Why       string `json:"why"`
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

// Audit holds a draft as a model wrote it against the passages that it was offered, passage i as i+1.
func (p *Prover) Audit(draft, question string, offered []store.Text, rows []figures.Row) (Audit, error) {
	citations := make([]store.Citation, len(offered))
	for i, passage := range offered {
		citations[i] = Quote(passage, -1)
		citations[i].N = i + 1
	}
	proof, err := p.Prove(Proving{Text: draft, Question: question, Citations: citations, Rows: rows})
	if err != nil {
		return Audit{}, err
	}
	a := Audit{
		Sentences: len(proof.Sentences), Uncited: proof.Uncited, Missing: []string{}, Invalid: proof.Invented, Figures: len(proof.FigureChecks),
		Unsupported: []LooseFigure{}, Doubtful: []Doubtful{},
	}
	for _, c := range proof.Sentences {
		if c.Uncited {
			a.Missing = listed(a.Missing, shortened(c.Text))
		} else if c.Verdict != store.Verified && !proof.loose(c) {
			a.Doubtful = listed(a.Doubtful, Doubtful{shortened(c.Text), c.Citations, c.Contradicted, c.Why})
		}
		for _, f := range proof.FigureChecks {
			if figures.Loose(f) && c.Has(f) {
				a.Unsupported = listed(a.Unsupported, LooseFigure{f.Text, shortened(c.Text), f.Why})
			}
		}
	}
	return a, nil
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
