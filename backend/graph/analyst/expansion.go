package analyst

import (
	"fmt"
	"slices"

	"lectern/backend/facts"
)

const (
	opGrowth     = "growth"
	opDifference = "difference"
	opRatio      = "ratio"
	opShare      = "share"
	opCAGR       = "cagr"
	opSum        = "sum"
	opMean       = "average"
	opProduct    = "product"
	opMax        = "max"
	opMin        = "min"
	opRank       = "rank"
)

// expansion makes of an operation on measures those on their figures: for each company and period, or over them.
type expansion struct{ a *Analysis }

// of are the ids of a measure's metrics.
func (x *expansion) of(measure string) (ids []string) {
	for _, m := range x.a.Metrics {
		if m.Label == measure {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// add adds a calculation and gives its id.
func (x *expansion) add(c facts.Calculation) string {
	c.ID = fmt.Sprintf("c%d", len(x.a.Calculations)+1)
	x.a.Calculations = append(x.a.Calculations, c)
	return c.ID
}

// calculate adds an operation on operands, each of which stands for one figure or for all of a measure.
func (x *expansion) calculate(operation, label string, operands [][]string) []string {
	wide := slices.ContainsFunc(operands, func(ids []string) bool { return len(ids) > 1 })
	switch {
	case !wide:
		var ids []string
		for _, o := range operands {
			ids = append(ids, o...)
		}
		return []string{x.add(facts.Calculation{Label: label, Operation: operation, Operands: ids})}
	case len(operands) > 1:
		return x.each(operation, label, operands)
	case operation == opGrowth:
		return x.steps(label, operands[0])
	case operation == opMax || operation == opMin || operation == opRank:
		return x.across(operation, label, operands[0])
	case operation == opCAGR:
		return x.ends(operation, label, operands[0])
	}
	return x.over(operation, label, operands[0])
}

// place is whose and of when a figure is.
func (x *expansion) place(id string) (company, period string) {
	for _, m := range x.a.Metrics {
		if m.ID == id {
			return m.Company, m.Period
		}
	}
	for _, c := range x.a.Calculations {
		if c.ID == id {
			return c.Company, c.Period
		}
	}
	return "", ""
}

func (x *expansion) holds(id string) bool {
	return !slices.ContainsFunc(x.a.Metrics, func(m facts.Metric) bool { return m.ID == id && !m.Holds() })
}

// each works an operation out for every company and period that all measures have a figure of. An operand that stands for one
// figure is the same each time.
func (x *expansion) each(operation, label string, operands [][]string) (made []string) {
	widest := slices.MaxFunc(operands, func(a, b []string) int { return len(a) - len(b) })
	for _, id := range widest {
		company, period := x.place(id)
		var ids []string
		for _, o := range operands {
			at := slices.IndexFunc(o, func(id string) bool {
				c, p := x.place(id)
				return len(o) == 1 || c == company && p == period
			})
			if at >= 0 && x.holds(o[at]) {
				ids = append(ids, o[at])
			}
		}
		if len(ids) == len(operands) {
			made = append(made, x.add(facts.Calculation{Label: label, Company: company, Period: period, Operation: operation, Operands: ids}))
		}
	}
	return made
}

// companies are the figures of each company, gaps left out, in their order.
func (x *expansion) companies(ids []string) (names []string, of map[string][]string) {
	of = map[string][]string{}
	for _, id := range ids {
		name, _ := x.place(id)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if x.holds(id) {
			of[name] = append(of[name], id)
		}
	}
	return names, of
}

// steps are the changes from each period to the next.
func (x *expansion) steps(label string, ids []string) (made []string) {
	names, of := x.companies(ids)
	for _, name := range names {
		for i := 1; i < len(of[name]); i++ {
			_, period := x.place(of[name][i])
			made = append(made, x.add(facts.Calculation{Label: label, Company: name, Period: period, Operation: opGrowth, Operands: of[name][i-1 : i+1]}))
		}
	}
	return made
}

// ends is an operation on the first and the last figure of each company.
func (x *expansion) ends(operation, label string, ids []string) (made []string) {
	names, of := x.companies(ids)
	for _, name := range names {
		if all := of[name]; len(all) > 1 {
			made = append(made, x.add(facts.Calculation{Label: label, Company: name, Operation: operation, Operands: []string{all[0], all[len(all)-1]}}))
		}
	}
	return made
}

// over is an operation on all figures of each company.
func (x *expansion) over(operation, label string, ids []string) (made []string) {
	names, of := x.companies(ids)
	for _, name := range names {
		if all := of[name]; len(all) > 1 {
			made = append(made, x.add(facts.Calculation{Label: label, Company: name, Operation: operation, Operands: all}))
		}
	}
	return made
}

// across compares the companies at each period, or the periods of the only company.
func (x *expansion) across(operation, label string, ids []string) (made []string) {
	names, _ := x.companies(ids)
	if len(names) == 1 {
		return x.over(operation, label, ids)
	}
	var periods []string
	of := map[string][]string{}
	for _, id := range ids {
		_, period := x.place(id)
		if !slices.Contains(periods, period) {
			periods = append(periods, period)
		}
		if x.holds(id) {
			of[period] = append(of[period], id)
		}
	}
	for _, period := range periods {
		if len(of[period]) > 1 {
			made = append(made, x.add(facts.Calculation{Label: label, Period: period, Operation: operation, Operands: of[period]}))
		}
	}
	return made
}
