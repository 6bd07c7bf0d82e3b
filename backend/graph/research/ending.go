package research

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
)

// figureMarks are citations of any form with figures.
var figureMarks = regexp.MustCompile(`\s?[\[【][^\[\]【】\n]*\d[^\[\]【】\n]*[\]】]`)

// say gives Go's own words in the language of the document.
func say(s State) messages.Messages { return messages.In(rag.LanguageSet(s.Anchor.Language)) }

// ending is what follows the document: what stays open, what references named and wasn't found, and addresses, as text
// and not as links.
func (w *Workflow) ending(s State, empty bool) (string, error) {
	say := say(s)
	var b strings.Builder
	if empty {
		b.WriteString(say.Text("documents.silent"))
	}
	list := func(title string, entries []string) {
		if len(entries) > 0 {
			fmt.Fprintf(&b, "\n\n## %s\n\n- %s", title, strings.Join(entries, "\n- "))
		}
	}
	var clashes, open, missing, links, passages []string
	for _, q := range s.Open {
		if q = rag.Escape(q); !slices.Contains(open, q) {
			open = append(open, q)
		}
	}
	seen := map[string]bool{}
	for _, t := range s.Plan {
		var rec Record
		if t.Record == "" {
			open = append(open, say.Text("research.not-researched", messages.Args{"task": rag.Escape(t.Text)}))
			continue
		}
		if err := w.load(t.Record, &rec); err != nil {
			return "", err
		}
		for _, c := range rec.Contradictions {
			line, err := w.clash(say, c)
			if err != nil {
				return "", err
			}
			if !slices.Contains(clashes, line) {
				clashes = append(clashes, line)
			}
		}
		for _, id := range rec.Read {
			if !slices.Contains(passages, id) {
				passages = append(passages, id)
			}
		}
		for _, r := range rec.References {
			entry, err := w.listed(say, r)
			if err != nil {
				return "", err
			}
			switch key := r.Key(); {
			case seen[key]:
			case r.Type == External:
				links, seen[key] = append(links, entry), true
			case r.Status == NotFound:
				missing, seen[key] = append(missing, entry), true
			}
		}
	}
	list(say.Text("research.contradictions"), clashes)
	list(say.Text("research.open"), open)
	list(say.Text("research.missing"), missing)
	list(say.Text("research.links"), links)
	corpus, err := whole.Of(w.Tools, s.scope())
	if err != nil {
		return "", err
	}
	ps, err := w.Passages(passages)
	if err != nil {
		return "", err
	}
	read, err := corpus.WhatWasRead(say, ps)
	if err != nil {
		return "", err
	}
	list(say.Text("whole.read-list"), read)
	return b.String(), nil
}

// clash tells of a contradiction where each side stands.
func (w *Workflow) clash(say messages.Messages, c Contradiction) (string, error) {
	ps, err := w.Passages(c.Passages)
	if err != nil {
		return "", err
	}
	var places []string
	for _, p := range ps {
		if at := where(say, p.Text); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	return rag.Escape(fmt.Sprintf("%s (%s)", c.About, strings.Join(places, say.Text("list.next")))), nil
}

// listed names a reference with where it stands.
func (w *Workflow) listed(say messages.Messages, r Reference) (string, error) {
	text := rag.Escape(strings.Trim(r.label(), "“”"))
	if r.Type == External {
		text = "`" + strings.ReplaceAll(r.Target, "`", "") + "`"
	}
	ps, err := w.Passages([]string{r.Passage})
	if err == nil && len(ps) > 0 {
		text += " (" + rag.Escape(where(say, ps[0].Text)) + ")"
	}
	return text, err
}
