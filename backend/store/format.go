package store

import (
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// format is the version of the layout above; a folder of another one is refused.
const format = 2

// checkFormat refuses a folder of another format, and writes this one into a new library. A library that was never used but
// stands beside files was made because the one that they are of was lost.
func (s *Store) checkFormat(files int, rebuild bool) error {
	have := 0
	err := s.docs.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("meta"))
		if b == nil {
			return nil
		}
		s.rebuilding = b.Get([]byte("rebuilding")) != nil
		return getJSON(b, "format", &have)
	})
	switch {
	case err != nil:
		return messages.Error("store.format", messages.Args{"error": err})
	case have > format:
		return ErrNewer
	case have == 0 && files > 0 && !rebuild:
		return &Damage{Home: s.home, File: "library.db", Files: files, Err: errLost}
	case have == format:
		return nil
	case have > 0:
		return ErrOlder
	}
	rebuild = files > 0
	err = s.docs.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("meta"))
		if err != nil {
			return err
		}
		if rebuild {
			err = putJSON(b, "rebuilding", true)
		}
		return errors.Join(err, putJSON(b, "made", time.Now()), putJSON(b, "format", format))
	})
	s.rebuilding = s.rebuilding || rebuild
	return err
}

// made is when library.db was.
func (s *Store) made() (at time.Time, err error) {
	return at, s.docs.view(func(tx *bolt.Tx) error { return getJSON(tx.Bucket([]byte("meta")), "made", &at) })
}
