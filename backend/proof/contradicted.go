package proof

import (
	"maps"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// What a sentence is contradicted by, or would be if it were certain.
const (
	ReasonInside    = "inside"    // its own figures
	ReasonFigure    = "figure"    // a figure of the pages; its FigureCheck has the kind
	ReasonOpposite  = "opposite"  // a word, where the evidence has its opposite
	ReasonExchanged = "exchanged" // two words, the other way round
	ReasonDenial    = "denial"    // one of the two denies what the other says
	ReasonAmount    = "amount"    // another count of the same
	ReasonYear      = "year"
	ReasonOther     = "other" // another of those of which only one can be meant, such as a month
	ReasonName      = "name"
)

// Why a sentence is otherwise not verified.
const (
	ReasonWords    = "words"    // what it cites has not all of its words
	ReasonApart    = "apart"    // it has them, but no sentence of it has those of one clause
	ReasonOpen     = "open"     // a figure of it that the pages don't tell
	ReasonCommand  = "command"  // only an instruction to a program says it
	ReasonNothing  = "nothing"  // there is nothing that it could be held against
	ReasonInvented = "invented" // it cites what was never offered
	ReasonHeading  = "heading"  // these aren't checked
	ReasonFormula  = "formula"  //
	ReasonCode     = "code"     //
	ReasonHedged   = "hedged"   // it only says what may be
	ReasonNoClaim  = "no claim" // a question, a few words, a note that documents are silent
	ReasonEmpty    = "empty"    // a cell that has nothing
	ReasonMany     = "many"     // a cell behind as many as are looked at
	ReasonWeb      = "web"      // it rests on a page of the web, which isn't here
)

// uncheckedWhy are the sentences for people on those that aren't checked.
var uncheckedWhy = map[string]string{
	ReasonHeading: "rag.unchecked-heading", ReasonFormula: "rag.unchecked-formula", ReasonCode: "rag.unchecked-code", ReasonHedged: "rag.unchecked-hedged", ReasonNoClaim: "rag.unchecked-no-claim", ReasonWeb: "rag.unchecked-web",
	ReasonEmpty: "rag.unchecked-empty", ReasonMany: "rag.unchecked-many",
}

// otherwise says which sentence of the evidence says what else than the claim; "" if none does. It has to be about the
// same, and what differs must not be said elsewhere in the evidence.
func (c *Claimed) otherwise(sentences []string, each []heard, best int, found map[int]bool, all string) (at int, reason, why string, like float64) {
	order := []int{best}
	for i := range sentences {
		if i != best && !each[i].command {
			order = append(order, i)
		}
	}
	for _, i := range order {
		r := each[i]
		other := c.others(r) // the opposite of a word is about the same, too
		n := len(r.has) + other
		about := float64(n) >= c.config.Same*float64(len(c.words))
		within := n > 1 && float64(n) >= c.config.Within*float64(len(r.has)+max(r.others, other))
		if !about && !within {
			continue
		}
		like := min(float64(n)/float64(len(c.words)), float64(n)/float64(len(r.has)+max(r.others, other)))
		if i != best && float64(len(each[best].has)) >= c.config.Verified*float64(len(c.words)) {
			break // one sentence says it all
		}
		if reason, why := c.against(r, each); why != "" {
			return i, reason, why, like
		}
		for _, other := range [][2]string{
			{ReasonAmount, c.otherAmount(sentences[i], all)}, {ReasonYear, c.otherYear(sentences[i], all, r)},
			{ReasonOther, c.otherOfClass(r, each)}, {ReasonName, c.otherName(sentences[i], found)},
		} {
			if other[1] != "" {
				return i, other[0], other[1], like
			}
		}
	}
	return best, "", "", 0
}

// others counts the words of the claim that a sentence has an opposite of, or another of the same class.
func (c *Claimed) others(r heard) (n int) {
	for k, mine := range c.claim.sides {
		for side := range 2 {
			if theirs := r.sides[k]; mine[side].word != "" && theirs[side].word == "" && theirs[1-side].word != "" {
				n++
			}
		}
	}
	for class, mine := range c.claim.classes {
		if theirs := r.classes[class]; len(theirs) > 0 && !maps.Equal(mine, theirs) {
			n++
		}
	}
	return n
}

func (c *Claimed) theOther(mine, theirs string) string {
	return c.config.Say.Text("rag.says-otherwise", messages.Args{"mine": mine, "theirs": theirs})
}

func (c *Claimed) otherAmount(text, all string) string {
	if len(c.amounts) == 0 {
		return ""
	}
	have := c.config.memo.amountsIn(all)
	for _, a := range c.amounts {
		if slices.ContainsFunc(c.amounts, func(o amount) bool { return o.of == a.of && slices.ContainsFunc(have, o.same) }) {
			continue
		}
		for _, b := range c.config.memo.amountsIn(text) {
			if b.of == a.of {
				return c.theOther(a.raw, b.raw)
			}
		}
	}
	return ""
}

// otherYear finds another year in a sentence that says all else, or if the evidence has none of the claim's years.
func (c *Claimed) otherYear(body, all string, r heard) string {
	if len(c.years) == 0 {
		return ""
	}
	have, there := c.config.memo.yearsToldIn(all), c.config.memo.yearsIn(body)
	if float64(len(r.has)) >= c.config.Same*float64(len(c.words)) && len(c.years) == 1 {
		have = c.config.memo.yearsToldIn(body)
	}
	if len(there) == 0 || slices.ContainsFunc(c.years, func(y string) bool { return slices.Contains(have, y) }) {
		return ""
	}
	if !c.japanese && !slices.ContainsFunc(c.years, func(mine string) bool {
		return slices.ContainsFunc(there, func(theirs string) bool { return besideAlike(c.text, mine, body, theirs) })
	}) {
		return "" // it is the year of something else
	}
	return c.config.Say.Text("rag.names-other-years", messages.Args{"years": strings.Join(c.years, ", "), "others": strings.Join(there, ", ")})
}

// besideAlike tells whether the word that says something before, or behind, a year is the same in two texts; the one it
// begins or ends with is like any.
func besideAlike(text, year, other, theirs string) bool {
	before, after := besideYear(text, year)
	first, then := besideYear(other, theirs)
	return before == first || after == then
}

func besideYear(text, year string) (before, after string) {
	words := tokens.FindAllString(text, -1)
	at := slices.Index(words, year)
	says := func(w string) bool { return len(keyword.ContentWords(w)) > 0 && !bareFigure(w) }
	if i := slices.IndexFunc(words[at+1:], says); at >= 0 && i >= 0 {
		after = stem(words[at+1+i])
	}
	for i := at - 1; i >= 0 && before == ""; i-- {
		if says(words[i]) {
			before = stem(words[i])
		}
	}
	return before, after
}

// otherOfClass finds one word in the place of another of which only one can be meant, such as months.
func (c *Claimed) otherOfClass(r heard, each []heard) string {
	for class := range lists.classes {
		mine := c.claim.classes[class]
		for _, form := range slices.Sorted(maps.Keys(mine)) {
			if slices.ContainsFunc(each, func(o heard) bool { return o.classes[class][form] != "" }) {
				continue
			}
			for _, other := range slices.Sorted(maps.Keys(r.classes[class])) {
				if mine[other] == "" {
					return c.theOther(mine[form], r.classes[class][other])
				}
			}
		}
	}
	return ""
}

// otherName finds one name in the place of another: all else is alike.
func (c *Claimed) otherName(passage string, found map[int]bool) string {
	var missing []string
	for i, w := range c.words {
		if w.name && !found[i] {
			missing = append(missing, w.text)
		}
	}
	rest := len(c.words) - len(missing)
	if len(missing) == 0 || rest < 2 || float64(len(found)) < c.config.Same*float64(rest) {
		return ""
	}
	var instead []string
	for _, n := range text.Names(passage) {
		if n != "·" && !unitName[n] && len(c.in(n)) == 0 {
			instead = append(instead, n)
		}
	}
	const root = 5 // letters: America, American
	missing = slices.DeleteFunc(missing, func(m string) bool {
		r := []rune(strings.ToLower(m))
		return slices.ContainsFunc(text.Names(passage), func(n string) bool {
			return strings.EqualFold(n, m) || len(r) >= root && strings.HasPrefix(strings.ToLower(n), string(r[:root]))
		})
	})
	if len(instead)*len(missing) == 0 {
		return ""
	}
	return c.config.Say.Text("rag.names-otherwise", messages.Args{"names": strings.Join(missing, " "), "others": strings.Join(instead[:min(len(instead), 3)], " ")})
}

// alike counts words as found for which another text has one that says the same: rose for grew, and not fell.
func (r heard) alike(o heard) {
	for k, mine := range r.sides {
		theirs := o.sides[k]
		for n := range 2 {
			same := theirs[n].word != "" && theirs[n].denied == mine[n].denied
			turned := theirs[1-n].word != "" && theirs[1-n].denied != mine[n].denied
			if mine[n].word != "" && (same || turned) {
				for _, w := range mine[n].at {
					o.has[w] = true
				}
			}
		}
	}
}

// against says what a sentence says else of the same words: it speaks to the other side, has two of them exchanged, or
// denies what the claim says or the other way round. "" if it doesn't.
func (c *Claimed) against(r heard, each []heard) (reason, why string) {
	opposed, turned := c.opposed(r, each)
	a, b := c.exchanged(r)
	switch {
	case opposed != "" && a != "": // more in summer than in winter, less in winter than in summer
		return "", ""
	case opposed != "":
		return ReasonOpposite, opposed
	case turned: // not more is less
		return "", ""
	case a != "":
		return ReasonExchanged, c.config.Say.Text("rag.other-way-round", messages.Args{"first": a, "second": b})
	}
	return ReasonDenial, c.denied(r, each)
}

// opposed says which word stands on the other side of a word of the claim; turned tells that a denial takes it back.
func (c *Claimed) opposed(r heard, each []heard) (why string, turned bool) {
	for k := range lists.beside {
		mine, theirs := c.claim.sides[k], r.sides[k]
		for n := range 2 {
			m, t := mine[n], theirs[1-n]
			same := t.word == ""
			if same {
				t = theirs[n]
			}
			agreed := func(other heard) bool { return len(other.has) >= len(r.has) && other.sides[k][n].word != "" }
			if m.word == "" || mine[1-n].word != "" || !same && slices.ContainsFunc(each, agreed) || t.word == "" || !same && theirs[n].word != "" || lists.beside[k] && (m.beside != t.beside || m.beside < 0) {
				continue
			}
			if same && (c.claim.excepts || r.excepts || c.claim.denials > 0 && r.denials > 0) {
				continue
			}
			if same == (m.denied != t.denied) {
				return c.theOther(m.said(), t.said()), false
			}
			turned = turned || !same
		}
	}
	return "", turned
}

// ambiguous tells whether both speak of the same opposites, one of them to both sides.
func (c *Claimed) ambiguous(r heard) bool {
	for k, mine := range c.claim.sides {
		if theirs := r.sides[k]; (theirs[0].word != "" || theirs[1].word != "") && (mine[0].word != "" && mine[1].word != "" || theirs[0].word != "" && theirs[1].word != "") {
			return true
		}
	}
	return false
}

// doubted tells whether a sentence and the claim differ in denying a word, and no other sentence agrees: if that isn't clear
// enough to say that it says otherwise, it isn't proof, either.
func (c *Claimed) doubted(r heard, each []heard) bool {
	differs := func(m token, agree bool) func(heard) bool {
		return func(o heard) bool {
			return slices.ContainsFunc(o.tokens, func(t token) bool { return t.word == m.word && agree == ((t.denied == "") == (m.denied == "")) })
		}
	}
	return r.denials != c.claim.denials && slices.ContainsFunc(c.claim.tokens, func(m token) bool {
		return differs(m, false)(r) && !slices.ContainsFunc(each, differs(m, true))
	})
}

// denied says which side denies a word that both have. What denies twice, or but for something, isn't judged.
func (c *Claimed) denied(r heard, each []heard) string {
	if c.ambiguous(r) {
		return ""
	}
	judged := func(a, b heard) bool {
		return a.denials > 0 && b.denials == 0 && !(a.excepts && a.denials > 1) && !b.excepts && !a.beside
	}
	for _, m := range c.claim.tokens {
		for _, t := range r.tokens {
			switch {
			case t.word != m.word || c.saidElsewhere(m, each):
			case m.denied != "" && judged(c.claim, r):
				return c.config.Say.Text("rag.sentence-denies", messages.Args{"denial": m.denied})
			case t.denied != "" && judged(r, c.claim):
				return c.config.Say.Text("rag.passage-denies", messages.Args{"denial": t.denied})
			}
		}
	}
	return ""
}

// saidElsewhere tells whether a sentence that the claim has most of has a word as the claim has it, denied or not.
func (c *Claimed) saidElsewhere(m token, each []heard) bool {
	return slices.ContainsFunc(each, func(r heard) bool {
		return float64(len(r.has)) >= c.config.Within*float64(len(r.has)+r.others) && slices.ContainsFunc(r.tokens, func(t token) bool { return t.word == m.word && (t.denied == "") == (m.denied == "") })
	})
}
