package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How long a heading is.
const (
	HeadingShort = 6 // characters
	HeadingLong  = 110
)

// LooksLikeHeading tells whether a line looks like one: not too short or long, mostly letters, and written in capitals or with
// most of its words capitalised. Measured on filings together with the search that weighs it.
func LooksLikeHeading(line string) bool {
	n := utf8.RuneCountInString(line)
	if n < HeadingShort || n > HeadingLong || strings.EqualFold(line, "table of contents") {
		return false
	}
	var count, upper, digits, words, capital int
	between := true // words
	for _, r := range line {
		switch {
		case unicode.IsLetter(r):
			count++
			if unicode.IsUpper(r) {
				upper++
				if between {
					capital++
				}
			}
			if between {
				words, between = words+1, false
			}
			continue
		case unicode.IsDigit(r):
			digits++
		}
		between = unicode.IsSpace(r)
	}
	if count < 5 || digits > count || upper*10 < count*7 && (words < 2 || capital*10 < words*6) {
		return false
	}
	return !strings.HasSuffix(line, ",") && (words <= 8 || !strings.HasSuffix(line, ".")) && !LooksLikeRow(line)
}

// LooksLikeRow tells whether a line ends in two figures that aren't years.
func LooksLikeRow(line string) bool {
	words := strings.Fields(line)
	n := 0
	for i := len(words) - 1; i > 0 && n < 2; i-- {
		word := words[i]
		switch {
		case figure(word) && !(len(word) == 4 && (word[:2] == "19" || word[:2] == "20")):
			n++
		case strings.ContainsFunc(word, unicode.IsLetter), figure(word):
			return false
		}
	}
	return n == 2
}
