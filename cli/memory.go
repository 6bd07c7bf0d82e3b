package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/messages"
	"lectern/backend/runs"
)

type memoryCommand struct {
	List   memoriesCommand `cmd:"" default:"1" help:"List what is remembered of past questions, the last first."`
	Forget forgetCommand   `cmd:"" help:"Forget what is remembered of a run, or everything."`
}

type memoriesCommand struct{}

func (c *memoriesCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	remembered, err := core.Runs.Memories()
	if err != nil {
		return err
	}
	for _, m := range remembered {
		if e.json {
			err = e.print(m)
		} else {
			_, err = fmt.Fprint(e.Stdout, memoryText(m))
		}
		if err != nil {
			return err
		}
	}
	if len(remembered) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.nothing-remembered"))
	}
	return nil
}

func memoryText(m runs.Memory) string {
	when := m.Asked
	if at, err := time.Parse(time.RFC3339, m.Asked); err == nil {
		when = at.Local().Format("2006-01-02 15:04")
	}
	return fmt.Sprintf("%s  %s  %s\n%s\n", m.Run, when, strings.Join(strings.Fields(m.Question), " "), indent(m.Summary))
}

type forgetCommand struct {
	All   bool   `help:"Forget everything."`
	RunID string `arg:"" name:"run" optional:"" help:"Id as \"lectern memory\" shows it."`
}

// Validate is called by the parser.
func (c *forgetCommand) Validate() error {
	if c.All == (c.RunID != "") {
		return messages.Error("cli.say-which-run")
	}
	return nil
}

func (c *forgetCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	forgotten, err := core.Runs.Memories()
	if err != nil {
		return err
	}
	if c.All {
		err = core.Runs.ForgetAll()
	} else {
		err = core.Runs.Forget(c.RunID)
	}
	if err != nil {
		return err
	}
	left, err := core.Runs.Memories()
	if err != nil {
		return err
	}
	for _, m := range forgotten {
		if slices.ContainsFunc(left, func(l runs.Memory) bool { return l.Run == m.Run }) {
			continue
		}
		if e.json {
			err = e.print(m)
		} else {
			_, err = fmt.Fprintf(e.Stdout, "Forgotten: %s\n", strings.Join(strings.Fields(m.Question), " "))
		}
		if err != nil {
			return err
		}
	}
	if len(forgotten) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.none-remembered"))
	}
	return nil
}
