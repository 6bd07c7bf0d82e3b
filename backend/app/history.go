package app

import (
	"fmt"
	"slices"
	"time"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// AskedRun is a line in the list of all that was asked.
type AskedRun struct {
	Run          string `json:"run"`
	Asked        string `json:"asked"` // RFC 3339
	Status       string `json:"status"`
	Conversation string `json:"conversation"`
	Branch       int    `json:"branch"`   // its place among those at the same place of the conversation, from 1
	Branches     int    `json:"branches"` // how many there are
	Question     string `json:"question"`
}

// History lists the runs of a conversation, of all for "", the last asked first.
func (c *Core) History(conversation string) ([]AskedRun, error) {
	all, err := c.Workspace.Conversations.List()
	if err != nil {
		return nil, err
	}
	if conversation != "" {
		all = slices.DeleteFunc(all, func(o store.Conversation) bool { return o.ID != conversation })
		if len(all) == 0 {
			return nil, messages.Error("app.no-such-conversation", messages.Args{"conversation": fmt.Sprintf("%q", conversation)})
		}
	}
	var asked []store.Run
	lines := map[string]AskedRun{}
	for _, one := range all {
		_, rs, err := c.Workspace.Conversations.Get(one.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range rs {
			beside := store.Beside(rs, r)
			lines[r.ID] = AskedRun{
				r.ID, r.Asked.Format(time.RFC3339), r.Status, r.Conversation, slices.Index(beside, r.ID) + 1, len(beside), r.Question,
			}
		}
		asked = append(asked, rs...)
	}
	slices.SortStableFunc(asked, func(a, b store.Run) int { return b.Asked.Compare(a.Asked) })
	out := make([]AskedRun, len(asked))
	for i, r := range asked {
		out[i] = lines[r.ID]
	}
	return out, nil
}
