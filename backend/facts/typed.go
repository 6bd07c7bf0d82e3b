package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/text"
)

// What people type that is no part of what they ask for, or another spelling of it.

// shortTimes are words, mostly of times, as people type them, and as tables have them.
var shortTimes = []struct {
	pattern *regexp.Regexp
	long    string
}{
	{regexp.MustCompile(`(?i)\byrs?\b\.?`), "year"},
	{regexp.MustCompile(`(?i)\bqtrs?\b\.?`), "quarter"},
	{regexp.MustCompile(`(?i)\b(\d+) ?m(?:ths?|os?)\b\.?`), "$1 months"},
	{regexp.MustCompile(`(?i)\bmths?\b\.?`), "months"},
	{regexp.MustCompile(`(?i)\bnot (?:yet )?(\pL{3,}ed)\b`), "un$1"}, // not yet redeemed
	{regexp.MustCompile(`(?i)\b(?:buys?|buying|bought) back\b`), "repurchased"},
	{regexp.MustCompile(`(?i)\b(` + text.Months + `) quarter(?: of)? ((?:19|20)\d\d)`), "quarter ended $1 $2"},
	{regexp.MustCompile(`(?i)\b(` + text.Months + `) quarter(?: of)? '?([0-3]\d)\b`), "quarter ended $1 '$2"},
	{regexp.MustCompile(`(?i)\b(?:last|final|closing) quarter (of|in) `), "fourth quarter $1 "},
	{regexp.MustCompile(`(?i)\bw/o\b`), "without"},
	{regexp.MustCompile(`(?i)\br and d\b`), "r&d"},
	{regexp.MustCompile(`(?i)\bchg\b`), "change"},
	{regexp.MustCompile(`(?i)\b(?:pays?|paying|paid) back\b`), "repaid"},
	{regexp.MustCompile(`(?i)\b1st\b`), "first"},
	{regexp.MustCompile(`(?i)\b2nd\b`), "second"},
	{regexp.MustCompile(`(?i)\b3rd\b`), "third"},
	{regexp.MustCompile(`(?i)\b4th\b`), "fourth"},
	{regexp.MustCompile(`(?i)(?:\bin )?(?:\$ ?\b000'?s?\b|\b000'?s\b|\(000\))`), "in thousands"},
	{regexp.MustCompile(`(?i)(\pL)['’](?:d|ll|ve|re|m)\b`), "$1"}, // I'd
}

// sources tell in which document or note a figure stands. The years in them are those of the document.
var sources = regexp.MustCompile(`[,(]? ?\b(?:[Ii]n|[Ff]rom|[Pp]er|[Aa]ccording to|[Gg]oing by|[Bb]ased on|[Tt]aken from|[Uu]sing|[Bb]y)(?: [Tt]he| [Ii]ts| [Tt]heir)?((?: (?:(?i:fy|cy)? ?'?(?:19|20)?\d\d|(?i:q[1-4]|fiscal|year|latest|most|recent|own|company['’]?s?)|\p{Lu}[\pL&.'’/-]*))*) (?i:form )?(?i:10-?[KQ]|8-?K|20-?F|annual report|quarterly report|earnings release|press release|filing)\b(?i: (?:of|by|for) (?:\pL+ ?){1,2})?[),]?`)

// notes tell in which part of a document it stands.
var notes = regexp.MustCompile(`(?i)[,(]? ?\b(?:per|in|from|going by|according to) (?:the|its) (?:[\pL-]+ ){0,2}(?:foot)?notes?\b[),]?`)

// writtenOut is a question with what is typed short written out, and without what tells of which document it is asked. Where
// only that tells a time it stays.
func writtenOut(s string) string {
	for _, w := range shortTimes {
		s = w.pattern.ReplaceAllString(s, w.long)
	}
	s = withStates(s)
	rest := notes.ReplaceAllString(sources.ReplaceAllString(s, " "), " ")
	if rest == s {
		return strings.TrimSpace(s)
	}
	if len(whensIn(rest)) == 0 && len(whensIn(s)) > 0 || len(strings.Fields(rest)) < leastWords {
		return s
	}
	return strings.TrimSpace(rest)
}

var (
	small     = regexp.MustCompile(`\bus\b`)
	personal  = regexp.MustCompile(`\b(?:tell|gives?|gave|shows?|let|help|to|for|of|by|from|with|between|costs?|pays?|paid|about) $`)
	ofDollars = regexp.MustCompile(`^(?: dollars?|d\b|\$)`)
)

// withStates writes the United States with capitals where "us" is no pronoun, and no dollar.
func withStates(s string) string {
	var b strings.Builder
	from := 0
	for _, at := range small.FindAllStringIndex(s, -1) {
		if !personal.MatchString(s[:at[0]]) && !ofDollars.MatchString(s[at[1]:]) {
			b.WriteString(s[from:at[0]] + "U.S.")
			from = at[1]
		}
	}
	return b.String() + s[from:]
}

// leastWords are left of a question without its source.
const leastWords = 2

// bracketedName is what a question explains by words in brackets.
var bracketedName = regexp.MustCompile(`[(（](\pL[\pL&,.'’/ -]{3,60})[)）]`)

// gloss is a question of which only the name in brackets must be explained, since the document has it as a row: "what they owe their suppliers (trade
// payables) at the end of 2022". nil if there is none.
func (q *question) gloss(d *Document) *question {
	for _, m := range bracketedName.FindAllStringSubmatchIndex(q.text, -1) {
		name := q.text[m[2]:m[3]]
		terms := termsOf(name)
		own := !slices.ContainsFunc(wordsOf(name), func(w word) bool { return !d.isCalled(w) })
		if len(terms) == 0 || own || !d.isRow(terms) {
			continue
		}
		out := *q
		out.only = terms
		return &out
	}
	return nil
}

// isRow tells whether a row is called by terms, and by nothing else but words that say little.
func (d *Document) isRow(terms []string) bool {
	for _, t := range d.tables {
		for _, r := range t.rows {
			if len(r.cells) > 0 && sameTerms(r.label, terms) {
				return true
			}
		}
	}
	return false
}

// sameTerms tells whether a label and a name have the same terms, but for those that say little.
func sameTerms(label, terms []string) bool {
	lacks := func(all []string) func(string) bool {
		return func(t string) bool { return !slices.Contains(all, t) && !words().filler[t] }
	}
	return len(label) > 0 && !slices.ContainsFunc(label, lacks(terms)) && !slices.ContainsFunc(terms, lacks(label))
}

// spelled is a term of a question as the document has it, where it has it with one letter typed wrong and no other so.
func (d *Document) spelled(w word) string {
	const least = 5
	if len(w.term) < least || w.light || !isPlainWord(w.text) || d.has(w.term) || d.stands != nil && d.stands(strings.ToLower(w.text)) {
		return w.term
	}
	found := w.term
	note := func(t string) bool {
		one := found == w.term || found == t
		found = t
		return one
	}
	for t := range d.count {
		if isPlainWord(t) && text.Mistyped(w.term, t) && !note(t) {
			return w.term
		}
	}
	for stem, t := range words().same {
		if d.count[t] > 0 && text.Mistyped(w.term, stem) && !note(t) {
			return w.term
		}
	}
	return found
}

// isPlainWord tells whether a word has letters only.
func isPlainWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}
