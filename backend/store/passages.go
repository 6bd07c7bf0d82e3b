package store

import (
	"fmt"
	"slices"
	"strings"

	"lectern/backend/messages"
)

// Passages are the units that are searched, cited and given to a model.
type Passages struct {
	part
	documents *Documents
	vectors   *Vectors
	outlines  listing[outline]
}

// Of reads a document's passages in reading order, without their text.
func (ps *Passages) Of(id string) (all []Passage, err error) {
	return all, ps.view(func(b buckets) error { return getJSON(b.get("passages"), id, &all) })
}

// Draw picks so many passages at most that have neighbours, each from another place, and tells how many passages there are.
func (ps *Passages) Draw(most int) (refs []Ref, passages int, err error) {
	docs, err := ps.documents.List()
	if err != nil {
		return nil, 0, err
	}
	docs = slices.DeleteFunc(docs, func(d Document) bool { return d.Failed != "" || d.Passages == 0 })
	counts := make([]int, len(docs))
	for i, d := range docs {
		counts[i] = d.Passages
	}
	draw := newDraw(counts)
	for _, p := range draw.neighbours(most) {
		refs = append(refs, Ref{docs[p[0].document].ID, p[0].at})
	}
	return refs, draw.total, nil
}

// Texts reads passages in the order asked for. One whose document is gone, or that doesn't exist, is left out.
func (ps *Passages) Texts(refs []Ref) ([]Text, error) {
	out := make([]Text, 0, len(refs))
	pages := map[string]Page{}
	tables := map[string][]Table{} // by page
	err := ps.view(func(b buckets) error {
		for _, r := range refs {
			of, err := ps.outlines.in(b, r.Document, func() (outline, error) { return b.outline(r.Document) })
			if err != nil {
				return fmt.Errorf("%s: %w", of.name, err)
			}
			if r.Passage < 0 || r.Passage >= len(of.passages) {
				continue
			}
			p := of.passages[r.Passage]
			key := pageKey(r.Document, p.Page)
			page, read := pages[key]
			if !read {
				if err := getJSON(b.get("pages"), key, &page); err != nil {
					return messages.Error("store.on-page", messages.Args{"name": of.name, "page": p.Page, "error": err})
				}
				pages[key] = page
			}
			if _, read := tables[key]; p.Table > 0 && !read {
				var err error
				if tables[key], err = b.tables(r.Document, p.Page); err != nil {
					return messages.Error("store.on-page", messages.Args{"name": of.name, "page": p.Page, "error": err})
				}
			}
			t := textOf(r, of.name, p, page, tables[key])
			v := of.reading.on(p.Page)
			if t.Verdict, t.Doubt = v.Verdict, v.Doubt(); v.Verdict == OCR && p.Span.End <= page.Pictured.Start {
				t.Verdict, t.Doubt = Single, "" // it was read: only what is in the picture beside it was recognised
			}
			out = append(out, t)
		}
		return nil
	})
	return out, err
}

// outline is what texts are read by: a document without its pages.
type outline struct {
	name     string
	passages []Passage // nil: it is gone
	reading  ReadingReport
}

func (b buckets) outline(id string) (o outline, err error) {
	var d Document
	if getJSON(b.get("documents"), id, &d) != nil || getJSON(b.get("passages"), id, &o.passages) != nil {
		return outline{}, nil
	}
	o.name = d.Name
	o.reading, err = b.reading(id)
	return o, err
}

func textOf(r Ref, name string, p Passage, page Page, tables []Table) Text {
	t := Text{Ref: r, Name: name, Page: p.Page, Label: page.Label, Heading: page.Heading, Section: p.Section}
	start, end := clamp(p.Span.Start, len(page.Text)), clamp(p.Span.End, len(page.Text))
	t.Text = page.Text[start:max(start, end)]
	for _, s := range page.Sentences {
		if s.Start >= start && s.End <= end && s.Start < s.End {
			t.Sentences = append(t.Sentences, page.Text[s.Start:s.End])
		}
	}
	if len(t.Sentences) == 0 {
		t.Sentences = []string{t.Text}
	}
	if p.Table > 0 && p.Table <= len(tables) {
		t.Table, t.Text = true, tabled(t.Text, start, p, tables[p.Table-1])
	}
	return t
}

// tabled writes a passage that is a table: what stands before and behind it as it is, and its rows under their heads.
func tabled(text string, start int, p Passage, t Table) string {
	before, after := "", ""
	if n := t.Span.Start - start; n > 0 && n < len(text) {
		before = strings.TrimSpace(text[:n])
	}
	if n := t.Span.End - start; n > 0 && n < len(text) && p.Rows.End >= len(t.Rows) {
		after = strings.TrimSpace(text[n:])
	}
	if before == "" {
		before = t.Caption
		if t.Continues || p.Rows.Start > 0 {
			before = strings.TrimSpace(before + " (continued)")
		}
	}
	return strings.TrimSpace(before + "\n" + t.Text(p.Rows.Start, p.Rows.End) + "\n" + after)
}

func clamp(i, n int) int { return max(0, min(i, n)) }
