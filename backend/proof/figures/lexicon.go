package figures

import (
	"embed"
	"regexp"
	"strings"
	"sync"

	"lectern/backend/text"
)

//go:embed words/*.txt
var wordFiles embed.FS

// Headings of the lists in words/*.txt, a file a language.
const (
	wordsBefore   = "before"   // what there was before stands behind it: "from", "compared with"
	wordsAbout    = "about"    // of a figure that is rounded
	wordsSum      = "sum"      // of figures that were added or taken from each other
	wordsMean     = "mean"     // of an average
	wordsCompound = "compound" // of a growth a year
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
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{map[string][]string{}, map[string]bool{}, map[string]string{}, map[string]string{}, map[string]bool{}}
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
		}
	}
	for w := range text.FunctionWords(language) {
		l.quiet[w] = true
	}
}

// pattern finds the forms under some headings as whole words.
func (l *lexicon) pattern(headings ...string) string {
	var all []string
	for _, h := range headings {
		all = append(all, l.forms[h]...)
	}
	return text.FormsPattern(all)
}

var patterns = sync.OnceValue(func() (p struct{ before, turn, about, sum, mean, compound *regexp.Regexp }) {
	l := words()
	find := func(heading string) *regexp.Regexp { return regexp.MustCompile("(?i)" + l.pattern(heading)) }
	p.sum, p.mean, p.compound = find(wordsSum), find(wordsMean), find(wordsCompound)
	p.turn = regexp.MustCompile(`(?i);|:|` + l.pattern(wordsTurn) + `|,\s(?:as|helped|driven|partly|and|und|et)\b`)
	about := `(?:(?:the|an?|den|die|das|le|la|les) |` + l.pattern(wordsAbout) + `\s*)*$`
	p.about = regexp.MustCompile(`(?i)` + l.pattern(wordsAbout) + `\s*$`)
	p.before = regexp.MustCompile(`(?i)` + l.pattern(wordsBefore) + `\s*` + about)
	return p
})

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
		if !all && (l.light[w] || text.IsTrend(t.word)) {
			continue
		}
		if one, ok := l.same[w]; ok {
			w = one
		}
		out = append(out, w)
	}
	return out
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
