package app

import (
	"context"

	"lectern/backend/models"
)

// Reached is what came of testing an address.
type Reached struct {
	Host    string `json:"host"`
	Version string `json:"version"` // of Ollama
	Models  int    `json:"models"`
	Millis  int64  `json:"millis"`
	Local   bool   `json:"local"` // on this computer
}

// TestAddress asks an Ollama whether it is there, at the usual address for "".
func (c *Core) TestAddress(ctx context.Context, address string) (Reached, error) {
	r, err := models.Reach(ctx, address)
	return Reached{r.Host, r.Version, r.Models, r.Took.Milliseconds(), r.Local}, err
}
