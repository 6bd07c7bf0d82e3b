package keyword

import (
	"embed"
	"slices"
	"strings"

	"lectern/backend/text"
)

//go:embed words/*.txt
var wordFiles embed.FS

// wordSet reads an embedded word list; lines that begin with # are comments.
func wordSet(name string) map[string]bool {
	raw, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.Fields(line) {
				set[w] = true
			}
		}
	}
	return set
}

// tongue is how words of one language become terms.
type tongue struct {
	code string // ISO 639-1
	stop map[string]bool

	compounds bool // it writes words together
}

// tongues are the known languages. The first stands for all others: words stay as they are. A stored segment has the number
// of its own here, so another one goes to the end.
var tongues = [maxTongues]tongue{
	{"", text.FunctionWords("en"), false},
	{"en", text.FunctionWords("en"), false},
	{"de", text.FunctionWords("de"), true},
	{"fr", text.FunctionWords("fr"), false},
	{"es", text.FunctionWords("es"), false},
	{"it", text.FunctionWords("it"), false},
	{"ru", text.FunctionWords("ru"), false},
	{"ar", text.FunctionWords("ar"), false},
	{"pt", text.FunctionWords("pt"), false},
	{"nl", text.FunctionWords("nl"), false},
}

func tongueOf(language string) int {
	return max(0, slices.IndexFunc(tongues[:], func(t tongue) bool { return t.code == language }))
}

func scannerOf(language string) scanner {
	return scanner{comma: text.DecimalComma(language), gaps: text.BlankThousands(language)}
}

// term is what a word is found by; "" for a stop word.
func (t tongue) term(word string) string {
	if t.stop[word] {
		return ""
	}
	if year := fiscal(word); year != "" {
		return year
	}
	if isFigure(word[0]) {
		return word
	}
	return text.Stem(word, t.code)
}

// Analyzer turns text into index terms: lower-cased words, stemmed for the language, without stop words; a number with
// its inner marks is one term, written alike in all languages ("1,577" and in German "1.577" → 1577); a word that mixes
// letters and figures is followed by its parts; FY2018 and fy18 become 2018; "pp&e" and "r&d" stay one word; Chinese,
// Japanese, Korean and Thai give overlapping pairs of characters.
// It remembers word forms and is not for concurrent use.
type Analyzer struct {
	scanner
	tongue
	terms map[string]string // word form → term
}

// NewAnalyzer makes one for a language (ISO 639-1). An unknown language is neither stemmed nor, except for English stop
// words, cleaned.
func NewAnalyzer(language string) *Analyzer {
	return &Analyzer{scannerOf(language), tongues[tongueOf(language)], map[string]string{}}
}

// Terms returns the terms of a text in order.
func (a *Analyzer) Terms(text string) []string {
	var out []string
	a.scan(text, func(word []byte, _ bool) {
		if t := a.known(string(word)); t != "" {
			out = append(out, t)
		}
	})
	return out
}

func (a *Analyzer) known(word string) string {
	t, known := a.terms[word]
	if !known {
		t = a.term(word)
		a.terms[word] = t
	}
	return t
}

// ContentWords are the words of a text that say what it is about, lower-cased, each once: no stop words of English or
// German, no instruction words.
func ContentWords(text string) []string {
	var out []string
	seen := map[string]bool{}
	var s scanner
	s.scan(text, func(word []byte, part bool) {
		w := string(word)
		if part || seen[w] || instructionWords[w] || tongues[tongueOf("en")].stop[w] || tongues[tongueOf("de")].stop[w] {
			return
		}
		seen[w] = true
		out = append(out, w)
	})
	return out
}

// Coverage measures how many of some words occur in a text. It is not for concurrent use.
type Coverage struct {
	wanted    []string
	analyzers []*Analyzer
}

// NewCoverage prepares for measuring many texts against the same words.
func NewCoverage(wanted []string) *Coverage {
	return &Coverage{wanted, []*Analyzer{NewAnalyzer("en"), NewAnalyzer("de")}}
}

// Of is the share of the words, 0 to 1, of which some form occurs in the text. Words count as the same when they agree
// after English or after German stemming.
func (c *Coverage) Of(text string) float64 { return c.in(c.vocabulary(text)) }

// vocabulary is a text's terms, by analyzer.
type vocabulary []map[string]bool

func (c *Coverage) vocabulary(text string) (out vocabulary) {
	for _, a := range c.analyzers {
		have := map[string]bool{}
		for _, t := range a.Terms(text) {
			have[t] = true
		}
		out = append(out, have)
	}
	return out
}

func (c *Coverage) in(v vocabulary) float64 {
	n := 0
	for _, w := range c.wanted {
		for i, a := range c.analyzers {
			if v[i][a.known(w)] {
				n++
				break
			}
		}
	}
	return float64(n) / float64(max(1, len(c.wanted)))
}

// Coverages measures many lists of words against many texts, each of which is read once: the share at [i][k] is that of
// the i-th words in the k-th text, -1 where want says no. Shares are as Coverage has them.
func Coverages(wanted [][]string, texts []string, want func(i, k int) bool) [][]float64 {
	c := NewCoverage(nil)
	read := make([]vocabulary, len(texts))
	for k, text := range texts {
		read[k] = c.vocabulary(text)
	}
	out := make([][]float64, len(wanted))
	for i, words := range wanted {
		c.wanted = words
		out[i] = make([]float64, len(texts))
		for k := range texts {
			out[i][k] = -1
			if want(i, k) {
				out[i][k] = c.in(read[k])
			}
		}
	}
	return out
}
