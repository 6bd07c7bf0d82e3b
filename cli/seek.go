package cli

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest/details"
	"lectern/backend/llm"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Wanted is what is to be looked for.
type Wanted struct {
	Text      string         `json:"text"`
	Documents []string       `json:"documents"` // ids; empty: all
	Filters   []store.Filter `json:"filters"`   // what these must be like, besides
	Off       []store.Filter `json:"off"`       // read in the text, but not wanted
	All       bool           `json:"all"`       // nothing is to be read in the text
	Meaning   bool           `json:"meaning"`   // by meaning too, where there are vectors and a model for them
	Limit     int            `json:"limit"`
}

// Sought is what was found.
type Sought struct {
	Hits      []Hit    `json:"hits"`
	Absent    []string `json:"absent"`    // sentences on phrases and words that stand nowhere
	Documents int      `json:"documents"` // that were searched
	Narrowed  Narrowed `json:"narrowed"`
	ByMeaning bool     `json:"byMeaning"`
	Note      string   `json:"note"`   // why not by meaning, if it was wanted
	Millis    float64  `json:"millis"` // of the search; what the model took for the question isn't in it
	Model     float64  `json:"model"`  // milliseconds that it took
}

// Hit is a passage that was found.
type Hit struct {
	Passage  string    `json:"passage"` // id
	Document string    `json:"document"`
	Doc      string    `json:"doc"` // name
	Page     int       `json:"page"`
	Label    string    `json:"label"`
	Heading  string    `json:"heading"`
	Section  string    `json:"section"`
	Text     string    `json:"text"`
	Pieces   []Piece   `json:"pieces"` // the text, with what of the question stands in it
	Score    float64   `json:"score"`
	Why      store.Why `json:"why"`
}

// Piece is a part of a text.
type Piece struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked"`
}

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

// AsNarrowed is a narrowing as the page takes it.
func AsNarrowed(n details.Narrowed) Narrowed {
	out := Narrowed{Wanted: rag.Full(n.Wanted), Found: rag.Full(n.Found), Idle: rag.Full(n.Nothing), Left: n.Of, Of: n.Of, Note: n.Said(), Unknown: n.Unknown}
	if n.Documents != nil {
		out.Left = len(n.Documents)
	}
	return out
}

// slowest is how long the model may take for the words of a search before it is done without.
const slowest = 8 * time.Second

// Seek finds passages. What is wrong with a filter is an error for the person; an embedding model that doesn't answer is not.
func Seek(ctx context.Context, core *Core, w Wanted) (Sought, error) {
	out := Sought{Hits: []Hit{}, Absent: []string{}}
	shelf, err := details.OpenShelf(core.Workspace)
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
	out.Narrowed = AsNarrowed(n)
	q := store.Query{Text: w.Text, Limit: w.Limit, PerPage: 1, Fill: true, Why: true}
	if n.Documents != nil {
		q.Documents = n.Documents
	} else if len(w.Documents) > 0 {
		q.Documents = w.Documents
	}
	if w.Meaning {
		out.Model, out.Note = vectorise(ctx, core, &q)
		out.ByMeaning = q.Vector != nil
	}
	began := time.Now()
	found, err := core.Workspace.Passages.Find(ctx, q)
	out.Millis, out.Documents = millis(began), found.Documents
	if err != nil {
		return out, err
	}
	if out.Hits, err = hits(core, w.Text, found.Hits); err != nil {
		return out, err
	}
	out.Absent, err = absent(ctx, core, q, found)
	return out, err
}

func millis(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1e3 }

// vectorise gives a query its vector, if there are vectors and a model; why not, if there should be one.
func vectorise(ctx context.Context, core *Core, q *store.Query) (took float64, note string) {
	spaces, err := core.Workspace.Vectors.Spaces()
	s := core.Models.State()
	if err != nil || len(spaces) == 0 || s.Embed == "" {
		return 0, ""
	}
	ctx, cancel := context.WithTimeout(ctx, slowest)
	defer cancel()
	began := time.Now()
	v, digest, err := s.Client.Embed(ctx, s.Embed, llm.Query, []string{q.Text}, nil)
	if err != nil {
		return millis(began), fmt.Sprintf("Searched by words alone: %v", err)
	}
	q.Vector, q.Space = v[0], store.VectorSpace{Model: s.Embed, Digest: digest, Dim: len(v[0])}
	return millis(began), ""
}

func hits(core *Core, text string, found []store.Hit) ([]Hit, error) {
	refs, by := make([]store.Ref, len(found)), map[store.Ref]store.Hit{}
	for i, h := range found {
		refs[i], by[h.Ref] = h.Ref, h
	}
	texts, err := core.Workspace.Passages.Texts(refs)
	marker, out := keyword.NewMarker(text), []Hit{}
	for _, t := range texts {
		h := by[t.Ref]
		out = append(out, Hit{
			Passage: t.Ref.String(), Document: t.Ref.Document, Doc: t.Name, Page: t.Page, Label: t.Label, Heading: t.Heading, Section: t.Section,
			Text: t.Text, Pieces: Pieces(marker, t.Text), Score: h.Score, Why: *h.Why,
		})
	}
	return out, err
}

// Pieces cuts a text where words of a question begin and end.
func Pieces(m *keyword.Marker, text string) []Piece {
	out, at := []Piece{}, 0
	for _, mark := range m.In(text) {
		if mark.From > at {
			out = append(out, Piece{text[at:mark.From], false})
		}
		out, at = append(out, Piece{text[mark.From:mark.To], true}), mark.To
	}
	if at < len(text) {
		out = append(out, Piece{text[at:], false})
	}
	return out
}

// operators are the words of a search that aren't looked for as they stand.
var operators = regexp.MustCompile(`(?:^|\s)-(?:"[^"]*"|\S+)|\S+\*`)

// absent are sentences on what of a search stands nowhere.
func absent(ctx context.Context, core *Core, q store.Query, found store.Found) ([]string, error) {
	out := []string{}
	in := count(found.Documents, "this file", "these %d files")
	for _, phrase := range found.Absent {
		out = append(out, fmt.Sprintf("“%s” occurs nowhere in %s.", phrase, in))
	}
	facts, err := core.Workspace.Passages.Facts(ctx, operators.ReplaceAllString(q.Text, " "), q.Documents)
	if err != nil || found.Documents == 0 {
		return out, err
	}
	for _, word := range facts.Nowhere {
		if !slices.ContainsFunc(found.Absent, func(p string) bool { return strings.Contains(p, word) }) {
			out = append(out, fmt.Sprintf("“%s” occurs nowhere in %s.", word, in))
		}
	}
	return out, nil
}
