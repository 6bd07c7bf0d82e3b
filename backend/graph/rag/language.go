package rag

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/figures"
)

// Language guesses whether a text is English (en), German (de) or Japanese (ja), by its script and its commonest words;
// "" if nothing tells.
func Language(text string) string {
	switch l := figures.Language(text); l {
	case "en", "de", "ja":
		return l
	}
	return ""
}

// unspaced tells of scripts without blanks between words.
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// months are those that may stand behind a day, as an expression.
const months = `(?i:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)`

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
