package eval

import (
	"cmp"
	"slices"
)

// Measured is the mean of one measure over a group of questions.
type Measured struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Interval
	Against *Against `json:"against,omitempty"` // the other setting, if there is one
}

// Against is the same measure with the other setting, and how the first does beside it, question by question.
type Against struct {
	Value float64 `json:"value"`
	Interval
	Difference Difference `json:"difference"`
}

// Difference is the first setting's mean less the other's.
type Difference struct {
	Value float64 `json:"value"`
	Interval
	Better int     `json:"better"` // questions that the first setting does better
	Worse  int     `json:"worse"`
	P      float64 `json:"p"` // of the exact test on these two: McNemar's for yes and no, else the sign test
}

// Group is what was measured over all questions (Type "") or those of one type.
type Group struct {
	Type      string     `json:"type"`
	Questions int        `json:"questions"`
	Measures  []Measured `json:"measures"`
}

// summarise groups the questions' scores: all, then each type, if there are several, the largest first. Other scores are of
// the same questions with the other setting; nil if there is none.
func summarise(questions []Question, scores, other []Scores) []Group {
	byType := map[string][]int{}
	var all []int
	for i, q := range questions {
		all = append(all, i)
		byType[q.Type] = append(byType[q.Type], i)
	}
	groups := []Group{measure("", all, scores, other)}
	if len(byType) < 2 {
		return groups
	}
	var types []string
	for t := range byType {
		types = append(types, t)
	}
	slices.SortFunc(types, func(a, b string) int { return cmp.Or(len(byType[b])-len(byType[a]), cmp.Compare(a, b)) })
	for _, t := range types {
		groups = append(groups, measure(cmp.Or(t, "no type"), byType[t], scores, other))
	}
	return groups
}

func measure(kind string, of []int, scores, other []Scores) Group {
	g := Group{Type: kind, Questions: len(of)}
	for m, name := range Measures() {
		values := make([]float64, len(of))
		for i, q := range of {
			values[i] = scores[q][m]
		}
		one := Measured{Name: name, Value: mean(values), Interval: bootstrap(values)}
		if other != nil {
			others := make([]float64, len(of))
			for i, q := range of {
				others[i] = other[q][m]
			}
			one.Against = &Against{mean(others), bootstrap(others), Compare(values, others)}
		}
		g.Measures = append(g.Measures, one)
	}
	return g
}

// Compare compares two settings by a measure of the same questions, 0 to 1 each, in the same order.
func Compare(values, others []float64) Difference {
	var d Difference
	differences := make([]float64, len(values))
	for i := range values {
		differences[i] = values[i] - others[i]
		switch {
		case differences[i] > 0:
			d.Better++
		case differences[i] < 0:
			d.Worse++
		}
	}
	d.Value, d.Interval, d.P = mean(differences), bootstrap(differences), signTest(d.Better, d.Worse)
	return d
}

// Result is what a trial gave.
type Result struct {
	Groups  []Group `json:"groups"`
	Speed   Speed   `json:"milliseconds"`
	Against *Speed  `json:"againstMilliseconds,omitempty"` // the other setting's
	Cost    *Cost   `json:"reranking,omitempty"`           // of the first setting
}

// Cost is what reranking cost.
type Cost struct {
	Speed         // milliseconds a question
	Calls float64 `json:"calls"`  // of a model, a question
	Stays int     `json:"stayed"` // questions whose order stayed as it was found,
	Why   string  `json:"why"`    // and why, for the first of them
}

// Speed is how long a search took, in milliseconds.
type Speed struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Sum scores the answers to the questions; other answers are those with the other setting, nil if there is none.
func Sum(questions []Question, answers, other []Answer) Result {
	r := Result{Speed: speed(answers), Cost: cost(answers)}
	var others []Scores
	if other != nil {
		others = scored(questions, other)
		s := speed(other)
		r.Against = &s
	}
	r.Groups = summarise(questions, scored(questions, answers), others)
	return r
}

func scored(questions []Question, answers []Answer) []Scores {
	out := make([]Scores, len(questions))
	for i, q := range questions {
		out[i] = Score(q.Gold, answers[i].Ranked)
	}
	return out
}

func speed(answers []Answer) Speed {
	var took []float64
	for _, a := range answers {
		if a.Milliseconds > 0 {
			took = append(took, a.Milliseconds)
		}
	}
	return Speed{percentile(took, 50), percentile(took, 95)}
}

// cost sums up what reranking cost; nil if nothing was reranked.
func cost(answers []Answer) *Cost {
	var c Cost
	var took []float64
	for _, a := range answers {
		if a.Reranking == nil {
			continue
		}
		took = append(took, a.Reranking.Milliseconds)
		c.Calls += float64(a.Reranking.Calls)
		if a.Reranking.Stayed != "" {
			c.Stays++
			c.Why = cmp.Or(c.Why, a.Reranking.Stayed)
		}
	}
	if took == nil {
		return nil
	}
	c.Speed, c.Calls = Speed{percentile(took, 50), percentile(took, 95)}, c.Calls/float64(len(took))
	return &c
}
