package app

import "lectern/backend/models"

// What the page is told without asking. Whoever comes late asks for everything instead; the events of runs are numbered and
// can be replayed (RunEvents).
const (
	EventRun           = "run"           // a store.Event: what happened in a run
	EventDocuments     = "documents"     // []library.Document: those that changed
	EventStatus        = "status"        // a Status: how things stand now
	EventConversations = "conversations" // nothing: their list is to be read again
	EventMemories      = "memories"      // nothing: what is remembered is to be read again
)

// Listen tells the page from now on when Ollama or its models change, and when the data folder has troubles.
func (c *Core) Listen() {
	if c.Damage() != nil {
		return
	}
	c.Models.OnChange(func(s models.State) { c.Shell.Emit(EventStatus, c.status(s)) })
	c.onTrouble(func() { c.Shell.Emit(EventStatus, c.status(c.Models.State())) })
}
