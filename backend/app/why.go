package app

import (
	"context"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Reason is why a passage was found for the question of a run.
type Reason struct {
	Text      string    `json:"text"`      // that was searched for
	Reworded  bool      `json:"reworded"`  // it is not the question itself
	Documents int       `json:"documents"` // that were searched
	Pieces    []Piece   `json:"pieces"`    // of the passage
	Score     float64   `json:"score"`
	Why       store.Why `json:"why"`
	Narrowed  string    `json:"narrowed"` // what the search was limited to; "": nothing
}

// Why tells why a passage was found for a run's question.
func (c *Core) Why(ctx context.Context, run, passage string) (Reason, error) {
	r, err := c.Runs.Why(ctx, run, passage)
	if err != nil {
		return Reason{Pieces: []Piece{}, Why: store.Why{Words: []string{}, Parts: []string{}, Phrases: []string{}}}, err
	}
	texts, err := c.Workspace.Passages.Texts([]store.Ref{r.Hit.Ref})
	out := Reason{r.Text, r.Reworded, r.Documents, []Piece{}, r.Hit.Score, *r.Hit.Why, r.Narrowed}
	if len(texts) > 0 {
		out.Pieces = pieces(keyword.NewMarker(r.Text), texts[0].Text)
	}
	return out, err
}
