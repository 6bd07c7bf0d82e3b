package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Roles of what stands on one level with something else, and in Japanese of who does something and to or from whom.
const (
	even    = " and or und oder sowie with mit と "
	subject = " は が も "
	oblique = " に へ から には "
)

func anyRole(role, of string) bool {
	return slices.ContainsFunc(strings.Fields(role), func(r string) bool { return strings.Contains(of, " "+r+" ") })
}

// exchanged finds two words of the claim that stand in each other's place in a sentence.
func (c *Claimed) exchanged(r heard) (a, b string) {
	if c.claim.passive != r.passive {
		return "", ""
	}
	mine, theirs := sharedOf(c.claim.tokens, r), sharedOf(r.tokens, c.claim)
	if a, b = c.placesExchanged(mine, theirs); a == "" {
		a, b = c.rolesExchanged(mine, theirs)
	}
	if a == "" && c.japanese {
		a, b = c.partiesExchanged(r)
	}
	return a, b
}

// placesExchanged finds two words of the same role with which the claim has all that it shares with a sentence in the
// sentence's order, if they change places.
func (c *Claimed) placesExchanged(mine, theirs []token) (a, b string) {
	least := 4
	if c.japanese {
		least = 3
	}
	n := len(mine)
	if n < least || inOrder(mine, theirs) > n-2 {
		return "", ""
	}
	phrases := phrasesOf(mine, theirs)
	for i := range phrases {
		for j := i + 1; j < len(phrases); j++ {
			x, y := phrases[i][0], phrases[j][0]
			list := j == i+1 && (anyRole(x.role, even) || anyRole(y.role, even))
			if list || c.kindOf(phrases[i]) != c.kindOf(phrases[j]) || caseOf(x.role) != caseOf(roleIn(theirs, y.word)) || caseOf(y.role) != caseOf(roleIn(theirs, x.word)) {
				continue
			}
			changed := slices.Clone(phrases)
			changed[i], changed[j] = changed[j], changed[i]
			if inOrder(slices.Concat(changed...), theirs) == n {
				return c.phrase(phrases[i]), c.phrase(phrases[j])
			}
		}
	}
	return "", ""
}

// kindOf tells in German nouns from other words, by their capital.
func (c *Claimed) kindOf(phrase []token) bool {
	first, _ := utf8.DecodeRuneInString(c.words[phrase[len(phrase)-1].word].text)
	return c.german && unicode.IsUpper(first)
}

// rolesExchanged finds two words of which each has the other's role, such as from and to, in whatever order.
func (c *Claimed) rolesExchanged(mine, theirs []token) (a, b string) {
	all := float64(len(mine)) >= c.config.Same*float64(len(c.words))
	for i, x := range mine {
		for _, y := range mine[i+1:] {
			p, q := roleIn(theirs, x.word), roleIn(theirs, y.word)
			if x.word == y.word || caseOf(x.role) == caseOf(y.role) || caseOf(x.role) != caseOf(q) || caseOf(y.role) != caseOf(p) {
				continue
			}
			sure := !strings.Contains(bare, " "+caseOf(x.role)+" ") && !strings.Contains(bare, " "+caseOf(y.role)+" ")
			if (sure || all) && !anyRole(x.role+" "+y.role, even+" の で ") {
				return c.words[x.word].text, c.words[y.word].text
			}
		}
	}
	return "", ""
}

// bare are roles that are told by an article or by none: they say less than prepositions.
const bare = " whom who  das des "

// caseOf is a role, that of German articles as what they mean mostly.
func caseOf(role string) string {
	switch role {
	case "den", "die":
		return "whom"
	case "dem", "der":
		return "who"
	case "は":
		return "が"
	case "and", "or", "und", "oder":
		return ""
	}
	return role
}

func roleIn(tokens []token, word int) string {
	for _, t := range tokens {
		if t.word == word {
			return t.role
		}
	}
	return ""
}

// partiesExchanged finds the one to whom something is done as the one who does it, in Japanese.
func (c *Claimed) partiesExchanged(r heard) (a, b string) {
	does := func(word int) bool {
		return slices.ContainsFunc(r.tokens, func(t token) bool { return t.word == word && anyRole(t.role, subject) })
	}
	for _, x := range c.claim.tokens {
		for _, y := range c.claim.tokens {
			if anyRole(x.role, subject) && anyRole(y.role, oblique) && does(y.word) && !does(x.word) && (r.has[x.word] || c.opposites(x.word, y.word)) {
				return c.words[x.word].text, c.words[y.word].text
			}
		}
	}
	return "", ""
}

// opposites tells whether two words of the claim are parties to each other: tenant and landlord.
func (c *Claimed) opposites(x, y int) bool {
	for _, s := range c.claim.sides {
		if slices.Contains(s[0].at, x) && slices.Contains(s[1].at, y) || slices.Contains(s[0].at, y) && slices.Contains(s[1].at, x) {
			return true
		}
	}
	return false
}

// sharedOf are the tokens whose words another sentence has, too.
func sharedOf(tokens []token, r heard) (out []token) {
	for _, t := range tokens {
		if slices.ContainsFunc(r.tokens, func(o token) bool { return o.word == t.word }) {
			out = append(out, t)
		}
	}
	return out
}

// phrasesOf puts words together that stand together in both sentences: names of several words.
func phrasesOf(mine, theirs []token) (phrases [][]token) {
	for i, t := range mine {
		together := false
		for k := 1; i > 0 && t.joined && k < len(theirs); k++ {
			together = together || theirs[k].joined && theirs[k].word == t.word && theirs[k-1].word == mine[i-1].word
		}
		if together {
			phrases[len(phrases)-1] = append(phrases[len(phrases)-1], t)
		} else {
			phrases = append(phrases, []token{t})
		}
	}
	return phrases
}

func (c *Claimed) phrase(u []token) string {
	words := make([]string, len(u))
	for i, t := range u {
		words[i] = c.words[t.word].text
	}
	if c.japanese {
		return strings.Join(words, "の")
	}
	return strings.Join(words, " ")
}

// inOrder is how many of the words stand in the same order in both: the length of their longest common subsequence.
func inOrder(mine, theirs []token) int {
	row := make([]int, len(theirs)+1)
	for _, m := range mine {
		before := 0
		for k, t := range theirs {
			above := row[k+1]
			if t.word == m.word {
				row[k+1] = before + 1
			} else {
				row[k+1] = max(above, row[k])
			}
			before = above
		}
	}
	return row[len(theirs)]
}
