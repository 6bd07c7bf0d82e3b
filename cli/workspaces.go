package cli

import (
	"errors"
	"fmt"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type workspacesCommand struct {
	List   listWorkspaces  `cmd:"" default:"1" help:"List them."`
	Add    addWorkspace    `cmd:"" help:"Make one."`
	Rename renameWorkspace `cmd:"" help:"Give one another name."`
	Remove removeWorkspace `cmd:"" help:"Remove one with its documents and conversations, for good. The original files stay where they are."`
}

// workspaceLine is a workspace in JSON.
type workspaceLine struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	Documents     int    `json:"documents"`
	Conversations int    `json:"conversations"`
}

// within opens the data folder, whichever workspaces it has.
func (e *env) within(use func(core *app.Core) error) error {
	config := e.config()
	config.Workspace = ""
	core, err := e.openWith(config)
	if err != nil {
		return err
	}
	return errors.Join(use(core), core.Close())
}

func holds(w store.WorkspaceInfo) messages.Args {
	return messages.Args{
		"name": ingest.Shown(w.Name), "documents": messages.Count("count.documents", w.Documents), "conversations": messages.Count("backup.conversations", w.Conversations),
	}
}

type listWorkspaces struct{}

func (c *listWorkspaces) Run(e *env) error {
	return e.within(func(core *app.Core) error {
		all, err := core.Store.Workspaces()
		for _, w := range all {
			if e.json {
				err = errors.Join(err, e.print(workspaceLine{w.ID, w.Name, w.Documents, w.Conversations}))
			} else {
				fmt.Fprintln(e.Stdout, messages.Text("cli.workspace", holds(w)))
			}
		}
		return err
	})
}

// workspaceNamed finds one for whoever typed its name.
func workspaceNamed(core *app.Core, name string) (store.WorkspaceInfo, error) {
	w, err := core.Store.FindWorkspace(name)
	if errors.Is(err, store.ErrNoWorkspace) {
		err = app.NoWorkspace(name)
	}
	return w, err
}

type addWorkspace struct {
	Name string `arg:"" help:"Its name."`
}

func (c *addWorkspace) Run(e *env) error {
	return e.within(func(core *app.Core) error {
		id, err := core.AddWorkspace(c.Name)
		if err != nil || !e.json {
			return err
		}
		return e.print(workspaceLine{ID: id, Name: c.Name})
	})
}

type renameWorkspace struct {
	Old string `arg:"" help:"Its name as \"lectern workspaces\" shows it."`
	New string `arg:"" help:"What it is called then."`
}

func (c *renameWorkspace) Run(e *env) error {
	return e.within(func(core *app.Core) error {
		w, err := workspaceNamed(core, c.Old)
		if err != nil {
			return err
		}
		return core.RenameWorkspace(w.ID, c.New)
	})
}

type removeWorkspace struct {
	Name string `arg:"" help:"Its name as \"lectern workspaces\" shows it."`
}

func (c *removeWorkspace) Run(e *env) error {
	return e.within(func(core *app.Core) error {
		w, err := workspaceNamed(core, c.Name)
		if err == nil {
			err = core.RemoveWorkspace(w.ID)
		}
		switch {
		case err != nil:
			return err
		case e.json:
			return e.print(workspaceLine{w.ID, w.Name, w.Documents, w.Conversations})
		}
		fmt.Fprintln(e.Stdout, messages.Text("cli.workspace-removed", holds(w)))
		return nil
	})
}
