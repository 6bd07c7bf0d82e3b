package whole

import (
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// WhatWasRead tells, in Markdown, of each document how much of it was read, the most read first, of which nothing was, and which
// pages nobody can read.
func (c Corpus) WhatWasRead(say messages.Messages, ps []rag.Passage) (out []string, err error) {
	ps = slices.Clone(ps)
	slices.SortStableFunc(ps, func(a, b rag.Passage) int { return a.Page - b.Page }) // each document's pages in their order
	var names []string
	read, pages := map[string]int{}, map[string][]string{}
	for _, p := range ps {
		if read[p.Name]++; read[p.Name] == 1 {
			names = append(names, p.Name)
		}
		if !slices.Contains(pages[p.Name], p.Label) {
			pages[p.Name] = append(pages[p.Name], p.Label)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return read[b] - read[a] })
	for _, name := range names[:min(len(names), mostListed)] {
		out = append(out, rag.Escape(say.Text("whole.read-of", messages.Args{
			"document": name, "passages": messages.Count("count.passages", read[name]), "pages": some(say, pages[name]),
		})))
	}
	if n := len(names) - mostListed; n > 0 {
		out = append(out, say.Text("whole.read-of-more", messages.Args{"documents": messages.Count("count.documents", n)}))
	}
	var silent []string
	for _, d := range c.Documents {
		if read[d.Name] == 0 {
			silent = append(silent, d.Name)
		}
	}
	if len(silent) > 0 {
		out = append(out, rag.Escape(say.Text("whole.read-nothing-of", messages.Args{"documents": some(say, silent)})))
	}
	covered, err := c.Coverage()
	if lost := covered.Lost(say); lost != "" {
		out = append(out, lost)
	}
	return out, err
}

// mostListed is how many documents, or pages of one, are named; of more the number is told.
const mostListed = 12

// some names the first of a list and counts the others.
func some(say messages.Messages, list []string) string {
	named := strings.Join(list[:min(len(list), mostListed)], say.Text("words.next"))
	if n := len(list) - mostListed; n > 0 {
		return say.Text("doubts.more", messages.Args{"pages": named, "n": n})
	}
	return named
}
