package rag

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// A question that joins things under one verb or matter, "How do penguins and zebras raise their young?", asks the same of
// each: it is put once for each thing, with all that stands around them. Where its words don't tell what is joined it stays as
// it is. By which words that is told words/en.txt says.

// joined is a question for several things.
type joined struct {
	each       []string // a question for each of them; nil: it isn't told what is joined
	last, next string   // the words on both sides of "and"; "": two questions are joined
}

// isAsking tells whether a text has a word that asks, so that it is no mere list of things.
func isAsking(s string) bool {
	return leaningWords()["ask"].find(s) != nil || leaningWords()["predicate"].find(s) != nil
}

// joinedIn takes a question apart that asks the same of several things.
func joinedIn(s string) joined {
	if strings.ContainsFunc(s, text.Unspaced) {
		return joinedUnspaced(s)
	}
	q := tokens(s)
	k := slices.IndexFunc(q, func(t token) bool { return t.is("and") })
	switch {
	case k <= 0 || k == len(q)-1 || slices.ContainsFunc(q[k+1:], func(t token) bool { return t.is("and") }):
		return joined{}
	case q[k+1].is("ask"): // and when is the lamp lit
		return joined{each: []string{s[:q[k-1].to], s[q[k+1].from:]}}
	}
	j := jointly{q: q, and: k, lead: leading(s[:q[k].from], q), article: q[k+1].is("article"), german: text.Language(s) == "de"}
	j.end = k
	if comma := slices.IndexFunc(q[j.to:k], func(t token) bool { return t.comma }); comma >= 0 {
		j.end = j.to + comma + 1
	}
	behind, words := j.second()
	from := j.first(words)
	if words < 1 || from < 0 || from >= j.end || !j.told(from, behind, words) {
		return joined{}
	}
	head, tail := s[:q[from].from], s[q[behind-1].to:]
	things := []string{s[q[from].from:q[j.end-1].to]}
	for i, begins := j.end, j.end; i < k; i++ { // those between commas
		if q[i].comma || i == k-1 {
			things, begins = append(things, s[q[begins].from:q[i].to]), i+1
		}
	}
	things = append(things, s[q[k+1].from:q[behind-1].to])
	if (j.naming || saying(q[:from]) == 0) && saying(q[behind:]) == 0 { // nothing but the things themselves
		head, tail = "", ""
	}
	out := joined{last: s[q[k-1].from:q[k-1].to], next: s[q[k+1].from:q[k+1].to]}
	for _, thing := range things {
		out.each = append(out.each, head+thing+tail)
	}
	return out
}

// jointly is a question while it is found out what it joins.
type jointly struct {
	lead
	q       []token
	and     int  // which of the words is "and"
	end     int  // behind the first thing
	article bool // the last thing begins with one
	german  bool
}

// second is where the last thing ends, and how many words it has beside an article.
func (j jointly) second() (behind, words int) {
	q, from := j.q, j.and+1
	if j.article {
		from++
	}
	for behind = from; behind < len(q) && q[behind].content && !inverted.MatchString(q[behind].lower); behind++ {
		if j.german && behind > from && q[behind-1].capital && !q[behind].capital { // what follows a noun
			break
		}
	}
	if words = behind - from; !j.predicate || words < 2 {
		return behind, words
	}
	verb := 1
	if behind == len(q) { // nor is what stands behind the verb a part of it
		verb = max(1, words-max(1, j.run()))
	}
	return behind - verb, words - verb
}

// run is how many words before the end of the first thing say something.
func (j jointly) run() (n int) {
	for n < j.end-j.from && j.q[j.end-1-n].content {
		n++
	}
	return n
}

// first is where the first thing begins, if the last one has so many words; -1 if that isn't told.
func (j jointly) first(words int) int {
	q := j.q
	switch {
	case j.naming:
		if j.to < j.end && !j.article && q[j.to].is("article") { // one for all of them
			return j.to + 1
		}
		return j.to
	case j.article:
		for from := j.end - 1; from >= j.from && q[j.end-1].content; from-- {
			if q[from].is("article") {
				return from
			}
		}
		return -1
	}
	from := j.end
	for from > j.from && q[from-1].content && (!j.german || q[from-1].capital) {
		from--
	}
	if j.end-from != words && !j.predicate {
		return -1
	}
	return from
}

// longestNamed is how many words a thing has that a question names at its beginning: of more, "and" joins but the last.
const longestNamed = 5

// told tells whether what stands around the things can be said of each of them. It can't be told of what belongs to a clause of
// its own, of both ends of something, or where more than a verb stands before the things and something behind them, which may
// be the last one's alone.
func (j jointly) told(from, behind, words int) bool {
	q := j.q
	clause := func(t token) bool { return t.is("clause") }
	if slices.ContainsFunc(q[max(j.to, min(j.from+1, from)):j.and], clause) || slices.ContainsFunc(q[behind:], clause) ||
		slices.ContainsFunc(q[j.from:from], func(t token) bool { return t.is("between") }) {
		return false
	}
	tail := saying(q[behind:]) > 0
	switch {
	case j.naming:
		return j.end-from <= longestNamed && (j.article || j.end-from >= words)
	case j.predicate:
		n := saying(q[j.to:from])
		return n == 0 && (j.article || j.end-from <= words+1) || j.article && (n == 1 || !tail)
	}
	return !tail || saying(q[j.from:from]) <= 1
}

// saying is how many of some words say something.
func saying(ts []token) (n int) {
	for _, t := range ts {
		if t.content {
			n++
		}
	}
	return n
}

// inverted is a French verb with the pronoun of its subject behind it.
var inverted = regexp.MustCompile(`-(?:t-)?(?:ils?|elles?|on)$`)

// lead is how a question begins.
type lead struct {
	from, to  int  // words: the part that asks, and what follows its first words
	naming    bool // nothing but what it names follows: "what are"
	predicate bool // a verb follows what it asks of: "how do"
}

// leading reads how a question begins; what stands before it and a comma, "according to the report", isn't looked into.
func leading(s string, q []token) (out lead) {
	lower := smallened(s)
	for i, t := range q {
		if t.comma && i+1 < len(q) && q[i+1].from < len(s) && (q[i+1].is("ask") || leaningWords()["predicate"].at(lower, q[i+1].from) > 0) {
			out.from = i + 1
		}
	}
	begins := q[out.from].from
	n := leaningWords()["naming"].at(lower, begins)
	if m := leaningWords()["predicate"].at(lower, begins); m > n && text.Language(s) != "de" { // "was" is "what" there
		n, out.predicate = m, true
	} else if n > 0 {
		out.naming = true
	}
	out.to = out.from
	for out.to < len(q) && q[out.to].from < begins+n {
		out.to++
	}
	return out
}

// token is a word of a question.
type token struct {
	from, to int
	lower    string
	content  bool // it says what is asked of
	capital  bool
	comma    bool // one stands behind it
}

// is tells whether a word is one of a kind.
func (t token) is(kind string) bool { return slices.Contains(leaningWords()[kind], t.lower) }

var wordRun = regexp.MustCompile(`[\p{L}\p{N}&%$€£]+(?:[-'’.,&][\p{L}\p{N}]+)*['’]?`)

func tokens(s string) (out []token) {
	function := text.FunctionWords(cmp.Or(text.Language(s), "en"))
	for _, at := range wordRun.FindAllStringIndex(s, -1) {
		word := s[at[0]:at[1]]
		first, _ := utf8.DecodeRuneInString(word)
		t := token{from: at[0], to: at[1], lower: strings.ToLower(word), capital: unicode.IsUpper(first), comma: strings.HasPrefix(s[at[1]:], ",") || strings.HasPrefix(s[at[1]:], ";")}
		t.content = !function[t.lower] && !t.is("ask") && !t.is("article") && !t.is("and")
		out = append(out, t)
	}
	return out
}

// In scripts without blanks a thing is a run of kanji or of katakana, up to a particle, or to a Chinese word that goes on with
// the sentence.
var (
	japanese = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{2,})と([\p{Han}\p{Katakana}ー]{2,})([はがをのにでもへ、？?]|$)`)
	chinese  = regexp.MustCompile(`(?:^|[的在是问比较，、]|请问)(\p{Han}{2,6}?)[和与及](\p{Han}{2,6}?)(如何|怎么|怎样|为什么|为何|是|的|在|有|分别|各|都|会|能|吗|什么|哪|多少|几)`)
)

func joinedUnspaced(s string) joined {
	for _, way := range []*regexp.Regexp{japanese, chinese} {
		all := way.FindAllStringSubmatchIndex(s, -1)
		if len(all) != 1 {
			continue
		}
		m := all[0]
		head, tail := s[:m[2]], s[m[5]:]
		return joined{[]string{head + s[m[2]:m[3]] + tail, head + s[m[4]:m[5]] + tail}, s[m[2]:m[3]], s[m[4]:m[5]]}
	}
	return joined{}
}
