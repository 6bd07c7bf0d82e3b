package store

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

var ourFile = regexp.MustCompile(`^[0-9a-f]{32}\.(pdf|json)$`)

// sweep looks through what a process that was killed may have left: it finishes removals, and quarantines what the program
// wrote and doesn't own. What else lies there is somebody else's.
func (s *Store) sweep() error {
	owned, leaving, err := s.owners()
	if err != nil {
		return err
	}
	for id := range leaving {
		if !owned[id] {
			err = errors.Join(err, s.unlink(id))
		}
	}
	if err != nil {
		return err
	}
	if err := s.forgetLeaving(leaving); err != nil {
		return err
	}
	scratch, err := os.ReadDir(filepath.Join(s.home, incomingName))
	if err != nil {
		return err
	}
	waited, err := s.waitedFor()
	if err != nil {
		return err
	}
	for _, e := range scratch { // copies that were never finished, of files that lie elsewhere
		if strings.HasPrefix(e.Name(), s.Incoming.prefix) && !waited[e.Name()] {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.home, incomingName, e.Name())))
		}
	}
	entries, failed := os.ReadDir(filepath.Join(s.home, filesName))
	if err = errors.Join(err, failed); err != nil || s.rebuilding {
		return err // while the library is being rebuilt nothing is known to be owned by nobody
	}
	for _, e := range entries {
		name := e.Name()
		id, _, _ := strings.Cut(name, ".")
		ours := e.Type().IsRegular() && ourFile.MatchString(name) && !owned[id]
		if ours {
			err = errors.Join(err, setAside(s.home, filepath.Join(filesName, name), time.Now()))
		}
	}
	return err
}
