package keyword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// question is what is searched for.
type question struct {
	words    []*asked
	names    map[string]int // terms that a file's name may have: which word each stands for
	phrases  []phrase       // in quotes
	without  []phrase       // that the block may not have
	required bool           // only blocks with the phrases count
}

// asked is a word of a question.
type asked struct {
	text   string // as it is written
	weight float64
	terms  [maxTongues][]string // that it may stand as
	begins []byte               // of a word with a star, or a single character: what the forms begin with

	defined bool // it isn't in the question, but a part of what is

	starred bool // only these forms count, not others with the same stem
}

// phrase is a run of words.
type phrase struct {
	text     string
	readings [][]string // its forms in order; a number may be read in two ways
}

// fewWords is up to how many words beside its phrases a question is a search for the phrases, unless it is a sentence.
const fewWords = 3

// pieceWeight is that of the pieces of a word that mixes letters and figures, or of a compound.
const pieceWeight = .5

// asking is a question while it is read.
type asking struct {
	question
	in    tongueSet
	known map[string]bool // what its words stand as
}

// read reads a question in the tongues of a scope. A word that it says several times counts once; one that tells what to do
// with the answer counts only where there is no other.
func (c Config) read(text string, scope []Segment) question {
	a := asking{known: map[string]bool{}}
	for _, s := range scope {
		a.in[s.tongue()] = true
	}
	plain := a.operators(text)
	starred := len(a.words) > 0
	said := readings(plain)
	all := withoutStops(said, plain)
	outside := a.plain(all, plain)
	for _, r := range pieced(all, scope) {
		a.add(r, asked{text: plain[r.from:r.to], weight: pieceWeight})
	}
	if c.DefinitionWeight > 0 {
		for _, r := range readings(strings.Join(defined(all), "\n")) {
			if !r.part {
				a.add(r, asked{text: r.forms[0], weight: c.DefinitionWeight, defined: true})
			}
		}
	}
	a.required = len(a.phrases) > 0 && (outside <= fewWords && !isSentence(said, plain, a.quoted()) || starred || len(a.without) > 0)
	if len(scope) > 1 {
		a.name(plain, a.in)
	}
	return a.question
}

// withoutStops leaves the function words of the question's language out, for every block: in a few of another language, or
// with spaced letters, "in" and "of" would pass for rare words.
func withoutStops(all []reading, text string) []reading {
	stop := tongues[tongueOfQuestion(text)].stop
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return stop[r.forms[0]] })
}

// plain takes up the words outside of operators, and says how many are neither in quotes nor instructions.
func (a *asking) plain(all []reading, text string) (outside int) {
	quoted := a.quoted()
	alone := !slices.ContainsFunc(all, func(r reading) bool { return !instructionWords[r.forms[0]] || !r.ordinary })
	for _, r := range all {
		w := asked{text: text[r.from:r.to], weight: 1}
		c, n := utf8.DecodeRuneInString(r.forms[0])
		single := n == len(r.forms[0]) && isUnspaced(c)
		if single {
			w.begins = []byte(r.forms[0])
		}
		switch {
		case r.joined:
			a.add(r, w)
		case r.part && !single:
			w.weight = pieceWeight
			a.add(r, w)
		case r.part:
		case instructionWords[r.forms[0]] && r.ordinary && !alone:
		case a.add(r, w) && !quoted[r.forms[0]]:
			outside++
		}
	}
	return outside
}

// quoted are the words in quotes.
func (a *asking) quoted() map[string]bool {
	out := map[string]bool{}
	for _, p := range a.phrases {
		for _, form := range p.readings[0] {
			out[form] = true
		}
	}
	return out
}

// isSentence tells whether a text, but for what is quoted in it, asks or says something: it ends in a question mark, or has
// function words.
func isSentence(said []reading, text string, quoted map[string]bool) bool {
	if strings.HasSuffix(strings.TrimRightFunc(text, unicode.IsSpace), "?") || strings.Contains(text, "？") {
		return true
	}
	stop := tongues[tongueOfQuestion(text)].stop
	return slices.ContainsFunc(said, func(r reading) bool { return stop[r.forms[0]] && !quoted[r.forms[0]] })
}

// add takes a word up, unless it is known; false means that it is a stop word.
func (a *asking) add(r reading, w asked) bool {
	w.terms = r.terms(a.in)
	key := keyOf(w.terms)
	if key != "" && !a.known[key] {
		a.known[key] = true
		a.words = append(a.words, &w)
	}
	return key != ""
}

var instructionWords = wordSet("instructions")
