package app

import (
	"slices"
	"sync"

	"lectern/backend/library"
	"lectern/backend/store"
)

// lent are those who use the program beside its page, and hear what the page is told.
type lent struct {
	mu  sync.Mutex
	all []*Core
}

func (l *lent) change(change func([]*Core) []*Core) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = change(l.all)
}

// in are those in a workspace.
func (l *lent) in(workspace string) []*Core {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.all), func(c *Core) bool { return c.Workspace.ID() != workspace })
}

// Lend is the program as somebody in a terminal uses it beside its page: as Open would give it to them, in a workspace by its
// name. Close gives it back. Until then its parts aren't exchanged.
func (c *Core) Lend(config Config) (*Core, error) {
	if d := c.Damage(); d != nil {
		return nil, d
	}
	leave := c.Enter()
	lent, err := c.lend(config)
	if err != nil {
		leave()
		return nil, err
	}
	lent.giveBack = func() {
		c.lent.change(func(all []*Core) []*Core { return slices.DeleteFunc(all, func(one *Core) bool { return one == lent }) })
		leave()
	}
	return lent, nil
}

func (c *Core) lend(config Config) (*Core, error) {
	before, err := c.Store.Workspaces()
	if err != nil {
		return nil, err
	}
	w, err := c.workspaceFor(config, false)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(before, func(one store.WorkspaceInfo) bool { return one.ID == w.ID() }) {
		c.tellWorkspaces()
	}
	in, err := c.In(w.ID())
	if err != nil {
		return nil, err
	}
	lent := *in
	lent.as = config
	c.lent.change(func(all []*Core) []*Core { return append(all, &lent) })
	return &lent, nil
}

// Close ends everything in order, or gives back what was lent.
func (c *Core) Close() error {
	if c.giveBack != nil {
		c.giveBack()
		return nil
	}
	return c.Program.Close()
}

// tellAlso tells those beside the page of documents, or of a run.
func (c *Core) tellAlso(ds []library.Document, e *store.Event) {
	for _, one := range c.lent.in(c.Workspace.ID()) {
		if one.as.Documents != nil && ds != nil {
			one.as.Documents(ds)
		}
		if one.as.Event != nil && e != nil {
			one.as.Event(*e)
		}
	}
}
