package app

import (
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Narrowed is what a search is limited to.
type Narrowed struct {
	Wanted []store.Filter `json:"wanted"` // the person's
	Found  []store.Filter `json:"found"`  // read in the question, that count
	Idle   []store.Filter `json:"idle"`   // read in the question, that no document is like
	Left   int            `json:"left"`   // documents that it leaves
	Of     int            `json:"of"`     // documents
	Note   string         `json:"note"`   // it in a sentence; "": nothing is narrowed

	Unknown int `json:"unknown"` // of those left, the ones whose company isn't known where the question names one
}

// narrowed is a narrowing as the page takes it.
func narrowed(n metadata.Narrowed) Narrowed {
	out := Narrowed{Wanted: rag.NonNil(n.Wanted), Found: rag.NonNil(n.Found), Idle: rag.NonNil(n.Nothing), Left: n.Of, Of: n.Of, Note: n.Said(messages.In("en")), Unknown: n.Unknown}
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

// Narrow tells how a question would be narrowed if it were asked now.
func (c *Core) Narrow(q runs.Question) (Narrowed, error) {
	n, err := c.Runs.Narrow(q)
	return narrowed(n), err
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
