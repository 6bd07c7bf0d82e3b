package facts

import (
	"cmp"
	"slices"
	"strings"
)

// naming is another way in which rows or heads say words of the question.
type naming struct {
	words uint64
	item  *item
	terms []string // all of which a label has; nil for an item
}

// search looks cells up for words of a question.
type search struct {
	d       *Document
	asked   []asked
	bits    map[string]uint64 // terms → words of the question
	weights []float64
	namings []naming
	told    told
	content uint64          // the words that must be explained
	counted uint64          // the word that tells what is counted: shareholders of "how many shareholders"
	names   map[string]bool // terms of the question that the document is called by
	rates   uint64          // words that ask for no amount: rate, margin
	amount  bool            // an amount of money is asked for
	wide    bool            // cells that explain little are found, too
}

func newSearch(d *Document, words []asked, t told) *search {
	s := &search{d: d, asked: words, bits: map[string]uint64{}, names: map[string]bool{}, weights: make([]float64, len(words)), told: t}
	for i, w := range words {
		if !w.run {
			for _, t := range d.forms(w.term) {
				s.bits[t] |= 1 << i
			}
		}
		s.weights[i] = d.weight(w.term)
		if d.count[w.term] == 0 {
			s.weights[i] *= unknown
		}
		if w.own {
			s.names[w.term] = true
		}
		if w.asksRate() {
			s.rates |= 1 << i
		}
		if w.light {
			s.weights[i] *= lightly
		} else if !w.own {
			s.content |= 1 << i
		}
	}
	s.counted = s.content & s.countedWord()
	s.readNamings()
	s.amount = t.amount && s.rates == 0 && !t.percent && !t.share && !t.counted && slices.ContainsFunc(s.namings, func(n naming) bool {
		return n.item != nil && n.item.kind != kindPerShare && n.item.kind != kindShares && n.words&s.content != 0
	})
	return s
}

// countedWord is the first word behind "how many" or "number of".
func (s *search) countedWord() uint64 {
	if !s.told.counted {
		return 0
	}
	asks := false
	for i, a := range s.asked {
		if asks && !a.light && !a.own {
			return 1 << i
		}
		asks = asks || a.term == words().stem("many") || a.term == words().stem("number")
	}
	return 0
}

// unknown is what words count that no row and no head has: what they are of can't be told.
const unknown = .6

// lightly is what words count that need not be explained.
const lightly = .15

// readNamings finds the items that the words name, and the abbreviations that the document explains.
func (s *search) readNamings() {
	for _, i := range listed().order {
		for _, name := range i.asks {
			s.each(name, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, item: s.bought(i)}) })
		}
	}
	slices.SortStableFunc(s.namings, func(a, b naming) int { return cmp.Compare(ones(b.words), ones(a.words)) })
	var kept []naming
	for _, n := range s.namings { // a longer name holds the shorter ones in it
		if !slices.ContainsFunc(kept, func(k naming) bool { return k.words&n.words != 0 && k.words != n.words }) {
			kept = append(kept, n)
		}
	}
	s.namings = kept
	for short, long := range s.d.aliases {
		s.each(long, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, terms: []string{short}}) })
		s.each([]string{short}, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, terms: long}) })
	}
	s.readInitials()
}

// readInitials finds words of the question that rows or heads write as their initials, where they write them in no other way: fill
// factor, FF.
func (s *search) readInitials() {
	const least, most = 2, 5
	for from := range s.asked {
		initials := ""
		for to := from; to < len(s.asked) && to < from+most; to++ {
			a := s.asked[to]
			if a.light || a.own || a.name || s.d.count[a.term] > 0 || !isPlainWord(a.text) || to > from && s.asked[to-1].end+1 != a.start {
				break
			}
			initials += strings.ToUpper(a.text[:1])
			if term, ok := s.d.capitals[initials]; ok && len(initials) >= least {
				s.namings = append(s.namings, naming{words: (1<<(to-from+1) - 1) << from, terms: []string{term}})
			}
		}
	}
}

// bought is the item that a question is of which asks what was spent on another one.
func (s *search) bought(i *item) *item {
	switch {
	case s.told.spent && i.id == "ppe":
		return listed().items["capex"]
	case s.told.paid && i.id == "tax":
		return listed().items["taxes_paid"]
	case s.told.paid && i.id == "interest_expense":
		return listed().items["interest_paid"]
	}
	return i
}

func ones(bits uint64) (n int) {
	for ; bits > 0; bits &= bits - 1 {
		n++
	}
	return n
}

// each calls for every place where terms stand in a run.
func (s *search) each(terms []string, found func(bits uint64)) {
	for i := 0; i+len(terms) <= len(s.asked); i++ {
		words := s.asked[i : i+len(terms)]
		if slices.EqualFunc(terms, words, func(t string, a asked) bool { return t == a.term }) && !slices.ContainsFunc(words[1:], func(a asked) bool { return a.apart }) {
			found((1<<len(terms) - 1) << i)
		}
	}
}
