package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text with its key: letters and digits in lower case.
type token struct {
	text, key string
}

// tokens are the words of a text; marks part them.
func tokens(text string) (out []token) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) }) {
		out = append(out, token{w, strings.ToLower(w)})
	}
	return out
}

// unspaced tells whether a text is written without blanks between words.
func unspaced(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// legalForms and leading articles are no part of what a company is called by.
var legalForms = map[string]bool{
	"inc": true, "incorporated": true, "corporation": true, "corp": true, "company": true, "co": true, "companies": true, "plc": true, "ltd": true, "limited": true,
	"ag": true, "se": true, "gmbh": true, "kgaa": true, "kg": true, "llc": true, "lp": true, "nv": true, "sa": true, "spa": true, "holdings": true, "com": true, "the": true, "group": true, "and": true,
}

// common are first words of companies' names that call none by themselves.
var common = map[string]bool{
	"advanced": true, "allgemeine": true, "american": true, "applied": true, "bank": true, "british": true, "central": true, "china": true, "consolidated": true, "deutsche": true, "digital": true,
	"energy": true, "european": true, "federal": true, "first": true, "general": true, "global": true, "international": true, "japan": true, "national": true, "north": true, "pacific": true,
	"royal": true, "service": true, "south": true, "southern": true, "standard": true, "swiss": true, "union": true, "united": true, "universal": true, "western": true, "world": true,
}

// called is what a company is called by in words, without its legal form: "The Coca-Cola Company" by coca and cola.
// A single letter is part of a legal form written with points: N.V.
func calledBy(company string) (keys []string) {
	for _, t := range tokens(company) {
		if !legalForms[t.key] && len([]rune(t.key)) > 1 {
			keys = append(keys, t.key)
		}
	}
	return keys
}

// Called is a company's name without its legal form, as people call it: "Best Buy" of "Best Buy Co., Inc."; "" if it is no
// more than that.
func Called(company string) string {
	if unspaced(company) {
		return withoutForm(company)
	}
	if len(calledBy(company)) == 0 {
		return "" // "The Company"
	}
	words := strings.Fields(company)
	dull := func(w string) bool {
		keys := tokens(w)
		return len(keys) == 0 || !slices.ContainsFunc(keys, func(t token) bool {
			return !legalForms[t.key] && len([]rune(t.key)) > 1 || len(t.text) == len(w) && !legalForms[t.key]
		})
	}
	for len(words) > 1 && (dull(words[len(words)-1]) || words[len(words)-1] == "&") {
		words = words[:len(words)-1]
	}
	if len(words) > 1 && strings.EqualFold(words[0], "the") {
		words = words[1:]
	}
	for i, w := range words {
		if len(words) > 1 || len(w) > len("NIKE") {
			words[i] = spoken(w)
		}
	}
	return strings.TrimRight(strings.Join(words, " "), ",")
}

// spoken writes a word that is all capitals as a name is written, unless it can only be spelled.
func spoken(w string) string {
	if w != strings.ToUpper(w) || !strings.ContainsAny(w[min(1, len(w)):], "AEIOUY") || strings.ContainsFunc(w, unicode.IsDigit) {
		return w
	}
	first, n := utf8.DecodeRuneInString(w)
	return string(first) + strings.ToLower(w[n:])
}

// withoutForm is an unspaced company's name without its legal form.
func withoutForm(company string) string {
	return strings.TrimSpace(strings.NewReplacer("株式会社", "", "有限公司", "", "股份", "", "合同会社", "").Replace(company))
}
