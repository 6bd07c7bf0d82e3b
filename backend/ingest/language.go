package ingest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// language names the language of most of a document: by its script, or by the share of stop words.
func language(pages []store.Page) string {
	const samples, sampleSize = 40, 2000 // of pages spread over the document, bytes of each
	step := max(1, len(pages)/samples)
	var han, kana, hangul, other, words int
	var hits votes
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
		words += hits.count(text, roleStop)
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
	best, most, next := hits.commonest()
	if most < 3 || most*12 < words || most*4 < next*5 { // prose has some 30 % of them, tables 10 %
		return ""
	}
	return best
}

// tongue names the language whose words a page has most of, or "" if it has few or many of another's, too.
func tongue(text string) string {
	const sampleSize = 8000 // bytes
	var hits votes
	hits.count(text[:min(len(text), sampleSize)], roleStop|roleStarter)
	best, most, next := hits.commonest()
	if most-next < max(2, most/4) { // they share some
		return ""
	}
	return best
}

// votes are words of each of the languages.
type votes [len(languages)]int

// count adds how many of a text's words have one of the roles, stop or starter, in each language, and counts the words.
func (t *votes) count(text string, of role) (words int) {
	const longest = 64 // bytes: no word that is looked for has more
	known := spoken()
	var buffer [longest]byte
	word, size := buffer[:0], 0
	end := func() {
		if size == 0 {
			return
		}
		words++
		if size == len(word) {
			for l, is := range known[string(word)] {
				if is&of != 0 {
					t[l]++
				}
			}
		}
		word, size = buffer[:0], 0
	}
	for _, r := range text {
		r = unicode.ToLower(r)
		switch letter := r >= 'a' && r <= 'z' || r >= utf8.RuneSelf && unicode.IsLetter(r); {
		case !letter:
			end()
		case size+utf8.UTFMax > longest:
			size += utf8.RuneLen(r)
		default:
			word = utf8.AppendRune(word, r)
			size += utf8.RuneLen(r)
		}
	}
	end()
	return words
}

// commonest is the language with the most words, and how many it and the next have; "" if none has any.
func (t *votes) commonest() (best string, most, next int) {
	for l, n := range t {
		if n > most {
			best, most, next = languages[l], n, most
		} else {
			next = max(next, n)
		}
	}
	return best, most, next
}
