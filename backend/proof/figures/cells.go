package figures

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

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

type columnRead struct {
	period text.Period
	heads  []name
	points bool
}

func (s *Source) readTable(index int, t store.Table, span *tableSpan) {
	columns := make([]columnRead, len(t.Columns))
	stub := text.PeriodOf(t.Stub)
	caption := captionPeriod(t.Caption)
	for i, c := range t.Columns {
		columns[i] = readColumn(c, t)
		columns[i].period = columns[i].period.With(text.Period{Months: stub.Months, End: stub.End, Years: stub.Years}).Early()
	}
	for k, r := range t.Rows {
		out := newRow(r.Label, r.Parents)
		rowPeriod := text.PeriodOf(r.Label)
		for _, p := range r.Parents {
			rowPeriod = rowPeriod.With(text.PeriodOf(p))
		}
		if rowPeriod.Change { // of an item, not of the columns
			rowPeriod = text.Period{}
		}
		named := false
		for _, c := range r.Cells {
			if c.Value == "" || !t.Sure(c) {
				continue
			}
			h := s.cell(t, r, c)
			if h == nil {
				continue
			}
			h.cell = &Cell{Table: index, Row: k, Column: c.Column, RowLabel: r.Label, Text: c.Text}
			if c.Column >= 0 && c.Column < len(columns) {
				col := columns[c.Column]
				h.cell.Head = t.Columns[c.Column].Head()
				h.period, h.heads = col.period.With(rowPeriod), col.heads
				if col.points && (h.unit == "" || h.unit == text.Percent) {
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
	if OnlyPeriod(label) {
		r.name, r.bare = "", ""
	}
	for _, p := range parents {
		r.parents = append(r.parents, nameOf(p))
	}
	return r
}

var periodWords = regexp.MustCompile(`(?i)` + text.Months + `\b|\b(?:years?|ended|ending|end|as|of|at|on|and|the|for|fiscal|three|six|nine|twelve|months?|quarters?|first|second|third|fourth|full|half|date|geschäftsjahr|zum|jahre?|quartal|halbjahr|q[1-4]|h[12]|fy|unaudited|audited|restated)\b|年度?|月期?|日|期|通期|第|四半期|季度|[\d\pP\pS\s]`)

// OnlyPeriod tells whether a label or head says nothing but a time.
func OnlyPeriod(s string) bool {
	return periodWords.ReplaceAllString(text.Fold(s).S, "") == ""
}

// captionPeriod is what a caption says of the year, if it names one alone.
func captionPeriod(s string) (p text.Period) {
	if y := text.YearsIn(text.Fold(s).S); len(y) == 1 && y[0].Other == 0 && strings.TrimSpace(s) != "" {
		p.Years = []int{y[0].Year}
	}
	return p
}

var pointsHead = regexp.MustCompile(`(?i)\b(?:percentage points?|pp|ppts?|pts|points?|bps?|basis points)\b|prozentpunkt|ポイント|百分点`)

func readColumn(c store.Column, t store.Table) (out columnRead) {
	head := strings.Join(c.Heads, " ")
	out.period = text.PeriodOf(head)
	out.points = pointsHead.MatchString(head)
	for _, h := range c.Heads {
		if OnlyPeriod(h) {
			continue
		}
		if n := nameOf(inBrackets.ReplaceAllString(h, " ")); n.telling() {
			out.heads = append(out.heads, n)
		}
	}
	return out
}

// perShareRow tells whether a row is of amounts a share, which no table counts in millions.
func perShareRow(label string) bool {
	return perRow.MatchString(label) && !sharesRow.MatchString(label)
}

var (
	sharesRow = regexp.MustCompile(`(?i)\b(?:number|shares used|shares outstanding|weighted|average)\b|株式数`)
	perRow    = regexp.MustCompile(`(?i)\bper\b.*\bshare|\beps\b|je aktie|株当たり|每股`)
	lossRow   = regexp.MustCompile(`(?i)\bloss|deficit|decreas|decline|verlust|rückgang|損失|減少|亏损`)
)

// cell reads one cell.
func (s *Source) cell(t store.Table, r store.Row, c store.Cell) *held {
	v, err := decimal.Parse(c.Value)
	if err != nil {
		return nil
	}
	u := t.UnitsOf(c)
	h := &held{source: s, text: c.Text, value: v, last: v.Exponent(), start: -1, power: []int{u.Exponent}, sure: true, loss: lossRow.MatchString(r.Label)}
	switch {
	case u.Percent || strings.ContainsAny(c.Text, "%％"):
		h.unit, h.power = text.Percent, []int{0}
	case u.Currency != "":
		h.unit = u.Currency
		s.currencies[u.Currency] = true
	}
	if h.unit != text.Percent && strings.HasSuffix(strings.TrimSpace(c.Text), "x") {
		h.unit, h.power = text.Times, []int{0}
	}
	said := u.Text != "" || u.From != "" || u.Exponent > 0
	if h.unit == text.Percent {
		return h
	}
	switch {
	case u.Exponent > 0:
		s.scaled = true
		if u.From != store.UnitsRow && c.Units.Exponent == 0 && perShareRow(r.Label) {
			h.power = []int{0}
		}
	case !said || u.From == store.UnitsDocument:
		h.sure = false
	case u.From == store.UnitsRow && u.Text == "" && t.Units.Exponent > 0 && !perShareRow(r.Label): // a guess by the row's words
		h.sure, h.power = false, []int{0, t.Units.Exponent}
	}
	return h
}
