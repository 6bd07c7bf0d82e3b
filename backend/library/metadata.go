package library

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Details are what is known of a document beside its text.
type Details struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Path    string      `json:"path"` // where the file was when it was added
	Pages   int         `json:"pages"`
	Bytes   int64       `json:"bytes"`
	Added   string      `json:"added"`   // RFC 3339
	Current Metadata    `json:"current"` // what counts
	Found   Metadata    `json:"found"`   // the same as the program found it, without what the person made of it
	Where   store.Where `json:"where"`   // it found that

	Aliases []store.Alias `json:"aliases"` // other names of the company that it found
}

// Metadata is what a document is about, and what it is called by.
type Metadata struct {
	Metadata store.Metadata `json:"metadata"`
	Names    []store.Name   `json:"names"`
	Tags     []string       `json:"tags"` // the person's; nothing is found of them
}

// Labels are what a document can be found by in a list, beside its name.
type Labels struct {
	ID      string   `json:"id"`
	Company string   `json:"company"`
	Year    int      `json:"year"` // 0: not known
	Type    string   `json:"type"`
	Tags    []string `json:"tags"`
}

// Labels lists those of all documents that have some.
func (l *Library) Labels() ([]Labels, error) {
	all, err := l.Workspace.Descriptions.List()
	out := []Labels{}
	for id, d := range all {
		if m := d.Metadata(); m.Company != "" || m.Year != 0 || m.Type != "" || len(d.Tags) > 0 {
			out = append(out, Labels{id, m.Company, m.Year, m.Type, append([]string{}, d.Tags...)})
		}
	}
	return out, err
}

// Tag gives documents one more tag. What can't be kept is an error for the person, and no document has it then.
func (l *Library) Tag(ids []string, tag string) error {
	wanted := map[string][]string{}
	for _, id := range ids {
		d, err := l.Workspace.Descriptions.Of(id)
		if err != nil {
			return absent(err)
		}
		wanted[id] = append(slices.Clone(d.Tags), tag)
		if err := (Metadata{Tags: wanted[id]}).check(); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := l.Workspace.Descriptions.SetTags(id, wanted[id]); err != nil {
			return absent(err)
		}
	}
	return nil
}

// Details reads what is known of a document, and finds out what isn't known yet.
func (l *Library) Details(id string) (Details, error) {
	d, err := l.Workspace.Documents.Get(id)
	if err == nil {
		err = metadata.Learn(l.Workspace, d)
	}
	var about store.Description
	var names store.Names
	if err == nil {
		about, err = l.Workspace.Descriptions.Of(id)
	}
	if err == nil {
		names, err = l.Workspace.Names.Of(id)
	}
	return Details{
		ID: d.ID, Name: d.Name, Path: d.Path, Pages: d.Pages, Bytes: d.Bytes, Added: d.Added.Format(time.RFC3339),
		Current: Metadata{about.Metadata(), names.List(), append([]string{}, about.Tags...)}, Found: Metadata{about.Found, append([]store.Name{}, names.Built...), []string{}},
		Where: about.Where, Aliases: append([]store.Alias{}, about.Aliases...),
	}, absent(err)
}

// SaveDetails keeps what the person wants of a document's details. What is as it was found stays so when it is found
// anew. What can't be kept is an error for the person.
func (l *Library) SaveDetails(id string, wanted Metadata) error {
	if err := wanted.check(); err != nil {
		return err
	}
	err := l.Workspace.Descriptions.Edit(id, wanted.Metadata)
	if err == nil {
		err = l.Workspace.Names.Edit(id, wanted.Names)
	}
	if err == nil {
		err = l.Workspace.Descriptions.SetTags(id, wanted.Tags)
	}
	return absent(err)
}

func absent(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("library.not-there")
	}
	return err
}

// What a person may write.
const (
	longestText = 120 // characters
	mostNames   = 50
	mostTags    = 20
	firstYear   = 1000
	lastYear    = 9999
)

func (w Metadata) check() error {
	if y := w.Metadata.Year; y != 0 && (y < firstYear || y > lastYear) {
		return messages.Error("library.no-year", messages.Args{"year": y})
	}
	if len(w.Names) > mostNames {
		return messages.Error("library.too-many-names", messages.Args{"most": mostNames, "names": len(w.Names)})
	}
	if len(w.Tags) > mostTags {
		return messages.Error("library.too-many-tags", messages.Args{"most": mostTags, "tags": len(w.Tags)})
	}
	m := w.Metadata
	texts := []string{m.Title, m.Authors, m.Company, m.Type, m.Language}
	for _, n := range w.Names {
		texts = append(texts, n.Text)
	}
	for _, s := range append(texts, w.Tags...) {
		if s = strings.TrimSpace(s); utf8.RuneCountInString(s) > longestText {
			return messages.Error("library.too-long", messages.Args{"text": string([]rune(s)[:40]), "most": longestText})
		}
	}
	return nil
}
