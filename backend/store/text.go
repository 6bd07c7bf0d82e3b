package store

import (
	"fmt"

	"lectern/backend/messages"
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
	return r, messages.Error("store.no-passage-id", messages.Args{"id": fmt.Sprintf("%q", id)})
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
