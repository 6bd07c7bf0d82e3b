package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Damage is a database that is lost, or isn't what was written. The file is as it was found.
type Damage struct {
	Home  string // the data folder
	File  string // the database's name
	Files int    // PDFs that are there
	Err   error
}

var errLost = errors.New("it is missing")

// Error says what happened, and how the person goes on. Nothing that it advises destroys anything.
func (d *Damage) Error() string {
	why := d.why()
	repair := fmt.Sprintf("lectern --home %q doctor --rebuild", d.Home)
	if d.File == "library.db" {
		return fmt.Sprintf("the library's database %s can't be used (%s); the PDFs in %s are as they were. Type %s to make the library anew from them: a damaged file is kept",
			filepath.Join(d.Home, d.File), why, filepath.Join(d.Home, filesName), repair)
	}
	return fmt.Sprintf("the database %s can't be used (%s). Type %s to go on with what can still be read of it: the damaged file is kept",
		filepath.Join(d.Home, d.File), why, repair)
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

// setDamagedAside puts databases that can't be used into the quarantine and saves what can be read of them.
func (s *Store) setDamagedAside() error {
	for _, name := range []string{"library.db", "chats.db", "checkpoints.db"} {
		path := filepath.Join(s.home, name)
		err := examine(path, boltOptions(0, bolt.FreelistMapType))
		if err == nil {
			err = readable(path)
		}
		if err == nil || errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err = unusable(path, err); !errors.Is(err, ErrDamaged) {
			return err
		}
		kept := path + half // which openDatabase removes, so a salvage that is cut off is done again
		if err := os.Remove(kept); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		wanted := func(string) bool { return true }
		if name == "library.db" { // the rest is made from the PDFs
			wanted = func(bucket string) bool { return bucket == "settings" }
		}
		if err := salvage(path, kept, wanted); err != nil {
			return errors.Join(DiskError(err), os.Remove(kept))
		}
		if err := setAside(s.home, name, time.Now()); err != nil {
			return err
		}
		if err := errors.Join(os.Rename(kept, path), syncFolder(s.home)); err != nil {
			return err
		}
	}
	return nil
}

// inJSON are the buckets of a workspace whose values are JSON.
var inJSON = []string{"documents", "pages", "passages", metadataBucket, registryBucket, certificatesBucket, infoBucket, "conversations", "runs", "events"}

// readable goes through all pages of a database and all its records in JSON.
func readable(path string) error {
	how := boltOptions(0, bolt.FreelistMapType)
	how.ReadOnly = true
	db, err := openBolt(path, how)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			if err := walk(tx); err != nil {
				return err
			}
			return eachLibrary(tx, func(_ string, b buckets) error {
				for _, name := range inJSON {
					if b.get(name) == nil {
						continue
					}
					if err := b.get(name).ForEach(func(_, v []byte) error {
						if !json.Valid(v) {
							return fmt.Errorf("%w: a record of its %s can't be read", ErrDamaged, name)
						}
						return nil
					}); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
	return errors.Join(err, db.Close())
}

// salvage copies what can be read of a damaged database, of the buckets that are wanted, into a new one.
func salvage(path, to string, wanted func(bucket string) bool) error {
	fresh, err := openBolt(to, boltOptions(0, bolt.FreelistMapType))
	if err != nil {
		return err
	}
	how := boltOptions(0, bolt.FreelistMapType)
	how.ReadOnly = true
	old, err := openBolt(path, how)
	if err != nil {
		return fresh.Close() // nothing of it can be read
	}
	err = fresh.Update(func(into *bolt.Tx) error {
		return harmless(guard(func() error {
			return old.View(func(tx *bolt.Tx) error {
				return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
					if !wanted(string(name)) {
						return nil
					}
					child, err := into.CreateBucketIfNotExists(name)
					if err != nil {
						return err
					}
					return harmless(guard(func() error { return rescue(b, child) }))
				})
			})
		}))
	})
	return errors.Join(err, fresh.Close(), harmless(guard(old.Close)))
}

// rescue copies a bucket up to where it can't be read any more.
func rescue(from, to *bolt.Bucket) error {
	return from.ForEach(func(k, v []byte) error {
		k = []byte(string(k)) // read here, not when the new file is written
		if v != nil {
			return to.Put(k, []byte(string(v)))
		}
		child, err := to.CreateBucketIfNotExists(k)
		if err != nil {
			return err
		}
		return harmless(guard(func() error { return rescue(from.Bucket(k), child) }))
	})
}

// harmless passes over what can't be read; what can't be written is an error.
func harmless(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, bolt.ErrKeyRequired) || errors.Is(err, bolt.ErrKeyTooLarge) || errors.Is(err, bolt.ErrBucketNameRequired) || errors.Is(err, bolt.ErrIncompatibleValue) {
		return nil
	}
	return err
}

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
