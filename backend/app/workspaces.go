package app

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"lectern/backend/fault"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// WorkspaceInfo is a line in the list of workspaces.
type WorkspaceInfo struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	Documents     int    `json:"documents"`
	Conversations int    `json:"conversations"`
	Busy          bool   `json:"busy"`  // a question is being answered in it, or documents are being added
	Shown         bool   `json:"shown"` // to the page
}

// usualWorkspace is the id, and at first the name, of the workspace that a new data folder has.
const usualWorkspace = "Library"

// shownKey is the setting that tells which workspace a page showed last.
const shownKey = "workspace"

// NoWorkspace is that none is called something, for whoever typed it.
func NoWorkspace(name string) error {
	return messages.Error("app.no-workspace-called", messages.Args{"name": fmt.Sprintf("%q", name)})
}

// firstWorkspace is the one to begin with.
func (p *Program) firstWorkspace() (*store.Workspace, error) {
	return p.workspaceFor(p.config, p.Shell != nil)
}

// workspaceFor is the one that somebody wants: where they name none the first, or the one that a page showed last.
func (p *Program) workspaceFor(config Config, page bool) (*store.Workspace, error) {
	all, err := p.Store.Workspaces()
	if err != nil {
		return nil, err
	}
	if name := config.Workspace; name != "" {
		found, err := p.Store.FindWorkspace(name)
		switch {
		case err == nil:
			return p.Store.Workspace(found.ID)
		case !errors.Is(err, store.ErrNoWorkspace):
			return nil, err
		case name == usualWorkspace && len(all) == 0:
			return p.Store.Workspace(usualWorkspace)
		case config.Existing:
			return nil, NoWorkspace(name)
		}
		return p.Store.AddWorkspace(name)
	}
	if len(all) == 0 {
		return p.Store.Workspace(usualWorkspace)
	}
	last := ""
	if page {
		_ = p.Store.Settings.Get(shownKey, &last) // else the first
	}
	at := slices.IndexFunc(all, func(w store.WorkspaceInfo) bool { return w.ID == last })
	return p.Store.Workspace(all[max(at, 0)].ID)
}

// Shown is the program in the workspace that the page shows. It stays what it is when another one is shown: a use case is
// done where it was begun.
func (c *Core) Shown() *Core {
	if shown := c.showing(); shown != nil {
		return shown
	}
	return c
}

func (p *Program) showing() *Core {
	p.rooms.Lock()
	defer p.rooms.Unlock()
	return p.shown
}

// In is the program in a workspace, by its id.
func (p *Program) In(id string) (*Core, error) {
	p.opening.Lock()
	defer p.opening.Unlock()
	return p.in(id)
}

func (p *Program) in(id string) (*Core, error) {
	p.rooms.Lock()
	c := p.open[id]
	p.rooms.Unlock()
	if c != nil {
		return c, nil
	}
	all, err := p.Store.Workspaces()
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(all, func(w store.WorkspaceInfo) bool { return w.ID == id }) {
		return nil, store.ErrNoWorkspace
	}
	w, err := p.Store.Workspace(id)
	if err != nil {
		return nil, err
	}
	c = &Core{Program: p}
	c.furnish(w)
	p.rooms.Lock()
	p.open[id] = c
	started := p.started
	p.rooms.Unlock()
	if started {
		err = c.goOn()
	}
	return c, err
}

// goOn goes on with what was under way in a workspace, and does there what nobody waits for.
func (c *Core) goOn() error {
	c.Library.Run()
	return c.Runs.Continue()
}

// others goes on in the workspaces that aren't shown.
func (p *Program) others() {
	all, err := p.Store.Workspaces()
	for _, w := range all {
		if _, failed := p.In(w.ID); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", w.ID, failed))
		}
	}
	if err != nil {
		p.Log.Error("opening the workspaces", "err", err)
	}
}

// closeAll ends what is under way in all workspaces.
func (p *Program) closeAll() {
	p.rooms.Lock()
	all := slices.Collect(maps.Values(p.open))
	p.open, p.started = map[string]*Core{}, false
	p.rooms.Unlock()
	var closing sync.WaitGroup
	for _, c := range all {
		closing.Go(func() {
			defer fault.Recover(p.Log, nil)
			c.Runs.Close()
			c.Library.Close()
		})
	}
	closing.Wait()
}

// Workspaces lists them, in the order in which they were made.
func (p *Program) Workspaces() ([]WorkspaceInfo, error) {
	all, err := p.Store.Workspaces()
	p.rooms.Lock()
	defer p.rooms.Unlock()
	out := []WorkspaceInfo{}
	for _, w := range all {
		c := p.open[w.ID]
		out = append(out, WorkspaceInfo{w.ID, p.called(w.ID, w.Name), w.Documents, w.Conversations, c != nil && c.busy(), c != nil && c == p.shown})
	}
	return out, err
}

// called is a workspace's name; the first one's, until a person gives it another, in the language of the page.
func (p *Program) called(id, name string) string {
	if id == usualWorkspace && name == usualWorkspace {
		return p.Say().Text("app.usual-workspace")
	}
	return name
}

// busy says whether something is under way.
func (c *Core) busy() bool {
	adding := c.Library.Adding()
	return adding.Done < adding.Of && !adding.Paused && adding.Locked < adding.Of-adding.Done || c.Runs.Live()
}

// tellBusy tells the pages when that has changed in a workspace.
func (c *Core) tellBusy() {
	now, id := c.busy(), c.Workspace.ID()
	c.rooms.Lock()
	changed := c.open[id] == c && c.busied[id] != now
	if changed {
		c.busied[id] = now
	}
	c.rooms.Unlock()
	if changed {
		c.tellWorkspaces()
	}
}

// tellWorkspaces tells the pages of all workspaces; in a terminal nobody hears.
func (p *Program) tellWorkspaces() {
	if p.Shell == nil {
		return
	}
	all, err := p.Workspaces()
	if err != nil {
		p.Log.Error("the workspaces could not be told", "err", err)
		return
	}
	p.tell().Workspaces(all)
}

// ShowWorkspace shows a workspace from now on, also after a restart. What is under way in the one before goes on.
func (p *Program) ShowWorkspace(id string) error {
	c, err := p.In(id)
	if err != nil {
		return err
	}
	err = p.show(c)
	p.tellWorkspaces()
	return err
}

// show has the page shown a workspace, also after a restart.
func (p *Program) show(c *Core) error {
	p.rooms.Lock()
	p.shown = c
	p.rooms.Unlock()
	return p.Store.Settings.Save(shownKey, c.Workspace.ID())
}

// AddWorkspace makes a workspace, and returns its id.
func (p *Program) AddWorkspace(name string) (string, error) {
	w, err := p.Store.AddWorkspace(name)
	if err != nil {
		return "", err
	}
	p.tellWorkspaces()
	return w.ID(), nil
}

// RenameWorkspace gives a workspace another name.
func (p *Program) RenameWorkspace(id, name string) error {
	err := p.Store.RenameWorkspace(id, name)
	if err == nil {
		p.tellWorkspaces()
	}
	return err
}

// RemoveWorkspace ends what is under way in a workspace and removes it with all that is in it, for good. Where it is shown
// another one is then; in the place of the last one comes an empty one.
func (p *Program) RemoveWorkspace(id string) error {
	all, err := p.Store.Workspaces()
	if err == nil && len(all) == 1 && all[0].ID == id {
		return p.replaceLast(all[0])
	}
	if err != nil {
		return err
	}
	return p.removeWorkspace(id, all)
}

// replaceLast puts an empty workspace in the place of the only one.
func (p *Program) replaceLast(last store.WorkspaceInfo) error {
	name := usualWorkspace
	if strings.EqualFold(last.Name, name) {
		name += " 2" // until the other one is gone
	}
	w, err := p.Store.AddWorkspace(name)
	if err != nil {
		return err
	}
	all, err := p.Store.Workspaces()
	if err == nil {
		err = p.removeWorkspace(last.ID, all)
	}
	if err == nil && name != usualWorkspace {
		err = p.RenameWorkspace(w.ID(), usualWorkspace)
	}
	return err
}

func (p *Program) removeWorkspace(id string, all []store.WorkspaceInfo) error {
	p.opening.Lock()
	defer p.opening.Unlock()
	c, err := p.in(id)
	if err != nil {
		return err
	}
	if p.showing() == c {
		at := slices.IndexFunc(all, func(w store.WorkspaceInfo) bool { return w.ID != id })
		other, err := p.in(all[at].ID)
		if err != nil {
			return err
		}
		if err := p.show(other); err != nil {
			return err
		}
	}
	p.rooms.Lock()
	delete(p.open, id)
	delete(p.busied, id)
	p.rooms.Unlock()
	err = errors.Join(c.Library.CancelAll(), c.Runs.DeleteAll())
	c.Runs.Close()
	c.Library.Close()
	if err == nil {
		err = p.Store.RemoveWorkspace(id)
	}
	p.tellWorkspaces()
	return err
}
