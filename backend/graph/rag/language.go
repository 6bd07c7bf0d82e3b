package rag

import (
	"unicode"

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
