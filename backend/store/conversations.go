package store

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Conversations are trees of runs.
type Conversations struct{ part }

// List lists them, the last used first.
func (cs *Conversations) List() ([]Conversation, error) {
	all := []Conversation{}
	err := cs.view(func(b buckets) error {
		return b.get("conversations").ForEach(func(_, raw []byte) error {
			var c Conversation
			if err := json.Unmarshal(raw, &c); err != nil {
				return err
			}
			all = append(all, c)
			return nil
		})
	})
	slices.SortFunc(all, func(a, b Conversation) int { return b.Updated.Compare(a.Updated) })
	return all, err
}

// Get reads one conversation and all its runs, in the order in which they were asked.
func (cs *Conversations) Get(id string) (c Conversation, runs []Run, err error) {
	return c, runs, cs.view(func(b buckets) (err error) {
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		runs, err = b.runs(c)
		return err
	})
}

// Rename gives a conversation another title.
func (cs *Conversations) Rename(id, title string) error {
	return cs.update(func(b buckets) error {
		var c Conversation
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		c.Title = strings.TrimSpace(title)
		return putJSON(b.get("conversations"), id, c)
	})
}

// Delete removes a conversation with its runs and their events.
func (cs *Conversations) Delete(id string) error {
	err := cs.update(func(b buckets) error {
		var c Conversation
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		errs := []error{b.get("conversations").Delete([]byte(id)), noteRemoved(b.ws.Tx())}
		for _, run := range c.Runs {
			errs = append(errs, b.get("runs").Delete([]byte(run)), b.forget("events", run), b.forget("made", run), b.forget("receipts", run))
		}
		return errors.Join(errs...)
	})
	if err == nil {
		cs.s.removed(cs.s.chats)
	}
	return err
}

// Show makes the branch shown that a run is in, down to what was asked last in it.
func (cs *Conversations) Show(run string) error {
	return cs.update(func(b buckets) error {
		var r Run
		var c Conversation
		if err := getJSON(b.get("runs"), run, &r); err != nil {
			return err
		}
		if err := getJSON(b.get("conversations"), r.Conversation, &c); err != nil {
			return err
		}
		runs, err := b.runs(c)
		if err != nil {
			return err
		}
		c.show(runs, latest(runs, run))
		return putJSON(b.get("conversations"), c.ID, c)
	})
}

func (c *Conversation) show(runs []Run, id string) { c.Shown, c.Turns = id, len(Way(runs, id)) }

// runs reads the runs of a conversation.
func (b buckets) runs(c Conversation) (runs []Run, err error) {
	for _, id := range c.Runs {
		var r Run
		if err := getJSON(b.get("runs"), id, &r); err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}
