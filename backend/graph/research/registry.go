package research

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// registry is what the documents of the library are called by.
type registry struct{ entries []store.Names }

func (w *Workflow) registry() (registry, error) {
	entries, err := metadata.Registry(w.Workspace)
	return registry{entries}, err
}

// laws are the short names of laws: known ones, and those in the registry.
func (r registry) laws() []string {
	out := metadata.Laws()
	for _, e := range r.entries {
		for _, n := range e.List() {
			if n.Kind == store.ByLaw || n.Kind == store.ByAbbreviation || n.Kind == "" && metadata.IsShort(n.Text) {
				out = append(out, n.Text)
			} else if n.Kind == store.ByTitle && strings.HasSuffix(strings.ToLower(n.Text), "gesetz") {
				out = append(out, n.Text)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// How a document was found by its name, best first, as messages.
const (
	exactly   = "research.named"
	nearly    = "research.named-alike"
	partially = "research.named-in-part"
)

// find is the document that a name means, and how it was found: a name word for word, then the likest one if it is like
// enough, then one that the name is a part of, or that is a part of it.
func (r registry) find(called string, like float64) (document, how string) {
	wanted := simple(called)
	if wanted == "" {
		return "", ""
	}
	best, longest := like, 0
	var near, part string
	for _, e := range r.entries {
		for _, n := range e.List() {
			have := simple(n.Text)
			if have == "" {
				continue
			}
			if have == wanted {
				return e.Document, exactly
			}
			if x := likeness(wanted, have); x >= best && (near == "" || x > best) {
				best, near = x, e.Document
			}
			short := min(utf8.RuneCountInString(wanted), utf8.RuneCountInString(have))
			if (within(wanted, have) || within(have, wanted)) && short >= shortestPart && short > longest {
				longest, part = short, e.Document
			}
		}
	}
	if near != "" {
		return near, nearly
	}
	if part != "" {
		return part, partially
	}
	return "", ""
}

// shortestPart is how many characters a part of a name needs to stand for it.
const shortestPart = 4

// simple is a name in small letters, without its extension and marks.
func simple(s string) string {
	s = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(s)), ".pdf")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// likeness is one minus the edits (insert, remove, replace a character) that turn one text into the other, over the longer
// one's length. Texts with different numbers aren't alike at all: TR-03108 isn't TR-03109.
func likeness(a, b string) float64 {
	if !slices.Equal(figure.FindAllString(a, -1), figure.FindAllString(b, -1)) {
		return 0
	}
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return 1 - float64(row[len(y)])/float64(max(len(x), len(y), 1))
}
