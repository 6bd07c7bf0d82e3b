package llm

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// subtle is what the classes are measured against: eleven features, of which six look at single words. The program had it.
type subtle struct {
	tokens   []float64
	variance [][]float64
}

// Of words in English lines: how many, letters past the sixth, how many begin with a capital; of others: how many, letters
// past the fourth; accents, groups of three digits, marks, breaks, characters, other letters.
var (
	subtleUsual  = []float64{1, .1, .2, 1.2, .2, .3, 1, .9, .6, .8, .5}
	subtleSpread = []float64{.3, .15, .3, .4, .2, .3, .6, .2, .3, .7, .4}
)

func newSubtle() *subtle {
	s := &subtle{tokens: slices.Clone(subtleUsual)}
	for i, off := range subtleSpread {
		s.variance = append(s.variance, make([]float64, len(subtleUsual)))
		s.variance[i][i] = off * off
	}
	return s
}

func (s *subtle) estimate(text string) (tokens float64) {
	for i, n := range subtleFeatures(text) {
		tokens += s.tokens[i] * n
	}
	return tokens
}

func (s *subtle) learn(text string, counted int) {
	x, wrong := subtleFeatures(text), float64(counted)-s.estimate(text)
	shares := make([]float64, len(x))
	variance := noise*float64(counted)*noise*float64(counted) + broken*broken
	for i := range x {
		for j := range x {
			shares[i] += s.variance[i][j] * x[j]
		}
		variance += x[i] * shares[i]
	}
	for i := range x {
		s.tokens[i] += shares[i] / variance * wrong
		for j := range x {
			s.variance[i][j] -= shares[i] * shares[j] / variance
		}
	}
}

func subtleFeatures(text string) []float64 {
	x := make([]float64, len(subtleUsual))
	for line := range strings.Lines(text) {
		words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.In(r, unicode.Latin) })
		known, capitals, past4, past6 := 0, 0., 0., 0.
		for _, w := range words {
			n := utf8.RuneCountInString(w)
			past4, past6 = past4+float64(max(0, n-4)), past6+float64(max(0, n-6))
			x[5] += float64(len(w) - n)
			if w[0] >= 'A' && w[0] <= 'Z' {
				capitals++
			}
			if slices.Contains(english, strings.ToLower(w)) {
				known++
			}
		}
		if known*8 >= len(words) {
			x[0], x[1], x[2] = x[0]+float64(len(words)), x[1]+past6, x[2]+capitals
		} else {
			x[3], x[4] = x[3]+float64(len(words)), x[4]+past4
		}
		digits := func(r rune) bool { return r < '0' || r > '9' }
		for _, figure := range strings.FieldsFunc(line, digits) {
			x[6] += float64(len(figure)+2) / 3
		}
		for _, r := range line {
			switch {
			case r == ' ' || !digits(r) || unicode.In(r, unicode.Latin):
			case unicode.IsSpace(r):
				x[8]++
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
				x[9]++
			case unicode.IsLetter(r) || unicode.IsMark(r):
				x[10]++
			default:
				x[7]++
			}
		}
	}
	return x
}
