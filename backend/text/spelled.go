package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lectern/backend/decimal"
)

// Numbers as words, from one on, and the tens.
const (
	englishUnits = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	germanUnits  = "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
	englishTens  = "ten twenty thirty forty fifty sixty seventy eighty ninety hundred"
	germanTens   = "zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert"
)

var numberWords = sync.OnceValue(func() map[string]int64 {
	out := map[string]int64{"dozen": 12, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "eines": 1}
	for _, list := range []string{englishUnits, germanUnits} {
		for i, w := range strings.Fields(list) {
			out[w] = int64(i + 1)
		}
	}
	for _, list := range []string{englishTens, germanTens} {
		for i, w := range strings.Fields(list) {
			out[w] = int64(10 * (i + 1))
		}
	}
	return out
})

// NumberWord is the number that an English or German word names, in any case: 12 for "zwölf"; 0 for other words.
func NumberWord(word string) int64 { return numberWords()[strings.ToLower(word)] }

var spelled = sync.OnceValue(func() *regexp.Regexp {
	var words []string
	for w := range numberWords() {
		words = append(words, w)
	}
	slices.Sort(words)
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b|[一二三四五六七八九十百]+`)
})

// SpelledOut finds small numbers in words. They count on pages only.
func SpelledOut(s, language string) (out []Figure) {
	for _, m := range spelled().FindAllStringIndex(s, -1) {
		word := s[m[0]:m[1]]
		n := NumberWord(word)
		if n == 0 && len(word) <= len("九百九十九") {
			n = Kanji(word)
		}
		if n == 0 {
			continue
		}
		after := Fold(s[m[1]:min(len(s), m[1]+32)]).S
		scale, taken := ScaleWord(after, language, false)
		unit, _ := UnitWord(after[taken:])
		v := decimal.New(n, 0).Shift(scale)
		out = append(out, Figure{Text: word, Start: m[0], End: m[1], Unit: unit, Scaled: scale != 0, Power: scale, Value: v.Short(), Readings: []Reading{{v, scale}}, DigitsAt: [2]int{m[0], m[1]}})
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
