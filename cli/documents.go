package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type listCommand struct {
	Folder string `placeholder:"NAME" help:"Only those in this group, or added from this folder."`
}

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
	if c.Folder != "" {
		folder, err := e.folder(core, c.Folder)
		if err != nil {
			return err
		}
		docs = slices.DeleteFunc(docs, func(d library.Document) bool { return !store.Document{Path: d.Path, Folder: d.Folder}.In(folder) })
	}
	slices.SortStableFunc(docs, func(a, b library.Document) int {
		return strings.Compare(strings.ToLower(a.Folder), strings.ToLower(b.Folder))
	})
	folder := ""
	for _, d := range docs {
		if e.json {
			err = e.print(line(d))
		} else {
			if d.Folder != folder {
				folder = d.Folder
				fmt.Fprintf(e.Stdout, "\n%s\n", folder)
			}
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

// folder is what is meant by one that is typed: a group, or a path.
func (e *env) folder(core *app.Core, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	path, err := filepath.Abs(e.path(name))
	if err != nil {
		return "", err
	}
	return core.Folder(name, path)
}

type moveCommand struct {
	Names []string `arg:"" name:"name" help:"Names as \"lectern list\" shows them."`
	To    string   `required:"" placeholder:"FOLDER" help:"The group; empty: out of theirs."`
}

func (c *moveCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	ids, err := core.AllNamed(c.Names)
	if err != nil {
		return err
	}
	return core.Library.Move(ids, c.To)
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
