package store

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// folderMark is what a data folder is known by. A folder without one is left alone, as nobody knows whose files those are.
type folderMark struct {
	Name   string `json:"name"`
	Format int    `json:"format"`
	ID     string `json:"id"`
}

const markText = "Lectern data folder"

func readMark(home string) (m folderMark, err error) {
	path := filepath.Join(home, markName)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return m, errors.Join(os.ErrNotExist, err)
	}
	raw, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	switch {
	case err != nil:
		return m, err
	case m.Name != markText || m.ID == "":
		return m, os.ErrNotExist
	case m.Format > format:
		return m, ErrNewer
	}
	return m, nil
}

func writeMark(home string, m folderMark) error {
	raw, err := json.Marshal(m)
	if err == nil {
		err = WriteFile(filepath.Join(home, markName), append(raw, '\n'))
	}
	if err != nil {
		return unwritable(home, err)
	}
	return nil
}
