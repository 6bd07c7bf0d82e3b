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

// farApart is how many years two that are typed as two digits may lie apart.
const farApart = 10

const (
	aYear     = `((?:1[5-9]|20)\d\d)`
	twoOrFour = `((?:19|20)\d\d|\d\d)`
)

var (
	fiscalYears = regexp.MustCompile(`(?i)(?:\b(?:fy|fye|cy|gj) ?'?` + twoOrFour + `\b|\b(?:fiscal|financial|calendar)(?: year)?(?: ended| ending)? '?` + twoOrFour + `\b|\bq[1-4] ?(?:of )?'?` + twoOrFour + `\b|\bh[12] ?(?:of )?'?` + twoOrFour + `\b|\b[1-4][qh] ?(?:of )?'?` + twoOrFour + `\b|\b(?:end|close|start) of '?(\d\d)\b|(?:^|\s)['’](\d\d)\b|\bgeschäftsjahr(?:e?s)? ` + twoOrFour + `\b)`)
	bareYears   = regexp.MustCompile(`(?:^|[^\d.,$€£¥])` + aYear + `(?:年度?)?`)
	shortYears  = regexp.MustCompile(`(?i)(?:^|\s)(?:fy)?'?([0-3]\d) (?:vs\.?|v\.?|versus|over|to|than|->|against|compared (?:to|with)) (?:in )?(?:fy)?'?([0-3]\d)(?:\W|$)`)
	yearsShort  = regexp.MustCompile(`(?:^|[\s(])([0-3]\d) ?[-/] ?([0-3]\d)(?:[\s?,.)]|$)`)
	yearBehind  = regexp.MustCompile(`(?i)\b(?:in|for|during|from|ended?|ending|ye|year|since|of) '?([0-3]\d)(?:[?.,;)]|\s*$| (?:and|vs|to|than)\b)`)
	monthShort  = regexp.MustCompile(`(?i)\b(` + text.Months + `)\.? ([0-3]\d)\b`)
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
	for _, p := range text.SpansTyped(question) {
		add(when{at: p.Start, end: p.Stop, day: true, month: p.End, year: p.Year, months: p.Months})
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
	for _, m := range shortYears.FindAllStringSubmatchIndex(question, -1) { // "22 vs 21"
		one, other := yearOf(grouped(question, m, 1)), yearOf(grouped(question, m, 2))
		if one != other && max(one-other, other-one) <= farApart {
			add(when{at: m[2], end: m[3], year: one})
			add(when{at: m[4], end: m[5], year: other})
		}
	}
	if m := monthShort.FindStringSubmatchIndex(question); m != nil && len(out) == 0 { // "year to june 22"
		for _, d := range text.DatesTyped(question[m[2]:m[3]] + " '" + grouped(question, m, 2)) {
			add(when{at: m[2], end: m[5], day: true, month: d.Month, year: d.Year})
		}
	}
	for _, m := range yearsShort.FindAllStringSubmatchIndex(question, -1) { // "02-03"
		if one, other := yearOf(grouped(question, m, 1)), yearOf(grouped(question, m, 2)); other == one+1 && len(out) == 0 {
			add(when{at: m[2], end: m[5], year: other, other: one})
		}
	}
	if m := yearBehind.FindStringSubmatchIndex(question); m != nil && len(out) == 0 { // "sales in 17"
		add(when{at: m[2], end: m[3], year: yearOf(grouped(question, m, 1))})
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
		if w.months > 0 {
			from = w.end
			continue
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
		case untilYear.MatchString(window) && !halves.MatchString(window):
			w.months = 12
		}
		if i > 0 && sameTime.MatchString(window) { // Q2 2023 compared with the same quarter of 2022
			w.months, w.part = all[i-1].months, all[i-1].part
			if before := all[i-1]; before.day {
				w.day, w.month = true, before.month
			}
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
	sameTime    = regexp.MustCompile(`(?i)\bsame (?:fiscal )?(?:quarter|period|months|half|time)\b`)
	halves      = regexp.MustCompile(`(?i)\bhalf|\bh[12]\b|halbjahr|(?:^|[^四])半期`)
	firstMonths = regexp.MustCompile(`(?i)\b(?:first |erste[nr]? )?(?:six|nine|three|6|9|3) months|\b(?:ersten? )?(?:sechs|neun|drei|6|9|3) monate|first half`)
	untilYear   = regexp.MustCompile(`(?i)\b(?:year|12 months|twelve months)(?: ended| ending| to| through| up to)\s*(?:the )?$`)
	joinedYears = regexp.MustCompile(`(?i)^\W*(?:and|to|vs\.?|versus|through|und|bis|from|over|compared (?:with|to)|[-–,])\W*(?:fy|fiscal|fiscal year)?\W*$`)
)

// whenDue takes the day out of which a question speaks that asks what falls due at another time: debt due in 2027 as of June 2023.
func (q *question) whenDue(main string, whens []when) (string, []when) {
	if len(whens) < 2 || !fallingDue.MatchString(main) {
		return main, whens
	}
	left := asOf.ReplaceAllString(main, " ")
	if rest := q.timesIn(left); len(rest) > 0 && len(rest) < len(whens) {
		return left, rest
	}
	return main, whens
}

var (
	fallingDue = regexp.MustCompile(`(?i)\b(?:due|matur(?:e|es|ed|ing|ity|ities)|falls?|falling|expir(?:e|es|ing))\b`)
	asOf       = regexp.MustCompile(`(?i)\(?\bas (?:of|at) (?:the (?:end|close) of |year[- ]end )?\s*[\x{E000}-\x{E0FF}]\)?`)
)

// several tells whether a question names different times: "Q2 FY24 (quarter ended July 29, 2023)" is one.
func (c calendar) several(whens []when) bool {
	if !several(whens) {
		return false
	}
	for i, a := range whens {
		for _, b := range whens[i+1:] {
			year, month := c.endOf(a)
			other, end := c.endOf(b)
			lengths := a.months == b.months || a.months == 0 && a.part == 0 || b.months == 0 && b.part == 0
			if year != other || month != end || month == 0 || !lengths {
				return true
			}
		}
	}
	return false
}

// several tells whether a question names different times. The end of a year beside the year is the same one: fiscal 2021
// (ended June 30, 2021).
func several(whens []when) bool {
	differ := func(a, b int) bool { return a > 0 && b > 0 && a != b }
	for i, a := range whens {
		for _, b := range whens[i+1:] {
			if a.year != b.year || differ(a.month, b.month) || differ(a.part, b.part) || differ(a.months, b.months) {
				return true
			}
		}
	}
	return false
}
