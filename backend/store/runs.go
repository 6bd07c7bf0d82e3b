package store

import (
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// Runs are questions on their way to an answer, and the records of them.
type Runs struct {
	part
	texts runTexts
}

// Save stores a run with events that it begins with. A new one is shown; its conversation is made if need be, with
// the title.
func (rs *Runs) Save(r Run, title string, events ...Event) error {
	return rs.update(func(b buckets) error {
		var c Conversation
		err := getJSON(b.get("conversations"), r.Conversation, &c)
		switch {
		case errors.Is(err, ErrNotFound) && title == "":
			return err // deleted meanwhile: nothing of it comes back
		case errors.Is(err, ErrNotFound):
			c = Conversation{ID: r.Conversation, Title: title, Created: r.Asked}
		case err != nil:
			return err
		}
		if !slices.Contains(c.Runs, r.ID) {
			runs, err := b.runs(c)
			if err != nil {
				return err
			}
			c.Runs = append(c.Runs, r.ID)
			c.show(append(runs, r), r.ID)
		}
		c.Updated = time.Now()
		return errors.Join(putJSON(b.get("conversations"), c.ID, c), putJSON(b.get("runs"), r.ID, r), b.append(events))
	})
}

// Get reads one run.
func (rs *Runs) Get(id string) (r Run, err error) {
	return r, rs.view(func(b buckets) error { return getJSON(b.get("runs"), id, &r) })
}

// Unfinished lists the runs that were under way when the program ended.
func (rs *Runs) Unfinished() (runs []Run, err error) {
	return runs, rs.view(func(b buckets) error {
		return b.get("runs").ForEach(func(_, raw []byte) error {
			var r Run
			if err := json.Unmarshal(raw, &r); err != nil {
				return err
			}
			if r.Status == Running {
				runs = append(runs, r)
			}
			return nil
		})
	})
}
