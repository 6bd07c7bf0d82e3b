package facts

import (
	"regexp"
	"slices"
	"strconv"

	"lectern/backend/text"
)

// calendar is when a document's fiscal years end.
type calendar struct {
	year    int // of the document; 0 if it isn't known
	month   int // that its fiscal years end with; 0 if it isn't known
	shift   int // how many years later than it is called a fiscal year ends
	interim bool
	newest  int // the year of its newest figures
	until   int // the month of them
}

var quarterOf = regexp.MustCompile(`(?i)(?:19|20)\d\d ?_?-?Q([1-4])|Q([1-4])[ _-]?(?:19|20)\d\d`)

// readCalendar finds it in what the statements have over their columns.
func (d *Document) readCalendar(a About) calendar {
	c := calendar{year: a.Year}
	type moment struct{ year, month int }
	var all []moment
	short := false
	for _, name := range []string{balanceSheet, incomeStatement, cashFlows} {
		t := d.statement(name)
		if t == nil {
			continue
		}
		for _, col := range t.columns {
			if len(col.Period.Years) > 0 && !col.Period.Change {
				all = append(all, moment{col.Period.Years[0], col.Period.End})
			}
			short = short || name != balanceSheet && col.Period.Months > 0 && col.Period.Months < 12
		}
	}
	for _, m := range all {
		if m.year > c.newest || m.year == c.newest && m.month > c.until {
			c.newest, c.until = m.year, m.month
		}
	}
	quarter := 0
	if m := quarterOf.FindStringSubmatch(a.Name); m != nil {
		quarter, _ = strconv.Atoi(m[1] + m[2])
	}
	c.interim = quarter > 0 && quarter < 4 || a.Type == "10-Q" || quarter == 0 && short && a.Type == "quarterly report"
	switch {
	case !c.interim:
		c.month = c.until
	case quarter > 0 && c.until > 0:
		c.month = (c.until-3*quarter+23)%12 + 1
	default: // the balance before is that of the last year's end
		for _, m := range all {
			if m.month > 0 && m.month != c.until {
				c.month = m.month
			}
		}
	}
	const march = 3
	if ends := c.fiscal(c.newest, c.until); c.year > 0 && ends-c.year == 1 && c.month > 0 && c.month <= march {
		c.shift = 1
	}
	if c.year == 0 {
		c.year = c.fiscal(c.newest, c.until)
	}
	return c
}

// fiscal is the fiscal year that a month lies in, by the year that it ends in.
func (c calendar) fiscal(year, month int) int {
	if month > 0 && c.month > 0 && month > c.month {
		return year + 1
	}
	return year
}

// endOf is when the time that is asked for ends; month 0 if that isn't known.
func (c calendar) endOf(w when) (year, month int) {
	if w.day {
		return w.year, w.month
	}
	if w.bare && w.part == 0 && (w.months == 3 || w.months == 6 || w.months == 9) && c.interim && c.until > 0 { // six months of 2023
		return w.year, c.until
	}
	year, month = w.year+c.shift, c.month
	months := 0
	switch {
	case w.part > 0 && w.months == 3:
		months = 3 * w.part
	case w.months == 3 || w.months == 6 || w.months == 9:
		months = w.months
	case w.months == text.UntilNow:
		if c.until > 0 && c.month > 0 {
			months = (c.until - c.month + 12) % 12
		}
	}
	if months == 0 || months == 12 || month == 0 {
		return year, month
	}
	month += months - 12
	if month <= 0 {
		month, year = month+12, year-1
	}
	return year, month
}

// lasting is the time of a quarter's report that a length alone tells, six months or the second quarter: the newest one.
func (c calendar) lasting(months, part, _ int) when {
	switch {
	case !c.interim || c.newest == 0:
	case months == 3 && part > 0, months == text.UntilNow:
		return when{year: c.fiscal(c.newest, c.until) - c.shift, months: months, part: part}
	case (months == 6 || months == 9) && part < 2:
		return when{year: c.newest, months: months, bare: true}
	}
	return when{}
}

// How well a figure's time fits what is asked for.
const (
	timeGuessed = .75 // neither the table nor the question says more
	timeNearly  = .9
	otherLength = .5
)

// fits tells how well a figure is of the time that is asked for, from 0 to 1.
func (c calendar) fits(w when, f *figure) float64 {
	p := f.period
	if p.Change {
		return 0
	}
	if !w.said() {
		return c.unasked(p)
	}
	if f.undated {
		return 0
	}
	if len(p.Years) == 0 { // the table tells no time: it is of the document's
		if w.months > 0 && w.months < 12 || w.part > 0 {
			return 0
		}
		if c.year == w.year || c.newest == w.year && w.day {
			return timeNearly
		}
		return 0
	}
	year, month := c.endOf(w)
	quality := 1.0
	switch {
	case p.End > 0 && month > 0:
		if !slices.Contains(p.Years, year) || !near(p.End, month) {
			return 0
		}
	case p.End > 0: // the year that is asked for may be called after the one before
		if !slices.Contains(p.Years, year) {
			return 0
		}
	case w.day:
		if !slices.Contains(p.Years, w.year) && (!slices.Contains(p.Years, c.fiscal(w.year, w.month)-c.shift) || f.table.has(w.year)) {
			return 0
		}
		if c.month > 0 && !near(c.month, w.month) && p.Part == 0 {
			if p.Months != 3 && !(c.interim && p.Months == 0) || c.until > 0 && !near(c.until, w.month) {
				return 0
			}
		}
	case !slices.Contains(p.Years, w.year) && !(w.other > 0 && slices.Contains(p.Years, w.other)):
		return 0
	}
	return quality * c.lasts(w, f)
}

// near tells whether two months are the same, or one that a year of 52 weeks may end with instead.
func near(a, b int) bool { return a == b }

// lasts tells how well the lengths fit.
func (c calendar) lasts(w when, f *figure) float64 {
	p := f.period
	if p.Months == 0 && p.End > 0 && f.table.quarterly() {
		p.Months = 3
	}
	balance := f.table.rank[balanceSheet] > 0
	asked := w.months
	if asked == text.UntilNow {
		_, until := c.endOf(w)
		asked = (until - c.month + 12) % 12
	}
	if w.part > 0 && p.Part > 0 && w.part != p.Part {
		return 0
	}
	switch {
	case asked == 0 && w.day: // a day: of a balance, or the year until then
		if p.Months == 0 || p.Months == 12 {
			return 1
		}
		return otherLength
	case asked == 0 || asked == 12:
		if p.Months == 3 || p.Months == 6 || p.Months == 9 || p.Months == text.UntilNow || p.Part > 0 && p.Months != 12 {
			return 0
		}
		if c.interim && p.Months == 0 && !balance && p.End != c.month {
			return otherLength
		}
		return 1
	case p.Months == asked, p.Months == text.UntilNow && w.months == text.UntilNow:
		return 1
	case p.Months == 0 && (w.part > 0 && p.Part == w.part):
		return 1
	case p.Months == 0 && balance:
		return timeNearly
	case p.Months == 0 && p.End > 0:
		return timeNearly
	case p.Months == 0 && c.interim:
		return timeGuessed
	}
	return 0
}

// unasked is how likely a figure is meant where the question names no time: the newest ones are.
func (c calendar) unasked(p text.Period) float64 {
	switch {
	case len(p.Years) == 0:
		return 1
	case slices.Contains(p.Years, c.newest):
		return timeNearly
	case c.newest == 0:
		return timeGuessed
	}
	return otherLength
}
