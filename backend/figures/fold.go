package figures

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text with full-width digits and signs as plain ones.
type folded struct {
	s  string
	at []int // for each byte of s, and its end, the byte of the text
}

var plainRunes = map[rune]rune{
	'，': ',', '．': '.', '％': '%', '－': '-', '−': '-', '（': '(', '）': ')', '￥': '¥', '＄': '$', '：': ':', '‐': '-', '‑': '-', '△': '▲',
	'’': '\'', '\u202f': '\'', '\u2009': '\'', '\u00a0': ' ', '\u3000': ' ', '［': '[', '］': ']', '\t': ' ', '＋': '+', '～': '–', '〜': '–',
}

// fold keeps the bytes as they are where it can, so that most texts need no map of places.
func fold(text string) folded {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\t' || r > unicode.MaxASCII }) {
		return folded{s: text}
	}
	var b strings.Builder
	b.Grow(len(text))
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

// place is the byte of the text that a byte of the folded one comes from.
func (t folded) place(i int) int {
	if t.at == nil {
		return i
	}
	return t.at[i]
}

// near is what stands before a byte, and behind it, on its line: at most some bytes, cut between characters.
func (t folded) near(start, end int) (before, after string) {
	const reach = 48
	from, to := max(0, start-reach), min(len(t.s), end+reach)
	for from < start && !utf8.RuneStart(t.s[from]) {
		from++
	}
	for to > end && to < len(t.s) && !utf8.RuneStart(t.s[to]) {
		to--
	}
	before, after = t.s[from:start], t.s[end:to]
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	return before, after
}

func latin(r rune) bool { return unicode.IsLetter(r) && !unspaced(r) }

// unspaced tells whether a letter is of a script that doesn't part words.
func unspaced(r rune) bool {
	return r >= 'ぁ' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
