package keyword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// NameFact is what a scope holds of something that a question names.
type NameFact struct {
	Text    string   // as it is written there
	Words   []string // its words
	From    int      // where it begins in the question, in bytes
	Spelled bool     // in capitals throughout: it may be an abbreviation, which documents write out
	Absent  bool     // it stands nowhere: of several words, no two neighbours as neighbours
	Lacks   []string // words of it that stand nowhere
	Blocks  int      // passages that have it
	Called  bool     // a document is called by it, or its company is; a scope doesn't know
}

// Names looks up what a question names in a scope; facts are those of its words.
func (m *Matcher) Names(facts []Fact, scope []Segment) []NameFact {
	out := slices.Clone(m.names)
	for i := range out {
		n := &out[i]
		most := 0 // passages that have one of its words
		for _, w := range n.Words {
			for _, f := range facts {
				if !strings.EqualFold(f.Text, w) {
					continue
				}
				if f.Absent {
					n.Lacks = append(n.Lacks, w)
				}
				most = max(most, f.Blocks)
			}
		}
		if len(n.Words) == 1 {
			n.Absent, n.Blocks = len(n.Lacks) > 0, most
			continue
		}
		for j := 1; j < len(n.Words); j++ {
			n.Blocks = max(n.Blocks, holding(n.Words[j-1]+" "+n.Words[j], scope))
		}
		switch apart := n.Blocks == 0; {
		case apart && m.nouns: // Luthers Übersetzung: two nouns, maybe
			n.Absent, n.Blocks = len(n.Lacks) == len(n.Words), most
		case apart:
			n.Absent = !inNames(strings.ToLower(strings.Join(n.Words, "")), scope)
		}
	}
	return out
}

// Lost are the names of a question where none of them stands anywhere.
func Lost(names []NameFact) (out []string) {
	for _, n := range names {
		if !n.Absent {
			return nil
		}
		if !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return out
}

// holding counts the blocks that have a phrase.
func holding(text string, scope []Segment) (blocks int) {
	if p := phraseOf(text); len(p.readings) > 0 {
		for _, s := range scope {
			blocks += len(p.holds(s))
		}
	}
	return blocks
}

// inNames tells whether words written together are one of a file's name: BESTBUY_2019.
func inNames(together string, scope []Segment) bool {
	asked := askedFor(together)
	return slices.ContainsFunc(scope, func(s Segment) bool {
		r := reader{s.name}
		for range min(s.names(), len(s.name)) {
			term := string(r.text())
			if slices.ContainsFunc(asked.terms[:], func(ts []string) bool { return slices.Contains(ts, term) }) {
				return true
			}
		}
		return false
	})
}

// namesIn are the runs of words of a question that are written as only names are: with a capital where other words have none,
// or in capitals, or with figures in them. In a title, where all words have capitals, and in German, where all nouns do, one
// word with a capital is no name; what has an 's is one anywhere. Where all is in capitals nothing can be told.
func namesIn(question string) (out []NameFact) {
	t := tongues[tongueOfQuestion(question)]
	all := slices.DeleteFunc(readings(question), func(r reading) bool { return r.part })
	titled := t.code == "de"
	for _, r := range all {
		word := question[r.from:r.to]
		if t.stop[r.forms[0]] && !r.ordinary && utf8.RuneCountInString(word) > 1 {
			if titled = true; word == strings.ToUpper(word) {
				return nil
			}
		}
	}
	var run []reading
	end := func() {
		if n, ok := nameOf(question, run, titled); ok {
			out = append(out, n)
		}
		run = nil
	}
	for _, r := range all {
		if n := len(run); n > 0 {
			before := run[n-1]
			if strings.Trim(question[before.to:r.from], " &-") != "" || withoutTail(question[before.from:before.to]) != question[before.from:before.to] {
				end()
			}
		}
		if !isNamed(withoutTail(question[r.from:r.to]), r.forms[0], t) {
			end()
			continue
		}
		run = append(run, r)
	}
	end()
	return out
}

// nameOf makes a name of a run of words, if it is one.
func nameOf(question string, run []reading, titled bool) (n NameFact, ok bool) {
	if len(run) == 0 {
		return n, false
	}
	to := 0
	ordinary := true // it may be another word with a capital
	n.From, n.Spelled = run[0].from, true
	for _, r := range run {
		word := withoutTail(question[r.from:r.to])
		n.Words = append(n.Words, word)
		if capitals := word == strings.ToUpper(word); !capitals {
			n.Spelled = false
			ordinary = ordinary && (r.ordinary || titled)
		} else {
			ordinary = false
		}
		to = r.from + len(word)
		if to < r.to { // it has an 's
			n.Spelled, ordinary = false, false
		}
	}
	n.Text = question[n.From:to]
	return n, !ordinary || len(run) > 1
}

// isNamed tells whether a word is written as names are.
func isNamed(word, form string, t tongue) bool {
	first, _ := utf8.DecodeRuneInString(word)
	if t.stop[form] || instructionWords[form] || askingWords[form] || isUnspaced(first) || fiscal(form) != "" || isDefined(form) || text.CurrencyOf(word) != "" {
		return false
	}
	letters, figures, capital := 0, 0, false
	for _, r := range word {
		switch {
		case unicode.IsLetter(r):
			letters++
			capital = capital || unicode.IsUpper(r)
		case unicode.IsDigit(r):
			figures++
		}
	}
	switch {
	case !capital || letters+figures < 2 || form == "fy":
		return false
	case figures > 0:
		return unicode.IsDigit(first) || letters > 2 && word == strings.ToUpper(word) // 3M and CONLL03, but neither Q2 nor Table1
	}
	return unicode.IsUpper(first) || letters > 3 // iPhone
}

// isDefined tells whether a word is an abbreviation of a measure.
func isDefined(form string) bool {
	return slices.ContainsFunc(definitions, func(d definition) bool {
		return slices.ContainsFunc(d.names, func(name []string) bool { return len(name) == 1 && name[0] == form })
	})
}
