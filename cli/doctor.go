package cli

import (
	"fmt"

	"lectern/backend/app"
	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type doctorCommand struct {
	Rebuild         bool `help:"Make a library whose database is lost or damaged anew from its PDFs. What is damaged is kept in the quarantine."`
	EmptyQuarantine bool `help:"Delete what was put into the quarantine."`
}

func (c *doctorCommand) Run(e *env) error {
	d := app.Doctor{Rebuild: c.Rebuild, EmptyQuarantine: c.EmptyQuarantine, Tell: e.diagnosed}
	d.Progress = func(r library.Rebuilding) {
		if !e.json && r.Of > 0 {
			fmt.Fprintln(e.Stderr, messages.Text("cli.rebuilding", messages.Args{"done": r.Done, "all": r.Of}))
		}
	}
	fine := false
	switch {
	case e.beside == nil:
		fine = d.Run(e.ctx, e.config())
	case c.Rebuild:
		return store.ErrLocked
	default:
		core, err := e.open()
		if err != nil {
			return err
		}
		defer core.Close()
		fine = d.Examine(e.ctx, core)
	}
	if !fine {
		return exitError{ExitFailed}
	}
	return nil
}

func (e *env) diagnosed(d app.Diagnosis) {
	if e.json {
		_ = e.print(d)
		return
	}
	mark := "✓"
	if !d.OK {
		mark = "✗"
	}
	fmt.Fprintf(e.Stdout, "%s %s: %s\n", mark, d.Check, d.Message)
	if d.Hint != "" {
		fmt.Fprintf(e.Stdout, "  %s\n", d.Hint)
	}
}
