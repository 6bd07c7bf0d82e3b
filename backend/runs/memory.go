package runs

import (
	"errors"
	"time"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Memory is what is remembered of a turn, or of several of a conversation that were put together. Of the workflows, the
// analyst alone remembers and looks back.
type Memory struct {
	Run          string `json:"run"` // of the last of its turns
	Conversation string `json:"conversation"`
	Title        string `json:"title"` // of the conversation
	Question     string `json:"question"`
	Summary      string `json:"summary"`
	Asked        string `json:"asked"` // RFC 3339; the last of its turns
	Turns        int    `json:"turns"`
}

// Memories lists what is remembered, the newest first.
func (r *Runs) Memories() ([]Memory, error) {
	remembered, err := r.workspace.Memories.List()
	if err != nil {
		return nil, err
	}
	conversations, err := r.workspace.Conversations.List()
	if err != nil {
		return nil, err
	}
	titles := map[string]string{}
	for _, c := range conversations {
		titles[c.ID] = c.Title
	}
	out := []Memory{}
	for _, m := range remembered {
		out = append(out, Memory{m.Run, m.Conversation, titles[m.Conversation], m.Question, m.Summary, m.Asked.Format(time.RFC3339), len(m.Runs)})
	}
	return out, nil
}

// Forget deletes what is remembered of a run; of turns that were put together, all.
func (r *Runs) Forget(run string) error {
	err := r.workspace.Memories.Delete(run)
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("runs.nothing-remembered")
	}
	return err
}

// ForgetAll deletes all that is remembered in the workspace.
func (r *Runs) ForgetAll() error { return r.workspace.Memories.Clear() }
