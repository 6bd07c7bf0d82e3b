package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// regression is a logistic one: a constant, then a coefficient for each feature.
type regression []float64

func (m regression) score(x []float64) float64 {
	z := m[0]
	for i, v := range x {
		z += m[i+1] * v
	}
	return 1 / (1 + math.Exp(-z))
}

// fit weighs both kinds of cases, and each pair of set and library, alike.
func fit(cases []put, features int) regression {
	const steps, rate, decay = 8000, 2, .001
	count := map[string]float64{}
	kinds := map[bool]map[string]bool{true: {}, false: {}}
	for _, c := range cases {
		count[c.from]++
		kinds[c.own][c.from] = true
	}
	m := make(regression, 1+features)
	for range steps {
		slope := make([]float64, len(m))
		for _, c := range cases {
			x, y := c.values[:features], 0.0
			if c.own {
				y = 1
			}
			d := (m.score(x) - y) / count[c.from] / float64(2*len(kinds[c.own]))
			slope[0] += d
			for i, v := range x {
				slope[i+1] += d * v
			}
		}
		for i := range m {
			if i > 0 {
				slope[i] += decay * m[i]
			}
			m[i] -= rate * slope[i]
		}
	}
	return m
}

const folds = 5

// validated are the scores of cases by a regression that was fitted on the others: questions of one document stay in one
// fold.
func validated(cases []put, features int) []float64 {
	fold := map[string]int{}
	r := rand.New(rand.NewPCG(1, 0))
	var groups []string
	for _, c := range cases {
		if _, known := fold[c.group]; !known {
			fold[c.group] = 0
			groups = append(groups, c.group)
		}
	}
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	for i, g := range groups {
		fold[g] = i % folds
	}
	scores := make([]float64, len(cases))
	for k := range folds {
		var train []put
		for _, c := range cases {
			if fold[c.group] != k {
				train = append(train, c)
			}
		}
		weights := fit(train, features)
		for i, c := range cases {
			if fold[c.group] == k {
				scores[i] = weights.score(c.values[:features])
			}
		}
	}
	return scores
}

// area is the ROC AUC: how often an own question's score is above another's.
func area(own, other []float64) float64 {
	type scored struct {
		v   float64
		own bool
	}
	var all []scored
	for _, v := range own {
		all = append(all, scored{v, true})
	}
	for _, v := range other {
		all = append(all, scored{v, false})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(a.v, b.v) })
	sum := 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].v == all[i].v {
			j++
		}
		for k := i; k < j; k++ {
			if all[k].own {
				sum += float64(i+j+1) / 2
			}
		}
		i = j
	}
	n := float64(len(own))
	return (sum - n*(n+1)/2) / (n * float64(len(other)))
}
