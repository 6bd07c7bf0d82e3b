package store

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

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
func (ds *Documents) Restore(id string, c Holding) error {
	return ds.edit(id, func(b buckets) error {
		var err error
		if c.In != "" && b.ws.Get([]byte(nameKey)) == nil {
			err = b.ws.Put([]byte(nameKey), []byte(c.In))
		}
		return errors.Join(
			err,
			b.editMetadata(id, func(d *Description) { d.Edited, d.Tags = c.Edited, c.Tags }),
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
