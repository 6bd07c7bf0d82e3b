package facts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/text"
)

// when is a time that a question asks for.
type when struct {
	year   int  // of the fiscal year, or of the day where there is one
	other  int  // the first one of 2002-03
	months int  // that it lasts; 0 if nothing says so, text.UntilNow for the year so far
	part   int  // which quarter or half
	month  int  // that it ends with, where a day or a month is named
	day    bool // it is told as a day or a month
	bare   bool // four digits and nothing else
	at     int  // where it stands in the question, in bytes
	end    int
}

func (w when) said() bool { return w.year > 0 }

// earlier is the same time so many years before.
func (w when) earlier(years int) when {
	w.year -= years
	if w.other > 0 {
		w.other -= years
	}
	return w
}

const (
	aYear     = `((?:1[5-9]|20)\d\d)`
	twoOrFour = `((?:19|20)\d\d|\d\d)`
)

var (
	fiscalYears = regexp.MustCompile(`(?i)(?:\b(?:fy|fye|cy|gj) ?'?` + twoOrFour + `\b|\b(?:fiscal|financial|calendar)(?: year)?(?: ended| ending)? '?` + twoOrFour + `\b|\bq[1-4] ?(?:of )?'?` + twoOrFour + `\b|\bh[12] ?(?:of )?'?` + twoOrFour + `\b|\b(?:end|close|start) of '?(\d\d)\b|(?:^|\s)['’](\d\d)\b|\bgeschäftsjahr(?:e?s)? ` + twoOrFour + `\b)`)
	bareYears   = regexp.MustCompile(`(?:^|[^\d.,$€£¥])` + aYear + `(?:年度?)?`)
	afterYear   = regexp.MustCompile(`^(?:[.,]\d|\d|%| ?(?i:million|billion|thousand|crore|lakh|mio|mrd)\b)`)
	yearBefore  = regexp.MustCompile(`(?i)\b(?:(?:the )?(?:year|quarter|same (?:quarter|period)[^.?]{0,24}) (?:before|earlier|ago)|(?:the )?(?:previous|prior|preceding|last) year|year[- ](?:over|on)[- ]year|yoy|a year (?:earlier|ago|before)|vorjahr(?:es)?|im jahr davor)|前年(?:同期|度)?(?:比)?|対前年`)
)

// whensIn reads the times of a question, in order.
func whensIn(question string) (out []when) {
	taken := make([]bool, len(question)+1)
	add := func(w when) {
		if slices.Contains(taken[w.at:w.end], true) {
			return
		}
		for i := w.at; i < w.end; i++ {
			taken[i] = true
		}
		out = append(out, w)
	}
	for _, d := range text.DatesTyped(question) {
		add(when{at: d.Start, end: d.End, day: true, month: d.Month, year: d.Year})
	}
	for _, y := range text.YearPairsIn(question) {
		const turn = -99 // 1999/00
		if next := y.Other - y.Year; next == 1 || next == turn {
			add(when{at: y.Start, end: y.End, year: y.Year + 1, other: y.Year})
		}
	}
	for _, m := range fiscalYears.FindAllStringSubmatchIndex(question, -1) {
		for g := 1; g < len(m)/2; g++ {
			if y := grouped(question, m, g); y != "" {
				add(when{at: m[2*g], end: m[2*g+1], year: yearOf(y)})
			}
		}
	}
	for _, m := range bareYears.FindAllStringSubmatchIndex(question, -1) {
		if !afterYear.MatchString(question[m[3]:]) {
			add(when{at: m[2], end: m[3], year: yearOf(grouped(question, m, 1)), bare: true})
		}
	}
	slices.SortFunc(out, func(a, b when) int { return a.at - b.at })
	readLengths(question, out)
	return out
}

func grouped(s string, m []int, g int) string {
	if g == 0 || m[2*g] < 0 {
		return ""
	}
	return s[m[2*g]:m[2*g+1]]
}

func yearOf(s string) int {
	y, _ := strconv.Atoi(s)
	if y < 100 && len(s) == len("23") {
		y += 2000
	}
	return y
}

// partBehind is which part of a year its number has behind it.
var partBehind = regexp.MustCompile(`(?i)^(?: ?(?:q[1-4]|h[12])\b| (?:[a-z]+ )?(?:quarter|half)\b| ?年?度? ?第? ?[1-4一二三四]四半期)`)

// readLengths reads how long the times last: from what stands round them, back to the time before.
func readLengths(question string, all []when) {
	const far = 48
	from := 0
	for i := range all {
		w := &all[i]
		start := max(from, w.at-far)
		for start < w.at && question[start]&0xC0 == 0x80 {
			start++
		}
		window := question[start:w.at]
		window += " " + partBehind.FindString(question[w.end:])
		if w.end < len(question) && strings.HasPrefix(question[w.end:], "年度") {
			window += "年度"
		}
		w.months, w.part, _ = text.Lasting(window)
		switch {
		case w.part > 0 && halves.MatchString(window):
			w.months = 6
			if w.part == 1 {
				w.part = 0
			}
		case firstMonths.MatchString(window):
			w.months, _, _ = text.Lasting(firstMonths.FindString(window))
			w.part = 0
		case w.part > 0:
			w.months = 3
		case untilYear.MatchString(window):
			w.months = 12
		}
		from = w.end
		if i > 0 && w.months == 0 && w.part == 0 && joinedYears.MatchString(question[all[i-1].end:w.at]) {
			w.months, w.part = all[i-1].months, all[i-1].part
		}
	}
	for i := len(all) - 2; i >= 0; i-- { // "between Q2 2021 and 2022", "the three months ended 2021 and 2022"
		if all[i].months == 0 && all[i].part == 0 && joinedYears.MatchString(question[all[i].end:all[i+1].at]) && all[i+1].months == 12 {
			all[i].months = 12
		}
	}
}

var (
	halves      = regexp.MustCompile(`(?i)\bhalf|\bh[12]\b|halbjahr|(?:^|[^四])半期`)
	firstMonths = regexp.MustCompile(`(?i)\b(?:first |erste[nr]? )?(?:six|nine|three|6|9|3) months|\b(?:ersten? )?(?:sechs|neun|drei|6|9|3) monate|first half`)
	untilYear   = regexp.MustCompile(`(?i)\b(?:year|12 months|twelve months)(?: ended| ending| to| through| up to)\s*(?:the )?$`)
	joinedYears = regexp.MustCompile(`(?i)^\W*(?:and|to|vs\.?|versus|through|und|bis|from|over|compared (?:with|to)|[-–,])\W*(?:fy|fiscal|fiscal year)?\W*$`)
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
	case p.Months == 0 && (balance || !c.interim && p.End == 0 && p.Part == 0 && w.day):
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
