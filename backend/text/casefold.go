package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// CaseFold is a text as it is compared with what a person types: in lower case, without accents and what isn't seen, any
// blank as a space. "Zürich" is found by "zurich", "ﬁne" by "fine".
func CaseFold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		foldRune(r, func(f rune) { b.WriteRune(f) })
	}
	return b.String()
}

func foldRune(r rune, keep func(rune)) {
	switch {
	case r >= 'A' && r <= 'Z':
		keep(r + 'a' - 'A')
	case r < utf8.RuneSelf:
		if r == '\t' || r == '\n' || r == '\r' {
			r = ' '
		}
		keep(r)
	case r == '’' || r == '‘':
		keep('\'')
	case r == '“' || r == '”' || r == '„':
		keep('"')
	case unicode.In(r, unicode.Pd):
		keep('-')
	default:
		for _, f := range norm.NFKD.String(string(r)) {
			switch {
			case unicode.IsSpace(f):
				keep(' ')
			case !unicode.In(f, unicode.M, unicode.Cf):
				keep(unicode.ToLower(f))
			}
		}
	}
}

// Occurrences are the places of folded words in a text, in order and not overlapping.
func Occurrences(text string, words []string) []Span {
	var b strings.Builder
	var at []int // the byte of the text for each byte of what is folded, and its end
	for i, r := range text {
		from := b.Len()
		foldRune(r, func(f rune) { b.WriteRune(f) })
		for range b.Len() - from {
			at = append(at, i)
		}
	}
	at = append(at, len(text))
	folded := b.String()
	var all []Span
	for _, word := range words {
		for i := 0; word != ""; {
			next := strings.Index(folded[i:], word)
			if next < 0 {
				break
			}
			i += next + len(word)
			_, last := utf8.DecodeLastRuneInString(folded[:i])
			_, size := utf8.DecodeRuneInString(text[at[i-last]:])
			all = append(all, Span{Start: at[i-len(word)], End: at[i-last] + size})
		}
	}
	slices.SortFunc(all, func(a, b Span) int { return a.Start - b.Start })
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}
