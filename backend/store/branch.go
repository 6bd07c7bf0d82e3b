package store

import "slices"

// The runs of a conversation form a tree. Below a run stand the questions that were asked after it; where one was asked
// instead of another, or was started over, they stand beside each other, and each is the beginning of a branch. All
// the functions here take a conversation's runs in the order in which they were asked.

// Way leads from the first run of a branch down to the given one.
func Way(runs []Run, id string) []Run {
	way := []Run{}
	for _, r := range slices.Backward(runs) { // what is above was asked before
		if r.ID == id {
			way, id = append(way, r), r.Parent
		}
	}
	slices.Reverse(way)
	return way
}

// Beside lists the runs at the place of the given one, its own included.
func Beside(runs []Run, r Run) []string {
	ids := []string{}
	for _, other := range runs {
		if other.Parent == r.Parent {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// latest is the run asked last of those below the given one, or that one itself. Nothing stands below it.
func latest(runs []Run, id string) string {
	below, last := map[string]bool{id: true}, id
	for _, r := range runs {
		if below[r.Parent] {
			below[r.ID], last = true, r.ID
		}
	}
	return last
}

// Show makes the branch shown that a run is in, down to what was asked last in it.
func (w *Workspace) Show(run string) error {
	return w.update(w.s.chats, func(b buckets) error {
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

// linkRuns brings conversations up to date that were stored before there were branches: their runs form a single one.
func (w *Workspace) linkRuns() error {
	var old []Conversation
	all, err := w.Conversations()
	for _, c := range all {
		if c.Shown == "" && len(c.Runs) > 0 {
			old = append(old, c)
		}
	}
	if err != nil || len(old) == 0 {
		return err
	}
	return w.update(w.s.chats, func(b buckets) error {
		for _, c := range old {
			runs, err := b.runs(c)
			if err != nil {
				return err
			}
			for i := 1; i < len(runs); i++ {
				runs[i].Parent = runs[i-1].ID
				if err := putJSON(b.get("runs"), runs[i].ID, runs[i]); err != nil {
					return err
				}
			}
			c.show(runs, runs[len(runs)-1].ID)
			if err := putJSON(b.get("conversations"), c.ID, c); err != nil {
				return err
			}
		}
		return nil
	})
}
