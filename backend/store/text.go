package store

import (
	"fmt"
	"strings"
)

// Ref names a passage: a document and the passage's place in it, counting from 0.
type Ref struct {
	Document string
	Passage  int
}

// String is the passage's id, "document/number".
func (r Ref) String() string { return fmt.Sprintf("%s/%d", r.Document, r.Passage) }

// ParseRef reads a passage's id.
func ParseRef(id string) (r Ref, err error) {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i] == '/' {
			r.Document = id[:i]
			_, err = fmt.Sscanf(id[i+1:], "%d", &r.Passage)
			return r, err
		}
	}
	return r, fmt.Errorf("%q is no passage id", id)
}

// Text is a passage with what is needed to show and cite it.
type Text struct {
	Ref       Ref
	Name      string // the document's
	Page      int
	Label     string
	Heading   string // of its page
	Section   string
	Text      string   // as it is told a model: a table's rows under their heads
	Sentences []string // of the page, in order: of a table its rows as they stand there
	Verdict   string   // on its page; "": not known
	Doubt     string   // see Verdict.Doubt
	Table     bool     // it is a table, or a part of one
	Places    []Place  // where else the same text was found
}

// Place is where a passage stands.
type Place struct {
	Passage  string `json:"passage"`  // id
	Document string `json:"document"` // id
	Doc      string `json:"doc"`      // name
	Page     int    `json:"page"`     // from 1
	Label    string `json:"label"`    // the page's number as printed
}

// Place is the passage's own.
func (t Text) Place() Place { return Place{t.Ref.String(), t.Ref.Document, t.Name, t.Page, t.Label} }

// Texts reads passages in the order asked for. One whose document is gone, or that doesn't exist, is left out.
func (w *Workspace) Texts(refs []Ref) ([]Text, error) {
	out := make([]Text, 0, len(refs))
	pages := map[string]Page{}
	tables := map[string][]Table{} // by page
	err := w.view(w.s.docs, func(b buckets) error {
		for _, r := range refs {
			of, err := w.outlines.in(b, r.Document, func() (outline, error) { return b.outline(r.Document) })
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
					return fmt.Errorf("%s, page %d: %w", of.name, p.Page, err)
				}
				pages[key] = page
			}
			if _, read := tables[key]; p.Table > 0 && !read {
				var err error
				if tables[key], err = b.tables(r.Document, p.Page); err != nil {
					return fmt.Errorf("%s, page %d: %w", of.name, p.Page, err)
				}
			}
			t := textOf(r, of.name, p, page, tables[key])
			v := of.certificate.on(p.Page)
			t.Verdict, t.Doubt = v.Verdict, v.Doubt()
			out = append(out, t)
		}
		return nil
	})
	return out, err
}

// outline is what texts are read by: a document without its pages.
type outline struct {
	name        string
	passages    []Passage // nil: it is gone
	certificate Certificate
}

func (b buckets) outline(id string) (o outline, err error) {
	var d Document
	if getJSON(b.get("documents"), id, &d) != nil || getJSON(b.get("passages"), id, &o.passages) != nil {
		return outline{}, nil
	}
	o.name = d.Name
	o.certificate, err = b.certificate(id)
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
