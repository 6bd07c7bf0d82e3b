package facts

import (
	"embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

//go:embed words/*.txt
var wordFiles embed.FS

// vocabulary is what the lists in words/ say of words.
type vocabulary struct {
	same  map[string]string   // stems → the first one's of their meaning
	short map[string][]string // abbreviations → the words that they stand for
	stop  map[string]bool     // words that say nothing
	light map[string]bool     // words that need not be explained
	stems sync.Map            // word → stem

	plain, filler, paying, flow, rate, turned, to, statistic map[string]bool // stems of words in rows; see en.txt
}

var words = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{same: map[string]string{}, short: map[string][]string{}, stop: map[string]bool{}, light: map[string]bool{}, plain: map[string]bool{}, filler: map[string]bool{}, paying: map[string]bool{}, flow: map[string]bool{}, rate: map[string]bool{}, turned: map[string]bool{}, to: map[string]bool{}, statistic: map[string]bool{}}
	for line := range linesOf("synonyms.txt") {
		fields := strings.Fields(line)
		for _, w := range fields {
			v.same[stemOf(w)] = stemOf(fields[0])
		}
	}
	for line := range linesOf("short.txt") {
		fields := strings.Fields(line)
		v.short[fields[0]] = fields[1:]
	}
	for line := range linesOf("en.txt") {
		heading, rest, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(rest) {
			switch heading {
			case "stop":
				v.stop[w] = true
			case "light":
				v.light[w] = true
			case "plain":
				v.plain[v.stem(w)] = true
			case "filler":
				v.filler[v.stem(w)] = true
			case "turned":
				v.turned[v.stem(w)] = true
			case "to":
				v.to[v.stem(w)] = true
			case "paying":
				v.paying[v.stem(w)] = true
			case "rate":
				v.rate[v.stem(w)] = true
			case "statistic":
				v.statistic[v.stem(w)] = true
			case "flow":
				v.flow[v.stem(w)] = true
			}
		}
	}
	return v
})

// linesOf are the lines of a list, without comments and empty ones.
func linesOf(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		file, _ := wordFiles.ReadFile("words/" + name) // it is part of the program
		for line := range strings.Lines(string(file)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

func stemOf(w string) string { return text.Stem(w, "en") }

// stem is a word as it is compared: its stem, one for all words of one meaning.
func (v *vocabulary) stem(w string) string {
	if s, ok := v.stems.Load(w); ok {
		return s.(string)
	}
	s := stemOf(w)
	if one, ok := v.same[s]; ok {
		s = one
	}
	v.stems.Store(w, s)
	return s
}

// word is a word of a text.
type word struct {
	text       string // as written
	term       string // as it is compared
	light      bool   // it need not be explained
	start, end int    // bytes
}

// theStates are the United States as they are written short.
var theStates = regexp.MustCompile(`^(?:U\.S\.(?:A\.)?|USA?\b)`)

// wordsOf reads the words of a text that say something. Abbreviations are written out; a word of a script without blanks is
// what stands in one run of it.
func wordsOf(s string) (out []word) {
	v := words()
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			i += n
			continue
		}
		if at := theStates.FindString(s[i:]); at != "" && !strings.HasPrefix(s[i+len(at):], "$") {
			for _, w := range []string{"united", "states"} {
				out = append(out, word{strings.TrimRight(at, "."), v.stem(w), false, i, i + len(at)})
			}
			i += len(at)
			continue
		}
		end := i + wordEnd(s[i:])
		if end+1 < len(s) && s[end] == '-' && strings.EqualFold(s[i:end], "non") { // non-current, as others write noncurrent
			if more := wordEnd(s[end+1:]); unicode.IsLetter(rune(s[end+1])) {
				out = append(out, v.read(s[i:end]+s[end+1:end+1+more], i)...)
				if n := len(out); n > 0 {
					out[n-1].end = end + 1 + more
				}
				i = end + 1 + more
				continue
			}
		}
		out = append(out, v.read(s[i:end], i)...)
		i = end
	}
	return out
}

// read gives the words that a word of a text stands for.
func (v *vocabulary) read(written string, at int) (out []word) {
	lower := strings.ToLower(written)
	lower = strings.TrimSuffix(strings.TrimSuffix(lower, "'s"), "’s")
	length := len(written)
	written = written[:min(len(lower), length)]
	if long, ok := v.short[lower]; ok {
		for _, w := range long {
			w, need := strings.CutPrefix(w, "?")
			if !v.stop[w] {
				out = append(out, word{written, v.stem(w), need, at, at + length})
			}
		}
		return out
	}
	if v.stop[lower] {
		return nil
	}
	if rest, ok := strings.CutPrefix(lower, "non"); ok && len(rest) > len("con") { // noncurrent is another word than current
		return []word{{written, "non" + v.term(rest), false, at, at + length}}
	}
	for part := range strings.SplitSeq(lower, "&") {
		if part != "" && !v.stop[part] {
			out = append(out, word{written, v.term(part), v.light[part], at, at + length})
		}
	}
	return out
}

// term is a part of a word as it is compared; a number is itself, without the s of many: 787s.
func (v *vocabulary) term(w string) string {
	if c := w[0]; c >= '0' && c <= '9' {
		return strings.TrimRight(strings.ReplaceAll(w, ",", ""), "s")
	}
	return v.stem(w)
}

// wordEnd is how far a word reaches: letters, digits, an apostrophe or & between two, a point or comma between digits.
func wordEnd(s string) int {
	end := 0
	first, _ := utf8.DecodeRuneInString(s)
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if r == 'ー' && text.Unspaced(first) || (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && text.Unspaced(r) == text.Unspaced(first) {
			end += n
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[end+n:])
		if end > 0 && (r == '&' && unicode.IsLetter(next) || (r == '\'' || r == '’') && next == 's') {
			end += n
			continue
		}
		if end > 0 && (r == '.' || r == ',') && unicode.IsDigit(next) && s[end-1] >= '0' && s[end-1] <= '9' {
			end += n
			continue
		}
		break
	}
	return max(end, 1)
}

// termsOf are the terms of a text, in order.
func termsOf(s string) []string {
	ws := wordsOf(s)
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.term
	}
	return out
}
