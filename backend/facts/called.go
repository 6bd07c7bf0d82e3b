package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/ingest/metadata"
)

// callsOf are the terms of a name.
func callsOf(name string) map[string]bool {
	out := map[string]bool{}
	for _, t := range termsOf(strings.NewReplacer("_", " ", "-", " ").Replace(name)) {
		if strings.ContainsFunc(t, unicode.IsLetter) {
			out[t] = true
		}
	}
	for w := range strings.FieldsSeq(strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name))) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			out[w] = true
		}
	}
	return out
}

// isCalled tells whether a word of a question is of the document's name: "best buy" of BESTBUY_2023_10K. Names of files run
// words together. What is taken for the company may be another, so its words count where they are written as a name.
func (d *Document) isCalled(w word) bool {
	if d.called[w.term] || d.called[strings.ToLower(w.text)] || d.company[w.term] && strings.ContainsFunc(w.text, unicode.IsUpper) {
		return true
	}
	if d.isHeard(w.text) || slices.Contains(d.symbols, strings.ToUpper(w.text)) || slices.Contains(d.nicknames, strings.ToLower(w.text)) {
		return true
	}
	if d.count[w.term] == 0 && !w.light && !d.isWord(strings.ToLower(w.text)) && slices.ContainsFunc(d.names, func(name string) bool { return metadata.Abbreviates(w.text, name) }) {
		return true
	}
	const short = 3
	lower := strings.ToLower(w.text)
	for name := range d.called {
		if len(lower) >= short && len(name) > len(lower) && (strings.HasPrefix(name, lower) || strings.HasSuffix(name, lower) && d.count[w.term] == 0) {
			return true
		}
	}
	return false
}

// isPart tells whether a word is a part of the company's name only, and by itself what a column is called: Blizzard, of
// Activision Blizzard.
func (d *Document) isPart(w word) bool {
	lower := strings.ToLower(w.text)
	for name := range d.called {
		if len(name) > len(lower) && (strings.HasPrefix(name, lower) || strings.HasSuffix(name, lower)) {
			return d.heads[w.term]
		}
	}
	return false
}

// isRun tells whether two words run together are a part of the document's name.
func (d *Document) isRun(one, two string) bool {
	if slices.ContainsFunc(d.names, func(name string) bool { return metadata.Clips(one, two, name) }) {
		return true
	}
	words := strings.ToLower(one + two)
	for name := range d.called {
		if strings.Contains(name, words) {
			return true
		}
	}
	return false
}

// unnamed are the terms of a row's label without the name that the document has: "Net earnings attributable to General Mills"
// says no more than that they are the company's.
func (d *Document) unnamed(r *row) []string {
	words := wordsOf(r.written)
	const longest = 4
	var own []string
	for i := 0; i < len(words); i++ {
		together, to := "", -1
		for j := i; j < len(words) && j < i+longest; j++ {
			together += strings.ToLower(words[j].text)
			if d.called[together] && strings.ContainsFunc(words[i].text, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
				to = j
			}
		}
		if to < 0 {
			continue
		}
		for _, w := range words[i : to+1] {
			own = append(own, w.term)
		}
		i = to
	}
	if len(own) == 0 {
		return r.label
	}
	out := slices.DeleteFunc(slices.Clone(r.label), func(t string) bool { return slices.Contains(own, t) })
	if len(out) == 0 {
		return r.label
	}
	return out
}

// explain notes the abbreviations that a text explains: "chain-of-thought (CoT)".
func (d *Document) explain(s string) {
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if initials.MatchString(w) && (w == strings.TrimSpace(s) || strings.ContainsFunc(s, unicode.IsLower)) { // else all of it is in capitals
			d.capitals[w] = words().stem(strings.ToLower(w))
		}
	}
	at := strings.IndexByte(s, '(')
	if at <= 0 {
		return
	}
	inner, _, ok := strings.Cut(s[at+1:], ")")
	const longest = 8
	if !ok || len(inner) < 2 || len(inner) > longest || strings.ContainsFunc(inner, func(r rune) bool { return !unicode.IsLetter(r) && r != '&' }) {
		return
	}
	before := strings.FieldsFunc(s[:at], func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	abbreviation := strings.ToLower(strings.ReplaceAll(inner, "&", ""))
	for n := len(abbreviation); n <= len(abbreviation)+1 && n <= len(before); n++ {
		long := before[len(before)-n:]
		initials := ""
		for _, w := range long {
			initials += strings.ToLower(w[:1])
		}
		if strings.HasPrefix(initials, abbreviation) {
			d.aliases[words().stem(strings.ToLower(inner))] = termsOf(strings.Join(long[:len(abbreviation)], " "))
			return
		}
	}
	d.explainNext(s[at+1:])
}

var initials = regexp.MustCompile(`^\p{Lu}{2,5}$`)

func (d *Document) explainNext(s string) {
	if _, rest, ok := strings.Cut(s, ")"); ok {
		d.explain(rest)
	}
}
