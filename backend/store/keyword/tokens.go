package keyword

import (
	"embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/spanish"
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

var stopWords = map[string]map[string]bool{"en": wordSet("stop_en"), "de": wordSet("stop_de")}

var stemmers = map[string]func(*snowballstem.Env) bool{
	"en": english.Stem, "de": german.Stem, "fr": french.Stem, "es": spanish.Stem,
}

// Analyzer turns text into index terms: lower-cased words, stemmed for the language, without stop words; a number with
// its inner comma or point is one term (commas dropped, "1,577" → 1577); FY2018 and fy18 become 2018; "pp&e" and "r&d"
// stay one word; Chinese, Japanese, Korean and Thai give overlapping pairs of characters.
// It remembers word forms and is not for concurrent use.
type Analyzer struct {
	stem  func(*snowballstem.Env) bool
	stop  map[string]bool
	terms map[string]string // word form → term, "" for a stop word
}

// NewAnalyzer makes one for a language (ISO 639-1). An unknown language is neither stemmed nor, except for English stop
// words, cleaned.
func NewAnalyzer(language string) *Analyzer {
	stop := stopWords[language]
	if stop == nil {
		stop = stopWords["en"]
	}
	return &Analyzer{stem: stemmers[language], stop: stop, terms: map[string]string{}}
}

// Terms returns the terms of a text in order.
func (a *Analyzer) Terms(text string) []string {
	var out []string
	for word := range words(text) {
		if t := a.term(word); t != "" {
			out = append(out, t)
		}
	}
	return out
}

func (a *Analyzer) term(word string) string {
	if t, known := a.terms[word]; known {
		return t
	}
	t := word
	switch {
	case a.stop[word]:
		t = ""
	case strings.HasPrefix(word, "fy") && allDigits(word[2:]) && len(word) == 6:
		t = word[2:]
	case strings.HasPrefix(word, "fy") && allDigits(word[2:]) && len(word) == 4:
		t = "20" + word[2:]
	case a.stem != nil && (word[0] < '0' || word[0] > '9'):
		env := snowballstem.NewEnv(word)
		if a.stem(env); env.Current() != "" {
			t = env.Current()
		}
	}
	a.terms[word] = t
	return t
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isNumber tells a figure from a word and from a year (1900–2099).
func isNumber(term string) bool {
	if !allDigits(strings.ReplaceAll(term, ".", "")) {
		return false
	}
	return len(term) != 4 || !strings.HasPrefix(term, "19") && !strings.HasPrefix(term, "20")
}

var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai}

func isUnspaced(r rune) bool { return r >= 0x0E00 && unicode.In(r, unspaced...) }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// words yields lower-cased words, numbers and character pairs in order.
func words(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case isUnspaced(r):
				end := i
				for end < len(s) {
					r, n := utf8.DecodeRuneInString(s[end:])
					if !isUnspaced(r) {
						break
					}
					end += n
				}
				if !pairs(s[i:end], yield) {
					return
				}
				i = end
			case unicode.IsLetter(r) || unicode.IsDigit(r):
				word, end := wordAt(s, i)
				if !yield(word) {
					return
				}
				i = end
			default:
				i += n
			}
		}
	}
}

// pairs yields the overlapping pairs of a run of unspaced script; a single character stands for itself.
func pairs(run string, yield func(string) bool) bool {
	prev := -1
	for i, r := range run {
		if prev >= 0 && !yield(run[prev:i+utf8.RuneLen(r)]) {
			return false
		}
		if prev < 0 && utf8.RuneLen(r) == len(run) {
			return yield(run)
		}
		prev = i
	}
	return true
}

// wordAt reads the word that begins at byte i and says where to go on. A possessive tail ('s, ’s) is passed over.
func wordAt(s string, i int) (word string, end int) {
	var b strings.Builder
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		switch {
		case isUnspaced(r):
			return b.String(), i
		case isWordRune(r):
			b.WriteRune(unicode.ToLower(r))
			i += n
		case (r == ',' || r == '.') && unicode.IsDigit(next) && s[i-1] >= '0' && s[i-1] <= '9':
			if r == '.' {
				b.WriteByte('.')
			}
			i += n
		case r == '&' && b.Len() <= 3 && unicode.IsLetter(next):
			b.WriteByte('&')
			i += n
		case (r == '\'' || r == '’') && b.Len() <= 2: // l'entreprise, d'eau
			return b.String(), i + n
		case (r == '\'' || r == '’') && unicode.IsLetter(next):
			for i += n; i < len(s); i += n {
				if r, n = utf8.DecodeRuneInString(s[i:]); !unicode.IsLetter(r) {
					break
				}
			}
			return b.String(), i
		default:
			return b.String(), i
		}
	}
	return b.String(), i
}

// splitYears puts a space between letters and a run of four or more digits: "2023Q2" → "2023 Q2", "FY2018" → "FY 2018".
func splitYears(s string) string {
	var b strings.Builder
	rs := []rune(s)
	run := func(i, step int) (n int) {
		for ; i >= 0 && i < len(rs) && unicode.IsDigit(rs[i]); i += step {
			n++
		}
		return n
	}
	for i, r := range rs {
		if i > 0 && (unicode.IsLetter(r) && run(i-1, -1) >= 4 || unicode.IsLetter(rs[i-1]) && run(i, 1) >= 4) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// ContentWords are the words of a text that say what it is about, as written, each once: no stop words of any known
// language, no instruction words.
func ContentWords(text string) []string {
	var out []string
	seen := map[string]bool{}
	for w := range words(text) {
		if seen[w] || instructionWords[w] || stopWords["en"][w] || stopWords["de"][w] {
			continue
		}
		seen[w] = true
		out = append(out, w)
	}
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
func (c *Coverage) Of(text string) float64 {
	if len(c.wanted) == 0 {
		return 0
	}
	hit := make([]bool, len(c.wanted))
	n := 0
	for _, a := range c.analyzers {
		have := map[string]bool{}
		for _, t := range a.Terms(text) {
			have[t] = true
		}
		for i, w := range c.wanted {
			if !hit[i] && have[a.term(w)] {
				hit[i], n = true, n+1
			}
		}
	}
	return float64(n) / float64(len(c.wanted))
}
