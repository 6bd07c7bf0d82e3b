package analyst

import (
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Comparison is what was found as a table: measures, for each its companies, for each of these a figure a period.
type Comparison struct {
	Unit     string    `json:"unit"` // of all figures, for people: "million USD"; "" where measures have units of their own
	Periods  []string  `json:"periods"`
	Measures []Measure `json:"measures"`
	Added    []string  `json:"added"` // the periods, companies and measures that this question added to an earlier one

	Asked facts.Comparison `json:"asked"` // what a later question may add to
	Summed
}

// Measure is a measure of a comparison.
type Measure struct {
	Label string `json:"label"`
	Unit  string `json:"unit"` // of its figures, for people; "" where they have units of their own
	Rows  []Row  `json:"rows"`
}

// Row is what was found of a measure and a company.
type Row struct {
	Company string  `json:"company"` // "" if the documents tell none
	Entries []Entry `json:"entries"` // one for each period of the comparison
}

// Entry is a figure of a comparison, or a gap.
type Entry struct {
	ID         string          `json:"id"`         // of the metric or calculation; "" for a gap
	Shown      string          `json:"shown"`      // in the answer's language, without the unit that its measure has; "" for a gap
	Whole      string          `json:"whole"`      // with its unit
	Value      string          `json:"value"`      // exact, in base units
	Formula    string          `json:"formula"`    // LaTeX; "" for a single cell
	Expression string          `json:"expression"` // of the cells, by their numbers from 1: "(c1 + c2) / 2"; "" for a single cell
	Gap        string          `json:"gap"`        // why there is no figure
	Flags      []string        `json:"flags"`      // why it can't be relied on
	Cells      []store.Operand `json:"cells"`      // that it comes from; one without a rectangle stands in a sentence, see its passage
}

// Summed counts what a comparison holds.
type Summed struct {
	Cells  int `json:"cells"`  // read
	Worked int `json:"worked"` // figures worked out of them
	Gaps   int `json:"gaps"`
}

// figureOf is what a comparison, a chart and a text know of a metric or a calculation.
type figureOf struct {
	id, label, company, period string

	value      decimal.Decimal // in base units
	unit       string
	scale      int
	formula    string
	expression string
	cells      []store.Operand
	flags      []string
	gap        string // why there is no value
}

// table are the figures that a comparison is made of: the metrics, and the calculations that are of one company and period.
func (a Analysis) table() (out []figureOf) {
	for _, m := range a.Metrics {
		f := figureOf{id: m.ID, label: m.Label, company: m.Company, period: m.Period, gap: m.Gap, flags: m.Flags}
		if m.Figure != nil {
			value, err := decimal.Parse(m.Figure.Value)
			if err != nil {
				continue
			}
			f.value, f.unit, f.scale, f.formula, f.expression, f.cells = value, m.Figure.Unit, m.Figure.Scale, m.Figure.Formula, m.Figure.Expression, m.Figure.Cells
		}
		out = append(out, f)
	}
	for _, c := range a.Calculations {
		value, err := decimal.Parse(c.Value)
		if err != nil || c.Error != "" || len(c.Order) > 0 || !slices.ContainsFunc(a.Metrics, func(m facts.Metric) bool { return m.Period == c.Period }) {
			continue
		}
		f := figureOf{id: c.ID, label: c.Label, company: c.Company, period: c.Period, value: value, unit: c.Unit, scale: c.Scale, formula: c.Formula, flags: []string{}}
		f.expression = a.expression(c.ID, &f.cells)
		out = append(out, f)
	}
	return out
}

// comparison is what was found as a table; nil if no figure was looked for.
func (a Analysis) comparison(asked facts.Asked, language string) *Comparison {
	all := a.table()
	if len(all) == 0 {
		return nil
	}
	out := &Comparison{Periods: []string{}, Measures: []Measure{}, Added: rag.NonNil(asked.Added), Asked: a.asked(asked.Comparison)}
	var labels []string
	for _, f := range all {
		if !slices.Contains(labels, f.label) {
			labels = append(labels, f.label)
		}
		if !slices.Contains(out.Periods, f.period) {
			out.Periods = append(out.Periods, f.period)
		}
	}
	slices.SortStableFunc(out.Periods, facts.ByTime)
	units := map[string]bool{}
	for _, label := range labels {
		m := measureOf(slices.DeleteFunc(slices.Clone(all), func(f figureOf) bool { return f.label != label }), out.Periods, language)
		m.Label = label
		units[m.Unit] = true
		out.Measures = append(out.Measures, m)
		for _, r := range m.Rows {
			for _, e := range r.Entries {
				switch {
				case e.ID == "":
					out.Gaps++
				case e.Formula != "":
					out.Worked++
				}
			}
		}
	}
	type place struct {
		document, text           string
		page, table, row, column int
	}
	seen := map[place]bool{}
	for _, f := range all {
		for _, c := range f.cells {
			seen[place{c.Document, c.Passage + c.Text, c.Page, c.Table, c.At, c.Place}] = true
		}
	}
	out.Cells = len(seen)
	if len(units) == 1 {
		out.Unit = out.Measures[0].Unit
	}
	return out
}

// asked is what a later question may add to: what the question asked for, else what was found.
func (a Analysis) asked(c facts.Comparison) facts.Comparison {
	c.Measures, c.Companies, c.Periods = rag.NonNil(c.Measures), rag.NonNil(c.Companies), rag.NonNil(c.Periods)
	return c
}

// measureOf lines the figures of a measure up: a row for each company, an entry for each period. They are told in one unit,
// if they are all in one.
func measureOf(all []figureOf, periods []string, language string) Measure {
	m := Measure{Rows: []Row{}}
	unit, scale, one := "", -1, true
	for _, f := range all {
		if f.gap != "" || f.cells == nil && f.formula == "" {
			continue
		}
		if scale < 0 {
			unit, scale = f.unit, f.scale
		}
		one = one && f.unit == unit
		scale = max(scale, f.scale)
	}
	if one && scale >= 0 {
		m.Unit = unitWords(unit, scale, language)
	}
	var companies []string
	for _, f := range all {
		if !slices.Contains(companies, f.company) {
			companies = append(companies, f.company)
		}
	}
	for _, company := range companies {
		r := Row{Company: company, Entries: []Entry{}}
		for _, period := range periods {
			e := Entry{Flags: []string{}, Cells: []store.Operand{}}
			at := slices.IndexFunc(all, func(f figureOf) bool { return f.company == company && f.period == period })
			if at >= 0 {
				e = all[at].entry(one, max(scale, 0), language)
			}
			r.Entries = append(r.Entries, e)
		}
		m.Rows = append(m.Rows, r)
	}
	return m
}

// mostPlaces stand behind the point of a figure in a table: thousandths of millions are thousands.
const mostPlaces = 3

// rounded is a figure in the unit of its table: exact, but for what was worked out.
func rounded(f figureOf, scale int) decimal.Decimal {
	v := f.value.Shift(-scale)
	places := mostPlaces
	if f.formula != "" {
		places = shownPlaces
		if f.unit == text.Percent || f.unit == text.Points {
			places = 1
		}
	}
	if -v.Exponent() > places {
		v = v.Round(places)
	}
	short, err := decimal.Parse(v.Short())
	if err != nil {
		return v
	}
	return short
}

func (f figureOf) entry(one bool, scale int, language string) Entry {
	if f.gap != "" || f.cells == nil && f.formula == "" {
		return Entry{Gap: f.gap, Flags: []string{}, Cells: []store.Operand{}}
	}
	e := Entry{ID: f.id, Value: f.value.String(), Formula: f.formula, Expression: f.expression, Flags: rag.NonNil(f.flags), Cells: rag.NonNil(f.cells)}
	own := f.scale
	if one {
		own = scale
	}
	v := rounded(f, own)
	e.Whole = facts.Told(&store.Figure{Asked: v.Short(), Scale: own, Unit: f.unit}, language)
	if e.Shown = e.Whole; one {
		e.Shown = facts.FormatFigure(v.Short(), 0, "", "", language)
	}
	return e
}

// unitWords are what a table's figures are counted in: "million USD".
func unitWords(unit string, scale int, language string) string {
	return strings.Join(strings.Fields(facts.ScaleName(scale, language)+" "+unit), " ")
}

// markdown writes the comparison of a draft, with ids in place of figures.
func (c *Comparison) markdown() string {
	var b strings.Builder
	line := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	head, rule := []string{""}, []string{"---"}
	for _, p := range c.Periods {
		head, rule = append(head, rag.Escape(p)), append(rule, "---:")
	}
	line(head...)
	line(rule...)
	for _, m := range c.Measures {
		for _, r := range m.Rows {
			cells := []string{rag.Escape(titled(m.Label, r.Company))}
			for _, e := range r.Entries {
				if e.ID == "" {
					cells = append(cells, "–")
					continue
				}
				cells = append(cells, "{{"+e.ID+"}}")
			}
			line(cells...)
		}
	}
	return b.String()
}
