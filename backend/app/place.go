package app

import (
	"errors"

	"lectern/backend/store"
)

// Place is where the person was: the window comes back there after it was closed, loaded again or broken down.
type Place struct {
	Conversation string  `json:"conversation"` // the one that was open; empty: a new one
	Document     string  `json:"document"`     // the one that was read; empty: none
	Page         int     `json:"page"`         // of it, from 1
	Source       int     `json:"source"`       // how wide the source was made, in pixels; 0: as usual
	Drafts       []Draft `json:"drafts"`
}

// Draft is a question that was begun.
type Draft struct {
	Conversation string `json:"conversation"`
	Text         string `json:"text"`
}

const (
	oldPlace  = "place" // of the only workspace that a window had
	mostDraft = 200_000 // bytes of a draft; longer ones are not kept
	mostKept  = 200     // drafts, the last ones
)

// LastPlace is where the person was in the workspace.
func (c *Core) LastPlace() (Place, error) {
	p := Place{Drafts: []Draft{}}
	var err error
	if c.Workspace.ID() == usualWorkspace {
		err = c.Store.Settings.Get(oldPlace, &p)
	}
	err = errors.Join(err, c.Store.Settings.Get(store.PlaceIn+c.Workspace.ID(), &p))
	if p.Drafts == nil {
		p.Drafts = []Draft{}
	}
	return p, err
}

// KeepPlace keeps it.
func (c *Core) KeepPlace(p Place) error {
	kept := []Draft{}
	for _, d := range p.Drafts[max(0, len(p.Drafts)-mostKept):] {
		if d.Text != "" && len(d.Text) <= mostDraft {
			kept = append(kept, d)
		}
	}
	p.Drafts = kept
	return c.Store.Settings.Save(store.PlaceIn+c.Workspace.ID(), p)
}
