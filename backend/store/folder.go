package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"lectern/backend/messages"
)

// What lies in a data folder, beside the databases.
const (
	markName       = "lectern-folder.json" // see folderMark
	lockName       = "lock"                // held while a process has the folder open
	runningName    = "running"             // there while a process has it open; found at a start, the last one didn't end in order
	filesName      = "files"               // ID.pdf, and beside it ID.json: see sidecar
	incomingName   = "incoming"            // bytes on their way in
	quarantineName = "quarantine"          // what the program wrote and doesn't own any more
	restoringName  = "restoring"           // see restore.go
)

// ErrForeign is a folder that isn't empty and isn't Lectern's. Nothing in it was touched.
var ErrForeign = messages.Error("store.foreign-files")

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
		return folderMark{}, messages.Error("store.folder-is-file", messages.Args{"folder": home})
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
	if beside := withoutWebview(entries); len(beside) > 0 && !begun(beside) && !unmarked(home) {
		return folderMark{}, messages.Error("store.folder-unusable", messages.Args{"folder": home, "error": ErrForeign})
	}
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	m = folderMark{markText, format, hex.EncodeToString(id[:])}
	return m, writeMark(home, m)
}

// begun says whether all that lies in a folder is a mark of which the program died while it wrote it.
func begun(entries []fs.DirEntry) bool {
	if len(entries) != 1 || !entries[0].Type().IsRegular() {
		return false
	}
	name := entries[0].Name()
	return name == markName || name == markName+half
}

// webviewNames is what WebKitGTK keeps in the folder of the program's name among the person's data, which is the usual data
// folder: it may have been there first, when another one was named at the first start.
var webviewNames = []string{"hsts-storage.sqlite", "mediakeys", "storage", "localstorage", "databases", "deviceidhashsalts", "itp", "serviceworkers"}

func withoutWebview(entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return slices.Contains(webviewNames, e.Name()) })
}

func unwritable(home string, err error) error {
	return messages.Error("store.folder-unwritable", messages.Args{"folder": home, "error": reason(err)})
}

// unmarked says whether a folder without a mark is one whose mark was lost: it has a database of ours.
func unmarked(home string) bool {
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
			return nil, false, messages.Error("store.move-away", messages.Args{"path": filepath.Join(home, name)})
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
