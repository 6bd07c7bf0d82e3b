package figures

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"lectern/backend/decimal"
)

var spelled = regexp.MustCompile(`(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|dozen|` +
	`ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|neunzig|hundert)\b|[一二三四五六七八九十百]+`)

var spelledValues = map[string]int64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"twelve": 12, "dozen": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
	"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12,
	"fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "neunzig": 90, "hundert": 100,
}

// spelledOut finds small numbers in words. They count on pages only.
func spelledOut(text, language string) (out []Figure) {
	for _, m := range spelled.FindAllStringIndex(text, -1) {
		word := strings.ToLower(text[m[0]:m[1]])
		n, known := spelledValues[word]
		switch {
		case strings.HasPrefix(word, "ein"):
			n = 1
		case !known && len(word) <= len("九百九十九"):
			n = Kanji(word)
		case !known:
			continue
		}
		after := fold(text[m[1]:min(len(text), m[1]+32)]).s
		scale, taken := scaleOf(after, language == "de", false)
		unit, _ := unitOf(after[taken:])
		v := decimal.New(n, 0).Shift(scale)
		out = append(out, Figure{Text: text[m[0]:m[1]], Start: m[0], End: m[1], Unit: unit, Scaled: scale != 0, Power: scale, Value: v.Short(), readings: []reading{{v, scale}}, digits: [2]int{m[0], m[1]}})
	}
	return out
}

// Kanji reads a number below a thousand, written in kanji.
func Kanji(s string) (n int64) {
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
