package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/export"
	"lectern/backend/messages"
)

type exportCommand struct {
	ID    string `arg:"" name:"id" help:"Of a conversation or of a run, as \"lectern runs\" shows them; its beginning will do."`
	File  string `arg:"" name:"file" help:"What to write. Its ending says as what: .md, .html or .pdf."`
	Force bool   `help:"Write over a file that is there."`
}

// Validate is called by the parser.
func (c *exportCommand) Validate() error {
	if !export.Known(c.format()) {
		return messages.Error("cli.export-endings", messages.Args{"file": c.File})
	}
	return nil
}

func (c *exportCommand) format() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(c.File), "."))
}

// exportLine says in JSON what was written.
type exportLine struct {
	File    string `json:"file"`
	ID      string `json:"id"`
	Title   string `json:"title"`
	Answers int    `json:"answers"`
}

func (c *exportCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	id, err := core.Identified(c.ID)
	if err != nil {
		return err
	}
	d, err := core.Exported(id)
	if err != nil {
		return err
	}
	data, err := export.Write(d, c.format())
	if err != nil {
		return err
	}
	if err := c.write(e.path(c.File), data); err != nil {
		return err
	}
	if e.json {
		return e.print(exportLine{c.File, id, d.Title, len(d.Turns)})
	}
	_, err = fmt.Fprintln(e.Stdout, messages.Text("cli.exported", messages.Args{"n": len(d.Turns), "file": c.File}))
	return err
}

func (c *exportCommand) write(path string, data []byte) error {
	at, err := os.Stat(path)
	switch {
	case err != nil:
		return create(path, data)
	case at.IsDir():
		return messages.Error("cli.export-folder", messages.Args{"file": c.File})
	case !c.Force:
		return messages.Error("cli.export-there", messages.Args{"file": c.File})
	}
	return replace(path, data)
}

// replace puts a file in the place of another one, which stays as it is until the new one is whole.
func replace(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	beside := path + ".new"
	if err := create(beside, data); err != nil {
		return err
	}
	if err := os.Rename(beside, path); err != nil {
		return errors.Join(messages.Error("cli.not-written-place", messages.Args{"path": path, "error": err}), os.Remove(beside))
	}
	return nil
}
