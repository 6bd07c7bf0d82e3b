package main

import (
	"context"

	"lectern/backend/fault"
	"lectern/backend/ingest/details"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/cli"
)

// Facet is something that searches can be narrowed by.
type Facet struct {
	Filter    store.Filter `json:"filter"`
	Documents int          `json:"documents"` // that are like it
}

// Reason is why a passage was found for the question of a run.
type Reason struct {
	Text      string      `json:"text"`      // that was searched for
	Reworded  bool        `json:"reworded"`  // it is not the question itself
	Documents int         `json:"documents"` // that were searched
	Pieces    []cli.Piece `json:"pieces"`    // of the passage
	Score     float64     `json:"score"`
	Why       store.Why   `json:"why"`
	Narrowed  string      `json:"narrowed"` // what the search was limited to; "": nothing
}

// Search finds passages, without any chat model.
func (a *App) Search(w cli.Wanted) (_ cli.Sought, err error) {
	defer fault.Recover(a.core.Log, &err)
	return cli.Seek(context.Background(), a.core, w)
}

// Facets are what searches can be narrowed by.
func (a *App) Facets() (_ []Facet, err error) {
	defer fault.Recover(a.core.Log, &err)
	out := []Facet{}
	shelf, err := details.OpenShelf(a.core.Workspace)
	if err != nil {
		return out, err
	}
	for _, f := range shelf.Facets() {
		out = append(out, Facet{f.Filter, f.Documents})
	}
	return out, nil
}

// Narrow tells how a question would be narrowed if it were asked now.
func (a *App) Narrow(q runs.Question) (_ cli.Narrowed, err error) {
	defer fault.Recover(a.core.Log, &err)
	n, err := a.core.Runs.Narrow(q)
	return cli.AsNarrowed(n), err
}

// Why tells why a passage was found for a run's question.
func (a *App) Why(run, passage string) (_ Reason, err error) {
	defer fault.Recover(a.core.Log, &err)
	r, err := a.core.Runs.Why(context.Background(), run, passage)
	if err != nil {
		return Reason{Pieces: []cli.Piece{}, Why: store.Why{Words: []string{}, Parts: []string{}, Phrases: []string{}}}, err
	}
	texts, err := a.core.Workspace.Passages.Texts([]store.Ref{r.Hit.Ref})
	out := Reason{r.Text, r.Reworded, r.Documents, []cli.Piece{}, r.Hit.Score, *r.Hit.Why, r.Narrowed}
	if len(texts) > 0 {
		out.Pieces = cli.Pieces(keyword.NewMarker(r.Text), texts[0].Text)
	}
	return out, err
}

// RenewVectors embeds the documents anew that an older version of the model embedded; the event "documents" tells how
// it goes.
func (a *App) RenewVectors() (err error) {
	defer fault.Recover(a.core.Log, &err)
	a.core.Library.RenewSoon()
	return nil
}
