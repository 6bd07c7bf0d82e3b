package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The scores that the coefficients are stretched to: that which one in two hundred questions of dev that their documents answer
// is under, and that which one in ten is.
const (
	lowest, doubted = .005, .1
	low, maybe      = .12, .3
)

// fit prints the coefficients of a logistic regression on dev: each row weighs alike, and the rows that are answered as much
// as those that aren't. Questions put to documents in another language are left out.
func fit(all []one) {
	var cases []one
	size := map[string]int{}
	rows := map[bool]map[string]bool{true: {}, false: {}}
	for _, o := range all {
		row := strings.Fields(o.row)
		other := strings.Contains(o.row, "→") && (row[0] == "de") != (row[2] == "de")
		if o.question.half() == "dev" && !other && !strings.Contains(o.row, "unanswerable") && !strings.HasSuffix(o.row, ", all") {
			cases = append(cases, o)
			size[o.row]++
			rows[o.answered][o.row] = true
		}
	}
	if len(cases) == 0 {
		return
	}
	n := len(cases[0].values) + 1
	b := make([]float64, n)
	for range 50 {
		slopes, bends := make([]float64, n), make([][]float64, n)
		for i := range bends {
			bends[i] = make([]float64, n)
			bends[i][i] = 1e-3
		}
		for _, o := range cases {
			weight := float64(len(cases)) / 2 / float64(size[o.row]*len(rows[o.answered]))
			x := append([]float64{1}, o.values...)
			p := 1 / (1 + math.Exp(-dot(b, x)))
			is := 0.
			if o.answered {
				is = 1
			}
			for i := range x {
				slopes[i] += weight * (is - p) * x[i]
				for j := range x {
					bends[i][j] += weight * p * (1 - p) * x[i] * x[j]
				}
			}
		}
		for i, step := range solve(bends, slopes) {
			b[i] += step
		}
	}
	var own []float64
	for _, o := range cases {
		if o.answered {
			own = append(own, dot(b, append([]float64{1}, o.values...)))
		}
	}
	slices.Sort(own)
	under := func(share float64) float64 {
		at := share * float64(len(own)-1)
		i := int(at)
		return own[i] + (at-float64(i))*(own[i+1]-own[i])
	}
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	stretch := (logit(maybe) - logit(low)) / (under(doubted) - under(lowest))
	shift := logit(low) - stretch*under(lowest)
	for i := range b {
		b[i] *= stretch
	}
	b[0] += shift
	fmt.Printf("fitted on %d questions: %.3f\n", len(cases), b)
	for _, share := range []float64{0, .005, .01, .02, .05} {
		fmt.Printf("%.1f in 100 that are answered have a score under %.3f\n", 100*share, 1/(1+math.Exp(-stretch*under(share)-shift)))
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// solve solves a·x = b by elimination.
func solve(a [][]float64, b []float64) []float64 {
	for i := range b {
		p := i
		for r := i; r < len(b); r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		a[i], a[p], b[i], b[p] = a[p], a[i], b[p], b[i]
		for r := range b {
			if r == i {
				continue
			}
			q := a[r][i] / a[i][i]
			for c := range b {
				a[r][c] -= q * a[i][c]
			}
			b[r] -= q * b[i]
		}
	}
	for i := range b {
		b[i] /= a[i][i]
	}
	return b
}
