package research

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// registry is what the documents of the library are called by, and what they are.
type registry struct {
	entries []store.Names
	facets  *metadata.Facets // nil: nothing is known of them but their names
}

func (w *Workflow) registry() (r registry, err error) {
	if r.entries, err = metadata.Registry(w.Workspace); err == nil {
		r.facets, err = metadata.OpenFacets(w.Workspace)
	}
	return r, err
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
	described = "research.described"
	nearly    = "research.named-alike"
	partially = "research.named-in-part"
)

// find is the document that a name means, and how it was found: a name word for word, then the company, kind and year that it
// says, then the likest name if it is like enough, then one that the name is a part of, or that is a part of it. What several
// documents are called by, such as the authority that all were handed to, names none of them.
func (r registry) find(called string, like float64) (document, how string) {
	wanted := simple(called)
	if wanted == "" {
		return "", ""
	}
	var exact, near, part candidates
	for _, e := range r.entries {
		for _, n := range e.List() {
			have := simple(n.Text)
			if have == "" {
				continue
			}
			if have == wanted {
				exact.add(e.Document, 1)
			}
			if x := likeness(wanted, have); x >= like {
				near.add(e.Document, x)
			}
			short := min(utf8.RuneCountInString(wanted), utf8.RuneCountInString(have))
			if (within(wanted, have) || within(have, wanted)) && short >= shortestPart {
				part.add(e.Document, float64(short))
			}
		}
	}
	if d := exact.only(); d != "" {
		return d, exactly
	}
	if d := r.described(called); d != "" {
		return d, described
	}
	if len(exact.documents) > 0 {
		return "", ""
	}
	if d := near.only(); d != "" {
		return d, nearly
	}
	if d := part.only(); d != "" {
		return d, partially
	}
	return "", ""
}

// candidates are the documents whose names come nearest to what is called.
type candidates struct {
	documents []string
	best      float64
}

func (c *candidates) add(document string, score float64) {
	if score > c.best {
		c.documents, c.best = nil, score
	}
	if score == c.best && !slices.Contains(c.documents, document) {
		c.documents = append(c.documents, document)
	}
}

// only is the one document; "" for none, or several.
func (c *candidates) only() string {
	if len(c.documents) == 1 {
		return c.documents[0]
	}
	return ""
}

// described is the one document of the company that is called, of the kind or the year that is; "" for none, or several.
func (r registry) described(called string) string {
	if r.facets == nil {
		return ""
	}
	asked := r.facets.Asked(called)
	of := func(field string) bool {
		return slices.ContainsFunc(asked, func(f store.Filter) bool { return f.Field == field })
	}
	if !of(store.ByCompany) || !of(store.ByType) && !of(store.ByYear) {
		return ""
	}
	if like := r.facets.Scope(nil, asked); len(like) == 1 {
		return like[0]
	}
	return ""
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
