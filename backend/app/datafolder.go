package app

import (
	"path/filepath"

	"lectern/backend/store"
)

// DataFolder is what the data folder holds, in bytes.
type DataFolder struct {
	Home      string `json:"home"`
	Documents int64  `json:"documents"` // the PDFs
	Databases int64  `json:"databases"` // what was read in them, and conversations
	Reports   int64  `json:"reports"`
	Rest      int64  `json:"rest"`     // logs, and what can be made anew
	SetAside  int64  `json:"setAside"` // in the quarantine
}

// DataFolder measures it.
func (c *Core) DataFolder() (DataFolder, error) {
	d := DataFolder{Home: c.Store.Home()}
	into := map[string]*int64{"files": &d.Documents, "reports": &d.Reports, "quarantine": &d.SetAside}
	err := store.WalkFiles(d.Home, func(path string, size int64) error {
		within, err := filepath.Rel(d.Home, path)
		if err != nil {
			return err
		}
		to := into[first(within)]
		switch {
		case filepath.Ext(within) == ".db" && filepath.Dir(within) == ".":
			to = &d.Databases
		case to == nil:
			to = &d.Rest
		}
		*to += size
		return nil
	})
	return d, err
}

// first is the first part of a path.
func first(path string) string {
	for {
		above := filepath.Dir(path)
		if above == "." || above == string(filepath.Separator) {
			return path
		}
		path = above
	}
}

// OpenDataFolder shows it in the system's file manager.
func (c *Core) OpenDataFolder() error { return c.Shell.OpenFile(c.Store.Home()) }

// EmptyQuarantine deletes what was set aside.
func (c *Core) EmptyQuarantine() error { return c.Store.Quarantine.Empty() }
