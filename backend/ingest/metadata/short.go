package metadata

import (
	"strings"
	"unicode"
)

// Abbreviates tells whether a word may be a name written short, as symbols of the stock exchange and hurried people write one:
// its first letter and others of it in their order, few of them vowels. MSFT and msft abbreviate Microsoft.
func Abbreviates(word, name string) bool {
	const shortest, longest, perVowel = 3, 5, 3
	w, n := strings.ToLower(word), squeeze(name)
	if len(w) < shortest || len(w) > longest || len(w) >= len(n) || w[0] != n[0] || strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) {
		return false
	}
	vowels := 0
	for _, r := range w {
		if strings.ContainsRune("aeiou", r) {
			vowels++
		}
		at := strings.IndexRune(n, r)
		if at < 0 {
			return false
		}
		n = n[at+1:]
	}
	return vowels*perVowel <= len(w)
}

// Clips tells whether two words are a name of several words whose first one is cut short: "gen mills".
func Clips(one, two, name string) bool {
	const shortest = 3
	keys := calledBy(name)
	one, two = strings.ToLower(one), strings.ToLower(two)
	if len(keys) == 0 || len(one) < shortest || len(one) >= len(keys[0]) || !strings.HasPrefix(keys[0], one) {
		return false
	}
	if len(keys) > 1 {
		return two == keys[1]
	}
	return len(two) > shortest && strings.HasSuffix(keys[0], two) && len(one)+len(two) < len(keys[0]) // GENERALMILLS
}
