package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Folded is a text with full-width digits and signs as plain ones.
type Folded struct {
	S  string
	At []int // for each byte of s, and its end, the byte of the text
}

var plainRunes = map[rune]rune{
	'，': ',', '．': '.', '％': '%', '－': '-', '−': '-', '（': '(', '）': ')', '￥': '¥', '＄': '$', '：': ':', '‐': '-', '‑': '-', '△': '▲',
	'’': '\'', '\u202f': '\'', '\u2009': '\'', '\u00a0': ' ', '\u3000': ' ', '［': '[', '］': ']', '\t': ' ', '＋': '+', '～': '–', '〜': '–',
}

// Fold keeps the bytes as they are where it can, so that most texts need no map of places.
func Fold(text string) Folded {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\t' || r > unicode.MaxASCII }) {
		return Folded{S: text}
	}
	var b strings.Builder
	b.Grow(len(text))
	t := Folded{At: make([]int, 0, len(text)+1)}
	for i, r := range text {
		if plain, ok := plainRunes[r]; ok {
			r = plain
		} else if r >= '０' && r <= '９' {
			r += '0' - '０'
		}
		b.WriteRune(r)
		for range utf8.RuneLen(r) {
			t.At = append(t.At, i)
		}
	}
	t.S, t.At = b.String(), append(t.At, len(text))
	return t
}

// place is the byte of the text that a byte of the folded one comes from.
func (t Folded) place(i int) int {
	if t.At == nil {
		return i
	}
	return t.At[i]
}

// near is what stands before a byte, and behind it, on its line: at most some bytes, cut between characters.
func (t Folded) near(start, end int) (before, after string) {
	const reach = 48
	from, to := max(0, start-reach), min(len(t.S), end+reach)
	for from < start && !utf8.RuneStart(t.S[from]) {
		from++
	}
	for to > end && to < len(t.S) && !utf8.RuneStart(t.S[to]) {
		to--
	}
	before, after = t.S[from:start], t.S[end:to]
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	return before, after
}

func latin(r rune) bool { return unicode.IsLetter(r) && !Unspaced(r) }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
