package ingest

import (
	"context"
	"strconv"
	"strings"

	"lectern/backend/store"
)

// compose makes a document's content of its pages as they were read.
func compose(ctx context.Context, raw []read) (*store.Content, error) {
	c := &store.Content{Pages: make([]store.Page, 0, len(raw)), Passages: []store.Passage{}}
	compounds := map[string]bool{}
	second := 0
	for _, p := range raw {
		collect(compounds, p.text)
		if p.second {
			second++
		}
	}
	c.Reader = "pdfium"
	if 2*second > len(raw) {
		c.Reader = "ledongthuc"
	}
	var running section
	for i := range raw {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text := normalise(raw[i].text, compounds)
		raw[i].text = "" // hundreds of pages: let go of each as it is done
		page := store.Page{Number: i + 1, Label: label(raw[i].label, i+1), Text: text, Heading: pageHeading(text), Sentences: sentences(text)}
		passages := pack(page)
		running.mark(text, passages)
		c.Pages = append(c.Pages, page)
		c.Passages = append(c.Passages, passages...)
	}
	c.Language = language(c.Pages)
	return c, nil
}

// label is a page's label in one line, or its number if it has none.
func label(raw string, number int) string {
	const longest = 64 // runes; a label is a number with a prefix
	s := []rune(strings.Join(strings.Fields(strings.ReplaceAll(clean(raw), string(hyphen), "-")), " "))
	if len(s) == 0 || len(s) > longest {
		return strconv.Itoa(number)
	}
	return string(s)
}
