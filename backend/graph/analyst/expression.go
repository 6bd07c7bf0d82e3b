package analyst

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/store"
	"lectern/backend/text"
)

var cellName = regexp.MustCompile(`\bc(\d+)\b`)

// expression writes a metric or a calculation over the cells that it rests on, by their numbers from 1, as facts.Figure's are
// written; "" where the four operations don't do. The cells are added to those given.
func (a Analysis) expression(id string, cells *[]store.Operand) string {
	if constant.MatchString(id) {
		return id
	}
	if i := slices.IndexFunc(a.Metrics, func(m facts.Metric) bool { return m.ID == id }); i >= 0 {
		return ofMetric(a.Metrics[i].Figure, cells)
	}
	i := slices.IndexFunc(a.Calculations, func(c facts.Calculation) bool { return c.ID == id })
	if i < 0 {
		return ""
	}
	c, before := a.Calculations[i], a
	before.Calculations = a.Calculations[:i]
	parts := make([]string, len(c.Operands))
	for k, id := range c.Operands {
		if parts[k] = before.expression(id, cells); c.Operation == facts.OpProduct && before.unitOf(id) == text.Percent {
			parts[k] += " / 100"
		}
	}
	return composed(c.Operation, parts)
}

// composed is an operation on expressions; "" where one of them is, or the operation is none of the four.
func composed(operation string, of []string) string {
	if slices.Contains(of, "") {
		return ""
	}
	for i, p := range of {
		if strings.Contains(p, " ") {
			of[i] = "(" + p + ")"
		}
	}
	switch operation {
	case facts.OpGrowth:
		return fmt.Sprintf("100 * (%s - %s) / %s", of[1], of[0], of[0])
	case facts.OpDifference:
		return of[0] + " - " + of[1]
	case facts.OpRatio:
		return of[0] + " / " + of[1]
	case facts.OpShare:
		return fmt.Sprintf("100 * %s / %s", of[0], of[1])
	case facts.OpSum:
		return strings.Join(of, " + ")
	case facts.OpAverage:
		return fmt.Sprintf("(%s) / %d", strings.Join(of, " + "), len(of))
	case facts.OpProduct:
		return strings.Join(of, " * ")
	}
	return ""
}

// ofMetric is a metric's expression, with its cells numbered on from those before.
func ofMetric(f *store.Figure, cells *[]store.Operand) string {
	if f == nil || len(f.Cells) == 0 {
		return ""
	}
	from := len(*cells)
	*cells = append(*cells, f.Cells...)
	switch {
	case f.Formula != "":
		return cellName.ReplaceAllStringFunc(f.Expression, func(name string) string {
			n, _ := strconv.Atoi(name[1:]) // digits, as the pattern says
			return fmt.Sprint("c", from+n)
		})
	case f.Value != f.Cells[0].Value && strings.TrimPrefix(f.Cells[0].Value, "-") == f.Value: // what was spent
		return fmt.Sprintf("(0 - c%d)", from+1)
	}
	return fmt.Sprint("c", from+1)
}

// unitOf is what a metric or a calculation is in.
func (a Analysis) unitOf(id string) string {
	for _, m := range a.Metrics {
		if m.ID == id && m.Figure != nil {
			return m.Figure.Unit
		}
	}
	for _, c := range a.Calculations {
		if c.ID == id {
			return c.Unit
		}
	}
	return ""
}
