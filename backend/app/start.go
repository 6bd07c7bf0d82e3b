package app

import (
	"context"
	"strings"
	"time"

	"lectern/backend/fault"
	"lectern/backend/library"
)

// modelsEvery is how often a window looks whether Ollama or its models have changed.
const modelsEvery = 5 * time.Second

// Start begins the background work of a window: Ollama is watched, documents are embedded, runs that were cut off go
// on, and the PDF reader is made ready.
func (c *Core) Start() error {
	if c.Store == nil { // Mend starts it
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	if !c.Models.State().Health.Running { // not there yet, or slower than the page's first look
		c.Models.Refresh(ctx)
	}
	c.rooms.Lock()
	c.started = true
	c.rooms.Unlock()
	c.work.Go(func() {
		defer fault.Recover(c.Log, nil)
		c.Models.Watch(ctx, modelsEvery)
	})
	c.work.Go(func() {
		defer fault.Recover(c.Log, nil)
		c.prepare(ctx)
	})
	c.work.Go(func() {
		defer fault.Recover(c.Log, nil)
		c.others()
	})
	return c.Shown().goOn()
}

// prepare makes the PDF reader ready, and goes on with a rebuild that was cut off.
func (c *Core) prepare(ctx context.Context) {
	if err := c.Reader.Warm(ctx); err != nil && ctx.Err() == nil {
		c.Log.Error("preparing the PDF reader", "err", err) // told when a file is read
	}
	if r, err := c.rebuild(ctx, func(library.Rebuilding) {}); err != nil && ctx.Err() == nil {
		c.Log.Error("rebuilding the library", "err", err)
	} else if len(r.Problems) > 0 {
		c.Log.Warn("rebuilding the library", "done", r.Done, "of", r.Of, "problems", len(r.Problems))
		c.troubled(ctx, strings.Join(r.Problems, " "))
		return
	} else if r.Of > 0 {
		c.Library.EmbedSoon()
	}
	c.troubled(ctx, "")
}
