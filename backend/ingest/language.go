package ingest

import (
	"strings"
	"unicode"

	"lectern/backend/store"
)

// stopWords are the commonest words of a language that the others don't have, or rarely.
var stopWords = map[string]map[string]bool{
	"en": wordSet(`the of and to in that is for it was on with as are be this by at from have or not which we our`),
	"de": wordSet(`der die und das den von zu mit ist des im für auf nicht ein eine dem sich auch als wird wurde werden bei sind oder`),
	"fr": wordSet(`le la les des et en un une du que dans pour est sur au par qui pas ce ne se aux avec sont cette ou plus`),
	"es": wordSet(`el la los las de y en que un una del se por con para es al lo como su más no sus ha fue o este entre`),
}

// language names the language of most of a document: by its script, or by the share of stop words.
func language(pages []store.Page) string {
	const samples, sampleSize = 40, 2000 // of pages spread over the document, bytes of each
	step := max(1, len(pages)/samples)
	var han, kana, hangul, other, words int
	hits := map[string]int{}
	for i := 0; i < len(pages); i += step {
		text := pages[i].Text
		text = strings.ToValidUTF8(text[:min(len(text), sampleSize)], "")
		for _, r := range text {
			switch {
			case r < 0x2E80:
				if unicode.IsLetter(r) {
					other++
				}
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			case unicode.Is(unicode.Hangul, r):
				hangul++
			}
		}
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			words++
			for l, set := range stopWords {
				if set[word] {
					hits[l]++
				}
			}
		}
	}
	if square := han + kana + hangul; 3*square > other && square > 0 { // three letters say as much as one of them
		switch {
		case 2*hangul > square:
			return "ko"
		case 20*kana > square:
			return "ja"
		}
		return "zh"
	}
	best, most, next := "", 0, 0
	for l, n := range hits {
		if n > most {
			best, most, next = l, n, most
		} else {
			next = max(next, n)
		}
	}
	if most < 3 || most*12 < words || most*4 < next*5 { // prose has some 30 % of them, tables 10 %
		return ""
	}
	return best
}
