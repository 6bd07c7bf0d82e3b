package cli

import (
	"fmt"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/runs"
)

type runsCommand struct {
	Conversation string `placeholder:"ID" help:"Only of this conversation."`
}

func (c *runsCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	listed, err := core.History(c.Conversation)
	if err != nil {
		return err
	}
	for _, r := range listed {
		if e.json {
			err = e.print(r)
		} else {
			_, err = fmt.Fprintln(e.Stdout, runText(r))
		}
		if err != nil {
			return err
		}
	}
	if len(listed) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.nothing-asked"))
	}
	return nil
}

// runText is a run in a line.
func runText(r app.AskedRun) string {
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

type resumeCommand struct {
	RunID string `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
}

func (c *resumeCommand) Run(e *env) error {
	return follow(e, func(core *app.Core) (runs.Started, error) { return core.Runs.Resume(c.RunID) })
}

type branchCommand struct {
	RunID string `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
	Step  int    `arg:"" help:"Number of the step as \"lectern trace\" shows it."`
}

func (c *branchCommand) Run(e *env) error {
	return follow(e, func(core *app.Core) (runs.Started, error) {
		t, err := core.Runs.Turn(c.RunID)
		if err != nil {
			return runs.Started{}, err
		}
		step, err := stepOf(t, c.Step)
		if err != nil {
			return runs.Started{}, err
		}
		return core.Runs.StartOver(c.RunID, step.Checkpoint)
	})
}

// stepOf finds a step by its number in the trace.
func stepOf(t runs.Turn, number int) (runs.StepInfo, error) {
	switch {
	case len(t.Steps) == 0:
		return runs.StepInfo{}, messages.Error("cli.no-steps")
	case number < 1 || number > len(t.Steps):
		return runs.StepInfo{}, messages.Error("cli.no-step", messages.Args{"number": number, "steps": len(t.Steps)})
	case t.Steps[number-1].Checkpoint == 0:
		return runs.StepInfo{}, messages.Error("cli.step-not-kept")
	}
	return t.Steps[number-1], nil
}
