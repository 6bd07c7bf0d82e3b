package proof

import (
	"fmt"
	"strings"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// cited is what a citation gives.
type cited struct {
	Evidence
	citation store.Citation
	text     store.Text // its passage; without a Ref if that is gone
	lower    string     // all of it, in small letters
}

// evidence reads what citations stand for, by their numbers. Of one whose document is gone the quote is left.
func (p *Prover) evidence(citations []store.Citation) (map[int]cited, error) {
	var refs []store.Ref
	for _, c := range citations {
		if ref, err := store.ParseRef(c.Passage); err == nil {
			refs = append(refs, ref)
		}
	}
	texts, err := p.Passages.Texts(refs)
	if err != nil {
		return nil, err
	}
	out, known := map[int]cited{}, map[string]store.Text{}
	for _, t := range texts {
		known[t.Ref.String()] = t
	}
	for _, c := range citations {
		e := cited{Evidence: Evidence{Sentences: []string{c.Quote}, Context: nameWords(c.Doc)}, citation: c}
		if t, there := known[c.Passage]; there {
			e.text = t
			if e.Evidence, err = p.of(t); err != nil {
				return nil, err
			}
		}
		e.lower = strings.ToLower(strings.Join(e.Sentences, " ") + e.Context)
		out[c.N] = e
	}
	return out, nil
}

// of is a passage as evidence. Of a table only its heads stand around its rows.
func (p *Prover) of(t store.Text) (Evidence, error) {
	e := Evidence{Sentences: t.Sentences, Context: strings.Join([]string{nameWords(t.Name), t.Section, t.Heading}, "\n")}
	if len(e.Sentences) == 0 {
		e.Sentences = []string{t.Text}
	}
	if !t.Table {
		return e, nil
	}
	part, ok, err := p.Tables.Part(t.Ref)
	if !ok || err != nil {
		return e, err
	}
	e.Context += "\n" + part.Caption + "\n" + part.Stub
	for _, c := range part.Columns {
		e.Context += "\n" + c.Head()
	}
	for _, r := range part.Rows[part.From:part.To] {
		e.Context += "\n" + strings.Join(r.Parents, "\n")
	}
	return e, nil
}

// nameWords are the words of a file's name.
func nameWords(name string) string {
	return strings.NewReplacer("_", " ", "-", " ", ".pdf", "").Replace(name)
}

// source reads the page of a citation for its figures; nil if it is gone.
func (p *Prover) source(c store.Citation) *figures.Source {
	key := fmt.Sprint(c.Document, " ", c.Page)
	if s, read := p.sources[key]; read {
		return s
	}
	if p.sources == nil {
		p.sources = map[string]*figures.Source{}
	}
	page, err := p.Pages.Get(c.Document, c.Page)
	if err != nil {
		p.sources[key] = nil
		return nil
	}
	tables, err := p.Tables.Of(c.Document, c.Page)
	if err != nil {
		tables = nil // the text is enough
	}
	p.sources[key] = figures.Read(figures.Page{Document: c.Document, Doc: c.Doc, Number: c.Page, Label: c.Label, Text: page.Text, Tables: tables})
	return p.sources[key]
}

// without is a text with blanks in the place of some stretches; its lines stay.
func without(text string, some []Stretch) string {
	raw := []byte(text)
	for _, s := range some {
		for i := max(0, s.Start); i < min(len(raw), s.End); i++ {
			if raw[i] != '\n' {
				raw[i] = ' '
			}
		}
	}
	return string(raw)
}
