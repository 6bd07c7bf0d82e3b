package facts

import (
	"slices"
	"strings"
	"sync"
)

// Statements that items stand in.
const (
	incomeStatement = "IS"
	balanceSheet    = "BS"
	cashFlows       = "CF"
)

// Kinds of items and ratios, which tell how their figures are told.
const (
	kindCost     = "cost"
	kindOutflow  = "outflow"
	kindTax      = "tax"
	kindPerShare = "pershare"
	kindShares   = "shares"
	kindPercent  = "pct"
	kindRatio    = "ratio"
	kindDays     = "days"
)

// item is a line of a statement, whatever a company calls it.
type item struct {
	id, statement, kind string
	asks                [][]string // terms of its names in questions
	rows                []form     // of labels, the likeliest first
	not, over, under    []string   // terms: none in the label; one in it or above it; none above it
	from                string     // formula
}

// form is a label: terms that it has, terms that it may have, and terms that stand above it.
type form struct{ must, may, above []string }

// ratio is a figure that is worked out from items.
type ratio struct {
	name     string
	asks     [][]string
	kind     string
	formula  string
	variants []string
}

// catalogue is what items.txt and ratios.txt list.
type catalogue struct {
	items  map[string]*item
	order  []*item
	ratios []*ratio
	byTerm map[string][]*item // those of which a form must have the term
}

var listed = sync.OnceValue(func() *catalogue {
	c := &catalogue{items: map[string]*item{}, byTerm: map[string][]*item{}}
	var current *item
	for line := range linesOf("items.txt") {
		field, rest, _ := strings.Cut(line, " ")
		if rest == incomeStatement || rest == balanceSheet || rest == cashFlows || len(rest) > 2 && slices.Contains([]string{incomeStatement, balanceSheet, cashFlows}, rest[:2]) && rest[2] == ' ' {
			statement, kind, _ := strings.Cut(rest, " ")
			current = &item{id: field, statement: statement, kind: kind}
			c.items[field], c.order = current, append(c.order, current)
			continue
		}
		current.read(field, rest)
	}
	for line := range linesOf("ratios.txt") {
		c.ratios = append(c.ratios, readRatio(line))
	}
	for _, i := range c.order {
		for _, f := range i.rows {
			if term := f.must[0]; !slices.Contains(c.byTerm[term], i) {
				c.byTerm[term] = append(c.byTerm[term], i)
			}
		}
	}
	return c
})

// speaks tells whether a name of an item or of a ratio has a term.
func (c *catalogue) speaks(term string) bool {
	has := func(name []string) bool { return slices.Contains(name, term) }
	return slices.ContainsFunc(c.order, func(i *item) bool { return slices.ContainsFunc(i.asks, has) }) ||
		slices.ContainsFunc(c.ratios, func(r *ratio) bool { return slices.ContainsFunc(r.asks, has) })
}

// read takes a line of an item's over.
func (i *item) read(field, rest string) {
	switch field {
	case "ask":
		i.asks = append(i.asks, namesIn(rest)...)
	case "row":
		i.rows = append(i.rows, readForm(rest))
	case "not":
		i.not = append(i.not, termsOf(rest)...)
	case "over":
		i.over = append(i.over, termsOf(rest)...)
	case "under":
		i.under = append(i.under, termsOf(rest)...)
	case "from":
		i.from = rest
	case "kind":
		i.kind = rest
	}
}

func namesIn(list string) (out [][]string) {
	for name := range strings.SplitSeq(list, ";") {
		if terms := termsOf(name); len(terms) > 0 {
			out = append(out, terms)
		}
	}
	return out
}

func readForm(s string) (f form) {
	s, above, _ := strings.Cut(s, "@")
	f.above = termsOf(above)
	for w := range strings.FieldsSeq(s) {
		optional := strings.HasSuffix(w, "?")
		for _, t := range termsOf(strings.TrimSuffix(w, "?")) {
			if optional {
				f.may = append(f.may, t)
			} else {
				f.must = append(f.must, t)
			}
		}
	}
	return f
}

func readRatio(line string) *ratio {
	parts := strings.Split(line, "|")
	r := &ratio{kind: strings.TrimSpace(parts[1]), asks: namesIn(parts[0])}
	r.name, _, _ = strings.Cut(strings.TrimSpace(parts[0]), ";")
	formulas := strings.Split(parts[2], " or ")
	r.formula = strings.TrimSpace(formulas[0])
	for _, v := range formulas[1:] {
		r.variants = append(r.variants, strings.TrimSpace(v))
	}
	return r
}

// tierStep is how much less likely a row is with each form of its item that it doesn't have.
const tierStep = .02

// isRow tells how surely a row is the item: 0 if it isn't.
func (i *item) isRow(label, above []string) float64 {
	has := func(list []string) func(string) bool {
		return func(t string) bool { return slices.Contains(list, t) }
	}
	if slices.ContainsFunc(i.not, has(label)) || slices.ContainsFunc(i.under, has(above)) {
		return 0
	}
	if len(i.over) > 0 && !slices.ContainsFunc(i.over, has(label)) && !slices.ContainsFunc(i.over, has(above)) {
		return 0
	}
	for n, f := range i.rows {
		if f.fits(label) && !slices.ContainsFunc(f.above, func(t string) bool { return !has(above)(t) }) {
			return 1 - tierStep*float64(n)
		}
	}
	return 0
}

func (f form) fits(label []string) bool {
	for _, t := range f.must {
		if !slices.Contains(label, t) {
			return false
		}
	}
	for _, t := range label {
		if !slices.Contains(f.must, t) && !slices.Contains(f.may, t) && !words().plain[t] && (t[0] < '0' || t[0] > '9') {
			return false
		}
	}
	return true
}
