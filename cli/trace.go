package cli

import (
	"fmt"
	"strings"
	"time"

	"lectern/backend/messages"
	"lectern/backend/runs"
)

type traceCommand struct {
	Step  *int   `placeholder:"N" help:"Show what this step was given and what it changed."`
	RunID string `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
}

// stepLine is a step in JSON; in and out come with --step.
type stepLine struct {
	Step int `json:"step"`
	runs.StepInfo
	*runs.StepDetail
}

func (c *traceCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	t, err := core.Runs.Turn(c.RunID)
	if err != nil {
		return err
	}
	lines := make([]stepLine, len(t.Steps))
	for i, s := range t.Steps {
		lines[i] = stepLine{Step: i + 1, StepInfo: s}
	}
	if c.Step != nil {
		s, err := stepOf(t, *c.Step)
		if err != nil {
			return err
		}
		detail, err := core.Runs.StepDetail(t.Run, s.Checkpoint, s.Task)
		if err != nil {
			return err
		}
		lines = []stepLine{{*c.Step, s, &detail}}
	}
	for _, line := range lines {
		if e.json {
			err = e.print(line)
		} else {
			_, err = fmt.Fprint(e.Stdout, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l stepLine) String() string {
	var b strings.Builder
	what := l.Summary
	if what == "" || what == "done" {
		what = l.Title
	}
	fmt.Fprintf(&b, "%d. %s: %s\n", l.Step, l.Node, what)
	facts := []string{(time.Duration(l.Millis) * time.Millisecond).String()}
	if l.Model != "" {
		facts = append(facts, l.Model)
	}
	if l.TokensIn+l.TokensOut > 0 {
		facts = append(facts, messages.Text("cli.tokens", messages.Args{"read": l.TokensIn, "written": l.TokensOut}))
	}
	if l.Checkpoint != 0 {
		facts = append(facts, fmt.Sprintf("checkpoint %d", l.Checkpoint))
	}
	fmt.Fprintln(&b, indent(strings.Join(facts, " · ")))
	for _, note := range l.Notes {
		fmt.Fprintln(&b, indent("· "+note.Text))
	}
	if l.StepDetail != nil {
		b.WriteString(describeFields(messages.Text("cli.went-in"), l.In) + describeFields(messages.Text("cli.came-out"), l.Out))
	}
	return b.String()
}

func describeFields(title string, fields []runs.Field) string {
	text := "\n" + title + "\n"
	for _, f := range fields {
		text += indent(f.Name+": "+f.Value) + "\n"
	}
	return text
}
