package app

import (
	"sync/atomic"

	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Told tells the page what it did not ask for: a method for each event, which is called as the method is, with a small
// letter. Each comes with a number, counting from 1 over all of them: windows may hand events on late and in another order,
// and what was told later counts. Whoever comes late asks for everything instead. The events of a run have numbers of their
// own, besides, and can be replayed (runs.Runs.Events). The page's types are generated from the methods' arguments.
type Told struct {
	shell     Shell
	n         *atomic.Int64 // the last number
	workspace string
}

func (t *Told) emit(name string, data ...any) {
	t.shell.Emit(name, append(data, t.n.Add(1), t.workspace)...)
}

// Run tells what happened in a run.
func (t *Told) Run(e store.Event) { t.emit("run", e) }

// Documents tells of those that changed.
func (t *Told) Documents(ds []library.Document) { t.emit("documents", ds) }

// Adding tells how far everything is that is being added. Where everything is done, it is told once, and after that all
// begins anew.
func (t *Told) Adding(a library.Adding) { t.emit("adding", a) }

// Pulls tells of all downloads of models that aren't done.
func (t *Told) Pulls(ps []models.Pull) { t.emit("pulls", ps) }

// Status tells how things stand now.
func (t *Told) Status(s Status) { t.emit("status", s) }

// Conversations tells that their list is to be read again.
func (t *Told) Conversations() { t.emit("conversations") }

// Memories tells that what is remembered is to be read again.
func (t *Told) Memories() { t.emit("memories") }

// Upkeep tells how far something is that takes long in a large data folder.
func (t *Told) Upkeep(u Upkeep) { t.emit("upkeep", u) }

// Workspaces tells of all of them: another one may be shown.
func (t *Told) Workspaces(ws []WorkspaceInfo) { t.emit("workspaces", ws) }

// Restored tells that everything is another: a page begins anew.
func (t *Told) Restored() { t.emit("restored") }

// tell tells what is of all workspaces, or of one.
func (p *Program) tell() *Told { return &Told{p.Shell, &p.told, ""} }

func (c *Core) tell() *Told { return &Told{c.Shell, &c.told, c.Workspace.ID()} }

func (c *Core) tellDocuments(ds []library.Document) { c.tell().Documents(c.saidOf(ds)) }

func (c *Core) tellAdding(a library.Adding) {
	c.tell().Adding(a)
	c.tellBusy()
}

func (c *Core) tellRun(e store.Event) {
	c.tell().Run(e)
	switch e.Kind {
	case "done":
		c.tell().Conversations()
		c.tellBusy()
	case "start", "restart", "replied":
		c.tellBusy()
	}
}

// Listen tells the page from now on when Ollama or its models change, and when the data folder has troubles.
func (p *Program) Listen() {
	if p.Damage() != nil {
		return
	}
	p.Models.OnChange(func(s models.State) { p.tellStatus(s) })
	p.onTrouble(func() { p.tellStatus(p.Models.State()) })
}

// tellStatus tells how things stand in the workspace that is shown; before one is, nobody looks.
func (p *Program) tellStatus(s models.State) {
	if c := p.showing(); c != nil {
		c.tell().Status(c.status(s))
	}
}
