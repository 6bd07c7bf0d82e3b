package keyword

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// Word is a content word of a question.
type Word struct {
	Text string // as it is written there
	Name bool   // it names something: capitalised within a sentence where only names are, or with a figure in it
	term string
	of   string // the number of whose thousands, which blanks part, it is a group
}

// Matcher finds the words of a question in short texts, such as sentences, whatever their form. It is not for concurrent
// use.
type Matcher struct {
	Words []Word // each once: no stop words, no words that only ask or instruct; in scripts without blanks pairs of characters

	analyzer *Analyzer
	index    map[string]int // of each term, its word
	begins   [256]bool      // first bytes of words that can be one of the terms, unless they can be parts of compounds
	sentence bool           // the question is one
	names    []NameFact     // what the question names
	nouns    bool           // all nouns have capitals
	runs     []string       // of a Japanese question, what is written in kanji or katakana
}

// Match is a text as a Matcher sees it.
type Match struct {
	At     []Place
	Length int // words of the text that aren't stop words
	Others int // different ones of them that aren't the question's, years and other figures not counted
}

// Place is where a word of the question stands in a text.
type Place struct {
	Word int // index into Words
	Seat int // which of the text's words it is, stop words counted
}

// NewMatcher reads a question.
func NewMatcher(question string) *Matcher {
	t := tongues[tongueOfQuestion(question)]
	m := &Matcher{analyzer: NewAnalyzer(t.code), index: map[string]int{}, runs: japaneseRuns(question), names: namesIn(question), nouns: t.code == "de"}
	m.analyzer.gaps = true // whatever the language of the texts
	all := readings(question)
	var beside asking
	beside.operators(question)
	m.sentence = isSentence(all, question, beside.quoted())
	for _, r := range all {
		form := r.forms[0]
		term := m.analyzer.known(form)
		if _, twice := m.index[term]; term == "" || twice || r.part || (instructionWords[form] || askingWords[form]) && r.ordinary || particles(form) {
			continue
		}
		m.index[term] = len(m.Words)
		if r.of != "" {
			m.index[r.of] = len(m.Words)
		}
		capital, _ := utf8.DecodeRuneInString(question[r.from:])
		m.Words = append(m.Words, Word{
			Text: withoutTail(question[r.from:r.to]), term: term, of: r.of,
			Name: !r.ordinary && unicode.IsUpper(capital) && t.code != "de" || strings.ContainsAny(form, "0123456789"),
		})
	}
	for b := range m.begins {
		m.begins[b] = m.analyzer.compounds || b >= utf8.RuneSelf // accents may get lost at the beginning
	}
	for term := range m.index {
		m.begins[term[0]] = true
		m.begins['f'] = m.begins['f'] || isFigure(term[0]) // fy18 is 2018
	}
	return m
}

// particles tells whether a word is written in hiragana alone: endings and particles of Japanese.
func particles(form string) bool {
	return form != "" && strings.IndexFunc(form, func(r rune) bool { return !unicode.Is(unicode.Hiragana, r) }) < 0
}

// In finds the question's words in a text.
func (m *Matcher) In(text string) (out Match) {
	others := map[string]bool{}
	seat := 0
	m.analyzer.scan(text, func(word []byte, part bool) {
		if part {
			if i, asked := m.index[string(word)]; asked && m.analyzer.joining {
				out.At = append(out.At, Place{i, seat})
			}
			return
		}
		seat++
		term := m.analyzer.known(string(word))
		if term == "" {
			return
		}
		out.Length++
		if i, asked := m.index[term]; asked {
			out.At = append(out.At, Place{i, seat})
		} else if i := m.inCompound(string(word)); i >= 0 {
			out.At = append(out.At, Place{i, seat})
		} else if !isFigure(term[0]) {
			others[term] = true
		}
	})
	out.Others = len(others)
	return out
}

// Places are where the question's words stand in a text, as In finds them.
func (m *Matcher) Places(text string) (out []Place) {
	seat := 0
	m.analyzer.scan(text, func(word []byte, part bool) {
		if part {
			if i, asked := m.index[string(word)]; asked && m.analyzer.joining {
				out = append(out, Place{i, seat})
			}
			return
		}
		if seat++; !m.begins[word[0]] {
			return
		}
		term := m.analyzer.known(string(word))
		if term == "" {
			return
		}
		if i, asked := m.index[term]; asked {
			out = append(out, Place{i, seat})
		} else if i := m.inCompound(string(word)); i >= 0 {
			out = append(out, Place{i, seat})
		}
	})
	return out
}

// tongueOfQuestion is English where it is undecided.
func tongueOfQuestion(question string) int {
	return tongueOf(cmp.Or(text.Language(question), "en"))
}

// leastPiece is how many bytes a word has that is looked for at either end of a compound.
const leastPiece = 5

// inCompound is the word of the question that a compound begins or ends with; -1 if it does with none.
func (m *Matcher) inCompound(word string) int {
	if !m.analyzer.compounds {
		return -1
	}
	for i, w := range m.Words {
		if len(w.term) >= leastPiece && (strings.HasPrefix(word, w.term) || strings.HasSuffix(word, w.term)) {
			return i
		}
	}
	return -1
}

// withoutTail cuts a possessive tail off.
func withoutTail(word string) string {
	if i := strings.LastIndexAny(word, "'’"); i > 0 {
		return word[:i]
	}
	return word
}
