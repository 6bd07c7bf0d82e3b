package analyst

import (
	"fmt"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/text"
)

// ChartSpec is a chart as it was proposed: a kind and metrics. Everything that is drawn is made of these in Go.
type ChartSpec struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind" ts_type:"'bar' | 'line' | 'pie'"`
	Metrics []string `json:"metrics"`
}

// Chart is typed data to be drawn, made from recorded metrics only.
type Chart struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind" ts_type:"'bar' | 'line' | 'pie'"`
	Title   string   `json:"title"`
	Unit    string   `json:"unit"` // of all values: "million USD"
	Labels  []string `json:"labels"`
	Series  []Series `json:"series"`
	Metrics []string `json:"metrics"` // ids of the metrics drawn
}

// Series is a line, the bars of one colour, or the pie. It has a point for each of the chart's labels.
type Series struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a bar, a point or a slice.
type Point struct {
	ID     string  `json:"id"`     // of the metric or calculation; "" for a gap
	Value  string  `json:"value"`  // exact, in the chart's unit; "" for a gap
	Number float64 `json:"number"` // the same, for drawing
	Shown  string  `json:"shown"`  // in the answer's language, without the unit
}

const (
	bar  = "bar"
	line = "line"
	pie  = "pie"
)

// drawn makes a chart's data of an analysis, or says why there can't be such a chart.
func (c ChartSpec) drawn(a Analysis, most int, language string) (Chart, error) {
	out := Chart{ID: c.ID, Kind: c.Kind, Labels: []string{}, Series: []Series{}, Metrics: rag.NonNil(c.Metrics)}
	if c.Kind != bar && c.Kind != line && c.Kind != pie {
		return out, messages.Error("analyst.no-chart", messages.Args{"kind": fmt.Sprintf("%q", c.Kind)})
	}
	all := a.table()
	var drawn []figureOf
	for _, id := range c.Metrics {
		i := slices.IndexFunc(all, func(f figureOf) bool { return f.id == id })
		switch {
		case i < 0:
			return out, messages.Error("analyst.chart-figure-not-found")
		case len(all[i].flags) > 0:
			return out, messages.Error("analyst.cannot-rely", messages.Args{"id": id, "flag": all[i].flags[0]})
		}
		if all[i].gap == "" {
			drawn = append(drawn, all[i])
		}
	}
	switch {
	case len(drawn) < 2:
		return out, messages.Error("analyst.chart-too-few")
	case len(drawn) > most:
		return out, messages.Error("analyst.chart-too-many", messages.Args{"most": most})
	}
	first := drawn[0]
	scale := first.scale
	for _, f := range drawn[1:] {
		if f.unit != first.unit && !(text.IsMoney(f.unit) && text.IsMoney(first.unit) && text.SameMoney(f.unit, first.unit)) {
			return out, messages.Error("analyst.chart-units", messages.Args{"first": first.id, "second": f.id})
		}
		scale = max(scale, f.scale)
	}
	out.Unit = unitWords(first.unit, scale, language)
	return out, out.fill(drawn, scale, language)
}

// drawnAs gives each figure a name that tells it from others of its period: what differs of label and company.
func drawnAs(all []figureOf) func(figureOf) string {
	several := func(of func(figureOf) string) bool {
		return slices.ContainsFunc(all, func(f figureOf) bool { return of(f) != of(all[0]) })
	}
	labels := several(func(f figureOf) string { return f.label })
	companies := several(func(f figureOf) string { return f.company })
	return func(f figureOf) string {
		switch {
		case labels && companies:
			return titled(f.label, f.company)
		case companies:
			return f.company
		}
		return f.label
	}
}

// fill puts figures into labels and series: periods along the axis where there are several, else what is measured. What isn't
// there is a gap.
func (c *Chart) fill(all []figureOf, scale int, language string) error {
	name := drawnAs(all)
	var series, periods, titles []string
	for _, f := range all {
		if !slices.Contains(series, name(f)) {
			series = append(series, name(f))
		}
		if !slices.Contains(periods, f.period) {
			periods = append(periods, f.period)
		}
		if !slices.Contains(titles, f.label) {
			titles = append(titles, f.label)
		}
	}
	slices.SortStableFunc(periods, facts.ByTime)
	byPeriod := len(periods) > 1 && c.Kind != pie
	c.Title = strings.Join(titles, ", ")
	if c.Labels = periods; !byPeriod {
		c.Labels = series
		if series, c.Title = periods, titled(c.Title, strings.Join(periods, ", ")); c.Kind == pie && len(periods) > 1 {
			return messages.Error("analyst.pie-one-period", messages.Args{"periods": messages.List{Between: "words.and", Of: periods}})
		}
	}
	switch {
	case c.Kind == line && !byPeriod:
		return messages.Error("analyst.line-several-periods")
	case len(c.Labels) < 2:
		return messages.Error("analyst.nothing-to-compare")
	}
	drawn := 0
	for _, of := range series {
		s := Series{Name: of, Points: []Point{}}
		for _, label := range c.Labels {
			at := slices.IndexFunc(all, func(f figureOf) bool {
				if !byPeriod {
					return f.period == of && name(f) == label
				}
				return name(f) == of && f.period == label
			})
			if at < 0 {
				s.Points = append(s.Points, Point{})
				continue
			}
			drawn++
			v := rounded(all[at], scale)
			if c.Kind == pie && v.Sign() < 0 {
				return messages.Error("analyst.pie-negative", messages.Args{"figure": all[at].id})
			}
			s.Points = append(s.Points, Point{ID: all[at].id, Value: v.String(), Number: v.Float(), Shown: facts.FormatFigure(v.String(), 0, "", "", language)})
		}
		c.Series = append(c.Series, s)
	}
	if len(all) != drawn {
		return messages.Error("analyst.chart-twice")
	}
	if c.Kind == pie && !slices.ContainsFunc(c.Series[0].Points, func(p Point) bool { return p.Number > 0 }) {
		return messages.Error("analyst.pie-zeros")
	}
	return nil
}

// suggested charts are what Go proposes if the model proposed none: each measure that has several figures, over the periods,
// or of the companies.
func (a Analysis) suggested(most int) []ChartSpec {
	out := []ChartSpec{}
	var order []string
	groups := map[string][]figureOf{}
	for _, f := range a.table() {
		if len(f.flags) > 0 || f.gap != "" {
			continue
		}
		if groups[f.label] == nil {
			order = append(order, f.label)
		}
		groups[f.label] = append(groups[f.label], f)
	}
	const manyForBars = 10
	for _, label := range order {
		c := ChartSpec{ID: fmt.Sprintf("chart%d", len(out)+1), Kind: bar, Metrics: []string{}}
		var periods []string
		for _, f := range groups[label] {
			c.Metrics = append(c.Metrics, f.id)
			if !slices.Contains(periods, f.period) {
				periods = append(periods, f.period)
			}
		}
		if len(periods) > manyForBars {
			c.Kind = line
		}
		if _, err := c.drawn(a, mostPoints, "en"); err == nil && len(out) < most {
			out = append(out, c)
		}
	}
	return out
}
