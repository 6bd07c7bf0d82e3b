package keyword

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark is where something of a question stands in a text, as a half-open byte range.
type Mark struct{ From, To int }

// Marker finds the words of a question in texts, whatever their form and language. It is not for concurrent use.
type Marker struct {
	wanted    []map[string]bool // terms, by tongue
	begins    [][]byte          // of words with a star
	analyzers []*Analyzer       // by tongue
}

// NewMarker reads a question as Find does: what follows a minus isn't looked for, word* is the beginning of words.
func NewMarker(text string) *Marker {
	var q question
	plain := q.operators(text)
	m := &Marker{}
	for _, w := range q.words {
		m.begins = append(m.begins, w.begins)
	}
	for _, t := range tongues {
		terms := map[string]bool{}
		for _, r := range readings(plain) {
			if r.part && !isFigure(r.forms[0][0]) || instructionWords[r.forms[0]] && r.ordinary || particle(r.forms[0]) || isStop(r.forms[0]) {
				continue
			}
			for _, form := range r.forms {
				if term := t.term(form); term != "" {
					terms[term] = true
				}
			}
		}
		m.wanted, m.analyzers = append(m.wanted, terms), append(m.analyzers, NewAnalyzer(t.code))
	}
	return m
}

// particle tells whether a word, or a pair of characters, ends in what only binds words in Japanese.
func particle(form string) bool {
	last, _ := utf8.DecodeLastRuneInString(form)
	return unicode.Is(unicode.Hiragana, last)
}

// isStop tells whether a word is a stop word in any language.
func isStop(word string) bool {
	return slices.ContainsFunc(tongues[1:], func(t tongue) bool { return t.stop[word] })
}

// In finds the words in a text: in order, not overlapping, those that only blanks part as one.
func (m *Marker) In(text string) (out []Mark) {
	plain := scanner{gaps: true}
	plain.scan(text, func(word []byte, part bool) {
		if part && !plain.joining || !m.has(word) {
			return
		}
		from, to := plain.from, plain.to
		if n := len(out); n > 0 && strings.TrimSpace(text[min(out[n-1].To, from):from]) == "" {
			out[n-1].To = max(out[n-1].To, to)
			return
		}
		out = append(out, Mark{from, to})
	})
	for i := range out {
		out[i].To = out[i].From + len(strings.TrimRight(text[out[i].From:out[i].To], " \t\n.,;:"))
	}
	return out
}

func (m *Marker) has(word []byte) bool {
	for t, terms := range m.wanted {
		if term := m.analyzers[t].known(string(word)); term != "" && terms[term] {
			return true
		}
	}
	return slices.ContainsFunc(m.begins, func(b []byte) bool { return bytes.HasPrefix(word, b) })
}
