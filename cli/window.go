package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/messages"
	"lectern/cli/window"
)

type windowCommand struct {
	Files []string `arg:"" optional:"" name:"file" help:"PDF files and folders to add."`
}

func (c *windowCommand) Run(e *env) error {
	files, err := c.paths(e)
	if err != nil {
		return err
	}
	if e.beside != nil {
		return c.raise(e, files)
	}
	ok, why := window.Available()
	if ok {
		return window.Options{Page: e.Page, Built: e.Built, Bind: e.Bind, Config: e.config(), Files: files, Opened: e.lends}.Open(e.ctx)
	}
	if !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.browser-mode", messages.Args{"why": why}))
	}
	return (&serveCommand{Listen: "127.0.0.1:0", files: files}).Run(e)
}

// paths are the files, whole. What is none may be a command with a slip in it.
func (c *windowCommand) paths(e *env) (files []string, err error) {
	for _, name := range c.Files {
		path, err := filepath.Abs(e.path(name))
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); err != nil {
			fmt.Fprintln(e.Stderr, messages.Text("cli.usage", messages.Args{"error": messages.Text("cli.no-command", messages.Args{"name": fmt.Sprintf("%q", name)})}))
			return nil, exitError{ExitUsage}
		}
		files = append(files, path)
	}
	return files, nil
}

// raise shows the program that is open already, and hands files over to it.
func (c *windowCommand) raise(e *env, files []string) error {
	address := e.beside.Shell.Raise()
	if len(files) > 0 {
		shown := e.beside.Shown()
		defer shown.Enter()()
		if _, err := shown.AddPaths(e.ctx, files); err != nil {
			return err
		}
	}
	if address == "" {
		return nil
	}
	return e.ready(address)
}
