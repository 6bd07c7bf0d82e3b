package facts

import (
	"regexp"
	"slices"
	"strings"
)

// byDefinition works out what the question defines. A definition that can't be read ends the search.
func (r *reading) byDefinition(main string, words []asked) *solution {
	for _, d := range r.q.defined {
		margin, is := d.isAsked(main, words)
		if !is {
			if len(r.q.defined) > 1 {
				continue
			}
			return nil // of a part of what is asked for; see named
		}
		n, err := r.defined(d, r.main)
		if err != nil {
			return &solution{}
		}
		if margin {
			revenue, sure := r.item(listed().items["revenue"], r.main)
			if revenue == nil {
				return &solution{}
			}
			r.trusts(sure)
			return &solution{node: join("/", n, revenue), kind: kindPercent, trust: r.trust}
		}
		kind := r.kindOf(n)
		if named, bits := newSearch(r.d, words, r.q.told).ratio(); kind == kindRatio && r.q.told.places < 0 && named != nil && bits != 0 {
			kind = named.kind // as it is told: return on equity, in percent
		}
		if averaged := r.averaged(main, r.q.timesIn(main)); len(averaged) > 1 {
			return r.average(averaged, kind, func(w when) (*node, float64) {
				n, err := r.defined(d, w)
				if err != nil {
					return nil, 0
				}
				return n, r.trust
			})
		}
		return &solution{node: n, kind: kind, trust: r.trust}
	}
	return nil
}

// isAsked tells whether what is defined is what words ask for, or the margin of it.
func (d definition) isAsked(main string, words []asked) (margin, is bool) {
	if len(d.name) == 0 {
		return false, true
	}
	all := termsBut(words)
	if strings.Contains(strings.ToLower(main), "("+strings.ToLower(d.written)+")") { // "days payable outstanding (DPO)"
		return false, true
	}
	if !slices.ContainsFunc(words, func(w asked) bool { return !w.light && !w.own }) {
		return false, true
	}
	for _, w := range words {
		if w.light || w.own || slices.Contains(d.name, w.term) {
			continue
		}
		if w.term != stemOf("margin") {
			return false, false
		}
		margin = true
	}
	return margin, holds(all, d.name)
}

// holds tells whether all terms are among others.
func holds(all, terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return !slices.Contains(all, t) })
}

// dimension is 1 for amounts, 0 for shares of them.
func (n *node) dimension() int {
	switch {
	case n.fixed:
		return 0
	case n.op == "":
		return 1
	}
	a, b := n.parts[0].dimension(), n.parts[1].dimension()
	switch n.op {
	case "*":
		return a + b
	case "/":
		return a - b
	}
	return max(a, b)
}

var (
	operators = regexp.MustCompile(`(?i)\s(?:minus|plus|less|divided by|multiplied by|times|[-−+/*×÷])\s`)
	lead      = regexp.MustCompile(`(?i)^.*?\b(?:what|how much)\s+(?:is|was|were|are|would be)\s+`)
)

// byFormula works out what the question itself writes as a formula: "A minus B".
func (r *reading) byFormula(main string, s *search, whens []when) *solution {
	if !operators.MatchString(main) || strings.Contains(strings.ToLower(main), "less than") {
		return nil
	}
	defer func() { r.strict = false }()
	text := r.unnamed(strings.TrimRight(main[len(lead.FindString(main)):], "?. "))
	at := func(w when) (*node, float64) {
		n, err := r.defined(definition{formula: text}, w)
		if err != nil || len(n.leaves()) < 2 {
			return nil, 0
		}
		return n, r.trust
	}
	const rows = .8 // how sure rows of any table must be
	for _, way := range []struct {
		strict bool
		enough float64
	}{{true, Confident}, {false, rows}} {
		r.strict, r.trust = way.strict, 1
		if n, sure := at(r.main); n != nil && sure >= way.enough && !n.countsTwice() {
			return &solution{node: n, kind: r.kindOf(n), trust: sure}
		}
	}
	r.trust = 1
	return nil
}

// unnamed is a part of a question without the document's name, which may have digits: 3M.
func (r *reading) unnamed(s string) string {
	for _, w := range slices.Backward(r.q.askedIn(s, r.d)) {
		if w.own {
			s = s[:w.start] + " " + s[w.end:]
		}
	}
	return s
}

// kindOf is what a formula's result is.
func (r *reading) kindOf(n *node) string {
	switch {
	case n.dimension() == 1:
		return ""
	case r.q.told.percent:
		return kindPercent
	}
	return kindRatio
}
