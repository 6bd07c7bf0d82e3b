// Package cells reads what a cell of a table is of: when, in what unit, at which power of ten. A table says some of that
// over its columns, some before its rows, some above itself and some beside the figure; here it comes together, for whoever
// looks a figure up and for whoever holds one against its page.
package cells

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"
	"lectern/backend/text"
)

// Column is what the heads of a column say.
type Column struct {
	Period text.Period
	Points bool // its figures are percentage points
	Shares bool // its figures are the percent of those to their left, though no sign says so
}

// Unit reads what a cell of the column is counted in.
func (col Column) Unit(t store.Table, r store.Row, c store.Cell) Unit {
	if col.Shares {
		return Unit{text.Percent, []int{0}, true}
	}
	return UnitOf(t, r, c)
}

// ColumnsOf reads the heads of a table's columns; what stands over the labels holds for all.
func ColumnsOf(t store.Table) []Column {
	out := make([]Column, len(t.Columns))
	stub := text.PeriodOf(t.Stub)
	for i, c := range t.Columns {
		head := strings.Join(c.Heads, " ")
		var period text.Period
		if MayTell(head) {
			period = text.PeriodOf(head)
		}
		if wholeOfQuarters.MatchString(head) {
			period.Months = 12
		}
		period = period.With(text.Period{Months: stub.Months, End: stub.End, Years: stub.Years}).Early()
		out[i] = Column{Period: period, Points: pointsHead.MatchString(head), Shares: i > 0 && slices.Equal(c.Heads, t.Columns[i-1].Heads) && sharesOf(t, i)}
	}
	return out
}

// sharesOf tells whether a column has what percent the figures to its left are of one of them, which has 100 itself: statements
// are printed so, "2019: $998 15 %", with one head over both and the sign beside the first figure or nowhere.
func sharesOf(t store.Table, column int) bool {
	const least, whole, near = 3, 100, 1.01
	type pair struct{ amount, share float64 }
	var pairs []pair
	all := 0.0
	for _, r := range t.Rows {
		var p pair
		for _, c := range r.Cells {
			v, err := strconv.ParseFloat(c.Value, 64)
			switch {
			case err != nil:
			case c.Column == column-1:
				p.amount = v
			case c.Column == column:
				p.share = v
			}
		}
		if p.amount == 0 || p.share == 0 {
			continue
		}
		pairs = append(pairs, p)
		if p.share == whole {
			all = p.amount
		}
	}
	return len(pairs) >= least && all != 0 && !slices.ContainsFunc(pairs, func(p pair) bool { return math.Abs(whole*p.amount/all-p.share) > near })
}

// wholeOfQuarters is the head of the column that sums four quarters.
var wholeOfQuarters = regexp.MustCompile(`(?i)^quarters?(?: ended)?\b.*\b(?:total|(?:fiscal |full )?year)$`)

var pointsHead = regexp.MustCompile(`(?i)\b(?:percentage points?|pp|ppts?|pts|points?|bps?|basis points)\b|prozentpunkt|ポイント|百分点`)

// RowPeriod is the time that a row's label and what it stands under say. A change that they name is of the item, not of the
// columns.
func RowPeriod(r store.Row) (out text.Period) {
	for _, s := range append([]string{r.Label}, r.Parents...) {
		if MayTell(s) {
			out = out.With(text.PeriodOf(s))
		}
	}
	if out.Change {
		return text.Period{}
	}
	return out
}

// telling are parts of all words by which a time or a change is told. Most labels have none, and are not read closely.
var telling = []string{"jan", "feb", "mar", "mär", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec", "dez", "month", "monat", "quart", "half", "halb",
	"year", "ytd", "annual", "jahr", "change", "increase", "decrease", "variance", "growth", "delta", "vs", "versus", "compared", "over", "veränder", "abweich"}

// MayTell tells whether a text may say a time or a change at all.
func MayTell(s string) bool {
	if strings.ContainsFunc(s, func(r rune) bool { return r >= '0' && r <= '9' || text.Wide(r) || r == 'Δ' || r == '∆' }) {
		return true
	}
	s = strings.ToLower(s)
	return slices.ContainsFunc(telling, func(t string) bool { return strings.Contains(s, t) })
}

// CaptionPeriod is what a caption says of the year, if it names one alone.
func CaptionPeriod(caption string) (p text.Period) {
	if y := text.YearsIn(text.Fold(untilThen.ReplaceAllString(caption, " ")).S); len(y) == 1 && y[0].Other == 0 && strings.TrimSpace(caption) != "" {
		p.Years = []int{y[0].Year}
	}
	return p
}

// untilThen names a year that what a caption tells of only lasts until, or leads to.
var untilThen = regexp.MustCompile(`(?i)\b(?:to be held|expir(?:es|ing)|matur(?:es|ing)|until)\b[^,;.\d]{0,40}(?:\b(?:` + text.Months + `) \d{1,2}, )?(?:19|20)\d\d\b`)

var periodWords = regexp.MustCompile(`(?i)` + text.Months + `\b|\b(?:years?|ended|ending|end|as|of|at|on|and|the|for|fiscal|three|six|nine|twelve|months?|quarters?|first|second|third|fourth|full|half|date|geschäftsjahr|zum|jahre?|quartal|halbjahr|q[1-4]|h[12]|fy|unaudited|audited|restated)\b|年度?|月期?|日|期|通期|第|四半期|季度|[\d\pP\pS\s]`)

// OnlyPeriod tells whether a label or head says nothing but a time.
func OnlyPeriod(s string) bool {
	return periodWords.ReplaceAllString(text.Fold(s).S, "") == ""
}
