package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/runs"
	"lectern/backend/store"
)

type runsCommand struct {
	Conversation string `placeholder:"ID" help:"Only of this conversation."`
}

// runLine is a run in JSON.
type runLine struct {
	Run          string `json:"run"`
	Asked        string `json:"asked"` // RFC 3339
	Status       string `json:"status"`
	Conversation string `json:"conversation"`
	Branch       int    `json:"branch"`   // its place among those at the same place of the conversation, from 1
	Branches     int    `json:"branches"` // how many there are
	Question     string `json:"question"`
}

func (c *runsCommand) Run(e *env) error {
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		return err
	}
	defer core.close()
	listed, err := c.list(core.Workspace)
	if err != nil {
		return err
	}
	for _, r := range listed {
		if e.json {
			err = e.print(r)
		} else {
			_, err = fmt.Fprintln(e.Stdout, r)
		}
		if err != nil {
			return err
		}
	}
	if len(listed) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, "Nothing has been asked yet.")
	}
	return nil
}

func (r runLine) String() string {
	when := r.Asked
	if at, err := time.Parse(time.RFC3339, r.Asked); err == nil {
		when = at.Local().Format("2006-01-02 15:04")
	}
	branch := ""
	if r.Branches > 1 {
		branch = fmt.Sprintf("%d/%d", r.Branch, r.Branches)
	}
	return fmt.Sprintf("%s  %s  %-12s  %s  %-4s %s", r.Run, when, r.Status, r.Conversation, branch, strings.Join(strings.Fields(r.Question), " "))
}

// list reads the runs, the last asked first.
func (c *runsCommand) list(w *store.Workspace) ([]runLine, error) {
	all, err := w.Conversations.List()
	if err != nil {
		return nil, err
	}
	if c.Conversation != "" {
		all = slices.DeleteFunc(all, func(o store.Conversation) bool { return o.ID != c.Conversation })
		if len(all) == 0 {
			return nil, fmt.Errorf("there is no conversation %q; \"lectern runs\" shows them", c.Conversation)
		}
	}
	var asked []store.Run
	lines := map[string]runLine{}
	for _, conversation := range all {
		_, rs, err := w.Conversations.Get(conversation.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range rs {
			beside := store.Beside(rs, r)
			lines[r.ID] = runLine{
				r.ID, r.Asked.Format(time.RFC3339), r.Status, r.Conversation, slices.Index(beside, r.ID) + 1, len(beside), r.Question,
			}
		}
		asked = append(asked, rs...)
	}
	slices.SortStableFunc(asked, func(a, b store.Run) int { return b.Asked.Compare(a.Asked) })
	out := make([]runLine, len(asked))
	for i, r := range asked {
		out[i] = lines[r.ID]
	}
	return out, nil
}

type resumeCommand struct {
	RunID string `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
}

func (c *resumeCommand) Run(e *env) error {
	return follow(e, func(r *runs.Runs) (runs.Started, error) { return r.Resume(c.RunID) })
}

type branchCommand struct {
	RunID string `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
	Step  int    `arg:"" help:"Number of the step as \"lectern trace\" shows it."`
}

func (c *branchCommand) Run(e *env) error {
	return follow(e, func(r *runs.Runs) (runs.Started, error) {
		t, err := r.Turn(c.RunID)
		if err != nil {
			return runs.Started{}, err
		}
		step, err := stepOf(t, c.Step)
		if err != nil {
			return runs.Started{}, err
		}
		return r.StartOver(c.RunID, step.Checkpoint)
	})
}

// stepOf finds a step by its number in the trace.
func stepOf(t runs.Turn, number int) (runs.StepInfo, error) {
	switch {
	case len(t.Steps) == 0:
		return runs.StepInfo{}, errors.New("that run has no steps")
	case number < 1 || number > len(t.Steps):
		return runs.StepInfo{}, fmt.Errorf("that run has no step %d; its steps are 1 to %d", number, len(t.Steps))
	case t.Steps[number-1].Checkpoint == 0:
		return runs.StepInfo{}, errors.New("that step was not kept: an earlier Lectern took it")
	}
	return t.Steps[number-1], nil
}
