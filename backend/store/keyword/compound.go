package keyword

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	compoundLeast = 9 // letters of a word that may be a compound
	pieceLeast    = 4 // of its pieces,
	headLeast     = 5 // and of a last piece before which stands no known one
)

// links are what German puts between the words of a compound.
var links = []string{"", "s", "es", "n", "en", "er", "e"}

// pieces takes a German compound apart into words that are known: Wirtschaftswachstum → wirtschaft, wachstum. The last
// one says what the whole is, and may stand alone.
func pieces(word string, known func(string) bool) []string {
	if utf8.RuneCountInString(word) < compoundLeast || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' }) {
		return nil
	}
	var head []string
	letters, after := 0, utf8.RuneCountInString(word)
	for i := range word {
		before := letters
		letters++
		if before < pieceLeast || after-before < pieceLeast || !known(word[i:]) {
			continue
		}
		if first := unlinked(word[:i], known); first != "" {
			return []string{first, word[i:]}
		}
		if head == nil && after-before >= headLeast {
			head = []string{word[i:]}
		}
	}
	return head
}

// unlinked is the known word that the beginning of a compound is a form of: without a link, or with an e that fell away.
func unlinked(beginning string, known func(string) bool) string {
	for _, link := range links {
		if w, ok := strings.CutSuffix(beginning, link); ok && utf8.RuneCountInString(w) >= pieceLeast && known(w) {
			return w
		}
	}
	if known(beginning + "e") {
		return beginning + "e"
	}
	return ""
}

// compounds takes apart what the words of a file are made of, once each.
type compounds struct {
	known map[string]bool
	parts map[*form][]*form
}

// learn reads the words that compounds of a file may be made of.
func (b *builder) learn(f File) {
	b.compounds = compounds{map[string]bool{}, map[*form][]*form{}}
	for _, block := range f.Blocks {
		b.scan(block.Text, func(word []byte, part bool) {
			if !part && len(word) >= pieceLeast && !b.stop[string(word)] {
				b.compounds.known[string(word)] = true
			}
		})
	}
}

// pieces of a form that stands in the file.
func (b *builder) pieces(f *form) []*form {
	if b.compounds.known == nil {
		return nil
	}
	parts, done := b.compounds.parts[f]
	if !done {
		for _, p := range pieces(f.text, func(w string) bool { return b.compounds.known[w] }) {
			parts = append(parts, b.form([]byte(p)))
		}
		b.compounds.parts[f] = parts
	}
	return parts
}

// pieced takes the compounds of a question apart into words that the scope knows.
func pieced(in []reading, scope []Segment) (out []reading) {
	var german []Segment
	for _, s := range scope {
		if tongues[s.tongue()].compounds {
			german = append(german, s)
		}
	}
	known := func(w string) bool {
		return slices.ContainsFunc(german, func(s Segment) bool {
			_, there := s.formOf([]byte(w))
			return there
		})
	}
	for _, r := range in {
		if r.part || len(german) == 0 {
			continue
		}
		for _, p := range pieces(r.forms[0], known) {
			out = append(out, reading{forms: [2]string{p, p}, from: r.from, to: r.to})
		}
	}
	return out
}
