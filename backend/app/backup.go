package app

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Backup is what a backup holds.
type Backup struct {
	Made          string `json:"made"`
	By            string `json:"by"` // the program's version
	Documents     int    `json:"documents"`
	Conversations int    `json:"conversations"`
	Missing       int    `json:"missing"` // documents whose PDF was lost or damaged before
	Bytes         int64  `json:"bytes"`   // unpacked
}

// SavedBackup is where a backup is, and what it holds. Path is empty if the person named no file; in a browser Address is
// where it can be fetched.
type SavedBackup struct {
	Path    string `json:"path"`
	Address string `json:"address"`
	Backup  Backup `json:"backup"`
}

// Compacted is what compacting did to the databases, in bytes.
type Compacted struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// Upkeep is how far something is that takes long in a large data folder, in bytes.
type Upkeep struct {
	What string `json:"what" ts_type:"'backup' | 'restore' | 'compact'"`
	Done int64  `json:"done"`
	Of   int64  `json:"of"`
}

func backupOf(b *store.Backup) Backup {
	return Backup{b.Made.Format(time.RFC3339), b.By, b.Documents, b.Conversations, b.Missing, b.Bytes()}
}

// BackupName is what a backup is called to begin with.
func BackupName(now time.Time) string { return "Lectern " + now.Format("2006-01-02") + ".zip" }

// WriteBackup writes a backup into a file.
func (c *Core) WriteBackup(ctx context.Context, path string, tell store.Progress) (Backup, error) {
	b, err := c.Store.BackupTo(ctx, path, c.config.Version, tell)
	if err != nil {
		return Backup{}, err
	}
	return backupOf(b), nil
}

// SaveBackup writes a backup where the person says; in a browser the page downloads it.
func (c *Core) SaveBackup(ctx context.Context) (SavedBackup, error) {
	name := BackupName(time.Now())
	if c.Shell.Browser() {
		return SavedBackup{Address: "/backup/" + url.PathEscape(name)}, nil
	}
	path, err := c.Shell.SaveFile(name)
	if err != nil || path == "" {
		return SavedBackup{}, err
	}
	saved := SavedBackup{Path: path}
	err = c.upkeep(ctx, "backup", func(ctx context.Context, tell store.Progress) (err error) {
		saved.Backup, err = c.WriteBackup(ctx, path, tell)
		return err
	})
	return saved, err
}

// StreamBackup writes a backup for a browser.
func (c *Core) StreamBackup(ctx context.Context, to io.Writer) error {
	return c.upkeep(ctx, "backup", func(ctx context.Context, tell store.Progress) error {
		_, err := c.Store.Backup(ctx, to, c.config.Version, tell)
		return err
	})
}

// CompactDatabases gives back what room the databases don't need.
func (c *Core) CompactDatabases(ctx context.Context, tell store.Progress) (Compacted, error) {
	before, err := c.DataFolder()
	if err == nil {
		err = c.Store.Compact(ctx, tell)
	}
	if err != nil {
		return Compacted{}, err
	}
	after, err := c.DataFolder()
	return Compacted{before.Databases, after.Databases}, err
}

// Compact is CompactDatabases for the page.
func (c *Core) Compact(ctx context.Context) (won Compacted, err error) {
	err = c.upkeep(ctx, "compact", func(ctx context.Context, tell store.Progress) (err error) {
		won, err = c.CompactDatabases(ctx, tell)
		return err
	})
	return won, err
}

// ChooseBackup has the person choose a backup in the system's dialog, and checks it. One that holds nothing says that none was.
func (c *Core) ChooseBackup(ctx context.Context) (Backup, error) {
	path, err := c.Shell.ChooseBackup()
	if err != nil || path == "" {
		return Backup{}, err
	}
	return c.CheckBackup(ctx, path)
}

// UploadBackup checks a backup of which there are only bytes, as from a browser.
func (c *Core) UploadBackup(ctx context.Context, body io.Reader) (Backup, error) {
	dir, err := c.Store.Incoming.Folder()
	if err != nil {
		return Backup{}, err
	}
	path := filepath.Join(dir, "backup.zip")
	const mode = 0o600
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err = store.DiskError(err); err == nil {
		err = errors.Join(fill(out, body), store.DiskError(out.Close()))
	}
	var b Backup
	if err == nil {
		b, err = c.CheckBackup(ctx, path)
	}
	return b, errors.Join(err, os.RemoveAll(dir))
}

// CheckBackup takes a backup out beside what is there, and tells what it holds. Nothing is replaced before UseBackup.
func (c *Core) CheckBackup(ctx context.Context, path string) (Backup, error) {
	var checked *store.Backup
	err := c.upkeep(ctx, "restore", func(ctx context.Context, tell store.Progress) (err error) {
		checked, err = c.Store.CheckBackup(ctx, path, c.adapt, tell)
		return err
	})
	if err != nil {
		return Backup{}, err
	}
	c.mending.Lock()
	c.checked = checked
	c.mending.Unlock()
	return backupOf(checked), nil
}

func (c *Core) adapt(s *store.Settings) error { return models.Adapt(s, c.Models.Settings()) }

// DropBackup forgets the backup that was checked.
func (c *Core) DropBackup() error {
	c.mending.Lock()
	c.checked = nil
	c.mending.Unlock()
	return c.Store.DropBackup()
}

// UseBackup puts the backup that was checked in the place of what is there, which goes to the quarantine, and opens it. What
// doesn't open leaves everything as it was. The event "restored" has every page begin anew.
func (c *Core) UseBackup() error {
	if !c.alone() {
		return messages.Error("app.busy")
	}
	defer c.door.Unlock()
	c.mending.Lock()
	checked := c.checked
	c.checked = nil
	c.mending.Unlock()
	if checked == nil {
		return messages.Error("app.no-backup")
	}
	if err := c.Store.UseBackup(checked); err != nil {
		return err
	}
	closed := c.Close()
	c.config.Workspace = "" // it may be called otherwise there
	err := c.openFolder()
	if err != nil { // what was there before is in its place again
		err = errors.Join(err, c.openFolder())
	} else {
		err = closed
	}
	if c.Store == nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), firstLook)
	defer cancel()
	c.Models.Refresh(ctx)
	c.Listen()
	err = errors.Join(err, c.Start())
	if c.Reopened != nil {
		c.Reopened()
	}
	c.Program.tell().Restored()
	return err
}

// RestoreFolder puts a backup into a data folder that nobody has open. It says whether something was there.
func RestoreFolder(ctx context.Context, config Config, path string, tell store.Progress) (_ Backup, replaced bool, _ error) {
	here := models.Settings{}
	_, err := os.Lstat(filepath.Join(config.Home, "library.db"))
	replaced = err == nil
	if replaced {
		if s, err := store.Open(config.Home); err == nil {
			if m, err := models.Open(s); err == nil {
				here = m.Settings()
			}
			if err := s.Close(); err != nil {
				return Backup{}, replaced, err
			}
		} // what can't be opened is what a backup is for
	}
	b, err := store.Restore(ctx, config.Home, path, func(s *store.Settings) error { return models.Adapt(s, here) }, tell)
	if err != nil {
		return Backup{}, replaced, err
	}
	return backupOf(b), replaced, nil
}
