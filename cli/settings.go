package cli

import (
	"cmp"
	"fmt"

	"lectern/backend/app"
	"lectern/backend/messages"
)

type settingsCommand struct {
	Workflow string `arg:"" optional:"" placeholder:"WORKFLOW" help:"Only of this workflow."`
}

func (c *settingsCommand) Run(e *env) error {
	numbers, err := app.Numbers(c.Workflow)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		if e.json {
			err = e.print(n)
		} else {
			where := cmp.Or(n.Title, messages.Text("cli.not-in-settings"))
			_, err = fmt.Fprintf(e.Stdout, "%s=%v  (%s; %s)\n    %s\n", n.Key, n.Default, n.Range, where, n.Help)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
