package proof

import (
	"math"

	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// Likeness is how much of a sentence evidence says, told in four ways that are wrong in different cases. Each is 0 to 1.
type Likeness struct {
	Words   float64 // its terms in the best two neighbouring sentences, by their rarity in the evidence
	Pairs   float64 // neighbouring terms that stand close to each other in one sentence
	Triples float64 // three terms in a row that stand in a row anywhere
	Copied  float64 // 1 less the number of pieces that it could be put together from by copying, a term at least each
}

// nearPair is how many terms apart the two of a pair stand at most.
const nearPair = 3

// Likened measures a sentence against evidence, in terms as the search by words has them: stems without stop words, pairs of
// characters where there are no blanks.
func Likened(claim string, e Evidence) Likeness { return (&memo{}).likened(claim, e) }

func (m *memo) likened(claim string, e Evidence) (l Likeness) {
	a := m.analyzer(text.Language(claim))
	terms := a.Terms(claim)
	if len(terms) == 0 {
		return l
	}
	sentences := make([][]string, len(e.Sentences))
	in := make([]map[string]bool, len(e.Sentences))
	around := setOf(a.of(e.Context))
	frequency := map[string]int{}
	for i, s := range e.Sentences {
		sentences[i] = a.of(s)
		in[i] = setOf(sentences[i])
		for t := range in[i] {
			frequency[t]++
		}
	}
	l.Words = wordsIn(terms, in, around, frequency)
	l.Pairs = share(len(terms)-1, func(i int) bool { return closeIn(sentences, terms[i], terms[i+1]) }, l.Words)
	l.Triples = share(len(terms)-2, func(i int) bool { return rowIn(sentences, terms[i:i+3]) > 2 }, l.Pairs)
	pieces := 0
	for i := 0; i < len(terms); pieces++ {
		i += max(1, rowIn(sentences, terms[i:]))
	}
	l.Copied = 1 - float64(pieces-1)/float64(max(1, len(terms)-1))
	if rowIn(sentences, terms[:1]) == 0 && len(terms) == 1 {
		l.Copied = 0
	}
	return l
}

func setOf(terms []string) map[string]bool {
	out := make(map[string]bool, len(terms))
	for _, t := range terms {
		out[t] = true
	}
	return out
}

// share of n things that hold; what else is said where there is nothing.
func share(n int, holds func(i int) bool, none float64) float64 {
	if n <= 0 {
		return none
	}
	found := 0
	for i := range n {
		if holds(i) {
			found++
		}
	}
	return float64(found) / float64(n)
}

// wordsIn is the share of terms, by rarity, that two neighbouring sentences have, or what stands around the evidence.
func wordsIn(terms []string, in []map[string]bool, around map[string]bool, frequency map[string]int) (best float64) {
	rarity, all := map[string]float64{}, 0.
	var each []string // once, in their order: a sum depends on it
	for _, t := range terms {
		if _, known := rarity[t]; !known {
			rarity[t] = math.Log(float64(len(in)+1)/(float64(frequency[t])+.5)) + .1
			all, each = all+rarity[t], append(each, t)
		}
	}
	for i := range in {
		found := 0.
		for _, t := range each {
			if in[i][t] || around[t] || i+1 < len(in) && in[i+1][t] {
				found += rarity[t]
			}
		}
		best = max(best, found/all)
	}
	return best
}

func closeIn(sentences [][]string, a, b string) bool {
	for _, s := range sentences {
		for i, t := range s {
			if t != a {
				continue
			}
			for k := max(0, i-nearPair); k < min(len(s), i+nearPair+1); k++ {
				if s[k] == b && k != i {
					return true
				}
			}
		}
	}
	return false
}

// rowIn is how many of some terms, from the first on, stand in a row in one of the sentences.
func rowIn(sentences [][]string, terms []string) (most int) {
	for _, s := range sentences {
		for i := range s {
			n := 0
			for n < len(terms) && i+n < len(s) && s[i+n] == terms[n] {
				n++
			}
			most = max(most, n)
		}
	}
	return most
}

// Mean is the mean of the four: no one of them was chosen, and none weighed, by examples.
func (l Likeness) Mean() float64 { return (l.Words + l.Pairs + l.Triples + l.Copied) / 4 }

// The mean as a share of sentences that are supported: a logistic regression on true sentences of people beside their own
// pages and beside what the search finds for them in the rest of their document, as many of either (go run ./build/proof
// -support: of the half that it wasn't fitted on, the curve).
const (
	supportAt0 = -1.80
	supportBy1 = 7.46
)

// Support is how likely such a sentence is supported, 0 to 1.
func (l Likeness) Support() float64 { return 1 / (1 + math.Exp(-supportAt0-supportBy1*l.Mean())) }

// termed gives the terms of texts, each taken apart once.
type termed struct {
	*keyword.Analyzer
	known map[string][]string
}

func (t *termed) of(s string) []string {
	terms, known := t.known[s]
	if !known {
		terms = t.Terms(s)
		t.known[s] = terms
	}
	return terms
}

// analyzer is that of a language.
func (m *memo) analyzer(language string) *termed {
	if m.terms == nil {
		m.terms = map[string]*termed{}
	}
	if m.terms[language] == nil {
		m.terms[language] = &termed{keyword.NewAnalyzer(language), map[string][]string{}}
	}
	return m.terms[language]
}
