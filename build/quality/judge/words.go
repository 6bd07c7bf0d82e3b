package judge

import (
	"slices"
	"strings"
	"unicode"

	"lectern/backend/text"
)

func isWide(r rune) bool { return text.Unspaced(r) }

// tokens are a text's words in lower case, without articles; a letter that is a word by itself is one.
func tokens(s string) (out []string) {
	var word []rune
	flush := func() {
		if t := strings.Trim(string(word), ".,'’-"); t != "" && !article[t] {
			out = append(out, t)
		}
		word = word[:0]
	}
	for _, r := range strings.ToLower(s) {
		switch {
		case isWide(r):
			flush()
			word = append(word, r)
			flush()
		case unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune(".,'’-%", r) && len(word) > 0:
			word = append(word, r)
		default:
			flush()
		}
	}
	flush()
	return out
}

var article = map[string]bool{"a": true, "an": true, "the": true}

// hasWords tells whether a text has the wanted words one after the other, or a sentence of it, or the whole, shares most
// of them (F1 of words, as SQuAD is scored: Rajpurkar and others, EMNLP 2016).
func hasWords(wanted, said string) bool {
	w := tokens(wanted)
	if len(w) == 0 {
		return false
	}
	all := tokens(said)
	if within(w, all) || f1(w, all) >= enough {
		return true
	}
	return slices.ContainsFunc(text.Sentences(said), func(s text.Span) bool { return f1(w, tokens(said[s.Start:s.End])) >= enough })
}

// hasToken tells whether a text has something word for word.
func hasToken(wanted, said string) bool { return within(tokens(wanted), tokens(said)) }

// within tells whether a run of words stands in others.
func within(run, of []string) bool {
	for at := 0; len(run) > 0 && at+len(run) <= len(of); at++ {
		if slices.Equal(of[at:at+len(run)], run) {
			return true
		}
	}
	return false
}

func f1(wanted, said []string) float64 {
	if len(said) == 0 {
		return 0
	}
	count := map[string]int{}
	for _, t := range wanted {
		count[t]++
	}
	shared := 0.
	for _, t := range said {
		if count[t] > 0 {
			count[t]--
			shared++
		}
	}
	return 2 * shared / float64(len(wanted)+len(said))
}
