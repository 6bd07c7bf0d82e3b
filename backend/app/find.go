package app

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lectern/backend/store"
)

// Occurrences are how often words stand on a page.
type Occurrences struct {
	Page  int `json:"page"` // from 1
	Count int `json:"count"`
}

// FindInDocument tells on which pages of a document words stand, as a person types them: in any case, over line breaks
// and hyphens. The page finds them by the same rule on what it shows (frontend/src/lib/find.ts).
func (c *Core) FindInDocument(document, words string) ([]Occurrences, error) {
	found := []Occurrences{}
	wanted := foldedWords(words)
	if wanted == "" {
		return found, nil
	}
	err := c.Workspace.Pages.Each(document, func(p store.Page) error {
		if n := strings.Count(foldedWords(p.Text), wanted); n > 0 {
			found = append(found, Occurrences{p.Number, n})
		}
		return nil
	})
	return found, noPage(err)
}

var quotationMarks = strings.NewReplacer("’", "'", "‘", "'", "‛", "'", "“", `"`, "”", `"`, "„", `"`)

// foldedWords is a text without what a line break or a font may change.
func foldedWords(text string) string {
	text = strings.ToLower(norm.NFKD.String(quotationMarks.Replace(text)))
	return strings.Map(func(r rune) rune {
		if r == '\u2212' || unicode.IsSpace(r) || unicode.In(r, unicode.M, unicode.Cf, unicode.Pd) {
			return -1
		}
		return r
	}, text)
}
