package keyword

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fact is what a scope holds of a word of a question.
type Fact struct {
	Word
	Rarity float64 // BM25's inverse document frequency among the blocks
	Files  int     // that have it in any form, in their text or their name
	Blocks int     // that have it
	Absent bool    // it stands nowhere, neither in another form nor within a longer word
}

// Facts looks up the words of a matcher in a scope, and counts its blocks.
func (m *Matcher) Facts(scope []Segment) (out []Fact, blocks int) {
	for _, s := range scope {
		blocks += s.blocks()
	}
	names := make([][][]byte, len(scope))
	for i, s := range scope {
		r := reader{s.name}
		for range min(s.names(), len(s.name)) {
			names[i] = append(names[i], r.text())
		}
	}
	out = make([]Fact, len(m.Words))
	for i, w := range m.Words {
		asked := askedFor(w.Text)
		if w.of != "" {
			for t := range asked.terms {
				asked.terms[t] = append(asked.terms[t], w.of)
			}
		}
		df, named := 0, false
		for j, s := range scope {
			here := 0
			asked.each(s, func(f found) {
				for field, list := range f.postings(s) {
					if field != fieldHeading { // its units are pages
						here = max(here, len(list))
					}
				}
				here = max(here, int(min(f.whole, 1)))
			})
			inName := slices.ContainsFunc(asked.terms[:], func(ts []string) bool {
				return slices.ContainsFunc(ts, func(t string) bool {
					return slices.ContainsFunc(names[j], func(name []byte) bool { return string(name) == t })
				})
			})
			named = named || inName
			df += here
			if here > 0 || inName {
				out[i].Files++
			}
		}
		out[i].Word, out[i].Blocks = w, df
		out[i].Rarity = idf(blocks, min(df, blocks))
		out[i].Absent = out[i].Files == 0 && !named && !within(scope, strings.ToLower(w.Text), w.term)
	}
	return out, blocks
}

// askedFor is a word as all tongues read it.
func askedFor(text string) *asked {
	var all tongueSet
	for t := range tongues {
		all[t] = true
	}
	for _, r := range readings(text) {
		return &asked{terms: r.terms(all)}
	}
	return &asked{}
}

// leastWithin is how many letters a word has that is looked for within longer ones.
const leastWithin = 4

// within tells whether a word stands within a longer one: at its beginning, or anywhere where words are written together.
func within(scope []Segment, word, term string) bool {
	if utf8.RuneCountInString(term) < leastWithin || strings.HasPrefix(word, term) {
		term = word
		for _, stem := range []string{strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "n")} {
			if len(stem) < len(term) {
				term = stem
			}
		}
	}
	if utf8.RuneCountInString(term) < leastWithin {
		return false
	}
	for _, s := range scope {
		if i := s.formsFrom([]byte(term)); i < s.forms() {
			if f, _, _ := s.form(i); bytes.HasPrefix(f, []byte(term)) {
				return true
			}
		}
		if !tongues[s.tongue()].compounds {
			continue
		}
		for i := range s.forms() {
			if f, _, _ := s.form(i); bytes.Contains(f, []byte(term)) {
				return true
			}
		}
	}
	return false
}

// Nowhere lists what a person would look for of a question and that stands nowhere in a scope, as it is written there,
// names first. In Japanese these are runs of kanji or katakana. A Chinese question has no words that could be told apart.
func (m *Matcher) Nowhere(facts []Fact, scope []Segment) (out []string) {
	for _, names := range []bool{true, false} {
		for _, f := range facts {
			first, n := utf8.DecodeRuneInString(f.Text)
			if f.Absent && f.Name == names && n < len(f.Text) && !isUnspaced(first) {
				out = append(out, f.Text)
			}
		}
	}
	for _, run := range m.runs {
		if p := phraseOf(run); !slices.ContainsFunc(scope, func(s Segment) bool { return len(p.holds(s)) > 0 }) {
			out = append(out, run)
		}
	}
	return out
}

// Missing lists, of what a question asks for and stands nowhere, what carries its subject: its names, if none of them stands
// anywhere. In a search that is no sentence every word was chosen, and each counts.
func (m *Matcher) Missing(names []NameFact, nowhere []string) []string {
	if !m.sentence {
		return nowhere
	}
	return Lost(names)
}

var askingWords = wordSet("asking")

// japaneseRuns are the runs of kanji or of katakana in a Japanese text, of two characters or more, each once.
func japaneseRuns(text string) (out []string) {
	kana := func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hiragana, r) || kana(r) }) {
		return nil
	}
	for _, script := range []func(rune) bool{kana, func(r rune) bool { return unicode.Is(unicode.Han, r) }} {
		for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !script(r) }) {
			if utf8.RuneCountInString(run) > 1 && !slices.Contains(out, run) {
				out = append(out, run)
			}
		}
	}
	return out
}
