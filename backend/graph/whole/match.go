package whole

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// term is a word or phrase that is looked for.
type term struct {
	text  string
	words []string       // in small letters
	root  string         // with which each form of its first word begins, in small letters
	stems []string       // nil: it has no other forms
	exact *regexp.Regexp // as it is written, whatever its case
	forms *regexp.Regexp // whatever may be a form of it, with its words as groups; nil: it has none
}

// rootLength is how many characters a word and its forms are taken to have in common at least.
const rootLength = 3

// newTerm reads a term in a language (ISO 639-1). Forms are what has the same stem there: leases and leased of lease.
func newTerm(s, language string) term {
	t := term{text: s, words: strings.Fields(strings.ToLower(s))}
	exact, forms := make([]string, len(t.words)), make([]string, len(t.words))
	plain := true
	for i, w := range t.words {
		exact[i] = regexp.QuoteMeta(w)
		stem := text.Stem(w, language)
		t.stems = append(t.stems, stem)
		root := common(w, stem)
		if i == 0 {
			t.root = root
		}
		forms[i] = "(" + regexp.QuoteMeta(root) + `\pL*)`
		plain = plain && utf8.RuneCountInString(root) >= rootLength && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) || text.Wide(r) })
	}
	t.exact = regexp.MustCompile(`(?i)` + strings.Join(exact, `\s+`))
	if plain && len(t.words) > 0 {
		t.forms = regexp.MustCompile(`(?i)` + strings.Join(forms, `\s+`))
	}
	return t
}

// common is what two words have in common at their beginning.
func common(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}

// in counts where the term stands in a text as it is, and the other forms in which it does.
func (t term) in(s, language string) (exact int, forms []string) {
	if !strings.Contains(strings.ToLower(s), t.root) { // which spares most of the work
		return 0, nil
	}
	for _, m := range t.exact.FindAllStringIndex(s, -1) {
		if whole(s, m[0], m[1]) {
			exact++
		}
	}
	if t.forms == nil {
		return exact, nil
	}
	for _, m := range t.forms.FindAllStringSubmatchIndex(s, -1) {
		if !whole(s, m[0], m[1]) {
			continue
		}
		same, form := true, true
		for i := range t.words {
			w := strings.ToLower(s[m[2*i+2]:m[2*i+3]])
			same = same && w == t.words[i]
			form = form && text.Stem(w, language) == t.stems[i]
		}
		if form && !same {
			forms = append(forms, strings.ToLower(strings.Join(strings.Fields(s[m[0]:m[1]]), " ")))
		}
	}
	return exact, forms
}

// whole tells whether no letter or figure that belongs to the same word stands before or behind.
func whole(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	first, _ := utf8.DecodeRuneInString(s[start:])
	last, _ := utf8.DecodeLastRuneInString(s[:end])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !(joins(before) && joins(first)) && !(joins(last) && joins(after))
}

func joins(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !text.Wide(r)
}
