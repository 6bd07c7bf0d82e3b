package analyst

import (
	"fmt"
	"slices"

	"lectern/backend/facts"
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
	case operation == facts.OpGrowth:
		return x.steps(label, operands[0])
	case operation == facts.OpMax || operation == facts.OpMin || operation == facts.OpRank:
		return x.across(operation, label, operands[0])
	case operation == facts.OpCAGR:
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

// grouped are the figures that a function gives one name, gaps left out; names and figures in their order.
func (x *expansion) grouped(ids []string, by func(company, period string) string) (names []string, of map[string][]string) {
	of = map[string][]string{}
	for _, id := range ids {
		name := by(x.place(id))
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if x.holds(id) {
			of[name] = append(of[name], id)
		}
	}
	return names, of
}

func byCompany(company, _ string) string { return company }

func byPeriod(_, period string) string { return period }

// steps are the changes from each period to the next.
func (x *expansion) steps(label string, ids []string) (made []string) {
	names, of := x.grouped(ids, byCompany)
	for _, name := range names {
		for i := 1; i < len(of[name]); i++ {
			_, period := x.place(of[name][i])
			made = append(made, x.add(facts.Calculation{Label: label, Company: name, Period: period, Operation: facts.OpGrowth, Operands: of[name][i-1 : i+1]}))
		}
	}
	return made
}

// ends is an operation on the first and the last figure of each company.
func (x *expansion) ends(operation, label string, ids []string) []string {
	return x.perCompany(operation, label, ids, func(all []string) []string { return []string{all[0], all[len(all)-1]} })
}

// over is an operation on all figures of each company.
func (x *expansion) over(operation, label string, ids []string) []string {
	return x.perCompany(operation, label, ids, func(all []string) []string { return all })
}

func (x *expansion) perCompany(operation, label string, ids []string, pick func([]string) []string) (made []string) {
	names, of := x.grouped(ids, byCompany)
	for _, name := range names {
		if all := of[name]; len(all) > 1 {
			made = append(made, x.add(facts.Calculation{Label: label, Company: name, Operation: operation, Operands: pick(all)}))
		}
	}
	return made
}

// across compares the companies at each period, or the periods of the only company.
func (x *expansion) across(operation, label string, ids []string) (made []string) {
	if names, _ := x.grouped(ids, byCompany); len(names) == 1 {
		return x.over(operation, label, ids)
	}
	periods, of := x.grouped(ids, byPeriod)
	for _, period := range periods {
		if len(of[period]) > 1 {
			made = append(made, x.add(facts.Calculation{Label: label, Period: period, Operation: operation, Operands: of[period]}))
		}
	}
	return made
}
