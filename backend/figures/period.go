package figures

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// period is the time that a figure is of, as far as it is said. The zero value says nothing.
type period struct {
	years  []int // that it may be called; one that covers two, such as 2018/19, has both
	months int   // that it lasts: 3, 6, 9 or 12, or untilNow
	end    int   // month that it ends with
	part   int   // which quarter or half of the year
	change bool  // it is the change between two
	fiscal bool  // its year is called 年度: one that ends by March is called after the year before
	others []int // years that it may be called though its own is another: that of an end in January
}

// untilNow is as many months as the year has had.
const untilNow = 99

var (
	anyYear    = regexp.MustCompile(`\b(?:FY|CY|GJ)?((?:19|20)\d\d)(?:\b|[AEFPe年度])|\b(?:FY|CY|GJ|fiscal) ?'?(\d\d)\b|'(\d\d)\b|\b[1-4]?[QH][1-4]? ?'?(\d\d)\b|((?:19|20)\d\d)`)
	bothYears  = regexp.MustCompile(`\b((?:19|20)\d\d) ?[/–-] ?((?:19|20)?\d\d)\b`)
	reign      = regexp.MustCompile(`(令和|平成) ?(\d{1,2}|元) ?年`)
	versus     = regexp.MustCompile(`(?i)\b(?:vs?\.?|versus|compared|over)\b|\bchanges?\b|\bincrease|\bdecrease|\bvariance|\bgrowth\b|veränder|abweich|増減|前期比|前年比|同比|増加|增减|比上年|Δ`)
	monthOrDay = regexp.MustCompile(`(` + months + `)\b|(\d{1,2}) ?月|\b\d{1,2}\.(\d{1,2})\.(?:19|20)\d\d|\b(?:19|20)\d\d-(\d\d)-\d\d\b`)
	lasts      = []struct {
		pattern *regexp.Regexp
		months  int
	}{
		{regexp.MustCompile(`(?i)\b(?:three|3) months|\bquarter|\bq[1-4]\b|\b[1-4]q|quartal|四半期|季度|\bq[1-4]\d\d`), 3},
		{regexp.MustCompile(`(?i)\b(?:six|6) months|\bhalf|\bh[12]\b|\b[12]h|halbjahr|半期|中間期|半年`), 6},
		{regexp.MustCompile(`(?i)\b(?:nine|9) months|neun monate|9ヶ月|９ヶ月`), 9},
		{regexp.MustCompile(`(?i)\byear[- ]to[- ]date\b|\bYTD\b|累計`), untilNow},
		{regexp.MustCompile(`(?i)\b(?:twelve|12) months|\byears? ended|\bfiscal years?\b|\bfull year|\bannual\b|\bfor the year|geschäftsjahr|通期|年度`), 12},
	}
	quarterOf = regexp.MustCompile(`(?i)\bq([1-4])|\b([1-4])q|\b(first|second|third|fourth)[- ](?:quarter|half|fiscal quarter)|\bh([12])\b|\b([12])h\b|([1-4])\. ?(?:quartal|halbjahr)|第 ?([1-4１-４一二三四])(?:四半期|季度)`)
	ordinals  = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "一": 1, "二": 2, "三": 3, "四": 4, "１": 1, "２": 2, "３": 3, "４": 4}
	monthNo   = map[string]int{"jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12}
)

// headPeriod reads what heads or a row's label say of a time.
func headPeriod(s string) (p period) {
	if s == "" || len(s) > 400 {
		return p
	}
	s = fold(s).s
	found := yearsOf(s)
	p.change = versus.MatchString(s) && len(found) != 1 || changeHead.MatchString(s)
	switch {
	case p.change:
		return p
	case len(found) == 1:
		p.years = []int{found[0].year}
		if found[0].other > 0 {
			p.years = append(p.years, found[0].other)
		}
	case len(found) > 1:
		same := true
		for _, y := range found {
			same = same && y.year == found[0].year
		}
		if same {
			p.years = []int{found[0].year}
		}
	}
	p.months, p.part, p.end = lasting(s)
	p.fiscal = strings.Contains(s, "年度")
	return p.early()
}

// early notes that a year which ends by February mostly lies in the one before, and may be called after it.
func (p period) early() period {
	const february = 2
	if len(p.years) == 1 && p.end > 0 && p.end <= february {
		p.others = []int{p.years[0] - 1}
	}
	return p
}

var changeHead = regexp.MustCompile(`(?i)^\W*(?:change|increase|decrease|variance|growth|veränderung|abweichung|増減|前期比|前年比)|(?:change|variance|growth|veränderung|増減率?|前年比|increase|\(decrease\)|delta)(?: ?\(?(?:%|in %|percent|pp)\)?)?\W*$`)

// lasting reads how long a time is, which part of a year, and the month that it ends with.
func lasting(s string) (long, part, end int) {
	for _, l := range lasts {
		if l.pattern.MatchString(s) {
			if long != 0 {
				long = 0
				break
			}
			long = l.months
		}
	}
	if m := quarterOf.FindStringSubmatch(s); m != nil && len(quarterOf.FindAllStringIndex(s, 2)) == 1 {
		for _, g := range m[1:] {
			if g == "" {
				continue
			}
			if n, ok := ordinals[strings.ToLower(g)]; ok {
				part = n
			} else {
				part, _ = strconv.Atoi(g)
			}
		}
	}
	return long, part, monthIn(s)
}

// monthIn is the only month that a text names, or 0.
func monthIn(s string) (month int) {
	for _, m := range monthOrDay.FindAllStringSubmatch(s, -1) {
		n := 0
		switch {
		case m[1] != "":
			n = monthNo[strings.ToLower(m[1])[:len("jan")]]
			if n == 0 {
				n = monthNo["mär"]
			}
		default:
			n, _ = strconv.Atoi(m[2] + m[3] + m[4])
		}
		if strings.EqualFold(m[1], "may") && m[1] != "May" || month != 0 && month != n {
			return 0
		}
		month = n
	}
	return month
}

// mentioned is a year in a text.
type mentioned struct {
	year, other int // the other one of 2018/19
	start, end  int // bytes
}

// yearsOf finds the years of a text, in order.
func yearsOf(s string) (out []mentioned) {
	taken := 0
	both := bothYears.FindAllStringSubmatchIndex(s, -1)
	for _, m := range reign.FindAllStringSubmatchIndex(s, -1) {
		n, _ := strconv.Atoi(s[m[4]:m[5]])
		base := 2018
		if s[m[2]:m[3]] == "平成" {
			base = 1988
		}
		out = append(out, mentioned{year: base + max(n, 1), start: m[0], end: m[1]})
	}
	for _, m := range anyYear.FindAllStringSubmatchIndex(s, -1) {
		if m[0] < taken {
			continue
		}
		y := mentioned{start: m[0], end: m[1]}
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				y.year, _ = strconv.Atoi(s[m[g]:m[g+1]])
			}
		}
		if y.year < 100 {
			y.year += 2000
		}
		for len(both) > 0 && both[0][0] < m[0] {
			both = both[1:]
		}
		if len(both) > 0 && both[0][0] == m[0] {
			y.other, _ = strconv.Atoi(s[both[0][4]:both[0][5]])
			if y.other < 100 {
				y.other += y.year / 100 * 100
			}
			y.end, taken = both[0][1], both[0][1]
			if y.other-y.year != 1 { // several years
				continue
			}
		}
		if !partOfNumber(s, m[0], y.end) {
			out = append(out, y)
		}
	}
	return out
}

var countsAfter = regexp.MustCompile(`^(?:[.,]\d|\d|%| ?(?i:million|billion|thousand|mio|mrd)| ?[億万亿兆])`)

// partOfNumber tells whether four digits belong to a figure: $2,018.50, 2018 million.
func partOfNumber(s string, start, end int) bool {
	if countsAfter.MatchString(s[end:min(len(s), end+16)]) {
		return true
	}
	before := strings.TrimRight(s[max(0, start-4):start], " ")
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	if strings.HasSuffix(before, "$") || strings.HasSuffix(before, "€") || strings.HasSuffix(before, "£") || strings.HasSuffix(before, "¥") {
		return true
	}
	return start > 0 && (isDigit(s[start-1]) || (s[start-1] == ',' || s[start-1] == '.') && len(before) > 1 && isDigit(before[len(before)-2]) && last == s[start-1])
}

// clash names what two periods differ in, or "".
func (p period) clash(q period) string {
	if p.change || q.change {
		return ""
	}
	if len(p.years) > 0 && len(q.years) > 0 && !share(p.years, q.years) && !share(p.years, q.others) && !p.names(q) && !q.names(p) {
		return Year
	}
	if p.months > 0 && q.months > 0 && p.months != q.months && !p.toDate(q) && !q.toDate(p) || p.part > 0 && q.part > 0 && p.part != q.part && (p.months == q.months || p.months == 0 || q.months == 0) {
		return Period
	}
	if p.end > 0 && q.end > 0 && p.end != q.end && len(p.years) > 0 && len(q.years) > 0 {
		return Period
	}
	return ""
}

// names tells whether a 年度 is the year of another that ends in the spring after it.
func (p period) names(q period) bool {
	const march = 3
	return p.fiscal && q.end > 0 && q.end <= march && p.years[0]+1 == q.years[0]
}

func share(a, b []int) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// toDate tells whether a time is from the beginning of the year, and another may be as long.
func (p period) toDate(q period) bool {
	return p.months == untilNow && (q.months == 6 || q.months == 9)
}

// known tells whether a period could be compared with that of a sentence.
func (p period) known() bool { return len(p.years) > 0 || p.months > 0 || p.part > 0 }

// with fills in what isn't said.
func (p period) with(q period) period {
	if len(p.years) == 0 {
		p.years, p.fiscal = q.years, q.fiscal
	}
	if p.months == 0 {
		p.months = q.months
	}
	if p.end == 0 {
		p.end = q.end
	}
	if p.part == 0 {
		p.part = q.part
	}
	p.change = p.change || q.change
	return p
}

// String is a period in short: "2018", "Q3 2018", "9 months 2018".
func (p period) String() string {
	var parts []string
	switch {
	case p.part > 0 && p.months == 6:
		parts = append(parts, fmt.Sprintf("H%d", p.part))
	case p.part > 0:
		parts = append(parts, fmt.Sprintf("Q%d", p.part))
	case p.months == untilNow:
		parts = append(parts, "year to date")
	case p.months > 0 && p.months < 12:
		parts = append(parts, fmt.Sprintf("%d months", p.months))
	}
	if len(p.years) > 0 {
		parts = append(parts, strconv.Itoa(p.years[0]))
	}
	return strings.Join(parts, " ")
}
