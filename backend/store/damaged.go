package store

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

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
var inJSON = []string{"documents", "pages", "passages", metadataBucket, registryBucket, readingsBucket, infoBucket, "conversations", "runs", "events"}

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
					if b.get(name) == nil { // of the other database
						continue
					}
					if err := b.get(name).ForEach(func(_, v []byte) error {
						if decodeJSON(v, new(json.RawMessage)) != nil {
							return messages.Error("store.record-unreadable", messages.Args{"error": ErrDamaged, "name": name})
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
