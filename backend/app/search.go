package app

import (
	"context"
	"slices"
	"time"

	"lectern/backend/ingest/metadata"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// SearchRequest is what is to be looked for.
type SearchRequest struct {
	Text      string         `json:"text"`
	Documents []string       `json:"documents"` // ids; empty: all
	Filters   []store.Filter `json:"filters"`   // what these must be like, besides
	Off       []store.Filter `json:"off"`       // read in the text, but not wanted
	All       bool           `json:"all"`       // nothing is to be read in the text
	Meaning   bool           `json:"meaning"`   // by meaning too, where there are vectors and a model for them
	Limit     int            `json:"limit"`
}

// SearchResponse is what was found.
type SearchResponse struct {
	Hits      []FoundPassage `json:"hits"`
	Absent    []string       `json:"absent"`    // sentences on phrases and words that stand nowhere
	Documents int            `json:"documents"` // that were searched
	Narrowed  Narrowed       `json:"narrowed"`
	ByMeaning bool           `json:"byMeaning"`
	Note      string         `json:"note"`   // why not by meaning, if it was wanted
	Millis    float64        `json:"millis"` // of the search; what the model took for the question isn't in it
	Model     float64        `json:"model"`  // milliseconds that it took
}

// slowest is how long the model may take for the words of a search before it is done without.
const slowest = 8 * time.Second

// Search finds passages, without any chat model. What is wrong with a filter is an error for the person; an embedding model that doesn't answer is not.
func (c *Core) Search(ctx context.Context, w SearchRequest) (SearchResponse, error) {
	out := SearchResponse{Hits: []FoundPassage{}, Absent: []string{}}
	shelf, err := metadata.OpenFacets(c.Workspace)
	if err != nil {
		return out, err
	}
	var asked []store.Filter
	if !w.All {
		asked = slices.DeleteFunc(shelf.Asked(w.Text), func(f store.Filter) bool { return slices.Contains(w.Off, f) })
	}
	n, err := shelf.Narrow(w.Documents, w.Filters, asked)
	if err != nil {
		return out, err
	}
	out.Narrowed = narrowed(n)
	q := store.Query{Text: w.Text, Preferred: n.Preferred, Limit: w.Limit, PerPage: 1, Fill: true, Why: true}
	if n.Documents != nil {
		q.Documents = n.Documents
	} else if len(w.Documents) > 0 {
		q.Documents = w.Documents
	}
	if w.Meaning {
		out.Model, out.Note = c.vectorise(ctx, &q)
		out.ByMeaning = q.Vector != nil
	}
	began := time.Now()
	found, err := c.Workspace.Passages.Find(ctx, q)
	out.Millis, out.Documents = millis(began), found.Documents
	if err != nil {
		return out, err
	}
	if out.Hits, err = c.passages(w.Text, found.Hits); err != nil {
		return out, err
	}
	out.Absent, err = c.absent(ctx, q, found)
	return out, err
}

// vectorise gives a query its vector, if there are vectors and a model; why not, if there should be one.
func (c *Core) vectorise(ctx context.Context, q *store.Query) (took float64, note string) {
	spaces, err := c.Workspace.Vectors.Spaces()
	s := c.Models.State()
	if err != nil || len(spaces) == 0 || s.Embed == "" {
		return 0, ""
	}
	ctx, cancel := context.WithTimeout(ctx, slowest)
	defer cancel()
	began := time.Now()
	v, digest, err := s.Client.Embed(ctx, s.Embed, llm.Query, []string{q.Text}, nil)
	if err != nil {
		return millis(began), c.Say().Text("app.searched-by-words", messages.Args{"error": err})
	}
	q.Vector, q.Space = v[0], vector.Space{Model: s.Embed, Digest: digest, Dim: len(v[0])}
	return millis(began), ""
}

func millis(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1e3 }
