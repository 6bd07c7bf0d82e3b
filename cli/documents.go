package cli

import (
	"fmt"

	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
)

type listCommand struct{}

func (c *listCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	docs, err := core.Library.List()
	if err != nil {
		return err
	}
	for _, d := range docs {
		if e.json {
			err = e.print(line(d))
		} else {
			e.Stderr = e.Stdout
			e.describe(d)
		}
		if err != nil {
			return err
		}
	}
	if len(docs) == 0 && !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.library-empty"))
	}
	return nil
}

type removeCommand struct {
	Names []string `arg:"" name:"name" help:"Names as \"lectern list\" shows them."`
	Wipe  bool     `help:"Take what is removed off the disk at once; otherwise that is done when room is given back."`
}

func (c *removeCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	failed := 0
	for _, name := range c.Names {
		d, err := core.Named(name)
		if err == nil {
			err = core.Library.Remove(d.ID)
		}
		switch {
		case err != nil:
			failed++
			fmt.Fprintln(e.Stderr, "lectern:", err)
		case e.json:
			err = e.print(docLine{Path: d.Path, Name: d.Name, ID: d.ID, State: library.Removed, Pages: d.Pages, Passages: d.Passages})
			if err != nil {
				return err
			}
		default:
			fmt.Fprintln(e.Stdout, messages.Text("cli.removed", messages.Args{"name": ingest.Shown(d.Name), "path": ingest.Shown(d.Path)}))
		}
	}
	if c.Wipe {
		if err := core.Store.Wipe(); err != nil {
			return messages.Error("cli.removed-may-be-on-disk", messages.Args{"error": err})
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed < len(c.Names):
		return exitError{ExitSome}
	}
	return exitError{ExitFailed}
}
