package eval

import (
	"fmt"

	"lectern/backend/messages"
)

// Ranked is a passage that was found: its document, its pages, and how many characters it takes of a model's context.
type Ranked struct {
	Doc   string `json:"doc"`
	Pages []int  `json:"pages"`
	Chars int    `json:"chars"`
}

var (
	ranks   = []int{1, 5, 10, 20, 30}
	budgets = []int{6000, 12000, 24000} // characters of context
)

const recallAt = 20

// Measures are the names of what is measured of a question, in the order of Scores: whether a gold page is among the
// first k passages (hit@k), the share of the gold pages among the first 20, the reciprocal of the first gold page's rank
// (MRR, of which the mean is taken), and whether a gold page is among the passages that fit a context, taken in order
// until one does not fit.
func Measures() []string {
	var names []string
	for _, k := range ranks {
		names = append(names, fmt.Sprintf("hit@%d", k))
	}
	names = append(names, fmt.Sprintf("recall@%d", recallAt), "MRR")
	for _, b := range budgets {
		names = append(names, messages.Text("eval.hit-within", messages.Args{"thousands": b / 1000}))
	}
	return names
}

// Scores are a question's values, each 0 to 1, in the order of Measures.
type Scores []float64

// Score measures a ranking, best first, against the gold pages.
func Score(gold []Page, ranked []Ranked) Scores {
	wanted := map[Page]bool{}
	for _, g := range gold {
		wanted[g] = true
	}
	found := map[Page]bool{}
	atRank := make([]int, len(ranked)) // gold pages among the passages up to each
	first := 0
	for i, r := range ranked {
		for _, n := range r.Pages {
			if p := (Page{r.Doc, n}); wanted[p] {
				found[p] = true
				if first == 0 {
					first = i + 1
				}
			}
		}
		atRank[i] = len(found)
	}
	var out Scores
	for _, k := range ranks {
		out = append(out, yes(first > 0 && first <= k))
	}
	recall, reciprocal := 0.0, 0.0
	if n := min(recallAt, len(ranked)); n > 0 {
		recall = float64(atRank[n-1]) / float64(len(wanted))
	}
	if first > 0 {
		reciprocal = 1 / float64(first)
	}
	out = append(out, recall, reciprocal)
	for _, b := range budgets {
		out = append(out, yes(first > 0 && chars(ranked[:first]) <= b))
	}
	return out
}

func chars(ranked []Ranked) (sum int) {
	for _, r := range ranked {
		sum += r.Chars
	}
	return sum
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
