package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const longestEnclosure = 200 // bytes; sentences in longer ones are told apart, as a citation is best short

// twins are brackets, and quotations and titles as Chinese and Japanese write them.
var twins = map[rune]rune{'(': ')', '（': '）', '[': ']', '「': '」', '『': '』', '“': '”', '【': '】', '〈': '〉', '《': '》'}

// enclosed finds what stands in brackets, from the opening one to behind the closing one, in the order of the text.
func enclosed(s string) []Span {
	const deep = 4 // brackets without an end that are looked over
	type bracket struct {
		twin rune
		out  int
	}
	var opened []bracket
	var out []Span
	for i, r := range s {
		if r < '“' && r != '(' && r != ')' && r != '[' && r != ']' {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		next, _ := utf8.DecodeRuneInString(s[min(len(s), i+utf8.RuneLen(r)):])
		if twin := twins[r]; twin != 0 && (r != '“' || Wide(before) || Wide(next)) {
			opened = append(opened, bracket{twin, len(out)})
			out = append(out, Span{Start: i})
		}
		for k := len(opened) - 1; k >= max(0, len(opened)-deep); k-- {
			if opened[k].twin == r {
				out[opened[k].out].End = i + utf8.RuneLen(r)
				opened = opened[:k]
				break
			}
		}
	}
	return slices.DeleteFunc(out, func(p Span) bool { return p.End == 0 || p.End-p.Start > longestEnclosure })
}

// skip goes to behind the enclosure that opens at at, before i, if marks in it don't end the sentence around it, and
// ends the sentence there if it is a quotation that does.
func (c *splitter) skip(at, i int) int {
	for len(c.pairs) > 0 && c.pairs[0].Start < at {
		c.pairs = c.pairs[1:]
	}
	if len(c.pairs) == 0 || c.pairs[0].Start != at {
		return i
	}
	end := c.pairs[0].End
	bracket := c.s[at:i]
	quotation := strings.Contains("「『“", bracket)
	if at == c.start && strings.Contains("([（", bracket) {
		return i
	}
	c.quotes += strings.Count(c.s[at:end], `"`)
	for len(c.pairs) > 0 && c.pairs[0].Start < end {
		c.pairs = c.pairs[1:]
	}
	c.entry(end)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(c.s[at:end], closer))
	if ending(last) && (quotation && last != '.' && !c.goesOn(at, end) || strings.Contains("([", bracket) && c.starts(c.s[end:])) {
		end += note(c.s[end:], false)
		c.cut(end)
	}
	return end
}

// goesOn tells whether the sentence goes on after its quotation from at to end, which ends in a mark.
func (c *splitter) goesOn(at, end int) bool {
	const most = 5
	for _, p := range c.pairs[:min(len(c.pairs), most)] { // 「A！」「B！」など
		if p.Start == end {
			end = p.End
		}
	}
	rest := strings.TrimLeftFunc(c.s[end:], unicode.IsSpace)
	first, _ := utf8.DecodeRuneInString(rest)
	before, _ := utf8.DecodeLastRuneInString(c.s[:at])
	const phrase = 80 // bytes; longer quotations aren't part of a Chinese sentence
	switch {
	case rest == "":
		return false
	case c.trails(rest):
		return true
	case !unicode.Is(unicode.Han, first), c.japanese(at, end):
		return false
	case at == c.start:
		return c.reported(end)
	}
	// He wrote “what?” on the board; but he said: “Why?”
	return end-at <= phrase && !strings.ContainsRune("：:，,", before) && c.words[string(before)]&roleSays == 0
}

// trails tells whether s can only go on with the sentence of the quotation before it.
func (c *splitter) trails(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return ending(first) || strings.ContainsRune("，、；：,;:)）」』”", first) ||
		unicode.Is(unicode.Hiragana, first) && !c.leads(s, roleStarter) && c.leads(s, roleParticle)
}

// leads tells whether s begins with a word of the role, up to four characters long.
func (c *splitter) leads(s string, of role) bool {
	runes := 0
	for i := range s {
		if c.words[s[:i]]&of != 0 {
			return true
		}
		if runes++; runes > 5 {
			return false
		}
	}
	return c.words[s]&of != 0
}

// japanese tells whether kana stands around a quotation.
func (c *splitter) japanese(at, end int) bool {
	const reach = 90 // bytes
	around := c.s[max(c.start, at-reach):min(len(c.s), end+reach)]
	return strings.ContainsFunc(around, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) })
}

// reported tells whether the words after the quotation before end tell who spoke it: “Why?” Harlan asked. “为什么？”他问。
func (c *splitter) reported(end int) bool {
	first, _ := utf8.DecodeRuneInString(c.s[c.start:])
	last, _ := utf8.DecodeLastRuneInString(c.s[:end])
	if !strings.ContainsRune(`"“„«»‘「『`, first) || !closer(last) {
		return false
	}
	rest := strings.TrimLeftFunc(c.s[end:], unicode.IsSpace)
	rest = rest[:min(len(rest), fieldLength)]
	if r, _ := utf8.DecodeRuneInString(rest); Wide(r) {
		stop := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
		if stop < 0 || strings.HasPrefix(rest[stop:], "：") {
			return false
		}
		_, n := utf8.DecodeLastRuneInString(rest[:stop])
		return c.words[rest[stop-n:stop]]&roleSays != 0
	}
	for word := range strings.FieldsSeq(rest) {
		if c.words[strings.TrimRight(word, ".,:")]&roleSays != 0 {
			return true
		}
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(r) {
			return false
		}
	}
	return false
}
