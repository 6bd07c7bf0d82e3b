package store

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"lectern/backend/messages"
)

// A backup is taken out into restoring/new and looked through there, before anything of the folder is touched. What came of
// that is written to restoring/ready once the person wants it; the next opening of the folder puts it in place: see exchange.
const (
	stagedName   = "new"
	replacedName = "replaced"
	readyName    = "ready"
)

// What a backup may hold at most: a file that says more is none.
const (
	mostMark   = 256 << 20 // bytes
	mostFiles  = 1 << 20
	mostInside = 1 << 40 // bytes
)

// ErrNoBackup is a file that isn't a backup, or not what was written.
var ErrNoBackup = messages.Error("backup.none")

// Adapt makes the settings of a backup those of this computer.
type Adapt func(*Settings) error

// CheckBackup takes a backup out, beside what is there, and looks whether it is whole. UseBackup is what makes it the folder's.
func (s *Store) CheckBackup(ctx context.Context, path string, adapt Adapt, tell Progress) (*Backup, error) {
	ctx, done, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	b, err := stage(ctx, s.home, path, adapt, tell)
	return b, errors.Join(err, done())
}

// UseBackup has the backup that was checked take the folder's place when it is opened the next time.
func (s *Store) UseBackup(b *Backup) error { return ready(s.home, b) }

// DropBackup forgets a backup that was checked.
func (s *Store) DropBackup() error { return os.RemoveAll(filepath.Join(s.home, restoringName)) }

// Restore puts a backup into a folder that nobody has open. What was there is in the quarantine then.
func Restore(ctx context.Context, home, path string, adapt Adapt, tell Progress) (*Backup, error) {
	if _, err := claim(home); err != nil {
		return nil, err
	}
	held, unclean, err := lock(home)
	if err != nil {
		return nil, err
	}
	b, err := stage(ctx, home, path, adapt, tell)
	if err == nil {
		err = ready(home, b)
	}
	if err = errors.Join(err, unlock(home, held, !unclean)); err != nil {
		return nil, err
	}
	s, err := Open(home)
	if err != nil {
		return nil, err
	}
	return b, s.Close()
}

func ready(home string, b *Backup) error {
	raw, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(home, restoringName, readyName), raw)
}

func stage(ctx context.Context, home, path string, adapt Adapt, tell Progress) (_ *Backup, err error) {
	folder := filepath.Join(home, restoringName)
	if err := os.RemoveAll(folder); err != nil {
		return nil, unwritable(home, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(DiskError(err), os.RemoveAll(folder))
		}
	}()
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, noBackup(path, err)
	}
	defer archive.Close()
	b, entries, err := inventory(archive.File)
	if err != nil {
		return nil, inBackup(path, err)
	}
	staged := filepath.Join(folder, stagedName)
	for _, name := range []string{filesName, reportsName} {
		if err := MakeFolder(filepath.Join(staged, name)); err != nil {
			return nil, err
		}
	}
	var done int64
	of := b.Bytes()
	for i, f := range b.Files {
		told := func(n int64) { done += n; tell(done, of) }
		if err := takeOut(ctx, entries[i], f, filepath.Join(staged, filepath.FromSlash(f.Path)), told); err != nil {
			if errors.Is(err, ErrNoBackup) {
				err = inBackup(path, err)
			}
			return nil, err
		}
	}
	return b, proved(staged, adapt)
}

func noBackup(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return messages.Error("backup.unread", messages.Args{"path": path, "error": p.Err})
	}
	return inBackup(path, damagedBackup(messages.Text("backup.no-zip")))
}

func inBackup(path string, err error) error {
	return messages.Error("backup.named", messages.Args{"name": filepath.Base(path), "error": err})
}

func damagedBackup(why string) error {
	return fmt.Errorf("%w: %s", ErrNoBackup, why)
}

// ours are the paths that a backup may have, beside the databases. Nothing in them leads out of the folder, or means
// something else on another system.
var ours = regexp.MustCompile(`^(files/[0-9a-f]{32}\.pdf|reports(/[^/\\:*?"<>|\x00-\x1f]{1,200}){1,4})$`)

func allowed(name string) bool {
	for _, d := range databaseNames {
		if name == d {
			return true
		}
	}
	return ours.MatchString(name) && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name)) && !strings.HasSuffix(name, ".")
}

// inventory reads what a backup says it holds, and finds the entry of each file.
func inventory(entries []*zip.File) (*Backup, []*zip.File, error) {
	byName := map[string]*zip.File{}
	for _, e := range entries {
		if byName[strings.ToLower(e.Name)] != nil {
			return nil, nil, damagedBackup(messages.Text("backup.twice", messages.Args{"path": fmt.Sprintf("%q", e.Name)}))
		}
		byName[strings.ToLower(e.Name)] = e
	}
	b, err := marked(byName[backupMark])
	if err != nil {
		return nil, nil, err
	}
	var all []*zip.File
	var bytes int64
	for _, f := range b.Files {
		e := byName[strings.ToLower(f.Path)]
		switch {
		case !allowed(f.Path):
			return nil, nil, damagedBackup(messages.Text("backup.path", messages.Args{"path": fmt.Sprintf("%q", f.Path)}))
		case e == nil || e.Name != f.Path:
			return nil, nil, damagedBackup(messages.Text("backup.lacks", messages.Args{"path": f.Path}))
		case !e.Mode().IsRegular() || f.Bytes < 0 || e.UncompressedSize64 != uint64(f.Bytes):
			return nil, nil, changed(f.Path)
		}
		delete(byName, strings.ToLower(f.Path)) // so that none is named twice
		all, bytes = append(all, e), bytes+f.Bytes
		if bytes > mostInside {
			return nil, nil, damagedBackup(messages.Text("backup.too-large"))
		}
	}
	delete(byName, backupMark)
	for _, e := range byName {
		return nil, nil, damagedBackup(messages.Text("backup.path", messages.Args{"path": fmt.Sprintf("%q", e.Name)}))
	}
	for i, name := range databaseNames {
		if len(b.Files) <= i || b.Files[i].Path != name {
			return nil, nil, damagedBackup(messages.Text("backup.lacks", messages.Args{"path": name}))
		}
	}
	return b, all, nil
}

// marked reads what a backup says of itself.
func marked(e *zip.File) (*Backup, error) {
	if e == nil || e.UncompressedSize64 > mostMark {
		return nil, damagedBackup(messages.Text("backup.lacks", messages.Args{"path": backupMark}))
	}
	from, err := e.Open()
	if err != nil {
		return nil, changed(backupMark)
	}
	defer from.Close()
	raw, err := io.ReadAll(io.LimitReader(from, mostMark))
	b := &Backup{}
	if err != nil || json.Unmarshal(raw, b) != nil || b.Name != backupText || len(b.Files) > mostFiles {
		return nil, changed(backupMark)
	}
	if b.Version > backupVersion || b.Format > format {
		return nil, messages.Error("backup.newer")
	}
	if b.Format < format {
		return nil, messages.Error("backup.older")
	}
	return b, nil
}

func changed(path string) error {
	return damagedBackup(messages.Text("backup.changed", messages.Args{"path": path}))
}

// takeOut writes an entry to a file, if it is what the backup says.
func takeOut(ctx context.Context, e *zip.File, f BackupFile, to string, told func(int64)) error {
	from, err := e.Open()
	if err != nil {
		return changed(f.Path)
	}
	defer from.Close()
	if err := MakeFolder(filepath.Dir(to)); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	m := &meter{ctx: ctx, to: out, sum: sha256.New(), told: told}
	_, err = io.Copy(m, io.LimitReader(contextReader{ctx, from}, f.Bytes+1)) // told by the reader what it couldn't read
	var unread *ReadError
	if errors.As(err, &unread) || err == nil && (m.n != f.Bytes || hex.EncodeToString(m.sum.Sum(nil)) != f.SHA256) {
		err = changed(f.Path)
	}
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// proved opens what was taken out as a data folder of its own: what doesn't open there wouldn't either in its place.
func proved(home string, adapt Adapt) error {
	if err := writeMark(home, folderMark{markText, format, strings.Repeat("0", 32)}); err != nil {
		return err
	}
	s, err := Open(home)
	if err != nil {
		return damagedBackup(messages.Text("backup.unusable", messages.Args{"error": err}))
	}
	for _, d := range s.databases() {
		if failed := d.check(); failed != nil && err == nil {
			err = damagedBackup(messages.Text("backup.unusable", messages.Args{"error": failed}))
		}
	}
	if err == nil {
		err = errors.Join(s.Settings.forget(Session), adapt(s.Settings))
	}
	return errors.Join(err, s.Close())
}

// parts are what a backup takes the place of.
var parts = append([]string{filesName, reportsName}, databaseNames...)

// exchange puts a backup in place that was checked and is wanted, and what was there beside it. A program that is killed
// meanwhile goes on with that at its next start. A backup that nobody wanted is removed.
func exchange(home string) (restored bool, err error) {
	folder := filepath.Join(home, restoringName)
	if !there(filepath.Join(folder, readyName)) {
		return false, os.RemoveAll(folder)
	}
	return true, move(home, filepath.Join(folder, stagedName), home, filepath.Join(folder, replacedName))
}

// takeBack undoes an exchange of which nothing came that opens.
func takeBack(home string, why error) error {
	folder := filepath.Join(home, restoringName)
	err := move(home, filepath.Join(folder, replacedName), home, filepath.Join(folder, stagedName))
	if err = errors.Join(err, os.RemoveAll(folder)); err != nil {
		return errors.Join(why, err)
	}
	return messages.Error("backup.undone", messages.Args{"error": why})
}

// move moves each part from a folder to another one, and what is there to a third. Done again, it goes on.
func move(home, from, to, aside string) error {
	if err := MakeFolder(aside); err != nil {
		return unwritable(home, err)
	}
	for _, name := range parts {
		next, now, old := filepath.Join(from, name), filepath.Join(to, name), filepath.Join(aside, name)
		if !there(next) {
			continue
		}
		if there(now) {
			if err := os.Rename(now, old); err != nil {
				return unwritable(home, err)
			}
		}
		if err := os.Rename(next, now); err != nil {
			return unwritable(home, err)
		}
	}
	return errors.Join(syncFolder(to), syncFolder(aside))
}

// settleRestored ends an exchange once the folder was opened: what was there before goes to the quarantine.
func settleRestored(home string) error {
	folder := filepath.Join(home, restoringName)
	if !there(filepath.Join(folder, readyName)) {
		return nil
	}
	if entries, err := os.ReadDir(filepath.Join(folder, replacedName)); err == nil && len(entries) > 0 {
		if err := setAside(home, filepath.Join(restoringName, replacedName), time.Now()); err != nil {
			return err
		}
	}
	return os.RemoveAll(folder)
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
