package llm

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A model that has begun to repeat itself never ends by itself. What it says then is a text with a period: the same line,
// sentence or paragraph over and over. Real texts have short ones, too: rules and empty cells of tables, leaders of dots,
// rows of the same figures. So a short period must be seen often, and fill more than any of these do.
const (
	longestPeriod = 1000 // bytes; a paragraph
	longPeriod    = 100  // from here on three times are enough: nobody writes a sentence thrice in a row
	longTimes     = 3
	shortTimes    = 6
	shortBytes    = 480 // that a short period fills: the rule of a table of 80 columns, or six full lines
)

// repeated finds a period at the end of a text: how many bytes at the end say only what stands before them already. 0 if
// the text doesn't repeat itself. A list that has the same item under one number after the other does.
func repeated(text string) int {
	if again := periodic(text); again > 0 {
		return again
	}
	numbers := itemNumber.FindAllStringIndex(text, -1)
	if len(numbers) < shortTimes {
		return 0
	}
	bare := itemNumber.ReplaceAllString(text, "")
	again := periodic(bare)
	if again == 0 {
		return 0
	}
	kept := len(bare) - again
	for _, at := range numbers {
		if at[0] >= kept {
			break
		}
		kept += at[1] - at[0]
	}
	return len(text) - kept
}

// itemNumber is the number of a list's item.
var itemNumber = regexp.MustCompile(`(?m)^[ \t]*\d{1,4}[.)] `)

// periodic is repeated of a text as it stands.
func periodic(text string) int {
	for period := 1; period <= min(longestPeriod, len(text)/2); period++ {
		same := 0
		for at := len(text) - 1; at >= period && text[at] == text[at-period]; at-- {
			same++
		}
		if loops(text[len(text)-period:], same+period) {
			return len(text) - endOfFirst(text, len(text)-same)
		}
	}
	return 0
}

// loops tells whether a stretch of so many bytes that repeats a unit is too long to be meant. What is made of a shorter unit
// has been looked at as that.
func loops(unit string, stretch int) bool {
	if len(unit) < longPeriod {
		return stretch >= shortTimes*len(unit) && stretch >= shortBytes
	}
	return stretch >= longTimes*len(unit) && strings.Index((unit + unit)[1:], unit)+1 >= longPeriod
}

// endOfFirst is where the first time of what is repeated ends. A period begins a little too early where the words before
// it happen to end like it; then the last word of the first time would be cut, and the sentence is taken to its end.
func endOfFirst(text string, at int) int {
	const little = 40 // bytes
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	ends := func(r rune) bool { return strings.ContainsRune(".!?\n。！？", r) }
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:at], " \"”»)")); ends(last) {
		return at
	}
	if i := strings.IndexFunc(text[at:min(len(text), at+little)], ends); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[at+i:])
		return at + i + size
	}
	return at
}

// WithoutRepeats is a text without what it only says again at its end.
func WithoutRepeats(text string) string { return text[:len(text)-repeated(text)] }
