package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fullStop tells whether the full stop at at ends the sentence, and where, a footnote's number after it included.
func (c *splitter) fullStop(at int) (end int, ok bool) {
	end = at + 1
	rest := c.s[end:]
	if rest[0] >= 'a' && rest[0] <= 'z' { // "e.g.", "a.example"
		return end, false
	}
	field := lastField(c.s[c.start:at])
	word := strings.TrimLeft(field, opener+bullets)
	if span := strings.TrimLeft(word, "–-"); number(span) {
		word = span
	}
	last, _ := utf8.DecodeLastRuneInString(field)
	plain := c.abbreviation(word) == 0
	bare := closer(last) || plain && unicode.IsLetter(last) && utf8.RuneCountInString(word) > 3
	if n := note(rest, bare); n > 0 && c.begins(rest[n:]) {
		return end + n, true
	}
	if !c.begins(rest) {
		return end, plain && c.unspaced(word, rest)
	}
	return end, !c.abbreviated(stopped{word: word, before: strings.TrimRight(c.s[c.start:at-len(field)], " \n"), rest: rest})
}

// unspaced tells whether the space after a sentence is missing: "the summer.The workers".
func (c *splitter) unspaced(word, rest string) bool {
	const shortest = 3
	other := func(r rune) bool { return !unicode.IsLower(r) }
	return len(word) >= shortest && !strings.ContainsFunc(word, other) && c.starts(rest) && !strings.ContainsAny(nextField(rest), ".@/")
}

// note is the length of a footnote's mark: "[12]", "[citation needed]", "²"; if it may stand bare, also "2", "3,4".
func note(s string, bare bool) int {
	const longest, remark = 12, 48 // bytes
	if strings.HasPrefix(s, "[") {
		return strings.IndexByte(s[:min(len(s), remark)], ']') + 1
	}
	mark := s[:min(len(s), longest)]
	mark = mark[:len(mark)-len(strings.TrimLeft(mark, "¹²³⁰⁴⁵⁶⁷⁸⁹"))]
	if mark == "" && bare && s != "" && s[0] >= '0' && s[0] <= '9' {
		mark = bareNote.FindString(s)
	}
	return len(strings.TrimRight(mark, " \n"))
}

// bareNote stands before a space, as numbers of files and versions don't.
var bareNote = regexp.MustCompile(`^\d{1,3}(?:[,–-]\d{1,3}){0,2}(?:\s|$)`)

// stopped is a word with a full stop after it, and the sentence before and after both.
type stopped struct{ word, before, rest string }

// abbreviated tells whether the full stop belongs to the word.
func (c *splitter) abbreviated(w stopped) bool {
	prev, next := lastField(w.before), nextField(w.rest)
	labelled := c.words.of(prev)&roleLabel != 0
	first, n := utf8.DecodeRuneInString(w.word)
	letter := n == len(w.word) && unicode.IsLetter(first)
	switch {
	case w.word == "":
		return false
	case numeral(w.word) && c.heads(w):
		return true
	case digit(w.word):
		return c.ordinal(w, prev, next)
	case roman(w.word) && !letter:
		return c.german() && !labelled && !c.starts(w.rest)
	}
	if is := c.kind(w); is != 0 && (!letter || is&roleNumber == 0) {
		return c.holds(is, w, next)
	}
	if letter { // an initial, or half of "z. B."
		initials := utf8.RuneCountInString(prev) == 2 && strings.HasSuffix(prev, ".")
		return digit(next) || !labelled && (initials || !c.starts(w.rest))
	}
	return byForm(w.word) && !c.starts(w.rest)
}

// heads tells whether a numeral stands before a heading, an entry or a caption: "1. Introduction", "Table 2. Repairs".
func (c *splitter) heads(w stopped) bool {
	if strings.Trim(w.before, bullets+dashes) == "" {
		return true
	}
	return len(w.before) < fieldLength && c.words.of(w.before)&roleLabel != 0 && (digit(w.word) || !c.starts(w.rest))
}

// counted tells whether the sentence has no more than a numeral before at: "1.) Install".
func (c *splitter) counted(at int) bool {
	word := strings.TrimLeft(lastField(c.s[c.start:at]), opener)
	return word != "" && at-len(word) == c.start && numeral(word)
}

// kind is what the word's abbreviation is, together with those before it: "z. B", "i. d. R".
func (c *splitter) kind(w stopped) role {
	const most, longest = 4, 5 // parts, bytes of each but the last
	key := strings.ReplaceAll(w.word, "-", "")
	is := c.abbreviation(key)
	if at := strings.LastIndexAny(w.word, "-/’'"); is == 0 && at >= 0 { // "Univ.-Prof", "km/Std", "dell’art"
		_, n := utf8.DecodeRuneInString(w.word[at:])
		is = c.abbreviation(w.word[at+n:])
	}
	before := w.before
	for range most {
		part := lastField(before)
		if len(part) > longest || !strings.HasSuffix(part, ".") {
			break
		}
		before = strings.TrimRight(before[:len(before)-len(part)], " \n")
		key = strings.ReplaceAll(strings.TrimLeft(part, opener), "-", "") + key
		if longer := c.abbreviation(key); longer != 0 {
			is = longer
		}
	}
	const tail = 3 // letters of the ends that longer words may have
	for n := 2; n <= tail && is == 0 && len(w.word) > n+tail; n++ {
		is = c.abbreviation("-" + w.word[len(w.word)-n:])
	}
	return is
}

func (c *splitter) abbreviation(key string) role {
	is := c.words[key]
	if len(key) > 1 {
		is = c.words.of(key)
	}
	return is & (roleInside | roleNumber | roleEither | roleLast)
}

// holds tells whether the full stop belongs to an abbreviation of a kind, by what follows.
func (c *splitter) holds(is role, w stopped, next string) bool {
	numbered := is&roleNumber != 0 && (digit(next) || roman(next) && next != "I" || strings.HasPrefix(w.rest, " §"))
	switch {
	case numbered, is&roleInside != 0 && is&roleEither == 0:
		return true
	case is&roleEither != 0:
		return !c.starts(w.rest)
	}
	return false
}

// ordinal tells whether a number's full stop makes it an ordinal, a part of a date, or an entry of a list.
func (c *splitter) ordinal(w stopped, prev, next string) bool {
	const year = 4
	if strings.HasSuffix(prev, ":") && w.word == "1" || slices.Contains(c.counts, w.word+".") {
		c.counts = successors(w.word + ".")
		return c.counts != nil
	}
	if len(w.word) >= year || !number(w.word) {
		return false
	}
	dated := day(prev)
	if digit(next) { // "3. 10. 2019", "1. – 3. Jahrhundert"
		return dated || day(strings.TrimLeft(firstField(strings.TrimLeftFunc(w.rest, unicode.IsSpace)), "–-"))
	}
	if conjunctions[prev] { // "der 1. und 2. Platz"
		dated = day(lastField(strings.TrimRightFunc(w.before[:len(w.before)-len(prev)], unicode.IsSpace)))
	}
	return c.words[next]&roleAfter != 0 ||
		capital(next) && !c.starts(w.rest) && (dated || c.words.of(prev)&roleBefore != 0)
}

// day tells whether a field is a number as a German date writes it: "3.".
func day(field string) bool {
	const longest = 2
	figures, ok := strings.CutSuffix(field, ".")
	return ok && number(figures) && len(figures) <= longest
}

// german tells whether the page's words are German, which writes ordinals with a full stop.
func (c *splitter) german() bool { return c.words["der"]&roleStop != 0 && c.words["the"]&roleStop == 0 }

// byForm tells whether a word is an abbreviation by its form: with full stops inside, or without a vowel: "Rdnr".
func byForm(word string) bool {
	const part, shortest, longest = 3, 3, 6
	if strings.IndexByte(word, '.') >= 0 { // "U.S", "p.m", "Ph.D"
		return !slices.ContainsFunc(strings.Split(strings.ReplaceAll(word, "-", ""), "."), func(s string) bool {
			return s == "" || utf8.RuneCountInString(s) > part || strings.IndexFunc(s, unicode.IsLetter) < 0
		})
	}
	for i, r := range word {
		if (i == 0) != unicode.IsUpper(r) || r > unicode.MaxASCII || !unicode.IsLetter(r) || strings.ContainsRune("aeiouyAEIOUY", r) {
			return false
		}
	}
	return len(word) >= shortest && len(word) <= longest
}
