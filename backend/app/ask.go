package app

import (
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Ask starts a run; the event "run" tells how it goes.
func (c *Core) Ask(q runs.Question) (runs.Started, error) {
	defer c.tell().Conversations()
	return c.Runs.Start(q)
}

// Stop ends a run; what was written so far is kept.
func (c *Core) Stop(run string) error {
	c.Runs.Stop(run)
	return nil
}

// Resume goes on with a run from its last finished step.
func (c *Core) Resume(run string) (runs.Started, error) {
	defer c.tell().Conversations()
	return c.Runs.Resume(run)
}

// StartOver makes a branch beside a run: it keeps the steps before a checkpoint, and does what follows again.
func (c *Core) StartOver(run string, checkpoint uint64) (runs.Started, error) {
	defer c.tell().Conversations()
	return c.Runs.StartOver(run, checkpoint)
}

// Reply answers a card of a run, and goes on with it.
func (c *Core) Reply(run, card string, reply store.Reply) (runs.Started, error) {
	return c.Runs.Reply(run, map[string]store.Reply{card: reply})
}

// MendFigure puts what the pages have in the place of a figure of an answer.
func (c *Core) MendFigure(run string, start int, now string) (store.Event, error) {
	defer c.tell().Conversations()
	return c.Runs.MendFigure(run, start, now)
}

// UndoMend puts back what stood there.
func (c *Core) UndoMend(run string, start int) (store.Event, error) {
	defer c.tell().Conversations()
	return c.Runs.UndoMend(run, start)
}

// Forget deletes what is remembered of a run.
func (c *Core) Forget(run string) error {
	defer c.tell().Memories()
	return c.Runs.Forget(run)
}

// ForgetAll deletes all that is remembered.
func (c *Core) ForgetAll() error {
	defer c.tell().Memories()
	return c.Runs.ForgetAll()
}
