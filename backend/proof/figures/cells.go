package figures

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/cells"
	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/text"
)

// readTables takes over the cells of the tables that the reader stands by, and gives the spans of the text that they
// are.
func (s *Source) readTables() (spans []tableSpan) {
	for i, t := range s.page.Tables {
		span := tableSpan{span: t.Span, digits: map[string]bool{}}
		s.readTable(i, t, &span)
		if len(span.digits) > 0 {
			spans = append(spans, span)
		}
	}
	return spans
}

// tableSpan is where a table stands in the text, and which digits its cells have.
type tableSpan struct {
	span   store.Span
	digits map[string]bool
}

func (s *Source) readTable(index int, t store.Table, span *tableSpan) {
	columns, caption := cells.ColumnsOf(t), cells.CaptionPeriod(t.Caption)
	heads := make([][]name, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = headsOf(c)
	}
	for k, r := range t.Rows {
		out, rowPeriod := newRow(r.Label, r.Parents), cells.RowPeriod(r)
		named := false
		for _, c := range r.Cells {
			if c.Value == "" || !t.Sure(c) {
				continue
			}
			h := s.cell(t, columns, r, c)
			if h == nil {
				continue
			}
			h.cell = &Cell{Table: index, Row: k, Column: c.Column, RowLabel: r.Label, Text: c.Text}
			if c.Column >= 0 && c.Column < len(columns) {
				col := columns[c.Column]
				h.cell.Head = t.Columns[c.Column].Head()
				h.period, h.heads = col.Period.With(rowPeriod), heads[c.Column]
				if col.Points && (h.unit == "" || h.unit == text.Percent) {
					h.unit, h.power, h.sure = text.Points, []int{0}, true
				}
			} else {
				h.period = rowPeriod
			}
			h.period = h.period.With(text.Period{Years: caption.Years})
			h.row = out
			out.cells = append(out.cells, h)
			s.held = append(s.held, h)
			span.digits[h.value.Significant()] = true
			for _, n := range h.heads {
				s.nameOnce(n, false)
			}
			named = true
		}
		if named {
			out.settle(s.page.Text)
			s.addRow(out)
		}
	}
}

func (s *Source) addRow(r *row) {
	s.rows = append(s.rows, r)
	s.nameOnce(r.name, true)
	s.nameOnce(r.bare, true)
}

// settle keeps the other name of a year only if no cell beside it has that year as its own, or the page uses it.
func (r *row) settle(body string) {
	for _, h := range r.cells {
		if len(h.period.Others) == 0 {
			continue
		}
		year := h.period.Others[0]
		own := slices.ContainsFunc(r.cells, func(c *held) bool { return slices.Contains(c.period.Years, year) })
		if own && !strings.Contains(strings.ToLower(body), "fiscal "+strconv.Itoa(year)) {
			h.period.Others = nil
		}
	}
}

var inBrackets = regexp.MustCompile(`\([^()]*\)|\[[^\]]*\]|（[^）]*）`)

func newRow(label string, parents []string) *row {
	r := &row{label: strings.Join(strings.Fields(label), " "), name: nameOf(label), bare: nameOf(inBrackets.ReplaceAllString(label, " "))}
	if cells.OnlyPeriod(label) {
		r.name, r.bare = "", ""
	}
	for _, p := range parents {
		r.parents = append(r.parents, nameOf(p))
	}
	return r
}

// headsOf are the names among a column's heads, those that are no time.
func headsOf(c store.Column) (out []name) {
	for _, h := range c.Heads {
		if cells.OnlyPeriod(h) {
			continue
		}
		if n := nameOf(inBrackets.ReplaceAllString(h, " ")); n.telling() {
			out = append(out, n)
		}
	}
	return out
}

var lossRow = regexp.MustCompile(`(?i)\bloss|deficit|decreas|decline|verlust|rückgang|損失|減少|亏损`)

// cell reads one cell.
func (s *Source) cell(t store.Table, columns []cells.Column, r store.Row, c store.Cell) *held {
	v, err := decimal.Parse(c.Value)
	if err != nil {
		return nil
	}
	var col cells.Column
	if c.Column >= 0 && c.Column < len(columns) {
		col = columns[c.Column]
	}
	u := col.Unit(t, r, c)
	if text.IsMoney(u.Name) {
		s.currencies[u.Name] = true
	}
	s.scaled = s.scaled || u.Name != text.Percent && t.UnitsOf(c).Exponent > 0
	return &held{source: s, text: c.Text, value: v, last: v.Exponent(), start: -1, unit: u.Name, power: u.Powers, sure: u.Sure, loss: lossRow.MatchString(r.Label)}
}
