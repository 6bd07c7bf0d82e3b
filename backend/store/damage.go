package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// Damage is a database that is lost, or isn't what was written. The file is as it was found.
type Damage struct {
	Home  string // the data folder
	File  string // the database's name
	Files int    // PDFs that are there
	Err   error
}

var errLost = messages.Error("store.missing")

// Error says what happened, and how the person goes on. Nothing that it advises destroys anything.
func (d *Damage) Error() string { return d.Said().String() }

// Said is what it says in each language.
func (d *Damage) Said() messages.Message {
	why := d.why()
	repair := fmt.Sprintf("lectern --home %q doctor --rebuild", d.Home)
	if d.File == "library.db" {
		return messages.New("store.library-unusable", messages.Args{"database": filepath.Join(d.Home, d.File), "why": why, "files": filepath.Join(d.Home, filesName), "command": repair})
	}
	return messages.New("store.database-unusable", messages.Args{"database": filepath.Join(d.Home, d.File), "why": why, "command": repair})
}

// What says what happened alone.
func (d *Damage) What() string { return fmt.Sprintf("%s: %s", filepath.Join(d.Home, d.File), d.why()) }

func (d *Damage) why() string {
	why := d.Err.Error()
	for _, cut := range []string{filepath.Join(d.Home, d.File) + ": ", ErrDamaged.Error() + ": "} {
		why = strings.TrimPrefix(why, cut)
	}
	return why
}

func (d *Damage) Unwrap() []error { return []error{ErrDamaged, d.Err} }

// Rebuild opens a data folder of which databases are lost or damaged. Those are put into the quarantine; what can still be
// read of conversations, progress and settings is taken over. The documents are to be read again: see Unclaimed. A folder
// that is whole is opened as it is.
func Rebuild(home string) (*Store, error) { return openFolder(home, true) }

// holds says whether a file is a bbolt file with a bucket of a name, without changing it.
func holds(path, bucket string) (there bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return false
	}
	how := boltOptions(0, bolt.FreelistMapType)
	how.ReadOnly = true
	db, err := openBolt(path, how)
	if errors.Is(err, bolt.ErrTimeout) {
		return true // whoever has it open made it: Open finds out
	} else if err != nil {
		return false
	}
	_ = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			there = tx.Bucket([]byte(bucket)) != nil
			return nil
		})
	})
	_ = guard(db.Close)
	return there
}

// anyOurs says whether a folder has a PDF that bears its own hash as its name, as nobody but the program names files.
func anyOurs(files string) bool {
	entries, err := os.ReadDir(files)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Type().IsRegular() && ourFile.MatchString(e.Name()) && filepath.Ext(e.Name()) == ".pdf" {
			id, _, err := hashFile(filepath.Join(files, e.Name()))
			return err == nil && id+".pdf" == e.Name()
		}
	}
	return false
}

func hashFile(path string) (id string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return idOf(h.Sum(nil)), size, err
}

// idOf is a document's id by the SHA-256 of its bytes.
func idOf(sum []byte) string { return hex.EncodeToString(sum[:16]) }
