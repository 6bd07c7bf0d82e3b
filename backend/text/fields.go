package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A field is what stands between spaces, or between characters of scripts that are written without them.

const fieldLength = 48 // bytes: longer fields are no abbreviations

// lastField is the field that s ends with, or the end of it if it is long.
func lastField(s string) string {
	tail := s[max(0, len(s)-fieldLength):]
	for i := len(tail); i > 0; {
		r, n := utf8.DecodeLastRuneInString(tail[:i])
		if unicode.IsSpace(r) || Wide(r) || r == utf8.RuneError {
			return tail[i:]
		}
		i -= n
	}
	return tail
}

func firstField(s string) string {
	s = s[:min(len(s), fieldLength)]
	if end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || Wide(r) }); end >= 0 {
		s = s[:end]
	}
	return s
}

// nextField is the first field after spaces, without what stands around its word.
func nextField(s string) string {
	return strings.TrimFunc(firstField(strings.TrimLeftFunc(s, unicode.IsSpace)), func(r rune) bool { return !wordly(r) })
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

func digit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}

func number(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

func roman(s string) bool { return s != "" && strings.Trim(s, "IVX") == "" }
