package app

import (
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Told tells the page what it did not ask for: a method for each event, which is called as the method is, with a small
// letter. Whoever comes late asks for everything instead. The events of a run are numbered and can be replayed
// (runs.Runs.Events); of the others the last one counts. The page's types are generated from the methods' arguments.
type Told struct{ shell Shell }

// Run tells what happened in a run.
func (t *Told) Run(e store.Event) { t.shell.Emit("run", e) }

// Documents tells of those that changed.
func (t *Told) Documents(ds []library.Document) { t.shell.Emit("documents", ds) }

// Status tells how things stand now.
func (t *Told) Status(s Status) { t.shell.Emit("status", s) }

// Conversations tells that their list is to be read again.
func (t *Told) Conversations() { t.shell.Emit("conversations") }

// Memories tells that what is remembered is to be read again.
func (t *Told) Memories() { t.shell.Emit("memories") }

func (c *Core) tell() *Told { return &Told{c.Shell} }

// Listen tells the page from now on when Ollama or its models change, and when the data folder has troubles.
func (c *Core) Listen() {
	if c.Damage() != nil {
		return
	}
	c.Models.OnChange(func(s models.State) { c.tell().Status(c.status(s)) })
	c.onTrouble(func() { c.tell().Status(c.status(c.Models.State())) })
}
