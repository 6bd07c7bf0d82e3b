package proof

import (
	"maps"
	"slices"
	"strings"

	"lectern/backend/text"
)

// clause is a part of a claim that one sentence of the evidence has to say as a whole.
type clause struct {
	words   []int           // of the claim
	scopes  map[string]bool // how far it goes: only, all, most
	numbers map[string]bool // as numbersIn has them
	spelled map[string]bool // those of them that are told in words
}

// clausesOf cuts the claim.
func (c *Claimed) clausesOf() (out []clause) {
	had := map[int]bool{}
	add := func(piece string, own func(string) []int) {
		part := clause{scopes: scopesIn(piece), numbers: numbersIn(piece), spelled: spelledIn(piece)}
		for _, k := range own(piece) {
			if !had[k] {
				had[k] = true
				part.words = append(part.words, k)
			}
		}
		if len(part.words)+len(part.numbers) > 0 {
			out = append(out, part)
		}
	}
	if c.japanese {
		for _, piece := range strings.FieldsFunc(c.text, func(r rune) bool { return strings.ContainsRune("、。，", r) }) {
			add(piece, func(piece string) (own []int) {
				for k, w := range c.words {
					if strings.Contains(piece, w.text) {
						own = append(own, k)
					}
				}
				return own
			})
		}
		return out
	}
	var words []string
	flush := func() {
		add(strings.Join(words, " "), func(string) (own []int) {
			for _, w := range words {
				own = append(own, c.own(w)...)
			}
			return own
		})
		words = nil
	}
	for _, w := range tokens.FindAllString(c.text, -1) {
		if clauseBreak.MatchString(w) {
			flush()
		} else {
			words = append(words, w)
		}
	}
	flush()
	return out
}

// with is a clause and another as one.
func (c clause) with(o clause) clause {
	both := clause{slices.Concat(c.words, o.words), maps.Clone(c.scopes), maps.Clone(c.numbers), maps.Clone(c.spelled)}
	maps.Copy(both.scopes, o.scopes)
	maps.Copy(both.numbers, o.numbers)
	maps.Copy(both.spelled, o.spelled)
	return both
}

// spelledIn are the numbers that a text tells in words, from two on.
func spelledIn(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range tokens.FindAllString(s, -1) {
		if n := numberWord(w); n != "" && n != "1" {
			out[n] = true
		}
	}
	return out
}

// scopesIn tells how far a sentence goes, by the words of it that do.
func scopesIn(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range tokens.FindAllString(strings.ToLower(s), -1) {
		if group, known := lists.scope[w]; known {
			out[group] = true
		}
	}
	if !strings.ContainsFunc(s, text.Unspaced) {
		return out
	}
	for form, group := range lists.scope {
		if strings.ContainsFunc(form, text.Unspaced) && strings.Contains(s, form) {
			out[group] = true
		}
	}
	return out
}

// wholeness is what speaks against a claim's being said as a whole.
type wholeness struct {
	apart      bool // some clause of it is said by no one sentence
	unnumbered bool // or by none that has its numbers, too,
	unspelled  bool // or those that it tells in words
}

// whole looks for the sentence that says each clause of the claim as a whole, but for some words of a long one. It may leave
// what it speaks of to the sentences before it. What is put together from words of several says what none of them does. A
// word alone, as one of a list, has to stand where the clause before it does or the one after.
func (c *Claimed) whole(sentences []string, each []heard, around map[int]bool) (w wholeness) {
	all := c.clausesOf()
	for k, part := range all {
		best := wholeness{true, true, true}
		if len(part.words)+len(part.numbers) > 1 || len(all) == 1 {
			best = c.saidBy(part, sentences, each, around)
		} else {
			if k > 0 {
				best = c.saidBy(all[k-1].with(part), sentences, each, around)
			}
			if best.apart && k+1 < len(all) {
				best = c.saidBy(part.with(all[k+1]), sentences, each, around)
			}
		}
		w = wholeness{w.apart || best.apart, w.unnumbered || best.unnumbered, w.unspelled || best.unspelled}
	}
	return w
}

// saidBy is what speaks against a clause's being said by the sentence that says most of it.
func (c *Claimed) saidBy(part clause, sentences []string, each []heard, around map[int]bool) wholeness {
	best := wholeness{true, len(part.numbers) > 0, len(part.spelled) > 0}
	for i := range each {
		if each[i].command || !c.says(part, i, sentences[i], each, around) {
			continue
		}
		have := c.config.memo.numbersIn(sentences[i])
		best = wholeness{false, best.unnumbered && !subset(part.numbers, have), best.unspelled && !subset(part.spelled, have)}
		if !best.unnumbered {
			break
		}
	}
	return best
}

func subset[K comparable](of, in map[K]bool) bool {
	for k := range of {
		if !in[k] {
			return false
		}
	}
	return true
}

func (c *Claimed) says(part clause, i int, sentence string, each []heard, around map[int]bool) bool {
	const carried = 3 // sentences before it that may name what it speaks of
	const own = .6    // share of a clause's words that the sentence itself has
	had, missing := 0, 0
	for _, k := range part.words {
		switch {
		case each[i].has[k]:
			had++
			if c.turns(k, each[i]) {
				return false
			}
		case around[k], had == 0 && slices.ContainsFunc(each[max(0, i-carried):i], func(r heard) bool { return r.has[k] }):
		default:
			missing++
		}
	}
	if float64(had) < own*float64(len(part.words)) || missing > int(float64(len(part.words))*(1-c.config.Verified)) {
		return false
	}
	return subset(part.scopes, c.config.memo.of(sentence).scopes)
}

// turns tells whether a sentence denies a word that the claim doesn't, or the other way round.
func (c *Claimed) turns(word int, r heard) bool {
	if (c.claim.denials > 0) == (r.denials > 0) {
		return false
	}
	of := func(r heard) (denied, plain bool) {
		for _, t := range r.tokens {
			if t.word == word {
				denied, plain = denied || t.denied != "", plain || t.denied == ""
			}
		}
		return denied, plain
	}
	mine, minePlain := of(c.claim)
	theirs, theirsPlain := of(r)
	return mine && !minePlain && theirsPlain && !theirs || theirs && !theirsPlain && minePlain && !mine
}
