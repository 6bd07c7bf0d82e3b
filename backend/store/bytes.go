package store

import (
	"errors"
	"os"
	"path/filepath"
)

// place puts staged bytes into files/, unless they are there. Whoever calls it has the lock of the bytes.
func (s *Store) place(f *Staged) (placed bool, err error) {
	path := s.filePath(f.ID)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.Size() == f.Size {
		return false, nil
	}
	if err := os.Rename(f.Path, path); err != nil {
		return false, DiskError(err)
	}
	return true, syncFolder(filepath.Dir(path))
}

// unplace takes back what place did, unless a document has the bytes by now.
func (s *Store) unplace(f *Staged) error {
	owned, err := s.ownedBy(f.ID)
	if err != nil || owned {
		return err
	}
	return s.unlink(f.ID)
}

// unlink removes a document's file and its sidecar, after a backup that is under way. Whoever calls it has the lock of the
// bytes, or the store alone.
func (s *Store) unlink(id string) (err error) {
	s.mu.Lock()
	later := s.copies > 0
	if later {
		s.later[id] = true
	}
	s.mu.Unlock()
	if later {
		return nil
	}
	for _, path := range []string{s.sidecarPath(id), s.filePath(id)} {
		if failed := os.Remove(path); !errors.Is(failed, os.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// unlinkLater ends a backup: the last one removes what was to be removed meanwhile, and still is. A program that is killed
// before does it at its next start.
func (s *Store) unlinkLater() (err error) {
	s.mu.Lock()
	var later map[string]bool
	if s.copies--; s.copies == 0 {
		later, s.later = s.later, map[string]bool{}
	}
	s.mu.Unlock()
	for id := range later {
		err = errors.Join(err, s.bytes.with(id, func() error {
			owned, err := s.ownedBy(id)
			if err != nil || owned {
				return err
			}
			return s.unlink(id)
		}))
	}
	return err
}

func (s *Store) filePath(id string) string {
	return filepath.Join(s.home, filesName, filepath.Base(id)+".pdf")
}
