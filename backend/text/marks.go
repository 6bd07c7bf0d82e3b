package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ending tells whether r is a mark that sentences end with.
func ending(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '…' || square(r) }

// square tells whether r is one of the marks that end a Chinese or Japanese sentence without a space after them.
func square(r rune) bool { return r > 0x2000 && strings.ContainsRune("。！？｡．‼⁇⁈⁉", r) }

// closer tells whether r closes a quotation or bracket; German ends one with the mark that English begins it with.
func closer(r rune) bool {
	return strings.ContainsRune(`"')]}’”“‘»«›‹」』）】〉》`, r)
}

// opener holds what may stand before a word.
const opener = `"'([{“‘«»‹›„‚¿¡`

// ends tells whether the mark r from at to i ends the sentence, and where what belongs to the mark ends.
func (c *splitter) ends(r rune, at, i int) (end int, ok bool) {
	end, strong := c.closing(r, i)
	rest := c.s[end:]
	switch {
	case rest == "":
		return end, true
	case square(r):
		return c.squareEnds(r, at, end)
	case r == '.' && end == i:
		return c.fullStop(at)
	case r == '.' && c.counted(at):
		return end, false
	}
	noted := end + note(rest, end > i)
	switch {
	case noted > end && c.begins(c.s[noted:]):
		return noted, true
	case !c.begins(rest):
		return end, false
	case !strong:
		return end, c.leftOut(at, rest)
	case c.words.of(lastField(c.s[c.start:at])+string(r))&roleName != 0: // "Yahoo!"
		return end, c.starts(rest)
	}
	return end, !c.reported(end)
}

func (c *splitter) squareEnds(r rune, at, end int) (int, bool) {
	rest := c.s[end:]
	if r == '．' && (digit(rest) || at-c.start < longestMark && number(c.s[c.start:at])) { // "３．２", "１．序"
		return end, false
	}
	last, _ := utf8.DecodeLastRuneInString(c.s[:end])
	goesOn := c.reported(end) || closer(last) && c.trails(rest)
	return end + note(rest, false), !goesOn
}

// leftOut tells whether a sentence ends with the ellipsis at at: rarely, if a space before it shows that it stands for
// words, and never if Chinese or Japanese goes on.
func (c *splitter) leftOut(at int, rest string) bool {
	before, _ := utf8.DecodeLastRuneInString(c.s[:at])
	first, _ := utf8.DecodeRuneInString(rest)
	switch {
	case Wide(before) || Wide(first) || before == '[' || before == '(':
		return false
	case before == ' ' && first == ' ':
		return c.starts(rest)
	}
	return true
}

// closing skips what belongs to a sentence's end after its first mark: "?!", "...", ". . .", quotes, brackets. It is
// strong if the marks are more than an ellipsis.
func (c *splitter) closing(first rune, i int) (end int, strong bool) {
	const full = 4 // an ellipsis and a full stop
	strong = first != '.' && first != '…'
	stops := 1
	for i < len(c.s) {
		r, n := utf8.DecodeRuneInString(c.s[i:])
		after, _ := utf8.DecodeRuneInString(c.s[i+n:])
		switch {
		case ending(r):
			stops++
			strong = strong || r != '.' && r != '…' || r == '.' && stops == full
		case r == ' ' && spaced(c.s[i+n:]):
		case r == '"':
			if c.quotes%2 == 0 && (square(first) || wordly(after)) { // it opens
				return i, strong
			}
			c.quotes++
		case closer(r) && (!strings.ContainsRune(`'“‘«»‹›`, r) || !wordly(after)):
		default:
			return i, strong
		}
		i += n
	}
	return i, strong
}

// spaced tells whether s begins with a mark, or the end of a French quotation, that stands by itself: ". . .", "! »".
func spaced(s string) bool {
	first, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	return n > 0 && strings.ContainsRune(".…!?»", first) && !wordly(next)
}

// begins tells whether a new sentence may begin with s: after a space, and not in lower case.
func (c *splitter) begins(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsSpace(first) {
		return s == "" || Wide(first)
	}
	next := strings.TrimLeftFunc(s, unicode.IsSpace)
	if first == ' ' && next != "" && strings.IndexByte(",;:)]}", next[0]) >= 0 {
		return false
	}
	next = strings.TrimLeft(next, "—– ") // "—¿Vienes? —preguntó"
	first, n := utf8.DecodeRuneInString(next)
	return !unicode.IsLower(first) || camel(next[n:]) || listed(next)
}

// camel tells whether a word is a name in lower case, by what follows its first letter: "iPhone", "eBay", "mRNA".
func camel(tail string) bool {
	_, n := utf8.DecodeRuneInString(tail)
	next, _ := utf8.DecodeRuneInString(tail[n:])
	return capital(tail) && unicode.IsLetter(next)
}

// starts tells whether s begins a sentence even after an abbreviation.
func (c *splitter) starts(s string) bool {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	if strings.HasPrefix(s, "¿") || strings.HasPrefix(s, "¡") {
		return true
	}
	word := nextField(s)
	initial := utf8.RuneCountInString(word) == 1 && strings.HasPrefix(s, word+".")
	if !capital(word) || initial {
		return false
	}
	is := c.words.of(word)
	if at := strings.IndexAny(word, "’'-"); at > 0 { // "It's", "L’eau", "Est-il"
		is |= c.words.of(word[:at]) | c.words.of(word[:at]+"’")
	}
	return is&roleStarter != 0
}
