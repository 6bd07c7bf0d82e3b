package text

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Date is a day of a year in a text.
type Date struct {
	Year, Month, Day int
	Start, End       int // bytes
}

var dates = []struct {
	pattern          *regexp.Regexp
	day, month, year int // groups
}{
	{regexp.MustCompile(`\b(` + Months + `)\.? (\d{1,2}),? ((?:19|20)\d\d)\b`), 2, 1, 3},
	{regexp.MustCompile(`\b(\d{1,2})(?:\.|er|st|nd|rd|th)? (?:of |de )?(` + Months + `|(?i:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre))\.?,? ((?:19|20)\d\d)\b`), 1, 2, 3},
	{regexp.MustCompile(`\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b`), 1, 2, 3},
	{regexp.MustCompile(`\b((?:19|20)\d\d)-(\d{1,2})-(\d{1,2})\b`), 3, 2, 1},
	{regexp.MustCompile(`((?:19|20)\d\d) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日`), 3, 2, 1},
}

// frenchMonths are those whose first three letters aren't an English month's, or another's.
var frenchMonths = map[string]int{"février": 2, "avril": 4, "juin": 6, "juillet": 7, "août": 8}

// DatesIn finds the days of a text, in order.
func DatesIn(s string) (out []Date) {
	if !strings.ContainsAny(s, "0123456789") {
		return nil
	}
	for _, d := range dates {
		for _, m := range d.pattern.FindAllStringSubmatchIndex(s, -1) {
			group := func(n int) string { return s[m[2*n]:m[2*n+1]] }
			date := Date{Month: monthNamed(group(d.month)), Start: m[0], End: m[1]}
			date.Year, _ = strconv.Atoi(group(d.year))
			date.Day, _ = strconv.Atoi(group(d.day))
			if date.Month >= 1 && date.Month <= 12 && date.Day >= 1 && date.Day <= 31 {
				out = append(out, date)
			}
		}
	}
	slices.SortFunc(out, func(a, b Date) int { return a.Start - b.Start })
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
