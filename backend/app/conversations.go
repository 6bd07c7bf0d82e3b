package app

import (
	"errors"
	"slices"
	"time"

	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// ConversationInfo is a line in the list of conversations.
type ConversationInfo struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Updated string `json:"updated"` // RFC 3339
	Turns   int    `json:"turns"`   // of the branch that is shown
	Running bool   `json:"running"`
}

// Conversations lists them, the last used first.
func (c *Core) Conversations() ([]ConversationInfo, error) {
	stored, err := c.Workspace.Conversations.List()
	if err != nil {
		return nil, err
	}
	unfinished, err := c.Workspace.Runs.Unfinished()
	if err != nil {
		return nil, err
	}
	out := []ConversationInfo{}
	for _, s := range stored {
		running := slices.ContainsFunc(unfinished, func(r store.Run) bool { return r.Conversation == s.ID })
		out = append(out, ConversationInfo{s.ID, s.Title, s.Updated.Format(time.RFC3339), s.Turns, running})
	}
	return out, nil
}

// Conversation is one conversation with the turns of the branch that is shown.
type Conversation struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Turns []runs.Turn `json:"turns"`
}

// Conversation reads one with all that happened in the branch of it that is shown.
func (c *Core) Conversation(id string) (Conversation, error) {
	title, turns, err := c.Runs.Turns(id)
	if errors.Is(err, store.ErrNotFound) {
		err = messages.Error("app.no-conversation")
	}
	return Conversation{id, title, turns}, err
}

// ShowBranch shows the branch that a run is in, from now on.
func (c *Core) ShowBranch(run string) (Conversation, error) {
	defer c.tell().Conversations()
	id, err := c.Runs.ShowBranch(run)
	if err != nil {
		return Conversation{}, err
	}
	return c.Conversation(id)
}

// RenameConversation gives it another title.
func (c *Core) RenameConversation(id, title string) error {
	defer c.tell().Conversations()
	return c.Workspace.Conversations.Rename(id, title)
}

// DeleteConversation removes it with everything in it.
func (c *Core) DeleteConversation(id string) error {
	defer c.tell().Conversations()
	return c.Runs.DeleteConversation(id)
}
