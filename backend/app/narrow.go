package app

import (
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Narrowed is what a search is limited to, and what it prefers.
type Narrowed struct {
	Wanted    []store.Filter  `json:"wanted"`    // the person's, which limit it
	Preferred []store.Filter  `json:"preferred"` // read in the question: documents like that come first
	Readings  []store.Reading `json:"readings"`  // of a question, besides
	First     int             `json:"first"`     // these documents
	Left      int             `json:"left"`      // documents that are searched
	Of        int             `json:"of"`        // documents
	Note      string          `json:"note"`      // it in a sentence; "": all are searched alike
}

// narrowed is a narrowing as the page takes it.
func narrowed(n metadata.Narrowed) Narrowed {
	out := Narrowed{Wanted: rag.NonNil(n.Wanted), Preferred: rag.NonNil(n.Found), Readings: []store.Reading{}, First: len(n.Preferred), Left: n.Of, Of: n.Of, Note: n.Said(messages.In("en"))}
	if n.Documents != nil {
		out.Left = len(n.Documents)
	}
	return out
}

// Facet is something that searches can be narrowed by.
type Facet struct {
	Filter    store.Filter `json:"filter"`
	Documents int          `json:"documents"` // that are like it
}

// Facets are what searches can be narrowed by.
func (c *Core) Facets() ([]Facet, error) {
	out := []Facet{}
	shelf, err := metadata.OpenFacets(c.Workspace)
	if err != nil {
		return out, err
	}
	for _, f := range shelf.Facets() {
		out = append(out, Facet{f.Filter, f.Documents})
	}
	return out, nil
}

// Narrow tells how a question would be read if it were asked now.
func (c *Core) Narrow(q runs.Question) (Narrowed, error) {
	u, err := c.Runs.Understand(q)
	out := narrowed(u.Narrowed)
	out.Readings = rag.NonNil(u.Readings)
	return out, err
}

// InFolder are those of some documents, of all for none, that were added from a folder or those in it.
func (c *Core) InFolder(documents []string, folder string) ([]string, error) {
	shelf, err := metadata.OpenFacets(c.Workspace)
	if err != nil {
		return nil, err
	}
	n, err := shelf.Narrow(documents, []store.Filter{{Field: store.ByFolder, Value: folder}}, nil)
	return n.Documents, err
}
