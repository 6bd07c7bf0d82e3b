package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/text"
)

// question is what a person asks, as far as it could be read.
type question struct {
	language string
	text     string // in the words of English tables; a mark stands where a time was, see timesIn
	whens    []when
	defined  []definition
	told     told
	relative bool     // it compares with the year before
	yesOrNo  bool     // it is not answered with a figure
	only     []string // terms that alone must be explained; nil: all
}

// definition is "X is defined as: …".
type definition struct {
	name    []string // terms; nil for "it"
	written string
	formula string
}

// firstMark stands where the first time was; the next ones follow it. They are for private use, and no letters.
const firstMark = '\uE000'

// timesIn are the times of a part of the question.
func (q *question) timesIn(s string) (out []when) {
	for _, r := range s {
		if i := int(r - firstMark); i >= 0 && i < len(q.whens) {
			out = append(out, q.whens[i])
		}
	}
	return out
}

// glossed is a word with what the document calls it in brackets behind: フィリップス（Phillips）.
var glossed = regexp.MustCompile(`(?:[\p{Katakana}ー・]+|\p{Han}+) ?[（(]([A-Za-z][A-Za-z0-9 .,&'’/-]*)[)）]`)

// secondAsked is what is asked about the answer to a question: "…, and is that more than the year before?"
var secondAsked = regexp.MustCompile(`(?i)(\S{3}),? (?:and|und|et|y) (?:is|was|are|were|did|does|do|has|have|how|why|ist|war|est|es) (?:that|this|it|they|these|das|dies|cela|eso)\b.*$`)

// readQuestion takes a question apart.
func readQuestion(s string) *question {
	s = strings.Join(strings.Fields(text.Fold(s).S), " ")
	language := languageOf(s)
	s = writtenOut(secondAsked.ReplaceAllString(s, "$1"))
	if language == "ja" {
		s = glossed.ReplaceAllString(s, " $1 ")
	}
	q := &question{language: language, whens: whensIn(s)}
	var b strings.Builder
	from := 0
	for i, w := range q.whens {
		b.WriteString(inEnglish(s[from:w.at], q.language))
		b.WriteString(" " + string(firstMark+rune(i)) + " ")
		from = w.end
	}
	b.WriteString(inEnglish(s[from:], q.language))
	s = statementNames.ReplaceAllString(b.String(), " ")
	s = howMuchOf.ReplaceAllString(s, "how ")
	if q.relative = yearBefore.MatchString(s); q.relative {
		s = yearBefore.ReplaceAllString(s, " ")
	}
	s = parts.ReplaceAllString(s, " ")
	s = sinceEver.ReplaceAllString(s, "cumulative $1")
	s = howToWork.ReplaceAllString(s, " ")
	s = equations.ReplaceAllString(s, " ")
	s, q.told = readTold(s, q.language)
	q.told.foreign = q.language != "en"
	s, q.defined = readDefinitions(s)
	q.text = strings.Join(strings.Fields(s), " ")
	if yesOrNo.MatchString(q.text) && !figureWords.MatchString(q.text) || reasons.MatchString(q.text) {
		q.yesOrNo = true
	}
	return q
}

var (
	howMuchOf   = regexp.MustCompile(`(?i)\bhow (?:long|high|low|big|large|small|quick(?:ly)?|fast|far) `)
	parts       = regexp.MustCompile(`(?i)\b(?:[qh][1-4]|[1-4][qh])\b|第 ?[1-4一二三四]? ?|四半期`)
	howToWork   = regexp.MustCompile(`(?i)\((?:using|based on|relying on|derived from)\b[^()]*\)`)
	sinceEver   = regexp.MustCompile(`(?i)\b(?:in total|so far|altogether) (by|until|up to|through|as of)\b`)
	equations   = regexp.MustCompile(`\(\s*\d[^()]*=[^()]*\)`)
	yesOrNo     = regexp.MustCompile(`(?i)^\W*(?:has|have|did|does|do|is|are|was|were|can|could|should|will)\b`)
	reasons     = regexp.MustCompile(`(?i)^\W*(?:why|how come|warum|weshalb|wieso)\b|\bwhat (?:drove|drives|caused|causes|explains|led to)\b|なぜ|理由`)
	figureWords = regexp.MustCompile(`(?i)\b(?:what|how|which)\b`)
	definitions = []*regexp.Regexp{
		regexp.MustCompile(`(?i)(?:^|[.?!;:]\s+)(?:the )?([^.?!:;]{1,80}?)\s+(?:is|are|was|being)\s+(?:defined|calculated|computed|measured)\s+(?:as|by)\b:?\s*([^?!;]+?)(?:[?!;]|\.(?:\s|$)|$)`),
		regexp.MustCompile(`(?i)\b(?:define|calculate|compute|treat|take)\s+(?:the )?([a-z][^.?!:;]{0,60}?)\s+(?:as|by taking)\b:?\s*([^?!;]+?)(?:[?!;]|\.(?:\s|$)|$)`),
	}
	// equals is a definition that is written as an equation.
	equals = regexp.MustCompile(`(?i)(?:^|[.?!;:]\s+)(?:the )?(\pL[^.?!:;=]{0,60}?)\s*=\s*([^?!;=]+?)(?:[?!;]|\.(?:\s|$)|$)`)
	// statementNames tell where an item stands, and are none themselves.
	statementNames = regexp.MustCompile(`(?i)\(?\b(?:(?:shown |reported |given )?(?:from|in|on|within|per|of|using|by) )?(?:the |its |their )?(?:consolidated )?(?:statements? of (?:consolidated )?(?:income|cash flows?|operations|earnings|financial position)|income statements?|balance sheets?|cash flows? statements?|p&l(?: statements?)?|profit and loss (?:statement|account))\)?`)
	// inline is a formula in brackets: "(operating income / interest expense)".
	inline = regexp.MustCompile(`(?i)\(([^()]*\pL\s+(?:/|\+|-|−|divided by|plus|minus|less)\s+[\pL(][^()]*)\)`)
	itself = regexp.MustCompile(`(?i)^(?:it|this|that|the (?:ratio|metric|figure))$`)
)

// readDefinitions takes definitions out of a question.
func readDefinitions(s string) (rest string, out []definition) {
	if m := inline.FindStringSubmatchIndex(s); m != nil && !slices.ContainsFunc(append(definitions, equals), func(p *regexp.Regexp) bool { return p.MatchString(s) }) {
		out = append(out, definition{formula: s[m[2]:m[3]]})
		s = s[:m[0]] + " " + s[m[1]:]
	}
	for _, pattern := range append(definitions, equals) {
		for {
			m := pattern.FindStringSubmatchIndex(s)
			if m == nil {
				break
			}
			name := s[m[2]:m[3]]
			d := definition{formula: s[m[4]:m[5]]}
			if !itself.MatchString(strings.TrimSpace(name)) {
				d.name, d.written = termsOf(name), strings.TrimSpace(name)
			}
			out = append(out, d)
			s = s[:m[2]] + " . " + s[m[1]:]
		}
	}
	return s, out
}

// asked is a word of a question that a cell has to explain.
type asked struct {
	word
	name bool // written as a name, or with digits
	own  bool // of what the document is called
	run  bool // beside another word of that

	other  int  // how far off the word is that may be said instead, as in sneakers/footwear; 0: there is none
	within bool // it stands behind a preposition, which makes what stands before a part: expenses on batteries
	apart  bool // what was left out before it parts it from the word before: "capex as a % of revenue" names no cost of revenue
}

// asksRate tells whether a word asks for no amount.
func (a asked) asksRate() bool { return words().rate[a.term] }

var unitOfTime = regexp.MustCompile(`(?i)^[ -](?:months?|quarters?|weeks?)\b`)

// preposition is one that ends a text, with an article behind it or not.
var preposition = regexp.MustCompile(`(?i)\b(?:on|of|for|from|in|at|with|among)(?: (?:the|its|their|our|all|new))?$`)

// parting is what parts two words that names don't run across.
var parting = regexp.MustCompile(`(?i)% ?of\b|[;:?!]|\b(?:as|than|versus|vs|against|per|with|is|are|was|were)\b`)

// mostAsked is how many words of a question are looked at; longer ones are no questions for a figure.
const mostAsked = 40

// askedIn are the words of a question, or of a part of it.
func (q *question) askedIn(s string, d *Document) (out []asked) {
	for _, w := range wordsOf(s) {
		if len(out) == mostAsked {
			break
		}
		a := asked{word: w}
		first := strings.TrimSpace(s[:w.start])
		if w.term == "total" && strings.HasSuffix(first, " in") && len(q.whens) < 2 { // over several times it is what is to be done
			a.light = false
		}
		if q.only != nil && !slices.Contains(q.only, a.term) {
			a.light = true
		}
		a.within = preposition.MatchString(first)
		begins := first == "" || strings.HasSuffix(first, ".") || strings.HasSuffix(first, "?") || strings.HasSuffix(first, ":")
		if unitOfTime.MatchString(s[w.end:]) && strings.ContainsFunc(w.text, unicode.IsDigit) { // the 3 months to December
			a.light = true
		}
		a.name = strings.ContainsFunc(w.text, unicode.IsDigit) || !begins && strings.ContainsFunc(w.text, unicode.IsUpper)
		if n := len(out); n > 0 && out[n-1].end < w.start {
			a.apart = parting.MatchString(s[out[n-1].end:w.start])
		}
		if a.own = d.isCalled(w); !a.own {
			a.term = d.spelled(w)
			if !a.light && d.count[a.term] == 0 && d.everywhere(a) && d.namesThing(a.text) { // all of it is of that
				a.own, a.run = true, true
			}
		}
		if n := len(out); n > 0 && d.isRun(out[n-1].text, w.text) {
			out[n-1].own, a.own = true, true
		}
		if n := len(out); n > 0 && strings.HasPrefix(strings.ToLower(w.text), "year") && len(out[n-1].text) == 1 { // "3-year average"
			out[n-1].light = true
		}
		out = append(out, a)
	}
	for i := range max(len(out)-1, 0) {
		if a, b := &out[i], &out[i+1]; b.start == a.end+1 && s[a.end] == '/' {
			a.other, b.other = 1, -1
		}
		if out[i].own && out[i+1].own {
			out[i].run, out[i+1].run = true, true
		}
	}
	for i := range out {
		if a := &out[i]; a.own && !a.run && d.isPart(a.word) {
			a.own = false
		}
	}
	return out
}
