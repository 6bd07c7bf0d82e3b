package store

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// What lies in a data folder, beside the databases.
const (
	markName       = "lectern-folder.json" // see folderMark
	lockName       = "lock"                // held while a process has the folder open
	runningName    = "running"             // there while a process has it open; found at a start, the last one didn't end in order
	filesName      = "files"               // ID.pdf, and beside it ID.json: see sidecar
	incomingName   = "incoming"            // bytes on their way in
	quarantineName = "quarantine"          // what the program wrote and doesn't own any more
)

// ErrForeign is a folder that isn't empty and isn't Lectern's. Nothing in it was touched.
var ErrForeign = errors.New("it holds files that are not Lectern's, and nothing in it was touched; choose a new or an empty folder with --home")

// folderMark is what a data folder is known by. A folder without one is left alone, as nobody knows whose files those are.
type folderMark struct {
	Name   string `json:"name"`
	Format int    `json:"format"`
	ID     string `json:"id"`
}

const markText = "Lectern data folder"

// claim makes a folder a data folder, or finds that it is one. It changes nothing in one that is somebody else's.
func claim(home string) (folderMark, error) {
	info, err := os.Stat(home)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(home, 0o700); err != nil {
			return folderMark{}, unwritable(home, err)
		}
	} else if err != nil {
		return folderMark{}, unwritable(home, err)
	} else if !info.IsDir() {
		return folderMark{}, fmt.Errorf("the data folder %s is a file; choose another with --home", home)
	}
	entries, err := os.ReadDir(home)
	if err != nil {
		return folderMark{}, unwritable(home, err)
	}
	m, err := readMark(home)
	switch {
	case err == nil:
		return m, nil
	case errors.Is(err, ErrNewer):
		return folderMark{}, err
	}
	if beside := withoutWebview(entries); len(beside) == 0 {
		entries = beside
	}
	begun := len(entries) == 1 && entries[0].Name() == markName // and the program ended before it was written
	if len(entries) > 0 && !begun && !older(home) {
		return folderMark{}, fmt.Errorf("the folder %s can't be the data folder: %w", home, ErrForeign)
	}
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	m = folderMark{markText, format, hex.EncodeToString(id[:])}
	return m, writeMark(home, m)
}

// webviewNames is what WebKitGTK keeps in the folder of the program's name among the person's data, which is the usual data
// folder: it may have been there first, when another one was named at the first start.
var webviewNames = []string{"hsts-storage.sqlite", "mediakeys", "storage", "localstorage", "databases", "deviceidhashsalts", "itp", "serviceworkers"}

func withoutWebview(entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return slices.Contains(webviewNames, e.Name()) })
}

func unwritable(home string, err error) error {
	return fmt.Errorf("the data folder %s can't be written (%w); choose another with --home", home, reason(err))
}

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

// older says whether a folder without a mark is one that was made before there were marks, or whose mark was lost: it has
// a database of ours.
func older(home string) bool {
	for name, bucket := range map[string]string{"library.db": "meta", "chats.db": "workspaces"} {
		if holds(filepath.Join(home, name), bucket) {
			return true
		}
	}
	return anyOurs(filepath.Join(home, filesName))
}

// ownFiles counts the PDFs that are there.
func (s *Store) ownFiles() (n int, err error) {
	entries, err := os.ReadDir(filepath.Join(s.home, filesName))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) == ".pdf" && ourFile.MatchString(e.Name()) {
			n++
		}
	}
	return n, err
}

// lock keeps other processes out, and says whether the last one that was in ended in order.
func lock(home string) (held *flock.Flock, unclean bool, err error) {
	for _, name := range []string{lockName, runningName} {
		if info, err := os.Lstat(filepath.Join(home, name)); err == nil && !info.Mode().IsRegular() {
			return nil, false, fmt.Errorf("%s is no file; move it away, and try again", filepath.Join(home, name))
		}
	}
	held = flock.New(filepath.Join(home, lockName), flock.SetPermissions(0o600))
	for until := time.Now().Add(lockWait); ; time.Sleep(50 * time.Millisecond) {
		got, err := held.TryLock()
		if err != nil {
			return nil, false, unwritable(home, err)
		}
		if got {
			break
		}
		if time.Now().After(until) {
			return nil, false, ErrLocked
		}
	}
	running := filepath.Join(home, runningName)
	if _, err := os.Lstat(running); err == nil {
		return held, true, nil
	}
	if err := os.WriteFile(running, nil, 0o600); err != nil {
		return nil, false, errors.Join(unwritable(home, err), held.Unlock())
	}
	return held, false, nil
}

// unlock lets others in again; whole says that everything was closed in order.
func unlock(home string, held *flock.Flock, whole bool) (err error) {
	if whole {
		err = os.Remove(filepath.Join(home, runningName))
	}
	return errors.Join(err, held.Unlock())
}

// MakeFolder makes a folder, and those above it, that only this person can look into, whatever the umask says.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return os.Chmod(path, 0o700)
}

// WriteFile replaces a file in one go, and has it on the disk when it returns. Only this person can read it.
func WriteFile(path string, data []byte) error {
	f, err := os.OpenFile(path+half, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o600)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(path+half, path)
	}
	if err != nil {
		return errors.Join(DiskError(err), os.Remove(path+half))
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder has what was renamed or removed in a folder on the disk. Systems that can't do that need it not.
func syncFolder(path string) error {
	if os.PathSeparator != '/' {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// private makes everything of the program's in the data folder readable for this person alone.
func private(home string) error {
	if os.PathSeparator != '/' {
		return nil // access goes by the folder's owner there
	}
	errs := []error{os.Chmod(home, 0o700)}
	for _, name := range []string{filesName, incomingName, quarantineName, "log", "reports", "cache", markName, lockName, runningName, "library.db", "chats.db", "checkpoints.db"} {
		err := filepath.WalkDir(filepath.Join(home, name), func(path string, e fs.DirEntry, err error) error {
			if errors.Is(err, os.ErrNotExist) {
				return nil
			} else if err != nil {
				return errors.Join(os.Chmod(path, 0o700), err)
			}
			info, err := e.Info()
			if err != nil || !e.IsDir() && !e.Type().IsRegular() {
				return nil
			}
			want := fs.FileMode(0o600)
			if e.IsDir() {
				want = 0o700
			}
			if info.Mode().Perm() != want {
				return os.Chmod(path, want)
			}
			return nil
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

var (
	ourFile  = regexp.MustCompile(`^[0-9a-f]{32}\.(pdf|json)$`)
	oldParts = regexp.MustCompile(`^(part|upload)-[0-9]+$`) // what format 1 left when it was killed
)

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
	for _, e := range scratch { // copies that were never finished, of files that lie elsewhere
		if strings.HasPrefix(e.Name(), s.scratchPrefix()) {
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
		ours := e.Type().IsRegular() && ourFile.MatchString(name) && !owned[id] || oldParts.MatchString(name)
		if ours {
			err = errors.Join(err, s.quarantine(filepath.Join(filesName, name)))
		}
	}
	return err
}

// scratchPrefix is what the names of this folder's files on their way in begin with.
func (s *Store) scratchPrefix() string { return s.mark.ID[:8] + "-" }

// Quarantine is the folder of what the program wrote and doesn't own any more.
func (s *Store) Quarantine() string { return filepath.Join(s.home, quarantineName) }

const quarantineDate = "2006-01-02"

// quarantine moves something of the data folder, by its path in it, out of the way. Its name begins with the day.
func (s *Store) quarantine(path string) error {
	return setAside(s.home, path, time.Now())
}

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

// Quarantined says how many files are in the quarantine, and of how many bytes.
func (s *Store) Quarantined() (files int, bytes int64, err error) {
	err = filepath.WalkDir(s.Quarantine(), func(_ string, e fs.DirEntry, err error) error {
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

// EmptyQuarantine removes what is in it: the person wants that.
func (s *Store) EmptyQuarantine() error {
	entries, err := os.ReadDir(s.Quarantine())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(s.Quarantine(), e.Name())))
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
	entries, err := os.ReadDir(s.Quarantine())
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
		err = errors.Join(err, os.Remove(filepath.Join(s.Quarantine(), e.Name())))
	}
	return err
}
