package rag

import (
	"math/big"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Figure is a number of a text, as far as it says how much of something there is. Dates, years alone, times, ordinals,
// codes, list marks, citations, and the numbers of pages, sections and notes are none.
type Figure struct {
	Raw        string // as written, with what belongs to it: "$1.2 million"
	Start, End int    // where Raw stands, in bytes
	Value      string // exact decimal without its sign, the scale word applied: "1200000"
	Unit       string // "%", "pp" (percentage points), a currency, or "" if none is said
	Scaled     bool   // it has a scale word
	About      bool   // a word before it says that it is rounded

	readings []reading // Value's first; "1.234" has another one in another language
}

// reading is a number with the power of ten of the last digit that was written: 1.20 million is 1200000 to 4.
type reading struct {
	value *big.Rat
	last  int
}

// Figures finds the figures of prose in English, German or Japanese, in order. Citations and list marks count as such.
func Figures(text string) []Figure { return lex(text, true) }

// lex finds figures. Where the text isn't written by a model, brackets are no citations.
func lex(text string, prose bool) []Figure { return lexAs(text, Language(text), prose) }

// lexAs finds figures as a language writes them.
func lexAs(text, language string, prose bool) []Figure {
	t := fold(text)
	if !strings.ContainsAny(t.s, "0123456789") {
		return nil
	}
	skip := t.skipped(prose)
	var out []Figure
	for _, run := range digits.FindAllStringIndex(t.s, -1) {
		if skip[run[0]] {
			continue
		}
		f, ok := t.figure(run[0], run[1], language)
		if !ok {
			continue
		}
		if n := len(out); n > 0 && out[n-1].takes(f) { // 1億2000万
			out[n-1] = out[n-1].with(f, text)
			continue
		}
		f.Raw = text[f.Start:f.End]
		out = append(out, f)
	}
	return out
}

// digits finds a run of digits with the marks between them.
var digits = regexp.MustCompile(`\d+(?:[.,']\d+)*`)

// folded is a text with full-width digits and signs as plain ones.
type folded struct {
	s  string
	at []int // for each byte of s, and its end, the byte of the text
}

var plainRunes = map[rune]rune{
	'，': ',', '．': '.', '％': '%', '－': '-', '−': '-', '（': '(', '）': ')', '￥': '¥', '＄': '$', '：': ':', '‐': '-', '‑': '-',
	'’': '\'', '\u202f': '\'', '\u2009': '\'', '\u00a0': ' ', '\u3000': ' ', '［': '[', '］': ']', '\t': ' ',
}

func fold(text string) folded {
	var b strings.Builder
	t := folded{at: make([]int, 0, len(text)+1)}
	for i, r := range text {
		if plain, ok := plainRunes[r]; ok {
			r = plain
		} else if r >= '０' && r <= '９' {
			r += '0' - '０'
		}
		b.WriteRune(r)
		for range utf8.RuneLen(r) {
			t.at = append(t.at, i)
		}
	}
	t.s, t.at = b.String(), append(t.at, len(text))
	return t
}

// figure reads the digits at [start, end) with what stands around them; not ok if they are no figure.
func (t folded) figure(start, end int, language string) (f Figure, ok bool) {
	before, after := t.s[max(0, start-32):start], t.s[end:min(len(t.s), end+32)]
	currency := currencyBefore.FindStringSubmatchIndex(before)
	from := start
	if currency != nil {
		from -= len(before) - currency[0]
		f.Unit = currencyCode(before[currency[2]:currency[3]])
	}
	scale, taken := scaleOf(after, language == "de", currency != nil)
	rest := after[taken:]
	unit, n := unitOf(rest)
	if unit != "" && (f.Unit == "" || f.Unit == "$" && unit == "USD") {
		f.Unit = unit
	}
	taken += n
	f.Scaled = scale != 0
	if year(t.s[start:end]) && currency == nil && taken == 0 || t.inWord(start, end+taken, currency != nil) {
		return f, false
	}
	if f.readings = readings(t.s[start:end], language); len(f.readings) == 0 {
		return f, false
	}
	if unit == "measure" { // which may be written in so many ways that it isn't compared
		f.Unit = ""
	}
	if unit == "bp" { // a hundredth of a percentage point
		f.Unit, scale = "pp", scale-2
	}
	f.About = about.MatchString(t.s[max(0, from-24):from])
	for i := range f.readings {
		r := &f.readings[i]
		if f.About && r.last == 0 { // a round figure
			r.last = min(zeros(r.value), mostZeros)
		}
		r.value, r.last = shifted(r.value, scale), r.last+scale
	}
	f.Value = decimal(f.readings[0].value)
	f.Start, f.End = t.at[from], t.at[end+taken]
	return f, true
}

// inWord tells whether digits are part of a word or a code: A4, CO2, 10-K, 3M.
func (t folded) inWord(start, end int, currency bool) bool {
	before, _ := utf8.DecodeLastRuneInString(t.s[:start])
	after, _ := utf8.DecodeRuneInString(t.s[end:])
	return !currency && (latin(before) || before == '_') || latin(after) && end > start && isDigit(t.s[end-1])
}

func latin(r rune) bool { return unicode.IsLetter(r) && !unspaced(r) }

func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// year tells whether a number written so may be a year.
func year(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

// readings reads digits with marks between them; none if it is no number (1.2.3), two, the likelier first, if only the
// language would tell and it isn't known.
func readings(s, language string) []reading {
	point, comma := strings.Count(s, "."), strings.Count(s, ",")+strings.Count(s, "'")
	s = strings.ReplaceAll(s, "'", ",")
	grouping := func(mark, decimal string) []reading {
		if whole, _, _ := strings.Cut(s, decimal); strings.Count(s, decimal) > 1 || !grouped(whole, mark) {
			return nil
		}
		return []reading{read(strings.Replace(strings.ReplaceAll(s, mark, ""), decimal, ".", 1))}
	}
	switch {
	case point+comma == 0:
		return []reading{read(s)}
	case point > 0 && comma > 0 && strings.LastIndex(s, ".") > strings.LastIndex(s, ","):
		return grouping(",", ".")
	case point > 0 && comma > 0:
		return grouping(".", ",")
	case point > 1:
		return grouping(".", ",")
	case comma > 1:
		return grouping(",", ".")
	}
	mark := ","
	if point == 1 {
		mark = "."
	}
	asDecimal := read(strings.Replace(s, mark, ".", 1))
	if !grouped(s, mark) {
		return []reading{asDecimal}
	}
	asGroups := read(strings.Replace(s, mark, "", 1))
	switch {
	case language == "" && mark == ",":
		return []reading{asGroups, asDecimal}
	case language == "":
		return []reading{asDecimal, asGroups}
	case (language == "de") == (mark == "."):
		return []reading{asGroups}
	}
	return []reading{asDecimal}
}

// grouped tells whether a mark stands where thousands are parted.
func grouped(s, mark string) bool {
	groups := strings.Split(s, mark)
	if len(groups) > 1 && (groups[0] == "" || len(groups[0]) > 3 || groups[0][0] == '0') {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}

func read(s string) reading {
	v, _ := new(big.Rat).SetString(s) // digits and at most one point
	_, fraction, _ := strings.Cut(s, ".")
	return reading{v, -len(fraction)}
}

// mostZeros bounds how round "about 2,000,000,000" may be taken to be.
const mostZeros = 9

func zeros(v *big.Rat) (n int) {
	s := v.Num().String()
	for n < len(s)-1 && s[len(s)-1-n] == '0' {
		n++
	}
	return n
}

func power(n int) *big.Rat {
	if n < 0 {
		return new(big.Rat).Inv(power(-n))
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
}

func shifted(v *big.Rat, scale int) *big.Rat { return new(big.Rat).Mul(v, power(scale)) }

// decimal writes a number without needless zeros.
func decimal(v *big.Rat) string {
	const digits = 40 // more than any scale word times any sensible number of places
	s := v.FloatString(digits)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// takes tells whether the next figure goes on with this one, as in 1億2000万.
func (f Figure) takes(next Figure) bool {
	return f.End == next.Start && f.Scaled && f.Unit == "" && f.readings[0].last > next.readings[0].last
}

func (f Figure) with(next Figure, text string) Figure {
	next.readings[0].value = new(big.Rat).Add(f.readings[0].value, next.readings[0].value)
	next.readings, next.Value = next.readings[:1], decimal(next.readings[0].value)
	next.Start, next.Scaled, next.About, next.Raw = f.Start, true, f.About, text[f.Start:next.End]
	return next
}
