package rag

import (
	"embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

//go:embed words/*.txt
var leaningFiles embed.FS

// sayings are phrases in small letters, the longest first. One is found as whole words, in scripts without blanks anywhere.
type sayings []string

// leaningWords are how questions lean on the one before, in all languages together: a question is often too short to tell its
// language by. words/en.txt says what the kinds are.
var leaningWords = sync.OnceValue(func() map[string]sayings {
	out := map[string]sayings{}
	files, _ := leaningFiles.ReadDir("words") // it is part of the program
	for _, f := range files {
		body, _ := leaningFiles.ReadFile("words/" + f.Name())
		for line := range strings.Lines(string(body)) {
			if kind, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
				out[kind] = append(out[kind], strings.Split(list, ", ")...)
			}
		}
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return out
})

// find gives the bytes of the first place of a text at which one of the phrases stands; nil if there is none.
func (ps sayings) find(s string) []int {
	lower := smallened(s)
	for at := range lower {
		if n := ps.at(lower, at); n > 0 {
			return []int{at, at + n}
		}
	}
	return nil
}

// all gives every place at which one of the phrases stands.
func (ps sayings) all(s string) (out [][]int) {
	for from := 0; ; {
		at := ps.find(s[from:])
		if at == nil {
			return out
		}
		out = append(out, []int{from + at[0], from + at[1]})
		from += at[1]
	}
}

// without takes the first phrase out of a text.
func (ps sayings) without(s string) (rest string, there bool) {
	at := ps.find(s)
	if at == nil {
		return s, false
	}
	return s[:at[0]] + " " + s[at[1]:], true
}

// cutBefore takes the phrase off with which a text begins, and the marks around it.
func (ps sayings) cutBefore(s string) (rest string, there bool) {
	s = strings.TrimLeftFunc(s, between)
	if n := ps.at(smallened(s), 0); n > 0 {
		return strings.TrimLeftFunc(s[n:], between), true
	}
	return s, false
}

// cutBehind takes the phrase off with which a text ends, and the marks around it.
func (ps sayings) cutBehind(s string) (rest, phrase string) {
	s = strings.TrimRightFunc(s, between)
	lower := smallened(s)
	for _, p := range ps {
		if strings.HasSuffix(lower, p) && ps.at(lower, len(s)-len(p)) == len(p) {
			return strings.TrimRightFunc(s[:len(s)-len(p)], between), p
		}
	}
	return s, ""
}

// at is how many bytes the phrase has that stands at a place of a text in small letters; 0 if none does.
func (ps sayings) at(lower string, at int) int {
	before, _ := utf8.DecodeLastRuneInString(lower[:at])
	for _, p := range ps {
		if !strings.HasPrefix(lower[at:], p) {
			continue
		}
		first, _ := utf8.DecodeRuneInString(p)
		after, _ := utf8.DecodeRuneInString(lower[at+len(p):])
		if text.Unspaced(first) || !ofWord(before) && (strings.HasSuffix(p, "'") || !ofWord(after)) {
			return len(p)
		}
	}
	return 0
}

// smallened writes a text in small letters, in as many bytes; as it is where that can't be.
func smallened(s string) string {
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		return s
	}
	return lower
}

// ofWord tells whether a character goes on with a word in Latin or another script with blanks.
func ofWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !text.Unspaced(r)
}

// between stands between words: blanks and marks, but for those that are parts of names.
func between(r rune) bool {
	return unicode.IsSpace(r) || (unicode.IsPunct(r) || unicode.IsSymbol(r)) && r != '&' && r != '%' && r != '$' && r != '€' && r != '£'
}
