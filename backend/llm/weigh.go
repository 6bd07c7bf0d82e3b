package llm

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
)

// What a text is made of, as far as it decides how many tokens it has: vocabularies have long English words whole, take
// words with accents, which are of other languages, apart, and have one or several tokens for a figure or for a Chinese or
// Japanese character. More features were tried, of single words, their lengths and capitals: on filings and encyclopedia
// articles they come nearer by .2 %, on others they don't. One ratio for all is off by twice as much and more. See
// TestTokensAreEstimatedAsWellAsBySubtlerMeans.
const (
	calls        = iota // the template's own share
	eachMessage         // and that of each message
	letters             // Latin ones and blanks, of lines in English
	foreign             // and of others
	figures             // each digit
	characters          // Chinese, Japanese, Korean
	otherLetters        // of all other scripts
	marks               // punctuation, symbols, ends of lines
	features
)

// sample counts the features of a prompt.
type sample [features]float64

// usual is how many tokens one of a feature has with the vocabularies of known models (Llama 3, Qwen 3, Gemma 3, gpt-oss), and
// spread how far that may be off.
var (
	usual  = sample{calls: 8, eachMessage: 5, letters: .19, foreign: .25, figures: .7, characters: .75, otherLetters: .5, marks: .7}
	spread = sample{calls: 12, eachMessage: 2, letters: .06, foreign: .08, figures: .5, characters: .5, otherLetters: .4, marks: .3}
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
		latin := foreign
		if inEnglish(line) {
			latin = letters
		}
		for _, r := range line {
			s[feature(r, latin)]++
		}
	}
}

// inEnglish tells whether one word in eight is among the most frequent of English. A line of figures is, too.
func inEnglish(line string) bool {
	words, known := 0, 0
	for w := range strings.FieldsSeq(line) {
		words++
		if len(w) <= 5 && slices.Contains(english, strings.ToLower(w)) {
			known++
		}
	}
	return known*8 >= words
}

func feature(r rune, latin int) int {
	switch {
	case r == ' ' || unicode.In(r, unicode.Latin):
		return latin
	case r >= '0' && r <= '9':
		return figures
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return characters
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return otherLetters
	}
	return marks
}

func (s sample) minus(other sample) sample {
	for i, x := range other {
		s[i] -= x
	}
	return s
}

// scale is what a model's vocabulary makes of the features: a linear regression by recursive least squares, which begins
// with what is usual.
type scale struct {
	Tokens   sample           `json:"tokens"` // of one of each feature
	Variance [features]sample `json:"variance"`
	Calls    int              `json:"calls"` // that it was learnt from
	Room     int              `json:"room"`  // tokens of context that the model is called with; see room
	Pace     time.Duration    `json:"pace"`  // in which a token of a prompt is read; see paced
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
