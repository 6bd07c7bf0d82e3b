package analyst

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// Filter is what a search was limited by, and to how many documents. What is empty limits nothing.
type Filter struct {
	Companies []string `json:"companies"`
	Years     []int    `json:"years"`
	Types     []string `json:"types"`
	Documents int      `json:"documents"`
	Of        int      `json:"of"`
}

// filter limits documents by what the question names. What no document fits is no filter; documents of which nothing is
// known are kept where it isn't told. Only the first attempt is limited by year and type.
func (w *Workflow) filter(q Processed, attempt int, library []store.Document, about map[string]store.Metadata) ([]store.Document, Filter) {
	f := Filter{Companies: []string{}, Years: []int{}, Types: []string{}, Of: len(library)}
	limit := func(fits func(store.Document, store.Metadata) bool) bool {
		kept := slices.DeleteFunc(slices.Clone(library), func(d store.Document) bool { return !fits(d, about[d.ID]) })
		if len(kept) == 0 || len(kept) == len(library) {
			return false
		}
		library = kept
		return true
	}
	if names := slices.DeleteFunc(slices.Clone(q.Entities), func(e string) bool {
		return !slices.ContainsFunc(library, func(d store.Document) bool { return names(e, about[d.ID].Company) || names(e, d.Name) })
	}); len(names) > 0 && limit(func(d store.Document, m store.Metadata) bool {
		return slices.ContainsFunc(names, func(e string) bool { return namedBy(e, d, m) })
	}) {
		f.Companies = names
	}
	var years []int
	for _, p := range q.Periods {
		for _, y := range year.FindAllString(p, -1) {
			n, _ := strconv.Atoi(y)
			years = append(years, n)
		}
	}
	// A report gives the years before its own as well, so the one after a year will do.
	told := func(is func(store.Metadata) bool) bool {
		return attempt == 0 && slices.ContainsFunc(library, func(d store.Document) bool { return is(about[d.ID]) })
	}
	ofYear := func(m store.Metadata) bool { return slices.Contains(years, m.Year) || slices.Contains(years, m.Year-1) }
	if told(ofYear) && limit(func(_ store.Document, m store.Metadata) bool { return m.Year == 0 || ofYear(m) }) {
		f.Years = years
	}
	var types []string
	for _, t := range q.Types {
		t = typeOf(t)
		if slices.ContainsFunc(library, func(d store.Document) bool { return strings.EqualFold(t, typeOf(about[d.ID].Type)) }) {
			types = append(types, t)
		}
	}
	ofType := func(m store.Metadata) bool {
		return slices.ContainsFunc(types, func(t string) bool { return strings.EqualFold(t, typeOf(m.Type)) })
	}
	if told(ofType) && limit(func(_ store.Document, m store.Metadata) bool { return m.Type == "" || ofType(m) }) {
		f.Types = types
	}
	f.Documents = len(library)
	return library, f
}

// typeOf is a type of document under its usual name; one that isn't known, such as a person may give, is as it is written.
func typeOf(s string) string { return cmp.Or(metadata.TypeOf(s), strings.TrimSpace(s)) }

func namedBy(entity string, d store.Document, m store.Metadata) bool {
	return names(entity, m.Company) || names(entity, d.Name)
}

// names tells whether an entity and a name are the same, or one begins with or holds the other as whole words.
func names(entity, of string) bool {
	a, b := spoken(entity), spoken(of)
	const least = 3 // bytes of a name, with its two spaces
	return len(a) > least && len(b) > least && (strings.Contains(b, a) || strings.Contains(a, b))
}

// spoken is a name as words in small letters, without what only tells the legal form.
func spoken(s string) string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !strings.Contains(" inc incorporated corporation corp company co plc ltd limited ag se gmbh kgaa llc the ", " "+w+" ") {
			out = append(out, w)
		}
	}
	return " " + strings.Join(out, " ") + " "
}
