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
	shell Shell
	n     *atomic.Int64 // the last number
}

func (t *Told) emit(name string, data ...any) { t.shell.Emit(name, append(data, t.n.Add(1))...) }

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

// Restored tells that everything is another: a page begins anew.
func (t *Told) Restored() { t.emit("restored") }

func (c *Core) tell() *Told { return &Told{c.Shell, &c.told} }

// Listen tells the page from now on when Ollama or its models change, and when the data folder has troubles.
func (c *Core) Listen() {
	if c.Damage() != nil {
		return
	}
	c.Models.OnChange(func(s models.State) { c.tell().Status(c.status(s)) })
	c.onTrouble(func() { c.tell().Status(c.status(c.Models.State())) })
}
