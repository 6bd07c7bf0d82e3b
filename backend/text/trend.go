package text

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed trends/*.txt
var trendFiles embed.FS

// What a word says of how something went. They are the headings of trends/*.txt, a file a language.
const (
	TrendRise     = "rise"     // it became more
	TrendFall     = "fall"     //
	TrendMore     = "more"     // it is more than something else
	TrendLess     = "less"     //
	TrendWider    = "wider"    // a gap, a margin or a loss became more
	TrendNarrower = "narrower" //
	TrendBetter   = "better"   // more of what is a good thing, less of what is a bad one
	TrendWorse    = "worse"    //

	trendDeny     = "not"      //
	trendLoss     = "loss"     // of which more is worse
	trendTurned   = "turned"   // what is written with a minus or without
	trendAdjusted = "adjusted" // another way of measuring, whose changes aren't those of the figures beside them
)

// Trend is a word that says how something went.
type Trend struct {
	Start, End int // bytes
	Kind       string
	Word       string
}

// Up tells whether it says that something is more; of what is better, that there is more of a good thing.
func (t Trend) Up() bool {
	return t.Kind == TrendRise || t.Kind == TrendMore || t.Kind == TrendWider || t.Kind == TrendBetter
}

// Judges tells whether it says that something is good or bad, which for a loss is the other way round.
func (t Trend) Judges() bool { return t.Kind == TrendBetter || t.Kind == TrendWorse }

// trendKinds in the order in which they are looked for.
var trendKinds = []string{TrendRise, TrendFall, TrendMore, TrendLess, TrendWider, TrendNarrower, TrendBetter, TrendWorse}

// trendLists are the words of all languages together: few mean another thing in another one.
type trendLists struct {
	whole, begins map[string]string // words in small letters, those with any ending apart → their kinds
	unspaced      *regexp.Regexp    // of scripts without blanks
	kinds         map[string]string // of these
	patterns      map[string]*regexp.Regexp
}

var trends = sync.OnceValue(func() *trendLists {
	l := &trendLists{map[string]string{}, map[string]string{}, nil, map[string]string{}, map[string]*regexp.Regexp{}}
	forms := map[string][]string{}
	files, _ := trendFiles.ReadDir("trends") // it is part of the program
	for _, f := range files {
		body, _ := trendFiles.ReadFile("trends/" + f.Name())
		for line := range strings.Lines(string(body)) {
			if heading, rest, there := strings.Cut(strings.TrimSpace(line), ":"); there && !strings.HasPrefix(line, "#") {
				forms[heading] = append(forms[heading], strings.Fields(rest)...)
			}
		}
	}
	for _, heading := range []string{trendDeny, trendLoss, trendTurned, trendAdjusted} {
		l.patterns[heading] = regexp.MustCompile("(?i)" + FormsPattern(forms[heading]))
	}
	var unspaced []string
	for _, kind := range trendKinds {
		for _, w := range forms[kind] {
			if begin, open := strings.CutSuffix(w, "*"); open {
				l.begins[begin] = kind
			} else if strings.ContainsFunc(w, Unspaced) {
				l.kinds[w] = kind
				unspaced = append(unspaced, w)
			} else {
				l.whole[strings.ReplaceAll(w, "_", " ")] = kind
			}
		}
	}
	l.unspaced = regexp.MustCompile(strings.Join(unspaced, "|"))
	return l
})

// kindOf is what a word in small letters says of how something went; "" if nothing.
func (l *trendLists) kindOf(w string) string {
	if kind := l.whole[w]; kind != "" {
		return kind
	}
	for n := len(w); n > 0; n-- {
		if kind := l.begins[w[:n]]; kind != "" {
			return kind
		}
	}
	return ""
}

// FormsPattern is an expression for whole words: a form with * is one with any ending, _ stands for a blank. Those of
// scripts without blanks are found anywhere.
func FormsPattern(forms []string) string {
	var spaced, unspaced []string
	for _, w := range forms {
		if strings.ContainsFunc(w, Unspaced) {
			unspaced = append(unspaced, w)
			continue
		}
		spaced = append(spaced, strings.ReplaceAll(regexp.QuoteMeta(strings.ReplaceAll(w, "_", " ")), `\*`, `[\pL]*`))
	}
	slices.SortFunc(spaced, func(a, b string) int { return len(b) - len(a) })
	var all []string
	if len(spaced) > 0 {
		all = append(all, `\b(?:`+strings.Join(spaced, "|")+`)(?:\b|$)`)
	}
	return "(?:" + strings.Join(append(all, unspaced...), "|") + ")"
}

// TrendsIn are the words of a text that say how something went, in order.
func TrendsIn(s string) (out []Trend) {
	l := trends()
	last := Trend{}
	for at := 0; at < len(s); {
		word := lettersAt(s, at)
		if word == "" {
			_, n := utf8.DecodeRuneInString(s[at:])
			at += n
			continue
		}
		t := Trend{at, at + len(word), l.kindOf(strings.ToLower(word)), word}
		if both := strings.ToLower(last.Word + " " + word); last.Word != "" && l.whole[both] != "" && s[last.End:at] == " " {
			t = Trend{last.Start, t.End, l.whole[both], s[last.Start:t.End]}
		}
		if t.Kind != "" {
			out = append(out, t)
		}
		last, at = Trend{at, at + len(word), "", word}, at+len(word)
	}
	for _, m := range l.unspaced.FindAllStringIndex(s, -1) {
		out = append(out, Trend{m[0], m[1], l.kinds[s[m[0]:m[1]]], s[m[0]:m[1]]})
	}
	slices.SortStableFunc(out, func(a, b Trend) int { return a.Start - b.Start })
	return out
}

// lettersAt is the word that begins at a byte.
func lettersAt(s string, at int) string {
	for i, r := range s[at:] {
		if !unicode.IsLetter(r) {
			return s[at : at+i]
		}
	}
	return s[at:]
}

// IsTrend tells whether a word in small letters says how something went.
func IsTrend(w string) bool { return trends().kindOf(w) != "" }

// Denies tells whether a text denies something.
func Denies(s string) bool {
	return trends().patterns[trendDeny].MatchString(s) || contracted.MatchString(s)
}

var contracted = regexp.MustCompile(`(?i)n['’]t\b`)

// Loses tells whether a text speaks of a loss, of which more is worse.
func Loses(s string) bool { return trends().patterns[trendLoss].MatchString(s) }

// Turned tells whether a text speaks of what is written with a minus or without, such as a benefit among taxes.
func Turned(s string) bool { return trends().patterns[trendTurned].MatchString(s) }

// Adjusted tells whether a text measures in a way of its own, such as without currencies or as a yearly average.
func Adjusted(s string) bool { return trends().patterns[trendAdjusted].MatchString(s) }
