package llm

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a text is made of, as far as it decides how many tokens it has: vocabularies know most English words whole, take
// other languages apart, and have one or several tokens for a Chinese or Japanese character. A line counts as English if
// enough of its words are.
const (
	calls       = iota // the template's own share
	eachMessage        // and that of each message
	englishWords
	englishLetters // past the sixth of a word
	capitals       // English words that begin with one: names
	latinWords     // of other languages
	latinLetters   // past the fourth of a word
	accents
	figures // groups of three digits
	marks   // punctuation and symbols
	breaks  // ends of lines, several blanks
	characters
	otherLetters
	features
)

// sample counts the features of a prompt.
type sample [features]float64

// usual is how many tokens a feature has with the vocabularies of known models, and spread how far that may be off.
var (
	usual = sample{
		calls: 8, eachMessage: 5, englishWords: 1, englishLetters: .1, capitals: .2, latinWords: 1.2, latinLetters: .2, accents: .3,
		figures: 1, marks: .9, breaks: .6, characters: .8, otherLetters: .5,
	}
	spread = sample{
		calls: 12, eachMessage: 2, englishWords: .3, englishLetters: .15, capitals: .3, latinWords: .4, latinLetters: .2, accents: .3,
		figures: .6, marks: .2, breaks: .3, characters: .7, otherLetters: .4,
	}
)

const (
	noise  = .02 // the share of a count that the features don't explain
	broken = 1.5 // tokens by which a count is off where a text is taken apart
)

var english = strings.Fields("the of and to in is that it was for on are as with his they at be this from have or by had not but were which their an has been its what")

// sampleOf counts what messages are made of.
func sampleOf(ms []Message) (s sample) {
	s[calls] = 1
	for _, m := range ms {
		s[eachMessage]++
		s.add(m.Content)
	}
	return s
}

func (s *sample) add(text string) {
	for line := range strings.Lines(text) {
		s.addLine(line)
	}
}

func (s sample) minus(other sample) sample {
	for i, x := range other {
		s[i] -= x
	}
	return s
}

// latin is what the words of a line come to.
type latin struct{ words, english, capitals, past4, past6 float64 }

func (s *sample) addLine(line string) {
	var l latin
	for len(line) > 0 {
		r, size := utf8.DecodeRuneInString(line)
		switch {
		case isLatin(r):
			size = until(line, isLatin)
			s[accents] += l.add(line[:size])
		case r >= '0' && r <= '9':
			size = until(line, func(r rune) bool { return r >= '0' && r <= '9' })
			s[figures] += float64(size+2) / 3
		case r == ' ':
			if size = until(line, func(r rune) bool { return r == ' ' }); size > 1 {
				s[breaks]++
			}
		case unicode.IsSpace(r):
			s[breaks]++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			s[characters]++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			s[otherLetters]++
		default:
			s[marks]++
		}
		line = line[size:]
	}
	const enough = 8 // one in so many
	if l.english*enough >= l.words {
		s[englishWords] += l.words
		s[englishLetters] += l.past6
		s[capitals] += l.capitals
	} else {
		s[latinWords] += l.words
		s[latinLetters] += l.past4
	}
}

func isLatin(r rune) bool {
	return r <= unicode.MaxLatin1 && unicode.IsLetter(r) || r > unicode.MaxLatin1 && r < 0x250
}

// until is how many bytes a text begins with whose letters are of a kind.
func until(text string, is func(rune) bool) int {
	if n := strings.IndexFunc(text, func(r rune) bool { return !is(r) }); n >= 0 {
		return n
	}
	return len(text)
}

func (l *latin) add(word string) (accents float64) {
	n := utf8.RuneCountInString(word)
	l.words++
	l.past4 += float64(max(0, n-4))
	l.past6 += float64(max(0, n-6))
	if word[0] >= 'A' && word[0] <= 'Z' {
		l.capitals++
	}
	if n <= 5 && slices.Contains(english, strings.ToLower(word)) {
		l.english++
	}
	return float64(len(word) - n)
}

// scale is what a model's vocabulary makes of the features: a linear regression by recursive least squares, which begins
// with what is usual.
type scale struct {
	Tokens   sample           `json:"tokens"` // of one of each feature
	Variance [features]sample `json:"variance"`
	Calls    int              `json:"calls"` // that it was learnt from
}

func newScale() *scale {
	s := &scale{Tokens: usual}
	for i := range s.Variance {
		s.Variance[i][i] = spread[i] * spread[i]
	}
	return s
}

// weigh estimates the tokens of a prompt, and by how many that may be off (one standard deviation).
func (s *scale) weigh(x sample) (tokens, off float64) {
	variance := 0.0
	for i := range x {
		tokens += s.Tokens[i] * x[i]
		for j := range x {
			variance += x[i] * s.Variance[i][j] * x[j]
		}
	}
	return tokens, math.Sqrt(max(0, variance) + noise*tokens*noise*tokens)
}

// learn folds in what the server counted.
func (s *scale) learn(x sample, counted int) {
	tokens, _ := s.weigh(x)
	var shares sample
	variance := noise*float64(counted)*noise*float64(counted) + broken*broken
	for i := range x {
		for j := range x {
			shares[i] += s.Variance[i][j] * x[j]
		}
		variance += x[i] * shares[i]
	}
	for i := range x {
		s.Tokens[i] += shares[i] / variance * (float64(counted) - tokens)
		for j := range x {
			s.Variance[i][j] -= shares[i] * shares[j] / variance
		}
	}
}
