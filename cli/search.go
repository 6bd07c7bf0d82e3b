package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/app"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// narrowing are the flags that narrow a search or a question to some documents, and the one that takes all alike.
type narrowing struct {
	Company []string `placeholder:"TEXT" sep:"none" help:"Only in documents about this company; like the next ones, it may be repeated to mean any of them."`
	Author  []string `placeholder:"TEXT" sep:"none" help:"Only in documents by this author."`
	Year    []string `placeholder:"YEAR" sep:"none" help:"Only in documents of this year, or of several as 2016-2019."`
	Type    []string `placeholder:"TEXT" sep:"none" help:"Only in documents of this type."`
	Tag     []string `placeholder:"TEXT" sep:"none" help:"Only in documents with this tag."`
	All     bool     `help:"Prefer nothing that the question says of documents, as a company or a year."`
}

// filters are what the flags say.
func (n narrowing) filters() []store.Filter {
	out := []store.Filter{}
	for _, one := range []struct {
		field  string
		values []string
	}{
		{store.ByCompany, n.Company}, {store.ByAuthor, n.Author}, {store.ByYear, n.Year}, {store.ByType, n.Type}, {store.ByTag, n.Tag},
	} {
		for _, v := range one.values {
			out = append(out, store.Filter{Field: one.field, Value: v})
		}
	}
	return out
}

type searchCommand struct {
	File   []string `placeholder:"NAME" help:"Only in this document; may be repeated."`
	Folder []string `placeholder:"FOLDER" sep:"none" help:"Only in documents of this group, or that were added from this folder or those in it; may be repeated."`
	narrowing
	Language []string `placeholder:"CODE" sep:"none" help:"Only in documents in this language, as en, de, ja; may be repeated."`
	K        int      `short:"k" name:"k" default:"20" help:"How many passages."`
	Why      bool     `help:"Say of each passage why it was found."`
	Query    []string `arg:"" help:"What to look for. \"A phrase\" in quotes must stand so; -word must not stand there; word* may go on."`
}

// Validate is called by the parser.
func (c *searchCommand) Validate() error {
	if c.K < 1 {
		return messages.Error("cli.k-too-small")
	}
	for _, f := range c.filters() {
		if err := metadata.Check(f); err != nil {
			return err
		}
	}
	return nil
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

	Millis float64 `json:"millis"` // of the search, the same with every hit; what a model took isn't in it
}

func (c *searchCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	w := app.SearchRequest{Text: asTyped(c.Query), Filters: c.filters(), All: c.All, Limit: c.K, Meaning: true}
	for _, language := range c.Language {
		w.Filters = append(w.Filters, store.Filter{Field: store.ByLanguage, Value: language})
	}
	for _, name := range c.Folder {
		folder, err := e.folder(core, name)
		if err != nil {
			return err
		}
		w.Filters = append(w.Filters, store.Filter{Field: store.ByFolder, Value: folder})
	}
	if w.Documents, err = core.AllNamed(c.File); err != nil {
		return err
	}
	if spaces, err := core.Workspace.Vectors.Spaces(); err == nil && len(spaces) > 0 {
		core.Models.Refresh(e.ctx)
	}
	found, err := core.Search(e.ctx, w)
	if err != nil {
		return err
	}
	for i, h := range found.Hits {
		if e.json {
			err = e.print(hitLine{i + 1, h.Doc, h.Page, []int{h.Page}, h.Score, h.Text, utf8.RuneCountInString(h.Text), &h.Why, found.Millis})
		} else {
			why := ""
			if c.Why {
				why = "   Why: " + reason(h.Why) + "\n"
			}
			_, err = fmt.Fprintf(e.Stdout, "%d. %s, p. %s\n%s%s\n\n", i+1, h.Doc, h.Label, why, indent(h.Text))
		}
		if err != nil {
			return err
		}
	}
	for _, said := range slices.Concat([]string{found.Note, found.Narrowed.Note}, found.Absent) {
		if said != "" {
			fmt.Fprintln(e.Stderr, said)
		}
	}
	if len(found.Hits) == 0 {
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

// reason says in a line why a passage was found.
func reason(w store.Why) string {
	var parts []string
	for _, p := range w.Phrases {
		parts = append(parts, messages.Text("cli.stands-there", messages.Args{"phrase": p}))
	}
	if len(w.Words) > 0 {
		parts = append(parts, "has "+strings.Join(w.Words, ", "))
	}
	if len(w.Parts) > 0 {
		parts = append(parts, messages.Text("cli.parts-of-measure", messages.Args{"parts": strings.Join(w.Parts, ", ")}))
	}
	places := []struct {
		name  string
		gives float64
	}{{"heading", w.Heading}, {"section", w.Section}, {"file", w.File}}
	var in []string
	for _, p := range places {
		if p.gives > 0 {
			in = append(in, p.name)
		}
	}
	if len(in) > 0 {
		parts = append(parts, messages.Text("cli.words-in", messages.Args{"where": strings.Join(in, ", ")}))
	}
	if w.KeywordRank > 0 {
		parts = append(parts, messages.Text("cli.by-words", messages.Args{"rank": w.KeywordRank}))
	}
	if w.VectorRank > 0 {
		parts = append(parts, messages.Text("cli.by-meaning", messages.Args{"rank": w.VectorRank}))
	}
	return strings.Join(parts, "; ")
}
