package store

import (
	"encoding/json"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// Settings are small things that are kept by a key: what the person chose, and what was measured of models.
type Settings struct{ db *database }

// Session is the key of what only the running program may know: no backup that is put back has it.
const Session = "door"

// Get decodes the settings kept under a key into v, which stays as it is if there are none.
func (c *Settings) Get(key string, v any) error {
	return c.db.view(func(tx *bolt.Tx) error {
		if b := tx.Bucket([]byte("settings")); b != nil {
			if raw := b.Get([]byte(key)); raw != nil {
				return json.Unmarshal(raw, v)
			}
		}
		return nil
	})
}

// Save keeps settings under a key.
func (c *Settings) Save(key string, v any) error {
	return c.db.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("settings"))
		if err != nil {
			return err
		}
		return putJSON(b, key, v)
	})
}

// forget removes what is kept under a key, for good.
func (c *Settings) forget(key string) error {
	return c.db.update(func(tx *bolt.Tx) error {
		if b := tx.Bucket([]byte("settings")); b != nil && b.Get([]byte(key)) != nil {
			return errors.Join(b.Delete([]byte(key)), noteRemoved(tx))
		}
		return nil
	})
}
