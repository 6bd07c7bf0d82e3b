package figures

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// token is a word of a text as it is compared: in small letters, without a plural's s. Of a script that doesn't part
// words, every character is one. Words that tell nothing apart are none.
type token struct {
	word       string
	start, end int // bytes
}

var hollow = wordSet(`the a an of and or in on at to for from by with as is are was were be been has have had its their this that which it we our & per
	der die das den dem des und von vom im in für mit auf aus bei zum zur`)

func wordSet(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		out[w] = true
	}
	return out
}

// tokens reads the words of a text, with numbers among them.
func tokens(s string) (out []token) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case text.Unspaced(r):
			out = append(out, token{s[i : i+n], i, i + n})
			i += n
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			end := i + wordLength(s[i:])
			if w := stem(strings.ToLower(s[i:end])); !hollow[w] {
				out = append(out, token{w, i, end})
			}
			i = end
		default:
			i += n
		}
	}
	return out
}

// wordLength is how far a word reaches: letters and digits, and marks between two of them.
func wordLength(s string) int {
	end := 0
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if unicode.IsLetter(r) && !text.Unspaced(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			end += n
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[end+n:])
		if (r == '.' || r == ',') && end > 0 && digit(s[end-1]) && unicode.IsDigit(next) {
			end += n
			continue
		}
		break
	}
	return max(end, 1)
}

func stem(w string) string {
	const short = 3
	if len(w) > short && w[len(w)-1] == 's' && w[len(w)-2] != 's' {
		return w[:len(w)-1]
	}
	return w
}

// name is a label or a head as it is looked for in a sentence: the words of it, parted by blanks. "" names nothing.
type name string

func nameOf(s string) name {
	ts := tokens(s)
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = t.word
	}
	return name(strings.Join(words, " "))
}

// telling tells whether a name says more than that something is counted.
func (n name) telling() bool {
	return !generic[n] && strings.ContainsFunc(string(n), unicode.IsLetter) && utf8.RuneCountInString(string(n)) > 1
}

// words is how many words a name has; characters of other scripts count half.
func (n name) words() int {
	count, wide := 0, 0
	for w := range strings.FieldsSeq(string(n)) {
		if r, _ := utf8.DecodeRuneInString(w); text.Unspaced(r) {
			wide++
		} else {
			count++
		}
	}
	return count + (wide+1)/2
}

// generic are names that stand in many tables and sentences and refute nothing.
var generic = func() map[name]bool {
	out := map[name]bool{}
	for _, s := range []string{"other", "total", "net", "cost", "amount", "balance", "basic", "diluted", "average", "current", "other, net", "total other", "summe", "gesamt", "sonstige", "合計", "計", "その他",
		"year", "years", "change", "number", "percent", "value", "company", "thereafter", "all", "high", "low", "first", "second", "third", "fourth", "actual", "rate"} {
		out[nameOf(s)] = true
	}
	return out
}()

// cover is the share of a name's words that a text has.
func (n name) cover(words map[string]bool) float64 {
	all, had := 0, 0
	for w := range strings.FieldsSeq(string(n)) {
		all++
		if words[w] {
			had++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(had) / float64(all)
}

// holds tells whether a name's words stand in another, in a run.
func (n name) holds(o name) bool { return strings.Contains(" "+string(n)+" ", " "+string(o)+" ") }

func digit(b byte) bool { return b >= '0' && b <= '9' }
