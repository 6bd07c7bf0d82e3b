package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"lectern/backend/app"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/store"
)

// openFolder opens a library of a folder's PDFs, apart from the person's and kept in the data folder's cache: of what it
// holds by its content only what is new is read, and what is gone or changed is removed. The ids are those of the
// folder's files, by path: two may be of the same content.
func openFolder(e *env, dir string, again bool, bar *bar) (core *app.Core, ids map[string]string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, nil, err
	}
	files, err := library.Files(e.ctx, []string{dir})
	if err != nil {
		return nil, nil, err
	}
	own, err := ownSettings(e)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256([]byte(dir))
	home := filepath.Join(e.home, "cache", "eval", hex.EncodeToString(sum[:8]))
	if core, err = app.Open(app.Config{Home: home, Workspace: e.workspace, Version: Version, Documents: bar.show}); err != nil {
		return nil, nil, err
	}
	f := folder{e, core, bar, map[string]string{}}
	if own != nil {
		err = core.Models.Save(e.ctx, *own)
	} else {
		core.Models.Refresh(e.ctx)
	}
	if err == nil {
		err = f.fill(files, again)
	}
	if err != nil {
		return nil, nil, errors.Join(err, core.Close())
	}
	return core, f.ids, nil
}

// ownSettings are the person's; nil if they can't be read because another Lectern is open.
func ownSettings(e *env) (*models.Settings, error) {
	s, err := store.Open(e.home)
	if errors.Is(err, store.ErrLocked) {
		fmt.Fprintln(e.Stderr, "Your settings can't be read while another Lectern is open; the best embedding model that is installed is used.")
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

// folder is a library that holds what a folder holds.
type folder struct {
	*env
	core *app.Core
	bar  *bar
	ids  map[string]string // of the files' content, by path
}

// fill brings the library up to date with the files.
func (f folder) fill(files []string, again bool) error {
	wanted := map[string]bool{}
	for _, path := range files {
		id, err := contentID(path)
		if err != nil {
			return err
		}
		f.ids[path], wanted[id] = id, true
	}
	docs, err := f.core.Workspace.Documents.List()
	if err != nil {
		return err
	}
	there := map[string]store.Document{}
	for _, d := range docs {
		if again || !wanted[d.ID] {
			if err := f.core.Library.Remove(d.ID); err != nil {
				return err
			}
			continue
		}
		there[d.ID] = d
	}
	var missing []string
	for _, path := range files {
		d, known := there[f.ids[path]]
		if !known {
			missing = append(missing, path)
		} else if d.Failed != "" {
			f.describe(library.Document{Name: d.Name, State: library.Failed, Reason: d.Failed})
		}
	}
	if err := f.read(missing); err != nil {
		return err
	}
	if err := f.core.Library.EmbedAll(f.ctx); err != nil && f.ctx.Err() == nil {
		fmt.Fprintln(f.Stderr, "Not everything could be embedded:", err)
	}
	if f.ctx.Err() != nil {
		return errStopped
	}
	return nil
}

var errStopped = errors.New("stopped; what was read is kept, and the same command goes on from there")

// read adds files. Those that can't be read are told.
func (f folder) read(files []string) error {
	f.bar.start(len(files))
	defer f.bar.clear()
	failed := make([]library.Document, len(files))
	var g errgroup.Group
	g.SetLimit(4)
	for i, path := range files {
		g.Go(func() error {
			d, err := f.core.Library.Add(f.ctx, path)
			if f.ctx.Err() != nil {
				return errStopped
			}
			if err == nil && d.State == library.Failed {
				failed[i] = d
			}
			f.bar.done()
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	f.bar.clear()
	for _, d := range failed {
		if d.State == library.Failed {
			f.describe(d)
		}
	}
	return nil
}

// contentID is the id that a file's document has in a library.
func contentID(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s can't be read (%w); check its permissions", path, err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("%s can't be read: %w", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
