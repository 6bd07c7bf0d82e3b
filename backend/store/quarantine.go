package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// Quarantine is the folder of what the program wrote and doesn't own any more, and of databases that were damaged.
type Quarantine struct{ home string }

// Folder is the folder of what the program wrote and doesn't own any more.
func (q *Quarantine) Folder() string { return filepath.Join(q.home, quarantineName) }

const quarantineDate = "2006-01-02"

// setAside moves something of the data folder, by its path in it, into the quarantine. Its name begins with the day.
func setAside(home, path string, now time.Time) error {
	folder := filepath.Join(home, quarantineName)
	if err := MakeFolder(folder); err != nil {
		return err
	}
	name := now.Format(quarantineDate) + " " + filepath.Base(path)
	to := filepath.Join(folder, name)
	for n := 2; ; n++ {
		if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) {
			break
		}
		to = filepath.Join(folder, fmt.Sprintf("%s (%d)", name, n))
	}
	err := os.Rename(filepath.Join(home, path), to)
	return errors.Join(err, syncFolder(folder))
}

// Count says how many files are in the quarantine, and of how many bytes.
func (q *Quarantine) Count() (files int, bytes int64, err error) {
	err = filepath.WalkDir(q.Folder(), func(_ string, e fs.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		} else if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return nil
	})
	return files, bytes, err
}

// Empty removes what is in it: the person wants that.
func (q *Quarantine) Empty() error {
	entries, err := os.ReadDir(q.Folder())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(q.Folder(), e.Name())))
	}
	return err
}

// quarantineDays is how long a PDF that nobody owns is kept.
const quarantineDays = 30

var agedName = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}) [0-9a-f]{32}\.(?:pdf|json)(?: \(\d+\))?$`)

// expire removes PDFs that have been in the quarantine for so long, if this library, whose database must be whole, was there
// when they were written: a younger one can't know whose they are. Databases and all else stay.
func (s *Store) expire(now time.Time) error {
	made, err := s.made()
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(s.Quarantine.Folder())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		m := agedName.FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() {
			continue
		}
		since, bad := time.ParseInLocation(quarantineDate, m[1], now.Location())
		info, failed := e.Info()
		if bad != nil || failed != nil || now.Sub(since) < quarantineDays*24*time.Hour || !made.Before(info.ModTime()) {
			continue
		}
		err = errors.Join(err, os.Remove(filepath.Join(s.Quarantine.Folder(), e.Name())))
	}
	return err
}
