package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/library"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// AddResult says what became of paths that were to be added.
type AddResult struct {
	Accepted int    `json:"accepted"` // files that are being added
	Message  string `json:"message"`  // what the person should know, if anything
}

// AddPaths adds files and folders; it returns at once and the event "documents" tells the progress.
func (c *Core) AddPaths(ctx context.Context, paths []string) (AddResult, error) {
	files, unusable := library.Files(ctx, paths)
	c.Library.AddAll(files)
	r := AddResult{Accepted: len(files)}
	if unusable != nil {
		r.Message = c.Say().Error(unusable)
	} else if len(files) == 0 {
		r.Message = c.Say().Text("app.no-file-dropped")
	}
	return r, nil
}

// Folder is what somebody who types means by a folder: a group of that name, or the path.
func (c *Core) Folder(name, path string) (string, error) {
	docs, err := c.Workspace.Documents.List()
	group := library.FolderName(name)
	if group != "" && slices.ContainsFunc(docs, func(d store.Document) bool { return d.Folder != "" && d.In(group) }) {
		return group, err
	}
	return path, err
}

// ChooseFiles lets the person pick files in the system's dialog, and adds them.
func (c *Core) ChooseFiles(ctx context.Context) (AddResult, error) {
	paths, err := c.Shell.ChooseFiles()
	if err != nil || len(paths) == 0 {
		return AddResult{}, err
	}
	return c.AddPaths(ctx, paths)
}

// ChooseFolder lets the person pick a folder, likewise.
func (c *Core) ChooseFolder(ctx context.Context) (AddResult, error) {
	path, err := c.Shell.ChooseFolder()
	if err != nil || path == "" {
		return AddResult{}, err
	}
	return c.AddPaths(ctx, []string{path})
}

// Embed makes the vectors of a document that was just added; without a model it stays ready for keyword search.
func (c *Core) Embed(ctx context.Context, d library.Document) library.Document {
	if c.Models.State().Embed == "" || d.Passages == 0 {
		return d
	}
	stored, err := c.Workspace.Documents.Get(d.ID)
	if err == nil {
		err = c.Library.Embed(ctx, stored)
	}
	if err != nil {
		d.Reason = strings.TrimSpace(messages.Text("app.ready-not-embedded", messages.Args{"reason": d.Reason, "error": err.Error()}))
	} else {
		d.KeywordOnly = false
	}
	return d
}

// RemoveAndWipe takes a document out of the library, and off the disk at once.
func (c *Core) RemoveAndWipe(id string) error {
	if err := c.Library.Remove(id); err != nil {
		return err
	}
	return c.Store.Wipe()
}

// RenewVectors embeds the documents anew that an older version of the model embedded; the event "documents" tells how
// it goes.
func (c *Core) RenewVectors() error {
	if state := c.Models.State(); state.Embed == "" { // it was there when this was offered
		return messages.Error("library.not-embedded-anew", messages.Args{"error": llm.ErrDown})
	}
	c.Library.RenewSoon()
	return nil
}

// Named finds a document by its name.
func (c *Core) Named(name string) (store.Document, error) {
	d, err := c.Workspace.Documents.Named(name)
	if errors.Is(err, store.ErrNotFound) {
		err = messages.Error("app.no-document-called", messages.Args{"name": fmt.Sprintf("%q", name)})
	}
	return d, err
}

// AllNamed finds the ids of documents by their names.
func (c *Core) AllNamed(names []string) (ids []string, err error) {
	for _, name := range names {
		d, err := c.Named(name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, d.ID)
	}
	return ids, nil
}

// gone is an error of the store as the person is told it, who named the document.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("app.no-document")
	}
	return err
}
