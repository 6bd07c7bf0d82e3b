package ingest

import (
	"strings"
	"unicode"

	"lectern/backend/store"
)

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
		words += countWords(hits, text, roleStop)
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
	best, most, next := commonest(hits)
	if most < 3 || most*12 < words || most*4 < next*5 { // prose has some 30 % of them, tables 10 %
		return ""
	}
	return best
}

// tongue names the language whose words a page has most of, or "" if it has few or many of another's, too.
func tongue(text string) string {
	const sampleSize = 8000 // bytes
	hits := map[string]int{}
	countWords(hits, text[:min(len(text), sampleSize)], roleStop|roleStarter)
	best, most, next := commonest(hits)
	if most-next < max(2, most/4) { // they share some
		return ""
	}
	return best
}

// countWords adds to hits how many of a text's words have one of the roles in each language, and counts the words.
func countWords(hits map[string]int, text string, of role) (words int) {
	all := vocabularies()
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words++
		if all[""][word]&of == 0 {
			continue
		}
		for _, l := range languages {
			if all[l][word]&of != 0 {
				hits[l]++
			}
		}
	}
	return words
}

func commonest(hits map[string]int) (best string, most, next int) {
	for l, n := range hits {
		if n > most {
			best, most, next = l, n, most
		} else {
			next = max(next, n)
		}
	}
	return best, most, next
}
