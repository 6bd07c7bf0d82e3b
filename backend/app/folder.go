package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Folder is a library of a folder's PDFs, apart from the person's and kept in the data folder's cache: of what it holds by
// its content only what is new is read, and what is gone or changed is removed.
type Folder struct {
	Dir   string
	Again bool // its files are read again

	Begin  func(files int)        // hears how many are to be read
	Done   func()                 // hears that one is
	Failed func(library.Document) // hears of those that can't be
	Note   func(string)           // hears what else the person should know

	core *Core
	ids  map[string]string // of the files' content, by path
}

// Open opens the library and brings it up to date. The ids are those of the folder's files, by path: two may be of the same
// content.
func (f *Folder) Open(ctx context.Context, config Config) (core *Core, ids map[string]string, err error) {
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return nil, nil, err
	}
	files, err := library.Files(ctx, []string{dir})
	if err != nil {
		return nil, nil, err
	}
	own, err := f.settings(config.Home)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256([]byte(dir))
	config.Workspace = usualWorkspace
	config.Home = filepath.Join(config.Home, "cache", "eval", hex.EncodeToString(sum[:8]))
	if core, err = Open(config); err != nil {
		return nil, nil, err
	}
	f.core, f.ids = core, map[string]string{}
	if own != nil {
		err = core.Models.Save(ctx, *own)
	} else {
		core.Models.Refresh(ctx)
	}
	if err == nil {
		err = f.fill(ctx, files)
	}
	if err != nil {
		return nil, nil, errors.Join(err, core.Close())
	}
	return core, f.ids, nil
}

// settings are the person's; nil if they can't be read because another Lectern is open.
func (f *Folder) settings(home string) (*models.Settings, error) {
	s, err := store.Open(home)
	if errors.Is(err, store.ErrLocked) {
		f.Note(messages.Text("app.settings-locked"))
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	m, err := models.Open(s)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	own := m.Settings()
	return &own, s.Close()
}

// fill brings the library up to date with the files.
func (f *Folder) fill(ctx context.Context, files []library.File) error {
	wanted := map[string]bool{}
	for _, file := range files {
		id, err := contentID(file.Path)
		if err != nil {
			return err
		}
		f.ids[file.Path], wanted[id] = id, true
	}
	there, err := f.keep(wanted)
	if err != nil {
		return err
	}
	var missing []string
	for _, file := range files {
		d, known := there[f.ids[file.Path]]
		if !known {
			missing = append(missing, file.Path)
		} else if d.Failed != "" {
			f.Failed(library.Document{Name: d.Name, State: library.Failed, Reason: d.Failed})
		}
	}
	if err := f.read(ctx, missing); err != nil {
		return err
	}
	if err := f.core.Library.EmbedAll(ctx); err != nil && ctx.Err() == nil {
		f.Note(messages.Text("app.not-all-embedded", messages.Args{"error": err}))
	}
	if ctx.Err() != nil {
		return errFolderStopped
	}
	return nil
}

// keep removes the documents that are not wanted, all if they are to be read again, and tells which are left, by id.
func (f *Folder) keep(wanted map[string]bool) (map[string]store.Document, error) {
	docs, err := f.core.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	there := map[string]store.Document{}
	for _, d := range docs {
		if f.Again || !wanted[d.ID] {
			if err := f.core.Library.Remove(d.ID); err != nil {
				return nil, err
			}
			continue
		}
		there[d.ID] = d
	}
	return there, nil
}

var errFolderStopped = messages.Error("app.stopped-reading")

// read adds files. Those that can't be read are told.
func (f *Folder) read(ctx context.Context, files []string) error {
	f.Begin(len(files))
	failed := make([]library.Document, len(files))
	const atOnce = 4
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, path := range files {
		g.Go(func() error {
			d, err := f.core.Library.Add(ctx, path)
			if ctx.Err() != nil {
				return errFolderStopped
			}
			if err == nil && d.State == library.Failed {
				failed[i] = d
			}
			f.Done()
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, d := range failed {
		if d.State == library.Failed {
			f.Failed(d)
		}
	}
	return nil
}

// contentID is the id that a file's document has in a library.
func contentID(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", messages.Error("app.cannot-be-read-permissions", messages.Args{"path": path, "error": err})
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", messages.Error("app.cannot-be-read", messages.Args{"path": path, "error": err})
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
