package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/decimal"
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

// drawn makes a chart's data, or says why there can't be such a chart.
func (c ChartSpec) drawn(metrics []facts.Metric, most int, language string) (Chart, error) {
	out := Chart{ID: c.ID, Kind: c.Kind, Labels: []string{}, Series: []Series{}, Metrics: rag.NonNil(c.Metrics)}
	if c.Kind != bar && c.Kind != line && c.Kind != pie {
		return out, messages.Error("analyst.no-chart", messages.Args{"kind": fmt.Sprintf("%q", c.Kind)})
	}
	var ms []facts.Metric
	for _, id := range c.Metrics {
		i := slices.IndexFunc(metrics, func(m facts.Metric) bool { return m.ID == id })
		switch {
		case i < 0:
			return out, messages.Error("analyst.chart-figure-not-found")
		case len(metrics[i].Flags) > 0:
			return out, messages.Error("analyst.cannot-rely", messages.Args{"id": id, "flag": metrics[i].Flags[0]})
		}
		ms = append(ms, metrics[i])
	}
	switch {
	case len(ms) < 2:
		return out, messages.Error("analyst.chart-too-few")
	case len(ms) > most:
		return out, messages.Error("analyst.chart-too-many", messages.Args{"most": most})
	}
	scale := ms[0].Exponent
	for _, m := range ms[1:] {
		if m.Unit != ms[0].Unit || m.Currency != ms[0].Currency && !text.SameMoney(m.Currency, ms[0].Currency) {
			return out, messages.Error("analyst.chart-units", messages.Args{"first": ms[0].ID, "second": m.ID})
		}
		scale = min(scale, m.Exponent)
	}
	out.Unit = strings.Join(strings.Fields(facts.ScaleName(scale, language)+" "+ms[0].Currency+" "+ms[0].Unit), " ")
	return out, out.fill(ms, scale, language)
}

// fill puts metrics into labels and series: periods along the axis where there are several, else what is measured.
func (c *Chart) fill(ms []facts.Metric, scale int, language string) error {
	var names, periods []string
	for _, m := range ms {
		if !slices.Contains(names, m.Label) {
			names = append(names, m.Label)
		}
		if !slices.Contains(periods, m.Period) {
			periods = append(periods, m.Period)
		}
	}
	slices.SortStableFunc(periods, func(a, b string) int {
		return cmp.Compare(strings.Join(text.YearNames(a), ""), strings.Join(text.YearNames(b), ""))
	})
	byPeriod := len(periods) > 1 && c.Kind != pie
	c.Title = strings.Join(names, ", ")
	if c.Labels = periods; !byPeriod {
		c.Labels = names
		if names, c.Title = periods, c.Title+", "+strings.Join(periods, ", "); c.Kind == pie && len(periods) > 1 {
			return messages.Error("analyst.pie-one-period", messages.Args{"periods": messages.List{Between: "words.and", Of: periods}})
		}
	}
	c.Title = strings.TrimSuffix(c.Title, ", ")
	switch {
	case c.Kind == line && !byPeriod:
		return messages.Error("analyst.line-several-periods")
	case len(c.Labels) < 2:
		return messages.Error("analyst.nothing-to-compare")
	}
	for _, name := range names {
		s := Series{Name: name}
		for _, label := range c.Labels {
			at := slices.IndexFunc(ms, func(m facts.Metric) bool {
				if !byPeriod {
					return m.Period == name && m.Label == label
				}
				return m.Label == name && m.Period == label
			})
			if at < 0 {
				return messages.Error("analyst.chart-value-missing", messages.Args{"thing": name, "period": label})
			}
			d, err := decimal.Parse(ms[at].Value)
			if err != nil {
				return err
			}
			d = d.Shift(ms[at].Exponent - scale)
			if c.Kind == pie && d.Sign() < 0 {
				return messages.Error("analyst.pie-negative", messages.Args{"figure": ms[at].ID})
			}
			s.Points = append(s.Points, Point{ID: ms[at].ID, Value: d.String(), Number: d.Float(), Shown: facts.FormatFigure(d.String(), 0, "", "", language)})
		}
		c.Series = append(c.Series, s)
	}
	if len(ms) != len(c.Series)*len(c.Labels) {
		return messages.Error("analyst.chart-twice")
	}
	if c.Kind == pie && !slices.ContainsFunc(c.Series[0].Points, func(p Point) bool { return p.Number > 0 }) {
		return messages.Error("analyst.pie-zeros")
	}
	return nil
}

// suggested charts are what Go proposes if the model proposed none: what has several periods, over them.
func suggested(metrics []facts.Metric, most, points int) []ChartSpec {
	out := []ChartSpec{}
	var order []string
	groups := map[string][]string{}
	for _, m := range metrics {
		key := m.Label + "\x00" + m.Unit + "\x00" + m.Currency
		if len(m.Flags) > 0 || m.Period == "" {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], m.ID)
	}
	const manyForBars = 3
	for _, key := range order {
		c := ChartSpec{ID: fmt.Sprintf("chart%d", len(out)+1), Kind: bar, Metrics: groups[key]}
		if len(c.Metrics) > manyForBars {
			c.Kind = line
		}
		if _, err := c.drawn(metrics, points, "en"); err == nil && len(out) < most {
			out = append(out, c)
		}
	}
	return out
}
