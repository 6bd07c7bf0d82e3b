package facts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"
)

// contentsWords stand over a table of contents, or over the pages in it.
var contentsWords = regexp.MustCompile(`(?i)^\W*(?:table of contents|contents|index|page(?: ?(?:no\.?|numbers?))?|inhalt(?:sverzeichnis)?|seite|目次|ページ)\W*$`)

// documentParts are what documents are made of.
var documentParts = regexp.MustCompile(`(?i)^(?:item|part|note|chapter|section|appendix|signatures|exhibits|kapitel|abschnitt|anhang|第)`)

// isContents tells whether a table's figures are the pages of a document: the last in their rows, whole and never falling, and either
// called pages or, near the beginning, from the table's own page up to hardly more than the last one that has a table.
func (t *table) isContents(last int) bool {
	const fewest, many = 3, 6            // rows
	const front, beyond, most = 8, 25, 3 // pages; contents reach at least the last two thirds
	before, rows, called := 0, 0, contentsWords.MatchString(t.part.Caption)
	for _, r := range t.part.Rows {
		for i, c := range r.Cells {
			if c.Value == "" {
				continue
			}
			n, err := strconv.Atoi(strings.TrimSpace(c.Text))
			if err != nil || n < before || i < len(r.Cells)-1 || r.Label == "" && i == 0 {
				return false
			}
			before, rows = n, rows+1
			called = called || c.Column >= 0 && c.Column < len(t.columns) && slices.ContainsFunc(t.columns[c.Column].heads, contentsWords.MatchString)
		}
	}
	if rows < fewest || before > last+beyond {
		return false
	}
	if called {
		return true
	}
	parts := slices.ContainsFunc(t.part.Rows, func(r store.Row) bool { return documentParts.MatchString(r.Label) })
	return (parts || rows >= many) && t.part.Page <= front && before >= last/most && !t.dated()
}
