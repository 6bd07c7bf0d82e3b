package app

import (
	"context"

	"lectern/backend/library"
	"lectern/backend/store"
)

// Mend makes a library whose database is lost or damaged anew from its PDFs, which goes on in the background: from here on
// the parts are there. The event "documents" tells the progress.
func (c *Core) Mend() (Status, error) {
	if err := c.mend(); err != nil {
		return Status{}, err
	}
	c.Listen()
	return c.Status()
}

func (c *Core) mend() error {
	c.mending.Lock()
	defer c.mending.Unlock()
	if c.damage == nil {
		return nil
	}
	s, err := store.Rebuild(c.config.Home)
	if err == nil {
		err = c.wire(s)
	}
	if err != nil {
		return err
	}
	c.damage = nil
	c.Models.Refresh(context.Background())
	return c.Start()
}

// Trouble is what is wrong with the data folder while all else works, and what to do; "" if nothing is.
func (c *Core) Trouble() string {
	if err := c.Store.Trouble(); err != nil {
		return Sentence(err)
	}
	c.mending.Lock()
	defer c.mending.Unlock()
	return c.unread
}

// Damage is why nothing is there but this; nil if all is.
func (c *Core) Damage() *store.Damage {
	c.mending.Lock()
	defer c.mending.Unlock()
	return c.damage
}

// onTrouble names who hears that Trouble has something to tell.
func (c *Core) onTrouble(hears func()) {
	c.mending.Lock()
	defer c.mending.Unlock()
	c.hears = hears
}

// troubled tells that, once the data folder was looked through and what a rebuild could not take in is known.
func (c *Core) troubled(ctx context.Context, unread string) {
	select {
	case <-c.Store.LookedThrough():
	case <-ctx.Done():
		return
	}
	c.mending.Lock()
	c.unread = unread
	hears := c.hears
	c.mending.Unlock()
	if hears != nil && c.Trouble() != "" {
		hears()
	}
}

// rebuild takes the files of a library that was lost in again.
func (c *Core) rebuild(ctx context.Context, tell func(library.Rebuilding)) (library.Rebuilding, error) {
	own := c.config.Workspace
	others := map[string]*library.Library{own: c.Library}
	r, err := library.Rebuild(ctx, c.Store, func(name string) (*library.Library, error) {
		if l := others[name]; l != nil {
			return l, nil
		}
		w, err := c.Store.Workspace(name)
		if err != nil {
			return nil, err
		}
		others[name] = library.New(w, c.Reader, c.Models, c.Log, nil)
		return others[name], nil
	}, tell)
	for name, l := range others {
		if name != own {
			l.Close()
		}
	}
	return r, err
}
