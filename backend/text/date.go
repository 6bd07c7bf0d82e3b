package text

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Date is a day of a year in a text, or a month: Day is 0 then.
type Date struct {
	Year, Month, Day int
	Start, End       int // bytes
}

const (
	aYear        = `((?:1[5-9]|20)\d\d)`
	ordinal      = `(?:st|nd|rd|th)?`
	frenchNames  = `|(?i:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)`
	firstOfDates = 1900 // earlier days are told in numbers of other kinds as often
)

// dates are the ways to write one, with the groups of its parts; 0: none. Documents write days; questions, and whoever types,
// name months, too, and care less for case.
var dates = []struct {
	pattern          *regexp.Regexp
	day, month, year int
	written, typed   bool
}{
	{regexp.MustCompile(`\b(` + Months + `)\.? (\d{1,2}),? ` + aYear + `\b`), 2, 1, 3, true, false},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|er|st|nd|rd|th)? (?:of |de )?(` + Months + frenchNames + `)\.?,? ` + aYear + `\b`), 1, 2, 3, true, false},
	{regexp.MustCompile(`(?i)\b(` + Months + `)\.? ?(\d{1,2})` + ordinal + `,? ` + aYear + `\b`), 2, 1, 3, false, true},
	{regexp.MustCompile(`(?i)\b(\d{1,2})` + ordinal + `\.? (?:of )?(` + Months + `)\.?,? ` + aYear + `\b`), 1, 2, 3, false, true},
	{regexp.MustCompile(`\b(\d{1,2})\.(\d{1,2})\.` + aYear + `\b`), 1, 2, 3, true, true},
	{regexp.MustCompile(`\b` + aYear + `-(\d{1,2})-(\d{1,2})\b`), 3, 2, 1, true, true},
	{regexp.MustCompile(aYear + ` ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日`), 3, 2, 1, true, true},
	{regexp.MustCompile(aYear + ` ?年 ?(\d{1,2}) ?月`), 0, 2, 1, false, true},
	{regexp.MustCompile(`(?i)\b(` + Months + `)\.?,? (?:of )?` + aYear + `\b`), 0, 1, 2, false, true},
	{regexp.MustCompile(`(?i)\b(` + Months + `)\.? '(\d\d)\b`), 0, 1, 2, false, true},
	{regexp.MustCompile(`\b(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)?\d\d)\b`), 2, 1, 3, false, true}, // American, or else as dateAt turns it
	{regexp.MustCompile(`\b(\d{1,2})\.(\d{1,2})\.(\d\d)\b`), 1, 2, 3, false, true},
	{regexp.MustCompile(`(?i)\b(\d{1,2})[ -](` + Months + `)[ -]'?(\d\d)\b`), 1, 2, 3, false, true},
	{regexp.MustCompile(`\b(\d{1,2})/((?:19|20)\d\d)\b`), 0, 1, 2, false, true},
	{regexp.MustCompile(`(?i)\b(` + Months + `)\.? (\d\d)(?: (?:quarter|half|year)|$|\?)`), 0, 1, 2, false, true},
}

// frenchMonths are those whose first three letters aren't an English month's, or another's.
var frenchMonths = map[string]int{"février": 2, "avril": 4, "juin": 6, "juillet": 7, "août": 8}

// DatesIn finds the days of a text, in order.
func DatesIn(s string) (out []Date) {
	if !strings.ContainsAny(s, "0123456789") {
		return nil
	}
	for _, d := range dates {
		if !d.written {
			continue
		}
		for _, m := range d.pattern.FindAllStringSubmatchIndex(s, -1) {
			if date := dateAt(s, m, d.day, d.month, d.year); date.Year >= firstOfDates && date.Month > 0 && date.Day >= 1 && date.Day <= 31 {
				out = append(out, date)
			}
		}
	}
	slices.SortFunc(out, func(a, b Date) int { return a.Start - b.Start })
	return out
}

// DatesTyped finds the days and months that a question names, as people type them: "jan '23", "31st of march 2003". Where ways
// to write them overlap there are several at a place: the surest come first.
func DatesTyped(s string) (out []Date) {
	for _, d := range dates {
		if !d.typed {
			continue
		}
		for _, m := range d.pattern.FindAllStringSubmatchIndex(s, -1) {
			date := dateAt(s, m, d.day, d.month, d.year)
			if d.day == 0 && m[2*d.year+1] > m[2*d.month+1] { // what follows the year isn't part of it
				date.End = m[2*d.year+1]
			}
			if date.Month > 0 {
				out = append(out, date)
			}
		}
	}
	return out
}

// MonthSpan is a run of months of one year, or into the next: October to December 2022.
type MonthSpan struct {
	Months      int // that it lasts
	End         int // month that it ends with
	Year        int // of its end
	Start, Stop int // bytes
}

var monthSpan = regexp.MustCompile(`(?i)\b(` + Months + `)\.? ?(?:-|–|—|to|thru|through|until|bis) ?(?:the end of )?(` + Months + `)\.?,? (?:of )?'?((?:19|20)\d\d|\d\d)\b`)

// SpansTyped finds the runs of months that a question names.
func SpansTyped(s string) (out []MonthSpan) {
	for _, m := range monthSpan.FindAllStringSubmatchIndex(s, -1) {
		d := dateAt(s, m, 0, 2, 3)
		d.Start, d.End = m[0], m[1]
		first := monthNamed(s[m[2]:m[3]])
		if first > 0 && d.Month > 0 {
			out = append(out, MonthSpan{Months: (d.Month-first+12)%12 + 1, End: d.Month, Year: d.Year, Start: m[0], Stop: m[1]})
		}
	}
	return out
}

// dateAt reads the groups of a match. The month is 0 if there is no such one.
func dateAt(s string, m []int, day, month, year int) Date {
	group := func(n int) string {
		if n == 0 || m[2*n] < 0 {
			return ""
		}
		return s[m[2*n]:m[2*n+1]]
	}
	out := Date{Month: monthNamed(group(month)), Start: m[0], End: m[1]}
	out.Day, _ = strconv.Atoi(group(day))
	if out.Year, _ = strconv.Atoi(group(year)); len(group(year)) == len("23") {
		out.Year += 2000
	}
	const most = 12
	if out.Month > most && out.Month <= 31 && out.Day > 0 && out.Day <= most && day > month { // 31/12/18
		out.Month, out.Day = out.Day, out.Month
	}
	if out.Month > most {
		out.Month = 0
	}
	return out
}

// monthNamed is a month's number; 0 for none.
func monthNamed(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	s = strings.ToLower(s)
	if n := frenchMonths[s]; n > 0 {
		return n
	}
	for name, n := range monthNo {
		if strings.HasPrefix(s, name) {
			return n
		}
	}
	return 0
}
