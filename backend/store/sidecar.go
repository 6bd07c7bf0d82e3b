package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// sidecar lies beside a document's file: what a library that is rebuilt from the files can't find in them. It follows
// library.db; one that a killed program left behind is made to say what is so at the next start.
type sidecar struct {
	ID       string    `json:"id"`
	Holdings []Holding `json:"holdings"`
}

// Holding is what a workspace knows of a document that isn't in its file.
type Holding struct {
	Workspace string    `json:"workspace"`
	Name      string    `json:"name"`
	Path      string    `json:"path"`
	Added     time.Time `json:"added"`
	Edited    Edits     `json:"edited"`
	Tags      []string  `json:"tags,omitempty"`
	Called    []Name    `json:"called,omitempty"`    // names that the person gave
	NotCalled []string  `json:"notCalled,omitempty"` // and took away
	UseHidden bool      `json:"useHidden,omitempty"` // see Document
}

func (s *Store) sidecarPath(id string) string {
	return filepath.Join(s.home, filesName, filepath.Base(id)+".json")
}

// sidecarOf is what a document's sidecar is to say; nil if no workspace has its bytes.
func sidecarOf(tx *bolt.Tx, id string) ([]byte, error) {
	side := sidecar{ID: id}
	err := eachLibrary(tx, func(name string, b buckets) error {
		var d Document
		if err := getJSON(b.get("documents"), id, &d); errors.Is(err, ErrNotFound) || d.Failed != "" {
			return nil
		} else if err != nil {
			return err
		}
		described, called := Described{}, noNames(id)
		if err := errors.Join(b.learnt(metadataBucket, id, &described), b.learnt(registryBucket, id, &called)); err != nil {
			return err
		}
		side.Holdings = append(side.Holdings, Holding{name, d.Name, d.Path, d.Added, described.Edited, described.Tags, called.Added, called.Removed, d.UseHidden})
		return nil
	})
	if err != nil || side.Holdings == nil {
		return nil, err
	}
	raw, err := json.MarshalIndent(side, "", " ")
	return append(raw, '\n'), err
}

// writeSidecar makes a document's sidecar say what is so. Where that can't be, the next start does it: what it says is in
// library.db. Whoever calls it has the lock of the bytes.
func (s *Store) writeSidecar(id string) {
	var raw []byte
	err := s.docs.view(func(tx *bolt.Tx) (err error) {
		raw, err = sidecarOf(tx, id)
		return err
	})
	if err != nil || raw == nil {
		return
	}
	if old, err := os.ReadFile(s.sidecarPath(id)); err == nil && bytes.Equal(old, raw) {
		return
	}
	_ = WriteFile(s.sidecarPath(id), raw)
}

// refreshSidecars goes through all documents.
func (s *Store) refreshSidecars() error {
	if s.rebuilding { // they know more than the library does
		return nil
	}
	owned, _, err := s.owners()
	if err != nil {
		return err
	}
	for id := range owned {
		select {
		case <-s.closing:
			return nil
		default:
		}
		if _, err := os.Lstat(s.filePath(id)); err == nil {
			_ = s.bytes.with(id, func() error { s.writeSidecar(id); return nil })
		}
	}
	return nil
}

// edit changes what the person may have made of a document, and its sidecar with it.
func (w *Workspace) edit(id string, change func(b buckets) error) error {
	return w.s.bytes.with(id, func() error {
		err := w.update(w.s.docs, change)
		if err == nil {
			w.s.writeSidecar(id)
		}
		return err
	})
}

// Unclaimed is a file that belongs to workspaces whose library doesn't have it (any more).
type Unclaimed struct {
	ID       string
	Path     string
	Bytes    int64
	Holdings []Holding // at least one: a file without a sidecar goes to the usual workspace under its own name
}

// usualWorkspace is where files go of which nothing is known.
const usualWorkspace = "Library"

// Rebuilding says whether files that are there are still to be taken into the library.
func (s *Store) Rebuilding() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rebuilding
}

// Unclaimed lists the files that a library which is being rebuilt has not taken in yet. A file whose bytes aren't what its
// name says is left out, and its name returned: it is damaged itself.
func (s *Store) Unclaimed() (files []Unclaimed, damaged []string, err error) {
	entries, err := os.ReadDir(filepath.Join(s.home, filesName))
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		id, isPDF := strings.CutSuffix(e.Name(), ".pdf")
		if !isPDF || !e.Type().IsRegular() || !ourFile.MatchString(e.Name()) {
			continue
		}
		f := Unclaimed{ID: id, Path: s.filePath(id)}
		holdings := s.holdings(id)
		err := s.docs.view(func(tx *bolt.Tx) error {
			have := map[string]bool{}
			err := eachLibrary(tx, func(name string, b buckets) (err error) {
				have[name] = b.get("documents").Get([]byte(id)) != nil
				return nil
			})
			for _, c := range holdings {
				if !have[c.Workspace] {
					f.Holdings = append(f.Holdings, c)
				}
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		if len(f.Holdings) == 0 {
			continue
		}
		is, size, err := hashFile(f.Path)
		if err != nil || is != id {
			damaged = append(damaged, e.Name())
			continue
		}
		f.Bytes = size
		files = append(files, f)
	}
	return files, damaged, nil
}

// holdings reads a document's sidecar.
func (s *Store) holdings(id string) []Holding {
	var side sidecar
	raw, err := os.ReadFile(s.sidecarPath(id))
	if err == nil {
		err = json.Unmarshal(raw, &side)
	}
	if err != nil || side.ID != id || len(side.Holdings) == 0 {
		return []Holding{{Workspace: usualWorkspace, Name: id[:8], Added: time.Now()}}
	}
	return side.Holdings
}

// Restore gives a document back what the person made of it.
func (w *Workspace) Restore(id string, c Holding) error {
	return w.edit(id, func(b buckets) error {
		return errors.Join(
			b.editMetadata(id, func(d *Described) { d.Edited, d.Tags = c.Edited, c.Tags }),
			b.editNames(id, func(n *Names) { n.Added, n.Removed = append([]Name{}, c.Called...), append([]string{}, c.NotCalled...) }),
		)
	})
}

// Rebuilt says that all files have been taken in.
func (s *Store) Rebuilt() error {
	err := s.docs.update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Delete([]byte("rebuilding")) })
	if err == nil {
		s.mu.Lock()
		s.rebuilding = false
		s.mu.Unlock()
		err = s.refreshSidecars()
	}
	return err
}
