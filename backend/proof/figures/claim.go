package figures

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/text"
)

// role is what a figure is of its subject.
type role int

const (
	level  role = iota // how much there is or was
	change             // by how much it became more or less
	share              // what part of another it is
	ratio              // how many times another
)

// claim is what a sentence says with one of its figures.
type claim struct {
	*asked
	of     *telling
	role   role
	own    map[string]bool // words for what it is of: those behind it, else those before it
	others map[string]bool // that are other figures' own
	clause map[string]bool // words of its part of the sentence
	beside map[string]bool // the nearest words before and behind it
	shared bool            // it has its own words from the figure before, or that one's after
	bound  bool            // its own words stand behind it: "5 million of net sales"
	prior  bool            // it is what there was before another one
	place  *held           // that it is, of a page's figure
	value  float64
	half   float64 // of what its last digit counts
}

// telling is a sentence with its figures.
type telling struct {
	text    string
	lang    string
	words   map[string]bool // that tell something
	all     map[string]bool // also those that tell how a figure is told
	claims  []*claim
	sources []*Source
	pages   func() *rowIndex
	index   *rowIndex       // what pages gives
	quarter bool            // it speaks of a part of a year
	named   map[string]bool // words of it that the documents are called by
	matched map[*regexp.Regexp]bool
}

// matches tells whether an expression is in the text, looked for once however many figures ask.
func (t *telling) matches(of *regexp.Regexp) bool {
	found, known := t.matched[of]
	if !known {
		if t.matched == nil {
			t.matched = map[*regexp.Regexp]bool{}
		}
		found = of.MatchString(t.text)
		t.matched[of] = found
	}
	return found
}

var (
	ofAhead   = regexp.MustCompile(`(?i)^\s*(?:of|in|for|at|worth of|by|on|per|an?|der|des|an|für|de|du|des|d')\s+(?:the\s+|its\s+|all\s+)?`)
	timeWords = regexp.MustCompile(`(?i)\b(?:fiscal|year|quarter|months|end of|` + text.Months + `|the same|than|geschäftsjahr|quartal|exercice|trimestre)\b.*`)
	ownBreak  = regexp.MustCompile(`(?i)[;:()|]|,\s|\b(?:while|whereas|against|compared (?:with|to)|versus|vs|but|after|ahead of|from|of whom|of which|während|gegenüber|nach|tandis|contre)\b|、`)
	ownAnd    = regexp.MustCompile(`(?i)\b(?:and|und|et)\b`)
	clauseEnd = regexp.MustCompile(`(?i);|[():]|\b(?:while|whereas|but|während|aber|tandis|mais)\b|,\s(?:and|compared|against|up|down|with|which|und|et)?\b|\bcompared (?:with|to)\b|\bagainst\b|\bversus\b|。|、`)
	counted   = regexp.MustCompile(`^\s*(?:[a-z]+\s){0,2}[a-z]{3,}`)

	changeAhead  = regexp.MustCompile(`(?i)(?:\b(?:by|um|de)\s+(?:an? |about |around |roughly |nearly |almost |some |more than |rund |etwa |environ )*|\b(?:up|down)\s+(?:by )?(?:about |around |roughly |nearly |almost |some )?)[$€£+]?$`)
	changeVerb   = regexp.MustCompile(`(?i)^\s*(?:by\s+|about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|some\s+|an?\s+)*$`)
	changeBehind = regexp.MustCompile(`(?i)^\s*(?:lower|higher|more|less|fewer|below|above|increase|decrease|growth|decline|rise|drop|better|worse|gain|jump|mehr|weniger|höher|niedriger|de plus|de moins|の?増|の?減)`)
	shareBehind  = regexp.MustCompile(`(?i)^\s*(?:of|der|des|aller|de la|du|des)\s+\pL`)
	toAhead      = regexp.MustCompile(`(?i)\b(?:to|auf|à)\s+(?:about |around |the |roughly |nearly |a |rund |etwa |environ )*[$€£]?$`)
)

// tellingOf reads the claims of a sentence's figures, which stand at bytes from start.
func tellingOf(body string, language string, own []*asked, start int) *telling {
	l := words()
	t := &telling{text: body, lang: language, named: map[string]bool{}}
	for _, a := range own {
		for _, s := range a.sources {
			for w := range s.nameWords(body, language) {
				t.named[w] = true
			}
		}
		break
	}
	all := l.termsOf(body, language, true)
	t.all, t.words = setOf(all), setOf(t.terms(body))
	t.quarter = partly.MatchString(body)
	for _, a := range own {
		c := &claim{asked: a, of: t, value: a.Readings[0].Value.Float(), half: a.Readings[0].Half()}
		t.claims = append(t.claims, c)
	}
	t.giveWords(start)
	for k, c := range t.claims {
		c.role = t.roleOf(k, start)
		before := t.text[t.endBefore(k, start) : c.Start-start]
		c.prior = k > 0 && c.role == level && patterns().before.MatchString(before)
		if k == 0 && strings.HasSuffix(strings.TrimSpace(strings.ToLower(before)), " from") {
			c.prior = true
		}
	}
	return t
}

// terms are the words of a part of the sentence that tell what a figure is of.
func (t *telling) terms(s string) []string {
	return slices.DeleteFunc(words().termsOf(s, t.lang, false), func(w string) bool { return t.named[w] })
}

// nameWords are the words of a sentence that a page's document is called by: whose the figures are is no part of a row's label.
func (s *Source) nameWords(body, language string) map[string]bool {
	const short = 3
	out, name := map[string]bool{}, lettersOf(s.page.Doc)
	for _, t := range tokens(body) {
		if r := []rune(body[t.start:t.end]); len(t.word) >= short && unicode.IsUpper(r[0]) && strings.Contains(name, t.word) {
			out[text.Stem(t.word, language)] = true
		}
	}
	return out
}

// lettersOf are the letters of a text alone, small.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// endBefore is where the figure before one ends.
func (t *telling) endBefore(k, start int) int {
	if k == 0 {
		return 0
	}
	return min(t.claims[k-1].End, t.claims[k].Start) - start
}

func (t *telling) beginAfter(k, start int) int {
	if k+1 < len(t.claims) {
		return max(t.claims[k+1].Start, t.claims[k].End) - start
	}
	return max(len(t.text), t.claims[k].End-start)
}

// giveWords finds each figure's own words, and the words of its part of the sentence.
func (t *telling) giveWords(start int) {
	from := 0
	var last []string
	for k, c := range t.claims {
		next := t.beginAfter(k, start)
		pre, post := t.text[min(from, c.Start-start):c.Start-start], t.text[min(c.End-start, len(t.text)):min(next, len(t.text))]
		var behind []string
		used := 0
		if m := ofAhead.FindStringIndex(post); m != nil {
			segment := post[m[1]:]
			if b := ownBreak.FindStringIndex(segment); b != nil {
				segment = segment[:b[0]]
			}
			if b := ownAnd.FindStringIndex(segment); b != nil && k+1 < len(t.claims) {
				segment = segment[:b[0]]
			}
			behind = t.terms(timeWords.ReplaceAllString(segment, ""))
			used = m[1] + len(segment)
		} else if m := counted.FindString(post); m != "" && c.Unit == "" {
			behind = t.terms(timeWords.ReplaceAllString(m, ""))
		}
		ahead := t.terms(pre)
		mine := ahead
		if c.bound = len(behind) > 0; c.bound {
			mine = behind
		}
		if len(mine) == 0 {
			mine, c.shared = last, k > 0 && len(last) > 0
			if c.shared {
				t.claims[k-1].shared = true
			}
		}
		c.own, last = setOf(mine), mine
		from = c.End - start
		if c.bound {
			from += used
		}
		t.giveClause(k, start)
	}
	for _, c := range t.claims {
		c.others = map[string]bool{}
		for _, o := range t.claims {
			if o == c || o.shared {
				continue
			}
			for w := range o.own {
				if !c.own[w] {
					c.others[w] = true
				}
			}
		}
	}
}

func (t *telling) giveClause(k, start int) {
	l, c := words(), t.claims[k]
	t.giveBeside(k, start)
	pre := t.text[t.endBefore(k, start) : c.Start-start]
	if all := clauseEnd.FindAllStringIndex(pre, -1); len(all) > 0 && len(pre)-all[len(all)-1][1] > 12 {
		pre = pre[all[len(all)-1][1]:]
	}
	end := min(t.beginAfter(k, start), len(t.text))
	post := strings.TrimLeft(t.text[min(c.End-start, end):end], "()")
	if b := clauseEnd.FindStringIndex(post); b != nil && b[0] > 3 {
		post = post[:b[0]]
	} else if b := ownAnd.FindStringIndex(post); b != nil && k+1 < len(t.claims) {
		post = post[:b[0]]
	}
	c.clause = setOf(l.termsOf(pre+" "+post, t.lang, true))
	if k > 0 && len(c.clause) < 2 {
		for w := range t.claims[k-1].clause {
			c.clause[w] = true
		}
	}
}

// giveBeside takes the few words before a figure and behind it that belong to no other one.
func (t *telling) giveBeside(k, start int) {
	const few = 4
	l, c := words(), t.claims[k]
	end := min(t.beginAfter(k, start), len(t.text))
	pre := l.termsOf(t.text[t.endBefore(k, start):c.Start-start], t.lang, true)
	post := l.termsOf(t.text[min(c.End-start, end):end], t.lang, true)
	c.beside = setOf(append(pre[max(0, len(pre)-few):len(pre):len(pre)], post[:min(few, len(post))]...))
}

// roleOf tells what a figure is of its subject.
func (t *telling) roleOf(k, start int) role {
	c := t.claims[k]
	pre, post := t.text[t.endBefore(k, start):c.Start-start], t.text[min(c.End-start, len(t.text)):]
	switch {
	case c.Unit == text.Times:
		return ratio
	case toAhead.MatchString(pre):
		return level
	case changeBehind.MatchString(post), c.Unit == text.Points, changeAhead.MatchString(pre) && len(text.TrendsIn(pre)) > 0:
		return change
	case c.Unit == text.Percent && shareBehind.MatchString(post):
		return share
	}
	if all := text.TrendsIn(pre); len(all) > 0 {
		if changeVerb.MatchString(patterns().about.ReplaceAllString(pre[all[len(all)-1].End:], "")) {
			return change
		}
	}
	return level
}
