package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitter cuts one run of text at the ends of its sentences. A mark ends one (marks.go) if what follows may begin
// another, and nothing shows that it belongs to a word (stops.go) or to a bracket or quotation inside (enclosures.go).
type splitter struct {
	s     string // the run
	base  int    // where it begins in the page
	words vocabulary
	out   []Span

	start  int      // of the sentence that is being read
	follow []string // marks of the list's next entry, if the sentence begins with one: "2.", "(b)"
	counts []string // the same for a list inside a sentence, whose entries end nothing
	pairs  []Span   // enclosures that are still to come
	quotes int      // straight ones so far
}

func splitRun(out []Span, text string, run Span, words vocabulary) []Span {
	c := splitter{s: text[run.Start:run.End], base: run.Start, words: words, out: out}
	c.pairs = enclosed(c.s)
	c.begin(0)
	for i := 0; i < len(c.s); {
		if plain(c.s[i]) {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(c.s[i:])
		i = c.read(r, i, i+n)
	}
	c.cut(len(c.s))
	return c.out
}

// plain tells whether a byte is a character that read passes over.
func plain(b byte) bool {
	return b >= 'a' && b <= 'z' || b == ' ' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == ',' || b == '\n'
}

// read takes the character r from at to i, and what belongs to it, and gives where to read on.
func (c *splitter) read(r rune, at, i int) int {
	switch {
	case r == '"':
		c.quotes++
	case r == '•' || r == ')':
		c.entry(i)
	case twins[r] != 0:
		return c.skip(at, i)
	case ending(r):
		if r == '.' {
			c.entry(i)
		}
		end, ok := c.ends(r, at, i)
		if ok {
			c.cut(end)
		}
		return end
	}
	return i
}

// cut ends the sentence before i.
func (c *splitter) cut(i int) {
	c.out = cut(c.out, c.s, c.base, c.start, i)
	c.begin(i)
}

func (c *splitter) begin(i int) {
	c.start = len(c.s) - len(strings.TrimLeftFunc(c.s[i:], unicode.IsSpace))
	c.follow, c.counts = nil, nil
	if mark := firstField(c.s[c.start:]); len(mark) <= longestMark {
		c.follow = successors(mark)
	}
}

// entry ends the sentence before the mark of a list's next entry, which ends at i: "1. Wait 2. Open".
func (c *splitter) entry(i int) {
	if c.follow == nil {
		return
	}
	mark := lastField(c.s[c.start:i])
	at := i - len(mark)
	if !slices.Contains(c.follow, mark) || at <= c.start {
		return
	}
	text := strings.TrimRightFunc(c.s[c.start:at], unicode.IsSpace)
	asks := strings.HasSuffix(text, ",") || c.words.of(lastField(text))&roleDangling != 0
	if next := nextField(c.s[i:]); text != firstField(text) && (mark == "•" || capital(next) && !asks) {
		c.cut(at)
	}
}

// cut adds s[start:end] without the space around it, in pieces that fit into a passage.
func cut(out []Span, s string, base, start, end int) []Span {
	for {
		start = end - len(strings.TrimLeftFunc(s[start:end], unicode.IsSpace))
		piece := strings.TrimRightFunc(s[start:end], unicode.IsSpace)
		if piece == "" {
			return out
		}
		size := fits(piece)
		last := start + len(strings.TrimRightFunc(piece[:size], unicode.IsSpace))
		out = append(out, Span{Start: base + start, End: base + last})
		start += size
	}
}

// fits is how many bytes of s a passage takes: all, or up to a space in its last third, or as many as go in.
func fits(s string) int {
	if len(s) <= Longest { // no character takes more than its bytes
		return len(s)
	}
	room, space := Longest, 0
	for i, r := range s {
		if room -= weight(r); room < 0 {
			if space > i*2/3 {
				return space
			}
			return i
		}
		if r == ' ' || r == '\n' || strings.ContainsRune("，、；：,;", r) && Wide(r) {
			space = i + utf8.RuneLen(r)
		}
	}
	return len(s)
}
