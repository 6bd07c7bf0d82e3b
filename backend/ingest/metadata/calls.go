package metadata

import (
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
)

// Calls tells whether one of some documents (ids; none: all) is called by a name: its file, its title, or
// its company.
func (s *Facets) Calls(documents []string, name string) bool {
	key := squeeze(name)
	return key != "" && slices.ContainsFunc(s.documents, func(d store.Document) bool {
		if len(documents) > 0 && !slices.Contains(documents, d.ID) {
			return false
		}
		m := s.about[d.ID]
		return slices.ContainsFunc([]string{d.Name, m.Title, m.Company}, func(of string) bool { return hasRun(of, key) })
	})
}

// hasRun tells whether words of a text that follow each other are a key when they are written together.
func hasRun(text, key string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '&' })
	for i := range words {
		together := ""
		for _, w := range words[i:] {
			if together += squeeze(w); together == key {
				return true
			} else if len(together) > len(key) {
				break
			}
		}
	}
	return false
}
