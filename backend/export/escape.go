package export

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible leaves out what would make a text look like another one: control characters, and those that turn the direction
// of writing.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			return -1
		case r == '\u2028' || r == '\u2029':
			return ' '
		}
		return r
	}, s)
}

// line is a text on one line.
func line(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

var entity = regexp.MustCompile(`^&#?\w+;`)

// escape writes a text so that Markdown shows it as it stands, with as few signs as that takes: a text that is read as it is
// in the file, or pasted into a letter, shall look like one.
func escape(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if marks(r, before, next, s[i:]) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// marks tells whether a character would begin or end something there.
func marks(r, before, next rune, rest string) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	switch r {
	case '\\', '`', '*', '[', ']', '|', '~':
		return true
	case '_': // not within a word, such as a file's name
		return !word(before) || !word(next)
	case '<':
		return unicode.IsLetter(next) || strings.ContainsRune("/!?", next)
	case '&':
		return entity.MatchString(rest)
	case '$': // before a digit it is money; where formulas are known none ends there
		return !unicode.IsDigit(next)
	}
	return false
}

var begins = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|>|[-+](?:\s|$)|-{2,}\s*$|=+\s*$)`)
var numbered = regexp.MustCompile(`^(\d{1,9})([.)])(\s|$)`)

// begin keeps a line of escaped text from beginning a block.
func begin(s string) string {
	s = strings.TrimLeft(s, " \t")
	if begins.MatchString(s) {
		return `\` + s
	}
	return numbered.ReplaceAllString(s, `$1\$2$3`)
}

// plain is a text as a paragraph of Markdown.
func plain(s string) string { return begin(escape(line(s))) }

// codeSpan writes a text as code. It needs more backticks than stand in it.
func codeSpan(s string) string {
	fence := strings.Repeat("`", longest(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longest is the length of the longest row of backticks.
func longest(s string) (most int) {
	n := 0
	for _, r := range s {
		if n++; r != '`' {
			n = 0
		}
		most = max(most, n)
	}
	return most
}
