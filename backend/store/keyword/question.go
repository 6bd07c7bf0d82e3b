package keyword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// question is what is searched for.
type question struct {
	words    []*asked
	names    map[string]int // terms that a file's name may have: which word each stands for
	phrases  []phrase       // in quotes
	without  []phrase       // that the block may not have
	required bool           // only blocks with the phrases count
}

// asked is a word of a question.
type asked struct {
	text   string // as it is written
	weight float64
	terms  [maxTongues][]string // that it may stand as
	begins []byte               // of a word with a star, or a single character: what the forms begin with

	defined bool // it isn't in the question, but a part of what is

	starred bool // only these forms count, not others with the same stem
}

// phrase is a run of words.
type phrase struct {
	text     string
	readings [][]string // its forms in order; a number may be read in two ways
}

// fewWords is up to how many words beside its phrases a question is a search for the phrases.
const fewWords = 3

// pieceWeight is that of the pieces of a word that mixes letters and figures, or of a compound.
const pieceWeight = .5

// asking is a question while it is read.
type asking struct {
	question
	in    tongueSet
	known map[string]bool // what its words stand as
}

// tongueSet says which tongues a scope has.
type tongueSet [maxTongues]bool

// read reads a question in the tongues of a scope. A word that it says several times counts once; one that tells what to
// do with the answer counts where there is no other.
func (c Config) read(text string, scope []Segment) question {
	a := asking{known: map[string]bool{}}
	for _, s := range scope {
		a.in[s.tongue()] = true
	}
	plain := a.operators(text)
	starred := len(a.words) > 0
	all := readings(plain)
	outside := a.plain(all, plain)
	for _, r := range pieced(all, scope) {
		a.add(r, asked{text: plain[r.from:r.to], weight: pieceWeight})
	}
	if c.DefinitionWeight > 0 {
		for _, r := range readings(strings.Join(defined(all), "\n")) {
			if !r.part {
				a.add(r, asked{text: r.forms[0], weight: c.DefinitionWeight, defined: true})
			}
		}
	}
	a.required = len(a.phrases) > 0 && (outside <= fewWords || starred || len(a.without) > 0)
	if len(scope) > 1 {
		a.name(plain, a.in)
	}
	return a.question
}

// plain takes up the words outside of operators, and says how many are neither in quotes nor instructions.
func (a *asking) plain(all []reading, text string) (outside int) {
	quoted := map[string]bool{}
	for _, p := range a.phrases {
		for _, form := range p.readings[0] {
			quoted[form] = true
		}
	}
	var instructions []reading
	for _, r := range all {
		w := asked{text: text[r.from:r.to], weight: 1}
		c, n := utf8.DecodeRuneInString(r.forms[0])
		single := n == len(r.forms[0]) && isUnspaced(c)
		if single {
			w.begins = []byte(r.forms[0])
		}
		switch {
		case r.part && !single:
			w.weight = pieceWeight
			a.add(r, w)
		case r.part:
		case instructionWords[r.forms[0]] && r.ordinary:
			instructions = append(instructions, r)
		case a.add(r, w) && !quoted[r.forms[0]]:
			outside++
		}
	}
	if len(a.words) == 0 {
		for _, r := range instructions {
			a.add(r, asked{text: text[r.from:r.to], weight: 1})
		}
	}
	return outside
}

// add takes a word up, unless it is known; false means that it is a stop word.
func (a *asking) add(r reading, w asked) bool {
	w.terms = r.terms(a.in)
	key := keyOf(w.terms)
	if key != "" && !a.known[key] {
		a.known[key] = true
		a.words = append(a.words, &w)
	}
	return key != ""
}

// reading is a word as the scanner gives it, under both customs of writing numbers.
type reading struct {
	forms    [2]string
	from, to int
	part     bool // see emit
	ordinary bool // not a name: in lower case, or at a sentence's start
}

func readings(text string) (out []reading) {
	plain, comma := scanner{}, scanner{comma: true}
	last := 0
	plain.scan(text, func(word []byte, part bool) {
		first, _ := utf8.DecodeRuneInString(text[plain.from:])
		start := last == 0 || strings.ContainsAny(text[min(last, plain.from):plain.from], ".?:!")
		out = append(out, reading{[2]string{string(word), string(word)}, plain.from, plain.to, part, start || unicode.IsLower(first)})
		last = plain.to
	})
	i := 0
	comma.scan(text, func(word []byte, _ bool) {
		if i < len(out) {
			out[i].forms[1] = string(word)
		}
		i++
	})
	return out
}

func (r reading) terms(in tongueSet) (out [maxTongues][]string) {
	for t, tongue := range tongues {
		if !in[t] {
			continue
		}
		for _, form := range r.forms {
			if term := tongue.term(form); term != "" && !slices.Contains(out[t], term) {
				out[t] = append(out[t], term)
			}
		}
	}
	return out
}

func keyOf(terms [maxTongues][]string) string {
	var b strings.Builder
	some := false
	for _, ts := range terms {
		for _, t := range ts {
			b.WriteString(t)
			b.WriteByte(' ')
			some = true
		}
		b.WriteByte('\n')
	}
	if !some {
		return ""
	}
	return b.String()
}

// name collects the terms that may stand in a file's name: the question's, and up to four neighbouring words written
// together, as file names do: "Best Buy" → "bestbuy".
func (q *question) name(text string, in tongueSet) {
	q.names = map[string]int{}
	n := 0
	add := func(text string) {
		for _, r := range readings(text) {
			n++
			for _, ts := range r.terms(in) {
				for _, t := range ts {
					if q.names[t] == 0 {
						q.names[t] = n
					}
				}
			}
		}
	}
	add(splitYears(text))
	ws := strings.FieldsFunc(strings.ToLower(text), isMark)
	ws = slices.DeleteFunc(ws, func(w string) bool { return w == "s" || w == "and" })
	for i := range ws {
		j := ws[i]
		for n := i + 1; n < min(i+4, len(ws)); n++ {
			j += ws[n]
			add(j)
		}
	}
}

// nameWords makes words of a file's name.
func nameWords(name string) string {
	return splitYears(strings.Map(func(r rune) rune {
		if isMark(r) && r != '&' {
			return ' '
		}
		return r
	}, name))
}

var instructionWords = wordSet("instructions")

// quotes are the marks that a phrase may stand between.
var quotes = map[rune]string{'"': `"`, '“': "”“", '„': "“”", '”': "”", '«': "»", '»': "«", '「': "」", '『': "』"}

// operators takes what isn't plain words out of a question: what is in quotes is kept as a phrase (its words stay),
// -word and -"phrase" as what a block may not have, word* as the beginning of words. It gives the plain rest, as long as
// the text was.
func (q *question) operators(text string) string {
	rest := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			rest[i] = ' '
		}
	}
	before := ' '
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+n:])
		switch {
		case quotes[r] != "" && (r != '"' && r != '”' || !isWordRune(before) || isUnspaced(before)):
			if end, size := closing(text, i+n, r); end > 0 {
				if p := phraseOf(text[i+n : end]); p.readings != nil {
					q.phrases = append(q.phrases, p)
				}
				i, n = end, size
			}
		case r == '-' && unicode.IsSpace(before) && (unicode.IsLetter(next) || quotes[next] != ""):
			from, end := i+n, 0
			if size := utf8.RuneLen(next); quotes[next] != "" {
				from += size
				end, n = closing(text, from, next)
			}
			if end == 0 {
				from = i + 1
				for end, n = from, 0; end < len(text); end += utf8.RuneLen(next) {
					if next, _ = utf8.DecodeRuneInString(text[end:]); unicode.IsSpace(next) {
						break
					}
				}
			}
			if p := phraseOf(text[from:end]); p.readings != nil {
				q.without = append(q.without, p)
			}
			blank(i, end+n)
			i = end
		case r == '*' && isWordRune(before) && !isWordRune(next) && next != '*':
			from := i
			for from > 0 {
				r, n := utf8.DecodeLastRuneInString(text[:from])
				if !isWordRune(r) {
					break
				}
				from -= n
			}
			var s scanner
			s.scan(text[from:i], func(word []byte, part bool) {
				if !part && s.from == 0 && s.to == i-from {
					q.words = append(q.words, &asked{text: text[from : i+n], weight: 1, begins: slices.Clone(word), starred: true})
					blank(from, i)
				}
			})
		}
		before = r
		i += n
	}
	return string(rest)
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
