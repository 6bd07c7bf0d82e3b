package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/ingest/details"
	"lectern/backend/library"
	"lectern/backend/llm"
	"lectern/backend/store"
)

type listCommand struct{}

func (c *listCommand) Run(e *env) error {
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		return err
	}
	defer core.close()
	docs, err := core.Library.List()
	if err != nil {
		return err
	}
	for _, d := range docs {
		if e.json {
			err = e.print(line(d))
		} else {
			e.Stderr = e.Stdout
			e.describe(d)
		}
		if err != nil {
			return err
		}
	}
	if len(docs) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, "The library is empty. Add PDFs with \"lectern add PATH\".")
	}
	return nil
}

type removeCommand struct {
	Names []string `arg:"" name:"name" help:"Names as \"lectern list\" shows them."`
}

func (c *removeCommand) Run(e *env) error {
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		return err
	}
	defer core.close()
	failed := 0
	for _, name := range c.Names {
		d, err := core.named(name)
		if err == nil {
			err = core.Library.Remove(d.ID)
		}
		switch {
		case err != nil:
			failed++
			fmt.Fprintln(e.Stderr, "lectern:", err)
		case e.json:
			err = e.print(docLine{Path: d.Path, Name: d.Name, ID: d.ID, State: library.Removed, Pages: d.Pages, Passages: d.Passages})
			if err != nil {
				return err
			}
		default:
			fmt.Fprintf(e.Stdout, "Removed %s. The file %s stays where it is.\n", d.Name, d.Path)
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed < len(c.Names):
		return exitError{ExitSome}
	}
	return exitError{ExitFailed}
}

// named finds a document by its name.
func (c *Core) named(name string) (store.Document, error) {
	d, err := c.Workspace.Named(name)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("no document is called %q; \"lectern list\" shows the names", name)
	}
	return d, err
}

type searchCommand struct {
	File     []string `placeholder:"NAME" help:"Only in this document; may be repeated."`
	K        int      `short:"k" name:"k" default:"20" help:"How many passages."`
	Company  string   `placeholder:"TEXT" help:"Only in documents about this company."`
	Author   string   `placeholder:"TEXT" help:"Only in documents by this author."`
	Year     int      `placeholder:"YEAR" help:"Only in documents of this year."`
	Type     string   `placeholder:"TEXT" help:"Only in documents of this type."`
	Language string   `placeholder:"CODE" help:"Only in documents in this language, as en, de, ja."`
	Why      bool     `help:"Say of each passage why it was found."`
	Query    []string `arg:"" help:"What to look for. \"A phrase\" in quotes must stand so; -word must not stand there; word* may go on."`
}

// Validate is called by the parser.
func (c *searchCommand) Validate() error {
	if c.K < 1 {
		return fmt.Errorf("-k must be at least 1")
	}
	return nil
}

// narrowed are the documents, all if none are given, that are what the person wants them to be.
func (c *searchCommand) narrowed(core *Core, documents []string) ([]string, error) {
	if c.Company == "" && c.Author == "" && c.Year == 0 && c.Type == "" && c.Language == "" {
		return documents, nil
	}
	all, err := core.Workspace.Documents()
	if err != nil {
		return nil, err
	}
	about, err := details.Metadata(core.Workspace, all)
	if err != nil {
		return nil, err
	}
	holds := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	var out []string
	for _, d := range all {
		m := about[d.ID]
		if (len(documents) == 0 || slices.Contains(documents, d.ID)) && d.Failed == "" && holds(m.Company, c.Company) && holds(m.Authors, c.Author) &&
			(c.Year == 0 || m.Year == c.Year) && holds(m.Type, c.Type) && (c.Language == "" || strings.EqualFold(m.Language, c.Language)) {
			out = append(out, d.ID)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no document is like that; \"lectern info NAME\" shows what is known of one")
	}
	return out, nil
}

type hitLine struct {
	Rank  int        `json:"rank"`
	Doc   string     `json:"doc"`
	Page  int        `json:"page"`
	Pages []int      `json:"pages"`
	Score float64    `json:"score"`
	Text  string     `json:"text"`
	Chars int        `json:"chars"`
	Why   *store.Why `json:"why,omitempty"`
}

func (c *searchCommand) Run(e *env) error {
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		return err
	}
	defer core.close()
	q := store.Query{Text: joined(c.Query), Limit: c.K, PerPage: 1, Fill: true, Why: c.Why || e.json}
	for _, name := range c.File {
		d, err := core.named(name)
		if err != nil {
			return err
		}
		q.Documents = append(q.Documents, d.ID)
	}
	if q.Documents, err = c.narrowed(core, q.Documents); err != nil {
		return err
	}
	if spaces, err := core.Workspace.VectorSpaces(); err == nil && len(spaces) > 0 {
		if s := core.Models.Refresh(e.ctx); s.Embed != "" {
			v, digest, err := s.Client.Embed(e.ctx, s.Embed, llm.Query, []string{q.Text}, nil)
			if err != nil {
				fmt.Fprintln(e.Stderr, "Searched by words alone:", err)
			} else {
				q.Vector, q.Space = v[0], store.VectorSpace{Model: s.Embed, Digest: digest, Dim: len(v[0])}
			}
		}
	}
	found, err := core.Workspace.Find(e.ctx, q)
	if err != nil {
		return err
	}
	hits := found.Hits
	refs := make([]store.Ref, len(hits))
	for i, h := range hits {
		refs[i] = h.Ref
	}
	texts, err := core.Workspace.Texts(refs)
	if err != nil {
		return err
	}
	for i, t := range texts {
		if e.json {
			err = e.print(hitLine{i + 1, t.Name, t.Page, []int{t.Page}, hits[i].Score, t.Text, utf8.RuneCountInString(t.Text), hits[i].Why})
		} else {
			_, err = fmt.Fprintf(e.Stdout, "%d. %s, p. %s\n%s%s\n\n", i+1, t.Name, t.Label, reason(hits[i].Why), indent(t.Text))
		}
		if err != nil {
			return err
		}
	}
	for _, phrase := range found.Absent {
		fmt.Fprintf(e.Stderr, "“%s” occurs nowhere in %s.\n", phrase, count(found.Documents, "this file", "these %d files"))
	}
	if len(hits) == 0 {
		fmt.Fprintln(e.Stderr, "Nothing found.")
	}
	return nil
}

func count(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(more, n)
}

// reason is a line that says why a passage was found; empty if it wasn't asked for.
func reason(w *store.Why) string {
	if w == nil {
		return ""
	}
	var parts []string
	for _, p := range w.Phrases {
		parts = append(parts, "“"+p+"” stands there")
	}
	if len(w.Words) > 0 {
		parts = append(parts, "has "+strings.Join(w.Words, ", "))
	}
	if len(w.Parts) > 0 {
		parts = append(parts, "has parts of the measure: "+strings.Join(w.Parts, ", "))
	}
	places := []struct {
		name  string
		gives float64
	}{{"heading", w.Heading}, {"section", w.Section}, {"table head", w.Table}, {"file", w.File}}
	var in []string
	for _, p := range places {
		if p.gives > 0 {
			in = append(in, p.name)
		}
	}
	if len(in) > 0 {
		parts = append(parts, "words in its "+strings.Join(in, ", "))
	}
	if w.KeywordRank > 0 {
		parts = append(parts, fmt.Sprintf("%d. by words", w.KeywordRank))
	}
	if w.VectorRank > 0 {
		parts = append(parts, fmt.Sprintf("%d. by meaning", w.VectorRank))
	}
	return "   Why: " + strings.Join(parts, "; ") + "\n"
}
