package app

import (
	"context"
	"errors"
	"time"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// toldEvery is how often a page hears how far something is.
const toldEvery = 100 * time.Millisecond

// ErrStopped: the person stopped it.
var ErrStopped = messages.Error("app.upkeep-stopped")

// upkeep does something that takes long in a large data folder, one at a time, tells the page how far it is, and ends when
// the person stops it.
func (c *Core) upkeep(ctx context.Context, what string, do func(context.Context, store.Progress) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.mending.Lock()
	if c.stopUpkeep != nil {
		c.mending.Unlock()
		return messages.Error("app.busy")
	}
	c.stopUpkeep = cancel
	c.mending.Unlock()
	defer func() {
		c.mending.Lock()
		c.stopUpkeep = nil
		c.mending.Unlock()
	}()
	var last time.Time
	err := do(ctx, func(done, of int64) {
		if now := time.Now(); done == of || now.Sub(last) >= toldEvery {
			last = now
			c.Program.tell().Upkeep(Upkeep{what, done, of})
		}
	})
	if errors.Is(context.Cause(ctx), ErrStopped) {
		return ErrStopped
	}
	return err
}

// StopUpkeep ends what upkeep does; nothing of it is left.
func (c *Core) StopUpkeep() error {
	c.mending.Lock()
	defer c.mending.Unlock()
	if c.stopUpkeep != nil {
		c.stopUpkeep(ErrStopped)
	}
	return nil
}
