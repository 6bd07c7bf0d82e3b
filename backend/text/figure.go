package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Figure is a number of a text, as far as it says how much of something there is.
type Figure struct {
	Text       string // as written, with what belongs to it: "$1.2 million"
	Start, End int    // where Text stands, in bytes
	Digits     string // the number alone as it is written, with a point for decimals and no marks between groups: "1.2"
	Value      string // exact decimal without its sign, the scale word applied: "1200000"
	Unit       string // "%", "pp" (percentage points), "x", a currency by ISO 4217, "$" or "¥" if nothing tells which; or ""
	Power      int    // of ten, that its scale word stands for
	Scaled     bool   // it has a scale word
	About      bool   // a word before it says that it is rounded, or a bound
	Negative   bool   // it has a minus
	Bracketed  bool   // it stands in brackets of its own, which in tables is a minus

	Readings []Reading // Value's first; "1.234" has another one in another language
	Bound    byte      // '~' roughly, '>' more than, '<' less than
	Plus     bool
	PerShare bool // of a share
	Loose    bool // brackets that may be a minus or only brackets
	DigitsAt [2]int
}

// Figures finds the figures of what somebody wrote, in order. Marks of citations and of lists are none. The language is
// guessed if it is "".
func Figures(s, language string) []Figure {
	if language == "" {
		language = Language(s)
	}
	return FiguresIn(s, language, true)
}

// digitRun finds a run of digits with the marks between them.
var digitRun = regexp.MustCompile(`\d+(?:[.,']\d+)*`)

// lexed finds figures as a language writes them. In prose, brackets with numbers may be citations.
func FiguresIn(text, language string, prose bool) []Figure {
	if !strings.ContainsAny(text, "0123456789０１２３４５６７８９") {
		return nil
	}
	t := Fold(text)
	skip := t.skipped(prose)
	var out []Figure
	for _, run := range t.digitRuns(language, prose) {
		if skip[run[0]] {
			continue
		}
		f, ok := t.figure(run[0], run[1], language, prose)
		if !ok {
			continue
		}
		if n := len(out); n > 0 && out[n-1].takes(f) { // 1億2000万
			out[n-1] = out[n-1].with(f, text)
			continue
		}
		if n := len(out); n > 0 { // what stands between two is the first one's
			f.Start = max(f.Start, out[n-1].End)
		}
		f.Text = text[f.Start:f.End]
		if n := len(out); n > 0 {
			out[n-1].begins(&f, text, prose)
		}
		out = append(out, f)
	}
	return out
}

// blankGroups is a number with blanks between its thousands, as "1 800,50".
var blankGroups = regexp.MustCompile(`^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$`)

// digitRuns are the runs of digits of a text, those joined that a blank parts into thousands. Languages that write so do it in
// prose anywhere; elsewhere, and on a page, where cells stand beside each other, what is counted must follow: "1 800 euros",
// but not "in 2018 100 people".
func (t Folded) digitRuns(language string, prose bool) (out [][]int) {
	runs := digitRun.FindAllStringIndex(t.S, -1)
	for i := 0; i < len(runs); i++ {
		run := runs[i]
		last := i
		for n := i + 1; n < len(runs) && t.S[runs[n-1][1]:runs[n][0]] == " "; n++ {
			if end := runs[n][1]; blankGroups.MatchString(t.S[run[0]:end]) && (n+1 == len(runs) || !threeDigits.MatchString(t.S[end:])) {
				if _, after := t.near(run[0], end); prose && blankBetween[language] || counted(after, language) {
					last = n
				}
			}
		}
		out = append(out, []int{run[0], runs[last][1]})
		i = last
	}
	return out
}

// threeDigits follow a blank: the number isn't at its end.
var threeDigits = regexp.MustCompile(`^ \d{3}(?:\D|$)`)

// blankBetween are the languages that part thousands by a blank.
var blankBetween = map[string]bool{"fr": true, "es": true, "ru": true, "pl": true, "sv": true}

// counted tells whether a text begins with what a number counts: a unit, a currency, a scale word.
func counted(after, language string) bool {
	if _, n := ScaleWord(after, language, false); n > 0 {
		return true
	}
	unit, _ := UnitWord(after)
	return unit != ""
}

// figure reads the digits at [start, end) with what stands around them; not ok if they are no figure.
func (t Folded) figure(start, end int, language string, prose bool) (f Figure, ok bool) {
	before, after := t.near(start, end)
	if !prose { // a page's lines are cells; only a word such as "million" may stand on the next
		after = t.line(after)
	}
	currency := currencyEnd(before)
	from := start
	if currency != nil {
		from -= len(before) - currency[0]
		f.Unit, _ = CurrencySign(before[currency[2]:currency[3]])
	}
	closed := 0 // "(1,577) million"
	if strings.HasPrefix(after, ")") && strings.HasSuffix(strings.TrimRight(before, "$€£¥ "), "(") {
		closed = 1
	}
	scale, taken := ScaleWord(after[closed:], language, currency != nil)
	unit, n := UnitWord(after[closed+taken:])
	if unit != "" && (f.Unit == "" || f.Unit == Dollars && unit == "USD") {
		f.Unit = unit
	}
	if taken += n; taken > 0 {
		taken += closed
	}
	f.Scaled = scale != 0
	if year(t.S[start:end]) && currency == nil && taken == 0 || t.inWord(start, end, end+taken, currency != nil) {
		return f, false
	}
	if f.Readings = readings(strings.ReplaceAll(t.S[start:end], " ", "'"), language); len(f.Readings) == 0 {
		return f, false
	}
	f.Digits = f.Readings[0].Value.String()
	if unit == "measure" { // which may be written in so many ways that it isn't compared
		f.Unit = ""
	}
	if f.Power = scale; unit == "bp" { // a hundredth of a percentage point
		f.Unit, f.Power = Points, scale-2
	}
	for i := range f.Readings {
		r := &f.Readings[i]
		r.Value, r.Last = r.Value.Shift(f.Power), r.Last+f.Power
	}
	f.Value = f.Readings[0].Value.Short()
	f.DigitsAt = [2]int{t.place(start), t.place(end)}
	f.Start, f.End = t.place(from), t.place(end+taken)
	f.sign(t.S, from, start, end+taken, prose)
	f.Bound = boundOf(strings.TrimRight(before[:len(before)-(start-from)], "(- "))
	f.About = f.Bound != 0
	f.PerShare = strings.ContainsAny(after[taken:], "hk股株") && perShare.MatchString(after[taken:])
	return f, true
}

// currencyEnd finds the currency that a text ends with.
func currencyEnd(before string) []int {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " (-"))
	if !unicode.Is(unicode.Sc, last) && (last < 'A' || last > 'Z') && last != 's' && last != '.' {
		return nil
	}
	return currencyBefore().FindStringSubmatchIndex(before)
}

// boundOf reads the word before a figure that says how exact it is.
func boundOf(lead string) byte {
	if last, _ := utf8.DecodeLastRuneInString(lead); !unicode.IsLetter(last) && !strings.ContainsRune("~≈<>≤≥.", last) {
		return 0
	}
	lead = lead[max(0, len(lead)-24):] + " "
	switch {
	case roundly.MatchString(lead):
		return '~'
	case exceeds.MatchString(lead):
		return '>'
	case almost.MatchString(lead):
		return '<'
	}
	return 0
}

var wrappedScale = regexp.MustCompile(`^ ?\n(?i:millions?|billions?|trillions?|thousand|percent|millionen|milliarden?|mio|mrd|prozent)\b`)

// line cuts what stands behind a figure at the end of its line, unless the next one begins with its scale.
func (t Folded) line(after string) string {
	i := strings.IndexByte(after, '\n')
	if i < 0 || strings.TrimSpace(after[:i]) == "" && wrappedScale.MatchString(after) {
		return after
	}
	return after[:i]
}

// inWord tells whether digits are part of a word or a code: A4, CO2, 10-K, 3M.
func (t Folded) inWord(start, digitsEnd, end int, currency bool) bool {
	before, _ := utf8.DecodeLastRuneInString(t.S[:start])
	after, _ := utf8.DecodeRuneInString(t.S[end:])
	return !currency && (latin(before) || before == '_') || latin(after) && end == digitsEnd
}

// year tells whether a number written so may be a year.
func year(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && isDigit(s[2]) && isDigit(s[3])
}

var (
	minusWord = regexp.MustCompile(`(?i)\b(?:minus|negative)\s*$`)
	// A number in brackets behind such a word is one with a minus; behind others the brackets are only brackets.
	bracketLead = regexp.MustCompile(`(?i)(?:\b(?:was|were|is|are|of|to|at|by|from|war|betrug|betrugen|von|auf|bei|um)|[:=|はがを为為])[*_]*\s*$`)
)

// sign reads the minus, the plus or the brackets of the figure that stands with its currency at from, its digits at start
// and ends at end.
func (f *Figure) sign(s string, from, start, end int, prose bool) {
	outer := strings.TrimRight(s[max(0, from-2):from], " ")
	inner := strings.Trim(strings.TrimLeft(s[from:start], "$€£¥₹₩ABCDEFGHIJKLMNOPQRSTUVWXYZ"), " ")
	lead := s[max(0, from-24):from]
	switch {
	case strings.HasPrefix(inner, "-"), strings.HasSuffix(inner, "-"), strings.HasSuffix(outer, "▲"), strings.HasSuffix(outer, "s"), strings.HasSuffix(outer, "e"):
		f.Negative = !strings.HasSuffix(outer, "s") && !strings.HasSuffix(outer, "e") || minusWord.MatchString(lead)
	case strings.HasSuffix(outer, "-") || strings.HasSuffix(lead, "–"):
		f.Negative = minusAt(strings.TrimRight(s[max(0, from-8):from], " "), s[max(0, from-1)] == ' ')
	case strings.HasSuffix(outer, "+"):
		f.Plus = true
	}
	opened := strings.Contains(inner, "(") || strings.HasSuffix(outer, "(")
	rest := s[end:min(len(s), end+2)]
	if !opened || !strings.HasPrefix(rest, ")") && !strings.HasPrefix(rest, " )") && !strings.Contains(s[start:end], ")") {
		return
	}
	f.Bracketed = true
	lead = strings.TrimRight(strings.TrimRight(lead, " "), "(")
	f.Loose = prose && !strings.Contains(inner, "(") && !bracketLead.MatchString(lead)
	f.Negative = !f.Loose
}

// minusAt tells whether the dash that a text ends with is a minus, and not between two numbers or words.
func minusAt(s string, spaced bool) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	if spaced || r == utf8.RuneError {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:len(s)-n])
	return len(s) == n || strings.ContainsRune(" (|\n$€£¥:*", before) || Unspaced(before)
}

// takes tells whether the next figure goes on with this one, as in 1億2000万.
func (f Figure) takes(next Figure) bool {
	return f.End == next.Start && f.Scaled && f.Unit == "" && f.Readings[0].Last > next.Readings[0].Last
}

func (f Figure) with(next Figure, text string) Figure {
	sum, err := f.Readings[0].Value.Add(next.Readings[0].Value)
	if err != nil { // longer than any number that means something
		return f
	}
	next.Readings = []Reading{{sum, next.Readings[0].Last}}
	next.Value, next.Start, next.Scaled = next.Readings[0].Value.Short(), f.Start, true
	next.Digits, next.Power = next.Value, 0
	next.Bound, next.About, next.Negative, next.Bracketed, next.Loose, next.DigitsAt[0] = f.Bound, f.About, f.Negative, f.Bracketed, f.Loose, f.DigitsAt[0]
	next.Text = text[f.Start:next.End]
	return next
}

// begins lets the first figure of a range take the scale and the unit of the last: 4–5 %, $4.0 to $4.5 billion.
func (f *Figure) begins(last *Figure, text string, prose bool) {
	gap := text[f.End:max(f.End, last.Start)]
	if strings.HasPrefix(gap, " ") && strings.HasSuffix(gap, "-") { // 984 -951
		return
	}
	between := strings.TrimSpace(gap)
	switch between {
	case "and", "und", "or", "oder":
		if !prose {
			return
		}
	case "–", "-", "—", "to", "bis", "至", "到", "から", "～", "~", "〜":
	default:
		return
	}
	if between == "-" || between == "–" {
		last.Negative = false
	}
	if f.Scaled || f.Unit == Percent || f.Unit != "" && last.Unit != "" && f.Unit != last.Unit || !last.Scaled && last.Unit == "" {
		return
	}
	for i := range f.Readings {
		r := &f.Readings[i]
		r.Value, r.Last = r.Value.Shift(last.Power), r.Last+last.Power
	}
	f.Scaled, f.Power, f.Value = last.Scaled, last.Power, f.Readings[0].Value.Short()
	if f.Unit == "" {
		f.Unit = last.Unit
	}
}
