package ingest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const hyphen = '\x02' // pdfium's mark for a hyphen at a line's end

// normalise cleans a page's text: one form for each letter (NFC, ligatures spelled out), no control, private-use or
// invisible characters, words joined that a line's end had divided, single spaces, and at most one empty line in a
// row. Lines stay lines, as tables are read by them. compounds holds the words that the document writes with a
// hyphen, see collect.
func normalise(raw string, compounds map[string]bool) string {
	lines := strings.Split(norm.NFC.String(clean(raw)), "\n")
	var b strings.Builder
	b.Grow(len(raw))
	blank := false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if line == "" {
			blank = b.Len() > 0
			continue
		}
		for range 3 { // a word may be divided twice when a column is narrow
			if i+1 == len(lines) || lines[i+1] == "" {
				break
			}
			joined, rest, ok := join(line, lines[i+1], compounds)
			if !ok {
				break
			}
			if line, lines[i+1] = joined, rest; rest != "" {
				break
			}
			i++
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if blank {
				b.WriteByte('\n')
			}
		}
		blank = false
		b.WriteString(within(line, compounds))
	}
	return b.String()
}

// clean maps single characters, collapses spaces and trims lines.
func clean(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	space, start := false, true
	write := func(s string) {
		if space && !start {
			b.WriteByte(' ')
		}
		space, start = false, false
		b.WriteString(s)
	}
	for i := 0; i < len(raw); {
		if n := printed(raw[i:]); n > 0 {
			write(raw[i : i+n])
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(raw[i:])
		i += n
		switch {
		case r == '\r' && i < len(raw) && raw[i] == '\n':
		case r == '\n', r == '\r', r == '\f', r == '\v', r == '\u0085', r == '\u2028', r == '\u2029':
			b.WriteByte('\n')
			space, start = false, true
		case r == ' ', r == '\t', unicode.Is(unicode.Zs, r):
			space = true
		case r == hyphen, r == '\u00AD' && lineEnds(raw[i:]):
			write(string(hyphen))
		case r == '\u2010', r == '\u2011':
			write("-")
		case r >= '\uFB00' && r <= '\uFB06':
			write([...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-'\uFB00'])
		case r == '\uF0B7', r == '\uF0A7': // bullets of the fonts Symbol and Wingdings
			write("•")
		case r == '\u200C', r == '\u200D': // tell words apart in some scripts
			write(string(r))
		case unicode.In(r, unicode.C), r&0xFFFE == 0xFFFE, r >= 0xFDD0 && r <= 0xFDEF:
		default:
			write(string(r))
		}
	}
	return b.String()
}

// printed is how many ASCII characters s begins with that are neither space nor control.
func printed(s string) (n int) {
	for n < len(s) && s[n] > ' ' && s[n] < 0x7F {
		n++
	}
	return n
}

// lineEnds tells whether nothing more than spaces stands before a line's end.
func lineEnds(s string) bool {
	s = strings.TrimLeft(s, " \r")
	return s != "" && s[0] == '\n'
}

// suspended are words after which a hyphen at a line's end stays: "Ein- und Ausgang", "short- or long-term".
var suspended = map[string]bool{"und": true, "oder": true, "bzw": true, "bis": true, "sowie": true, "and": true,
	"or": true, "to": true, "et": true, "ou": true, "y": true, "o": true}

// join moves the rest of a divided word up to the line where it began, and gives what is left of the next line.
func join(line, next string, compounds map[string]bool) (joined, rest string, ok bool) {
	last, size := utf8.DecodeLastRuneInString(line)
	if last != '-' && last != hyphen {
		return "", "", false
	}
	head := line[:len(line)-size]
	before, _ := utf8.DecodeLastRuneInString(head)
	first, _ := utf8.DecodeRuneInString(next)
	if !unicode.IsLetter(before) || !unicode.IsLetter(first) || suspended[letters(firstWord(next))] {
		return "", "", false
	}
	mark := "-"
	if unicode.IsLower(first) {
		mark = glue(head, next, compounds)
	} else if last != hyphen { // "Anglo-" above "Saxon", or a dash
		return "", "", false
	}
	word, rest, _ := strings.Cut(next, " ")
	return head + mark + word, rest, true
}

// glue is what stands between the halves of a divided word: a hyphen if the document writes it with one elsewhere.
func glue(head, tail string, compounds map[string]bool) string {
	if compounds[letters(lastWord(head))+"-"+letters(firstWord(tail))] {
		return "-"
	}
	return ""
}

const wordLength = 64 // bytes: longer ones aren't looked up

func apart(r rune) bool { return !unicode.IsLetter(r) && r != '-' }

func firstWord(s string) string {
	s = s[:min(len(s), wordLength)]
	if end := strings.IndexFunc(s, apart); end >= 0 {
		s = s[:end]
	}
	return s
}

func lastWord(s string) string {
	s = s[max(0, len(s)-wordLength):]
	return s[strings.LastIndexFunc(s, apart)+1:]
}

// within resolves the hyphen marks that are left inside a line.
func within(line string, compounds map[string]bool) string {
	if strings.IndexByte(line, hyphen) < 0 {
		return line
	}
	parts := strings.Split(line, string(hyphen))
	var b strings.Builder
	b.WriteString(parts[0])
	for i, tail := range parts[1:] {
		before, _ := utf8.DecodeLastRuneInString(parts[i])
		after, _ := utf8.DecodeRuneInString(tail)
		if unicode.IsLetter(before) && unicode.IsLower(after) {
			b.WriteString(glue(parts[i], tail, compounds))
		} else {
			b.WriteByte('-')
		}
		b.WriteString(tail)
	}
	return b.String()
}

// letters is a word in lower case without what stands around it.
func letters(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// collect adds a page's words with a hyphen inside, up to a number that no honest document reaches.
func collect(compounds map[string]bool, raw string) {
	const enough = 100_000
	for word := range strings.FieldsSeq(raw) {
		if at := strings.IndexByte(word, '-'); at > 0 && at < len(word)-1 && len(word) < 64 && len(compounds) < enough {
			compounds[letters(word)] = true
		}
	}
}
