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

// unlink removes a document's file and its sidecar. Whoever calls it has the lock of the bytes, or the store alone.
func (s *Store) unlink(id string) (err error) {
	for _, path := range []string{s.sidecarPath(id), s.filePath(id)} {
		if failed := os.Remove(path); !errors.Is(failed, os.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (s *Store) filePath(id string) string {
	return filepath.Join(s.home, filesName, filepath.Base(id)+".pdf")
}
