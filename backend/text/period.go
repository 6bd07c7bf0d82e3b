package text

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Period is the time that a figure is of, as far as it is said. The zero value says nothing.
type Period struct {
	Years  []int // that it may be called; one that covers two, such as 2018/19, has both
	Months int   // that it lasts: 3, 6, 9 or 12, or UntilNow
	End    int   // month that it ends with
	Part   int   // which quarter or half of the year
	Change bool  // it is the change between two
	Fiscal bool  // its year is called 年度: one that ends by March is called after the year before
	Others []int // years that it may be called though its own is another: that of an end in January
}

// UntilNow is as many months as the year has had.
const UntilNow = 99

var (
	anyYear    = regexp.MustCompile(`\b(?:FY|CY|GJ)?((?:19|20)\d\d)(?:\b|[AEFPe年度])|\b(?:FY|CY|GJ|fiscal) ?'?(\d\d)\b|'(\d\d)\b|\b[1-4]?[QH][1-4]? ?'?(\d\d)\b|((?:19|20)\d\d)`)
	bothYears  = regexp.MustCompile(`\b((?:19|20)\d\d) ?[/–-] ?((?:19|20)?\d\d)\b`)
	reign      = regexp.MustCompile(`(令和|平成) ?(\d{1,2}|元) ?年`)
	versus     = regexp.MustCompile(`(?i)\b(?:vs?\.?|versus|compared|over)\b|\bchanges?\b|\bincrease|\bdecrease|\bvariance|\bgrowth\b|veränder|abweich|増減|前期比|前年比|同比|増加|增减|比上年|[Δ∆]`)
	monthOrDay = regexp.MustCompile(`(` + Months + `)\b|(\d{1,2}) ?月|\b\d{1,2}\.(\d{1,2})\.(?:19|20)\d\d|\b(?:19|20)\d\d-(\d\d)-\d\d\b`)
	lasts      = []struct {
		pattern *regexp.Regexp
		months  int
	}{
		{regexp.MustCompile(`(?i)\b(?:three|3) months|\b(?:drei|3) monate|\bquarter|\bq[1-4]\b|\b[1-4]q|quartal|四半期|季度|\bq[1-4]\d\d`), 3},
		{regexp.MustCompile(`(?i)\b(?:six|6) months|\b(?:sechs|6) monate|\bhalf|\bh[12]\b|\b[12]h|halbjahr|半期|中間期|半年`), 6},
		{regexp.MustCompile(`(?i)\b(?:nine|9) months|\b(?:neun|9) monate|9ヶ月|９ヶ月`), 9},
		{regexp.MustCompile(`(?i)\byear[- ]to[- ]date\b|\bYTD\b|累計`), UntilNow},
		{regexp.MustCompile(`(?i)\b(?:twelve|12) months|\byears? ended|\bfiscal years?\b|\bfull year|\bannual\b|\bfor the year|geschäftsjahr|通期|年度`), 12},
	}
	quarterOf = regexp.MustCompile(`(?i)\bq([1-4])|\b([1-4])q|\b(first|second|third|fourth)[- ](?:quarter|half|fiscal quarter)|\b([1-4])(?:st|nd|rd|th) (?:fiscal )?(?:quarter|half)|\bquarters?(?: ended)?[ ·:-]+(?:([1-4])(?:st|nd|rd|th)|(first|second|third|fourth))\b|\bh([12])\b|\b([12])h\b|([1-4])\. ?(?:geschäfts)?(?:quartal|halbjahr)|\b(erste|zweite|dritte|vierte)[mnrs]? (?:geschäfts)?(?:quartal|halbjahr)|第 ?([1-4１-４一二三四])(?:四半期|季度)`)
	halfYear  = regexp.MustCompile(`(?i)\bhalf[- ]years?\b`)
	ordinals  = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "一": 1, "二": 2, "三": 3, "四": 4, "１": 1, "２": 2, "３": 3, "４": 4}
	monthNo   = map[string]int{"jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12}
)

// periods are those read last: tables of one document, and of the next one of its kind, say the same times again and again.
var periods struct {
	sync.RWMutex
	of map[string]Period
}

// mostPeriods are remembered before all are forgotten.
const mostPeriods = 1 << 13

// PeriodOf reads what heads or a row's label say of a time. The slices of what it gives aren't to be changed.
func PeriodOf(s string) Period {
	periods.RLock()
	p, known := periods.of[s]
	periods.RUnlock()
	if known {
		return p
	}
	p = readPeriod(s)
	periods.Lock()
	defer periods.Unlock()
	if periods.of == nil || len(periods.of) >= mostPeriods {
		periods.of = map[string]Period{}
	}
	periods.of[s] = p
	return p
}

func readPeriod(s string) (p Period) {
	if s == "" || len(s) > 400 {
		return p
	}
	s = Fold(s).S
	found := YearsIn(s)
	p.Change = versus.MatchString(s) && len(found) != 1 || changeHead.MatchString(s)
	switch {
	case p.Change:
		return p
	case len(found) == 1:
		p.Years = []int{found[0].Year}
		if found[0].Other > 0 {
			p.Years = append(p.Years, found[0].Other)
		}
	case len(found) > 1:
		same := true
		for _, y := range found {
			same = same && y.Year == found[0].Year
		}
		if same {
			p.Years = []int{found[0].Year}
		}
	}
	p.Months, p.Part, p.End = Lasting(s)
	p.Fiscal = strings.Contains(s, "年度")
	return p.Early()
}

// Early notes that a year which ends by February mostly lies in the one before, and may be called after it.
func (p Period) Early() Period {
	const february = 2
	if len(p.Years) == 1 && p.End > 0 && p.End <= february {
		p.Others = []int{p.Years[0] - 1}
	}
	return p
}

var changeHead = regexp.MustCompile(`(?i)^\W*(?:change|increase|decrease|variance|growth|veränderung|abweichung|増減|前期比|前年比)|(?:change|variance|growth|veränderung|増減率?|前年比|increase|\(decrease\)|delta)(?: ?\(?(?:%|in %|percent|pp)\)?)?\W*$`)

// Lasting reads how long a time is, which part of a year, and the month that it ends with.
func Lasting(s string) (long, part, end int) {
	s = halfYear.ReplaceAllString(s, "half") // that ended: no year did
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

// Year is a year in a text.
type Year struct {
	Year, Other int // the other one of 2018/19
	Start, End  int // bytes
}

// YearPairsIn finds years that stand together, 2018/19 and 2018–2023, as the first and the second one, in order.
func YearPairsIn(s string) (out []Year) {
	for _, m := range bothYears.FindAllStringSubmatchIndex(s, -1) {
		y := Year{Start: m[0], End: m[1]}
		y.Year, _ = strconv.Atoi(s[m[2]:m[3]])
		if y.Other, _ = strconv.Atoi(s[m[4]:m[5]]); y.Other < 100 {
			y.Other += y.Year / 100 * 100
		}
		out = append(out, y)
	}
	return out
}

// YearsIn finds the years of a text, in order.
func YearsIn(s string) (out []Year) {
	if !strings.ContainsAny(s, "0123456789元") {
		return nil
	}
	taken := 0
	both := YearPairsIn(s)
	for _, m := range reign.FindAllStringSubmatchIndex(s, -1) {
		n, _ := strconv.Atoi(s[m[4]:m[5]])
		base := 2018
		if s[m[2]:m[3]] == "平成" {
			base = 1988
		}
		out = append(out, Year{Year: base + max(n, 1), Start: m[0], End: m[1]})
	}
	for _, m := range anyYear.FindAllStringSubmatchIndex(s, -1) {
		if m[0] < taken {
			continue
		}
		y := Year{Start: m[0], End: m[1]}
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				y.Year, _ = strconv.Atoi(s[m[g]:m[g+1]])
			}
		}
		if y.Year < 100 {
			y.Year += 2000
		}
		for len(both) > 0 && both[0].Start < m[0] {
			both = both[1:]
		}
		if len(both) > 0 && both[0].Start == m[0] {
			y.Other = both[0].Other
			y.End, taken = both[0].End, both[0].End
			if y.Other-y.Year != 1 { // several years
				continue
			}
		}
		if !partOfNumber(s, m[0], y.End) {
			out = append(out, y)
		}
	}
	return out
}

// earlier are years before 1900, which stand by themselves.
var earlier = regexp.MustCompile(`(?:^|[^\d.,])(1[5-8]\d\d)(?:年|[^\d]|$)`)

// YearNames are the years that a text names, as four digits, each once.
func YearNames(s string) (out []string) {
	if s = Fold(s).S; !strings.ContainsAny(s, "0123456789元") {
		return nil
	}
	for _, y := range YearsIn(s) {
		if name := strconv.Itoa(y.Year); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, m := range earlier.FindAllStringSubmatchIndex(s, -1) {
		if name := s[m[2]:m[3]]; !slices.Contains(out, name) && !partOfNumber(s, m[2], m[3]) {
			out = append(out, name)
		}
	}
	return out
}

var countsAfter = regexp.MustCompile(`^(?:[.,]\d|\d|%| ?(?i:million|billion|thousand|mio|mrd)| ?[億万亿兆])`)

// dayAndMonth stand before the year of a date: 31.12.2018.
var dayAndMonth = regexp.MustCompile(`(?:^|[^\d.,])[0-3]?\d\.[01]?\d\.$`)

// partOfNumber tells whether four digits belong to a figure: $2,018.50, 2018 million.
func partOfNumber(s string, start, end int) bool {
	if countsAfter.MatchString(s[end:min(len(s), end+16)]) {
		return true
	}
	before := strings.TrimRight(s[max(0, start-4):start], " ")
	if before == "" {
		return false
	}
	const longest = len(" 31.12.")
	if strings.HasSuffix(before, ".") && dayAndMonth.MatchString(s[max(0, start-longest):start]) {
		return false
	}
	last := before[len(before)-1]
	if strings.HasSuffix(before, "$") || strings.HasSuffix(before, "€") || strings.HasSuffix(before, "£") || strings.HasSuffix(before, "¥") {
		return true
	}
	return start > 0 && (isDigit(s[start-1]) || (s[start-1] == ',' || s[start-1] == '.') && len(before) > 1 && isDigit(before[len(before)-2]) && last == s[start-1])
}

// What two periods may differ in.
const (
	AnotherYear   = "year"
	AnotherPeriod = "period" // another quarter, half-year or month
)

// Clash names what two periods differ in, or "".
func (p Period) Clash(q Period) string {
	if p.Change || q.Change {
		return ""
	}
	if len(p.Years) > 0 && len(q.Years) > 0 && !share(p.Years, q.Years) && !share(p.Years, q.Others) && !p.names(q) && !q.names(p) {
		return AnotherYear
	}
	if p.Months > 0 && q.Months > 0 && p.Months != q.Months && !p.toDate(q) && !q.toDate(p) || p.Part > 0 && q.Part > 0 && p.Part != q.Part && (p.Months == q.Months || p.Months == 0 || q.Months == 0) {
		return AnotherPeriod
	}
	if p.End > 0 && q.End > 0 && p.End != q.End && len(p.Years) > 0 && len(q.Years) > 0 {
		return AnotherPeriod
	}
	return ""
}

// names tells whether a 年度 is the year of another that ends in the spring after it.
func (p Period) names(q Period) bool {
	const march = 3
	return p.Fiscal && q.End > 0 && q.End <= march && p.Years[0]+1 == q.Years[0]
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
func (p Period) toDate(q Period) bool {
	return p.Months == UntilNow && (q.Months == 6 || q.Months == 9)
}

// Known tells whether a period could be compared with that of a sentence.
func (p Period) Known() bool { return len(p.Years) > 0 || p.Months > 0 || p.Part > 0 }

// With fills in what isn't said.
func (p Period) With(q Period) Period {
	if len(p.Years) == 0 {
		p.Years, p.Fiscal = q.Years, q.Fiscal
	}
	if p.Months == 0 {
		p.Months = q.Months
	}
	if p.End == 0 {
		p.End = q.End
	}
	if p.Part == 0 {
		p.Part = q.Part
	}
	p.Change = p.Change || q.Change
	return p
}

// String is a period in short: "2018", "Q3 2018", "9 months 2018".
func (p Period) String() string {
	var parts []string
	switch {
	case p.Part > 0 && p.Months == 6:
		parts = append(parts, fmt.Sprintf("H%d", p.Part))
	case p.Part > 0:
		parts = append(parts, fmt.Sprintf("Q%d", p.Part))
	case p.Months == UntilNow:
		parts = append(parts, "year to date")
	case p.Months > 0 && p.Months < 12:
		parts = append(parts, fmt.Sprintf("%d months", p.Months))
	}
	if len(p.Years) > 0 {
		parts = append(parts, strconv.Itoa(p.Years[0]))
	}
	return strings.Join(parts, " ")
}
