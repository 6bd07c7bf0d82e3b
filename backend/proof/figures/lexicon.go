package figures

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"lectern/backend/text"
)

//go:embed words/*.txt
var wordFiles embed.FS

// Headings of the lists in words/*.txt, a file a language.
const (
	wordsRise     = "rise"     // more than before
	wordsFall     = "fall"     // less than before
	wordsBetter   = "better"   // more of what is a good thing
	wordsWorse    = "worse"    // less of it
	wordsDeny     = "not"      //
	wordsLoss     = "loss"     // of which more is less
	wordsAdjusted = "adjusted" // another way of measuring, whose changes aren't those of the figures beside them
	wordsBefore   = "before"   // what there was before stands behind it: "from", "compared with"
	wordsAbout    = "about"    // of a figure that is rounded
	wordsSum      = "sum"      // of figures that were added or taken from each other
	wordsTurn     = "turn"     // begins another thought
	wordsLight    = "light"    // tells how a figure is told, and not of what it is
	wordsSame     = "same"     // each line: words for one thing
	wordsShort    = "abbreviation"
)

// lexicon is what the lists say, of all languages together: few words mean another thing in another one.
type lexicon struct {
	forms map[string][]string
	light map[string]bool   // stems
	same  map[string]string // stems → the first one's
	short map[string]string
	quiet map[string]bool // function words
	// forms that say that something became more or less, with * for any ending
	trends map[string]bool
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{map[string][]string{}, map[string]bool{}, map[string]string{}, map[string]string{}, map[string]bool{}, map[string]bool{}}
	files, _ := wordFiles.ReadDir("words") // it is part of the program
	for _, f := range files {
		l.read(strings.TrimSuffix(f.Name(), ".txt"))
	}
	return l
})

func (l *lexicon) read(language string) {
	file, _ := wordFiles.ReadFile("words/" + language + ".txt")
	for line := range strings.Lines(string(file)) {
		heading, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		forms := strings.Fields(rest)
		switch {
		case strings.HasPrefix(line, "#") || len(forms) == 0:
		case heading == wordsLight:
			for _, w := range forms {
				l.light[text.Stem(w, language)] = true
			}
		case heading == wordsSame:
			for _, w := range forms {
				l.same[text.Stem(w, language)] = text.Stem(forms[0], language)
			}
		case heading == wordsShort:
			l.short[forms[0]] = strings.Join(forms[1:], " ")
		default:
			l.forms[heading] = append(l.forms[heading], forms...)
			if heading == wordsRise || heading == wordsFall || heading == wordsBetter || heading == wordsWorse {
				for _, w := range forms {
					l.trends[w] = true
				}
			}
		}
	}
	for w := range text.FunctionWords(language) {
		l.quiet[w] = true
	}
}

// pattern finds the forms under some headings as whole words.
func (l *lexicon) pattern(headings ...string) string {
	var spaced, unspaced []string
	for _, h := range headings {
		for _, w := range l.forms[h] {
			if strings.ContainsFunc(w, text.Unspaced) {
				unspaced = append(unspaced, w)
				continue
			}
			w = strings.ReplaceAll(regexp.QuoteMeta(strings.ReplaceAll(w, "_", " ")), `\*`, `[\pL]*`)
			spaced = append(spaced, w)
		}
	}
	slices.SortFunc(spaced, func(a, b string) int { return len(b) - len(a) })
	out := `\b(?:` + strings.Join(spaced, "|") + `)(?:\b|$)`
	if len(unspaced) > 0 {
		out += "|" + strings.Join(unspaced, "|")
	}
	return "(?:" + out + ")"
}

var patterns = sync.OnceValue(func() (p struct{ up, down, deny, loss, adjusted, before, turn, about, sum *regexp.Regexp }) {
	l := words()
	find := func(headings ...string) *regexp.Regexp { return regexp.MustCompile("(?i)" + l.pattern(headings...)) }
	p.up, p.down = find(wordsRise, wordsBetter), find(wordsFall, wordsWorse)
	p.deny, p.loss, p.adjusted, p.sum = find(wordsDeny), find(wordsLoss), find(wordsAdjusted), find(wordsSum)
	p.turn = regexp.MustCompile(`(?i);|:|` + l.pattern(wordsTurn) + `|,\s(?:as|helped|driven|partly|and|und|et)\b`)
	about := `(?:(?:the|an?|den|die|das|le|la|les) |` + l.pattern(wordsAbout) + `\s*)*$`
	p.about = regexp.MustCompile(`(?i)` + l.pattern(wordsAbout) + `\s*$`)
	p.before = regexp.MustCompile(`(?i)` + l.pattern(wordsBefore) + `\s*` + about)
	return p
})

// trend is a word that says that something became more or less.
type trend struct {
	at   int
	up   bool
	word string
}

// trendsIn are those of a text, in order.
func trendsIn(s string) (out []trend) {
	p := patterns()
	for _, m := range p.up.FindAllStringIndex(s, -1) {
		out = append(out, trend{m[0], true, s[m[0]:m[1]]})
	}
	for _, m := range p.down.FindAllStringIndex(s, -1) {
		out = append(out, trend{m[0], false, s[m[0]:m[1]]})
	}
	slices.SortFunc(out, func(a, b trend) int { return a.at - b.at })
	return out
}

// termsOf are the words of a text that say what it is of, as they are compared: stems, with one for words of one meaning.
// all keeps those that only tell how a figure is told.
func (l *lexicon) termsOf(s, language string, all bool) (out []string) {
	if strings.Contains(s, "&") {
		s = l.unfolded(s)
	}
	for _, t := range tokens(s) {
		w := t.word
		if long, ok := l.short[strings.ToLower(s[t.start:t.end])]; ok {
			out = append(out, l.termsOf(long, language, all)...)
			continue
		}
		if digit(w[0]) || l.quiet[w] {
			continue
		}
		w = text.Stem(w, language)
		if !all && (l.light[w] || l.moves(t.word)) {
			continue
		}
		if one, ok := l.same[w]; ok {
			w = one
		}
		out = append(out, w)
	}
	return out
}

// moves tells whether a word says that something became more or less.
func (l *lexicon) moves(w string) bool {
	for n := len(w); n > 0; n-- {
		if l.trends[w[:n]+"*"] {
			return true
		}
	}
	return l.trends[w]
}

// unfolded writes abbreviations out that have a mark in them: R&D.
func (l *lexicon) unfolded(s string) string {
	for short, long := range l.short {
		if strings.Contains(short, "&") {
			s = strings.ReplaceAll(s, strings.ToUpper(short), long)
		}
	}
	return s
}

func setOf(words []string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}

// fieldsOf are the words of a text in small letters, without the marks round them.
func fieldsOf(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for w := range strings.FieldsSeq(s) {
			if w = strings.ToLower(strings.Trim(w, ".,;:()")); w != "" && !yield(w) {
				return
			}
		}
	}
}
