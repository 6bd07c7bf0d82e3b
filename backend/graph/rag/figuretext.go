package rag

import (
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"
)

// FigureText is a text in which figures are looked for.
type FigureText struct {
	figures []Figure
	scales  []int // that the text says its tables are in: 6 for "in millions"
}

// unitLines tell in what a page's tables are.
var unitLines = []scaleWord{
	{regexp.MustCompile(`(?i)\b(?:in|of)?\s*(?:\$|€|£|us\$|usd|eur|euro)?\s*thousands\b|\btsd\.?\s*(?:€|eur)|\bt(?:€|eur)|\bin tausend|[$€]\s*000|千円|千ドル`), 3},
	{regexp.MustCompile(`(?i)\bmillions\b|\b(?:in\s+)?(?:mio\.?|millionen)\b|\b(?:€|eur|usd|[$])\s*mn?\b|百万円|百万ドル`), 6},
	{regexp.MustCompile(`(?i)\bbillions\b|\bmrd\.?|\bmilliarden\b|十億円`), 9},
	{regexp.MustCompile(`億円`), 8},
}

// ReadFigures prepares a text, such as the page that a passage stands on: what a table is in often stands far above it.
// Numbers in words count there, too.
func ReadFigures(text string) *FigureText {
	t := &FigureText{figures: append(lex(text, false), spelledOut(text)...)}
	for _, line := range unitLines {
		if line.pattern.MatchString(text) {
			t.scales = append(t.scales, line.scale)
		}
	}
	return t
}

// Holds tells whether a figure stands in the text, at whatever scale it is written: exactly, or so that it rounds to
// the figure at the last digit that the figure shows. Signs don't count. Units must agree where both are said.
func (t *FigureText) Holds(f Figure) bool {
	for _, q := range t.figures {
		if !agree(f.Unit, q.Unit) {
			continue
		}
		if rounds(q, f, 0) {
			return true
		}
		for _, scale := range t.scales {
			if !q.Scaled && rounds(q, f, scale) {
				return true
			}
		}
	}
	return false
}

// agree compares units; a dollar whose country isn't said is any.
func agree(a, b string) bool {
	return a == "" || b == "" || a == b || (a == "$" || b == "$") && dollar(a) && dollar(b)
}

func dollar(unit string) bool { return strings.HasSuffix(unit, "$") || unit == "USD" }

// rounds tells whether q, moved by a scale, is f as it was written. Ties may go either way; what is less exact than f
// is not f.
func rounds(q, f Figure, scale int) bool {
	for _, a := range f.readings {
		half := new(big.Rat).Mul(power(a.last), big.NewRat(1, 2))
		for _, b := range q.readings {
			off := new(big.Rat).Sub(shifted(b.value, scale), a.value)
			if off.Sign() == 0 || off.Abs(off).Cmp(half) <= 0 && b.last+scale < a.last {
				return true
			}
		}
	}
	return false
}

var spelled = regexp.MustCompile(`(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|dozen|` +
	`ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|neunzig|hundert)\b|[一二三四五六七八九十百]+`)

var spelledValues = map[string]int64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"twelve": 12, "dozen": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
	"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12,
	"fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "neunzig": 90, "hundert": 100,
}

// spelledOut finds small numbers in words.
func spelledOut(text string) (out []Figure) {
	german := Language(text) == "de"
	for _, m := range spelled.FindAllStringIndex(text, -1) {
		word := strings.ToLower(text[m[0]:m[1]])
		n, known := spelledValues[word]
		switch {
		case strings.HasPrefix(word, "ein"):
			n = 1
		case !known:
			n = kanji(word)
		}
		after := text[m[1]:min(len(text), m[1]+32)]
		scale, taken := scaleOf(after, german, false)
		unit, _ := unitOf(after[taken:])
		v := shifted(new(big.Rat).SetInt64(n), scale)
		out = append(out, Figure{Unit: unit, Scaled: scale != 0, Value: decimal(v), readings: []reading{{v, scale}}})
	}
	return out
}

// kanji reads a number below a thousand.
func kanji(s string) (n int64) {
	digit := int64(0)
	for _, r := range s {
		switch r {
		case '十':
			n, digit = n+10*max(digit, 1), 0
		case '百':
			n, digit = n+100*max(digit, 1), 0
		default:
			before, _, _ := strings.Cut("一二三四五六七八九", string(r))
			digit = int64(utf8.RuneCountInString(before) + 1)
		}
	}
	return n + digit
}
