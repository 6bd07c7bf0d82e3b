package sheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Comparison is what was found of some measures, with the cells that it comes from.
type Comparison struct {
	Say     messages.Messages // the heads
	Periods []string
	Rows    []ComparisonRow
}

// ComparisonRow is a measure of a company.
type ComparisonRow struct {
	Measure, Company string
	Values           []Value // one for each period
}

// Value is a figure, or a gap.
type Value struct {
	Number     string // exact, in base units; of a percentage so many of hundred; "" for a gap
	Whole      string // for people, with its unit
	Shown      string // the same without what its table's head says
	Worked     bool   // out of its cells
	Expression string // how, over the cells by their numbers from 1: "(c1 + c2) / 2"; "" where that can't be written so
	Note       string // why there is none, or why it can't be relied on
	Cells      []store.Operand
}

// percent tells whether a value is one of hundred.
func (v Value) percent() bool { return strings.HasSuffix(v.Whole, "%") }

// unit of the number: the currency of its cells where it is told in one, else what stands beside the figure, like "days".
func (v Value) unit() string {
	if v.percent() {
		return "%"
	}
	beside := line(strings.Replace(v.Whole, v.Shown, " ", 1))
	for i, c := range v.Cells {
		if i > 0 && c.Unit != v.Cells[0].Unit {
			return beside
		}
	}
	if len(v.Cells) > 0 {
		own := v.Cells[0].Unit
		if !v.Worked || own != "" && strings.Contains(beside, own) || strings.ContainsFunc(beside, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
			return own
		}
	}
	return beside
}

// cellName is what a value's cell is called in its expression, by its number from 1.
func cellName(n int) string { return "c" + strconv.Itoa(n) }

// comparisonHeads are those of the lines of CSV.
func comparisonHeads(say messages.Messages) []string {
	return []string{
		say.Text("sheet.head-measure"), say.Text("sheet.head-company"), say.Text("sheet.head-period"), say.Text("sheet.head-value"),
		say.Text("sheet.head-shown"), say.Text("sheet.head-unit"), say.Text("sheet.head-formula"), say.Text("sheet.head-note"),
		say.Text("sheet.head-cell"), say.Text("sheet.head-document"), say.Text("sheet.head-page"), say.Text("sheet.head-row"),
		say.Text("sheet.head-column"), say.Text("sheet.head-text"), say.Text("sheet.head-cell-value"),
	}
}

// WriteComparisonCSV writes a line for each cell of each value, with the value itself: those of the cell c1 alone have
// each value once. A gap has a line without a value.
func WriteComparisonCSV(w io.Writer, c Comparison) error {
	out := CSV.writer(w)
	if err := out.Write(comparisonHeads(c.Say)); err != nil {
		return err
	}
	for _, r := range c.Rows {
		for i, v := range r.Values {
			if err := writeValue(out, []string{r.Measure, r.Company, c.Periods[i]}, v); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func writeValue(out *csv.Writer, of []string, v Value) error {
	unit := ""
	if v.Number != "" {
		unit = v.unit()
	}
	start := append(append([]string{}, of...), v.Number, v.Whole, unit, v.Expression, v.Note)
	if len(v.Cells) == 0 {
		v.Cells = []store.Operand{{}}
	}
	for i, c := range v.Cells {
		cell := []string{"", "", "", "", "", "", ""}
		if c.Document != "" {
			cell = []string{cellName(i + 1), c.Doc, strconv.Itoa(c.Page), rowOf(c), c.Column, c.Text, c.Value}
		}
		fields := append(append([]string{}, start...), cell...)
		for k, f := range fields {
			if !decimal.MatchString(f) {
				fields[k] = Harmless(f)
			}
		}
		if err := out.Write(fields); err != nil {
			return err
		}
	}
	return nil
}

// rowOf is the label of a cell's row with those that it stands under.
func rowOf(c store.Operand) string {
	return Row{Row: store.Row{Label: c.Row, Parents: c.Parents}}.Path()
}
