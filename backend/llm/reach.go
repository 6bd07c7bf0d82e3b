package llm

import (
	"context"
	"slices"
	"time"
)

// Reached is what came of asking a server whether it is there.
type Reached struct {
	Host    string
	Version string
	Models  int // that are installed and run there
	Took    time.Duration
	Local   bool // on this machine
}

// Elsewhere are the servers' addresses that aren't on this machine: what is asked goes there.
func (c *Client) Elsewhere() (hosts []string) {
	for _, s := range []*server{c.chat, c.embed} {
		if !s.local() && !slices.Contains(hosts, s.base.Host) {
			hosts = append(hosts, s.base.Host)
		}
	}
	return hosts
}

// Reach asks the chat models' server whether it is there, and what it has.
func (c *Client) Reach(ctx context.Context) (Reached, error) {
	began := time.Now()
	h := c.Health(ctx)
	if !h.Running {
		return Reached{}, &Error{ErrDown, h.Message}
	}
	r := Reached{Host: c.Host(), Version: h.Version, Took: time.Since(began), Local: c.chat.local()}
	models, err := c.Models(ctx)
	r.Models = len(models)
	return r, err
}
