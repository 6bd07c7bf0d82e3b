package text

import (
	"unicode"
	"unicode/utf8"
)

// Unspaced tells whether a letter is of a script that doesn't part words: Chinese characters and kana.
func Unspaced(r rune) bool {
	return r >= 'ぁ' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// Wide tells whether a character is written without spaces between words, in a full square.
func Wide(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF60)
}

// width counts characters as wide as a Latin one.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; Wide(r) {
			n++
		}
	}
	return n
}

// weight is how much of a passage a character takes: one of a wide script says about as much as three letters.
func weight(r rune) int {
	if Wide(r) {
		return 3
	}
	return 1
}

// Weigh is how much a text takes: the number of its characters, one of a wide script counting for three.
func Weigh(s string) int {
	if len(s) == utf8.RuneCountInString(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += weight(r)
	}
	return n
}
