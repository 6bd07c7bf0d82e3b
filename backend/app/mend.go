package app

import (
	"context"
	"errors"
	"io"
	"os"

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

// RescueFrom puts a backup in the place of a data folder that is damaged; what is there goes to the quarantine.
func (c *Core) RescueFrom(ctx context.Context, path string) error {
	c.mending.Lock()
	defer c.mending.Unlock()
	if c.damage == nil {
		return nil
	}
	if _, _, err := RestoreFolder(ctx, c.config, path, func(int64, int64) {}); err != nil {
		return err
	}
	c.config.Workspace = "" // it may be called otherwise there
	if err := c.openFolder(); err != nil {
		return err
	}
	c.damage = nil
	c.Models.Refresh(context.Background())
	return c.Start()
}

// Rescue has the person choose a backup for that in the system's dialog; false: they chose none.
func (c *Core) Rescue(ctx context.Context) (bool, error) {
	path, err := c.Shell.ChooseBackup()
	if err != nil || path == "" {
		return false, err
	}
	if err := c.RescueFrom(ctx, path); err != nil {
		return false, err
	}
	c.Listen()
	return true, nil
}

// UploadRescue takes a backup for that of which there are only bytes, as from a browser.
func (c *Core) UploadRescue(ctx context.Context, body io.Reader) error {
	f, err := os.CreateTemp("", "lectern-*.zip")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(fill(f, body), f.Close()); err != nil {
		return err
	}
	if err := c.RescueFrom(ctx, f.Name()); err != nil {
		return err
	}
	c.Listen()
	return nil
}

// Trouble is what is wrong with the data folder while all else works, and what to do; "" if nothing is.
func (p *Program) Trouble() string {
	if err := p.Store.Trouble(); err != nil {
		return Sentence(err)
	}
	p.mending.Lock()
	defer p.mending.Unlock()
	return p.unread
}

// Damage is why nothing is there but this; nil if all is.
func (p *Program) Damage() *store.Damage {
	p.mending.Lock()
	defer p.mending.Unlock()
	return p.damage
}

// onTrouble names who hears that Trouble has something to tell.
func (p *Program) onTrouble(hears func()) {
	p.mending.Lock()
	defer p.mending.Unlock()
	p.hears = hears
}

// troubled tells that, once the data folder was looked through and what a rebuild could not take in is known.
func (p *Program) troubled(ctx context.Context, unread string) {
	select {
	case <-p.Store.LookedThrough():
	case <-ctx.Done():
		return
	}
	p.mending.Lock()
	p.unread = unread
	hears := p.hears
	p.mending.Unlock()
	if hears != nil && p.Trouble() != "" {
		hears()
	}
}

// rebuild takes the files of libraries that were lost in again.
func (c *Core) rebuild(ctx context.Context, tell func(library.Rebuilding)) (library.Rebuilding, error) {
	return library.Rebuild(ctx, c.Store, func(id string) (*library.Library, error) {
		if _, err := c.Store.Workspace(id); err != nil { // of which nothing was left
			return nil, err
		}
		in, err := c.In(id)
		if err != nil {
			return nil, err
		}
		return in.Library, nil
	}, tell)
}
