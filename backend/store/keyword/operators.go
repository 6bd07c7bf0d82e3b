package keyword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quotes are the marks that a phrase may stand between.
var quotes = map[rune]string{'"': `"`, '“': "”“", '„': "“”", '”': "”", '«': "»", '»': "«", '「': "」", '『': "』"}

// operators takes what isn't plain words out of a question: what is in quotes is kept as a phrase (its words stay),
// -word and -"phrase" as what a block may not have, word* as the beginning of words. It gives the plain rest, as long as
// the text was.
func (q *question) operators(text string) string {
	o := operators{question: q, text: text, rest: []byte(text)}
	before := ' '
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next := i + n
		switch {
		case quotes[r] != "" && (r != '"' && r != '”' || !isWordRune(before) || isUnspaced(before)):
			next = o.phrase(next, r)
		case r == '-' && unicode.IsSpace(before):
			next = o.minus(i)
		case r == '*' && isWordRune(before):
			o.star(i)
		}
		before, i = r, next
	}
	return string(o.rest)
}

// operators are what a question says beside words, while they are read.
type operators struct {
	*question
	text string
	rest []byte // the text, with blanks for what was taken out
}

func (o *operators) blank(from, to int) {
	for i := from; i < to; i++ {
		o.rest[i] = ' '
	}
}

// phrase takes up what a mark before a byte opens, and says where to go on.
func (o *operators) phrase(from int, open rune) (next int) {
	end, size := closing(o.text, from, open)
	if end == 0 {
		return from
	}
	if p := phraseOf(o.text[from:end]); p.readings != nil {
		o.phrases = append(o.phrases, p)
	}
	return end + size
}

// minus takes up the word or phrase behind a minus, and says where to go on. One before a figure, or before nothing, is none.
func (o *operators) minus(at int) (next int) {
	from, size := at+1, 0
	first, n := utf8.DecodeRuneInString(o.text[from:])
	if !unicode.IsLetter(first) && quotes[first] == "" {
		return from
	}
	end := 0
	if quotes[first] != "" {
		if end, size = closing(o.text, from+n, first); end > 0 {
			from += n
		}
	}
	if end == 0 {
		if end = strings.IndexFunc(o.text[from:], unicode.IsSpace); end < 0 {
			end = len(o.text)
		} else {
			end += from
		}
	}
	if p := phraseOf(o.text[from:end]); p.readings != nil {
		o.without = append(o.without, p)
	}
	o.blank(at, end+size)
	return end + size
}

// star takes up the word before a star, unless the star stands inside of one.
func (o *operators) star(at int) {
	if next, _ := utf8.DecodeRuneInString(o.text[at+1:]); isWordRune(next) || next == '*' {
		return
	}
	from := at
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(o.text[:from])
		if !isWordRune(r) {
			break
		}
		from -= n
	}
	var s scanner
	s.scan(o.text[from:at], func(word []byte, part bool) {
		if !part && s.from == 0 && s.to == at-from {
			o.words = append(o.words, &asked{text: o.text[from : at+1], weight: 1, begins: slices.Clone(word), starred: true})
			o.blank(from, at)
		}
	})
}

// closing finds the mark that closes a quotation; 0 if there is none.
func closing(text string, from int, open rune) (at, size int) {
	for i := from; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+n:])
		if strings.ContainsRune(quotes[open], r) && (r != '"' || !isWordRune(next) || isUnspaced(next)) {
			return i, n
		}
		i += n
	}
	return 0, 0
}

// phraseOf reads a phrase; one without words, or of a single character that isn't parted from others by blanks, is none.
func phraseOf(text string) phrase {
	p := phrase{text: strings.TrimSpace(text)}
	var forms [2][]string
	for _, r := range readings(text) {
		if !r.part {
			forms[0], forms[1] = append(forms[0], r.forms[0]), append(forms[1], r.forms[1])
		}
	}
	if len(forms[0]) == 0 || len(forms[0]) == 1 && utf8.RuneCountInString(forms[0][0]) == 1 && len(forms[0][0]) > 2 {
		return p
	}
	p.readings = forms[:1]
	if !slices.Equal(forms[0], forms[1]) {
		p.readings = forms[:]
	}
	return p
}
