package metadata

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Facets is what is known of the documents that could be read, at one moment: what searches are narrowed by.
type Facets struct {
	documents []store.Document
	about     map[string]store.Metadata
	tags      map[string][]string
	aliases   map[string][]store.Alias
	companies func() []Company // of all documents
}

// OpenFacets reads it; what isn't known yet is found first. It is kept until the library changes, as a question asks for it
// several times.
func OpenFacets(w *store.Workspace) (*Facets, error) {
	return store.Derived(w, "facets", func() (*Facets, error) { return readFacets(w) })
}

func readFacets(w *store.Workspace) (*Facets, error) {
	s := &Facets{about: map[string]store.Metadata{}, tags: map[string][]string{}, aliases: map[string][]store.Alias{}}
	s.companies = sync.OnceValue(func() []Company { return s.companiesOf(nil) })
	all, err := w.Documents.List()
	if err != nil {
		return nil, err
	}
	s.documents = slices.DeleteFunc(all, func(d store.Document) bool { return d.Failed != "" })
	described, err := w.Descriptions.List()
	if err != nil {
		return nil, err
	}
	unknown := slices.Clone(s.documents)
	unknown = slices.DeleteFunc(unknown, func(d store.Document) bool { return described[d.ID].Builder == version })
	if len(unknown) > 0 {
		if err = Learn(w, unknown...); err == nil {
			described, err = w.Descriptions.List()
		}
	}
	for _, d := range s.documents {
		s.about[d.ID], s.tags[d.ID], s.aliases[d.ID] = described[d.ID].Metadata(), described[d.ID].Tags, described[d.ID].Aliases
	}
	return s, err
}

// Documents are those that it knows, in the order of the library.
func (s *Facets) Documents() []store.Document { return s.documents }

// Of is what is known of a document; the zero value for one that isn't among them.
func (s *Facets) Of(id string) store.Metadata { return s.about[id] }

// Scope are the ids of the documents among the given ones, all for none, that are like the filters: like one of those of
// each field.
func (s *Facets) Scope(documents []string, filters []store.Filter) []string {
	byField := map[string][]test{}
	for _, f := range filters {
		byField[f.Field] = append(byField[f.Field], s.test(f))
	}
	among := map[string]bool{}
	for _, id := range documents {
		among[id] = true
	}
	out := []string{}
	for _, d := range s.documents {
		if len(documents) > 0 && !among[d.ID] {
			continue
		}
		fits := true
		for _, tests := range byField {
			fits = fits && slices.ContainsFunc(tests, func(t test) bool { return t(d) })
		}
		if fits {
			out = append(out, d.ID)
		}
	}
	return out
}

// Check says what is wrong with a filter, for a person.
func Check(f store.Filter) error {
	if !slices.Contains(fields, f.Field) {
		return messages.Error("metadata.cannot-be-narrowed-by", messages.Args{"field": fmt.Sprintf("%q", f.Field), "fields": strings.Join(fields, ", ")})
	}
	if _, _, ok := years(f.Value); f.Field == store.ByYear && !ok {
		return messages.Error("metadata.no-year", messages.Args{"value": f.Value})
	}
	if strings.TrimSpace(f.Value) == "" {
		return messages.Error("metadata.empty-filter", messages.Args{"field": f.Field})
	}
	return nil
}

var fields = []string{store.ByCompany, store.ByAuthor, store.ByYear, store.ByType, store.ByLanguage, store.ByFolder, store.ByTag}

// test tells whether a document is like a filter.
type test func(store.Document) bool

func (s *Facets) test(f store.Filter) test {
	about := func(d store.Document) store.Metadata { return s.about[d.ID] }
	switch f.Field {
	case store.ByCompany:
		own := s.ofCompany(f.Value)
		return func(d store.Document) bool { return own[d.ID] || holdsWords(about(d).Company, f.Value) }
	case store.ByAuthor:
		return func(d store.Document) bool { return holdsWords(about(d).Authors, f.Value) }
	case store.ByYear:
		from, to, ok := years(f.Value)
		return func(d store.Document) bool {
			y := about(d).Year
			return ok && y > 0 && y >= from && y <= to
		}
	case store.ByType:
		return func(d store.Document) bool { return isOfType(about(d).Type, f.Value) }
	case store.ByLanguage:
		return func(d store.Document) bool { return strings.EqualFold(about(d).Language, f.Value) }
	case store.ByFolder:
		return func(d store.Document) bool { return d.In(f.Value) }
	case store.ByTag:
		return func(d store.Document) bool {
			return slices.ContainsFunc(s.tags[d.ID], func(t string) bool { return strings.EqualFold(t, strings.TrimPrefix(f.Value, "#")) })
		}
	}
	return func(store.Document) bool { return false }
}

// isOfType tells whether a document's type is the wanted one.
func isOfType(is, wanted string) bool {
	if known := TypeOf(wanted); known != "" {
		wanted = known
	}
	return is != "" && (strings.EqualFold(is, wanted) || holdsWords(is, wanted))
}

// holdsWords tells whether words stand in a text in a row, whatever their case.
func holdsWords(text, words string) bool {
	in, wanted := tokens(text), tokens(words)
	if len(wanted) == 0 {
		return false
	}
	for i := 0; i+len(wanted) <= len(in); i++ {
		if slices.EqualFunc(in[i:i+len(wanted)], wanted, func(a, b token) bool { return a.key == b.key }) {
			return true
		}
	}
	return unspaced(words) && strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(words)))
}

const (
	firstYear = 1000
	lastYear  = 9999
)

// years reads "2018", "2016–2019", "2016–" and "–2019", with whatever dash.
func years(value string) (from, to int, ok bool) {
	value = strings.NewReplacer("–", "-", "—", "-", "~", "-", "〜", "-", " ", "").Replace(value)
	first, last, several := strings.Cut(value, "-")
	from, to = firstYear, lastYear
	for text, at := range map[string]*int{first: &from, last: &to} {
		if text == "" {
			continue
		}
		y, err := strconv.Atoi(text)
		if err != nil || y < firstYear || y > lastYear {
			return 0, 0, false
		}
		*at = y
	}
	if !several {
		to = from
	}
	return from, to, value != "" && value != "-" && from <= to
}

// Facet is something that the documents can be narrowed by.
type Facet struct {
	store.Filter
	Documents int // that are like it
}

// Facets are all of them, by field in a fixed order and then by value; the years from the last.
func (s *Facets) Facets() []Facet {
	out := []Facet{}
	for _, field := range fields {
		counts := map[string]int{}
		for _, d := range s.documents {
			for _, v := range s.values(field, d) {
				counts[v]++
			}
		}
		if field == store.ByCompany {
			counts = oneSpelling(counts)
		}
		values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
		})
		if field == store.ByYear {
			slices.Reverse(values)
		}
		for _, v := range values {
			out = append(out, Facet{store.Filter{Field: field, Value: v}, counts[v]})
		}
	}
	return out
}

// oneSpelling counts companies under one spelling each, the commonest: "Acme, Inc." and "ACME INC" are one.
func oneSpelling(counts map[string]int) map[string]int {
	spelt, out := map[string]string{}, map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		key := cmp.Or(strings.Join(calledBy(name), ""), name)
		if other, known := spelt[key]; !known || counts[name] > counts[other] {
			spelt[key] = name
		}
	}
	for name, n := range counts {
		out[spelt[cmp.Or(strings.Join(calledBy(name), ""), name)]] += n
	}
	return out
}

func (s *Facets) values(field string, d store.Document) []string {
	m, out := s.about[d.ID], ""
	switch field {
	case store.ByCompany:
		out = m.Company
	case store.ByAuthor:
		out = m.Authors
	case store.ByYear:
		if m.Year > 0 {
			out = strconv.Itoa(m.Year)
		}
	case store.ByType:
		out = m.Type
	case store.ByLanguage:
		out = m.Language
	case store.ByFolder:
		switch {
		case d.Folder != "":
			out = d.Folder
		case filepath.IsAbs(d.Path):
			out = filepath.Dir(d.Path)
		}
	case store.ByTag:
		return s.tags[d.ID]
	}
	if out == "" {
		return nil
	}
	return []string{out}
}

// Words say what filters want: "3M; 2018 or 2019; 10-K".
func Words(say messages.Messages, filters []store.Filter) string {
	var order []string
	byField := map[string][]string{}
	for _, f := range filters {
		v := f.Value
		switch f.Field {
		case store.ByFolder:
			v = say.Text("metadata.folder", messages.Args{"name": filepath.Base(v)})
		case store.ByTag:
			v = "#" + strings.TrimPrefix(v, "#")
		case store.ByLanguage:
			v = say.Text("metadata.language", messages.Args{"name": v})
		case store.ByAuthor:
			v = say.Text("metadata.author", messages.Args{"name": v})
		}
		if byField[f.Field] == nil {
			order = append(order, f.Field)
		}
		byField[f.Field] = append(byField[f.Field], v)
	}
	var out []string
	for _, field := range order {
		out = append(out, strings.Join(byField[field], say.Text("words.or")))
	}
	return strings.Join(out, say.Text("list.next"))
}
