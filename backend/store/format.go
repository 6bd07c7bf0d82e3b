package store

import (
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

// format is the version of the layout above; a folder of a later one is refused. 1 had no mark and no sidecars, and its
// program removed what it found in files/ and didn't know.
const format = 2

// checkFormat refuses a folder of a later format, and brings one of an earlier up to this. A library that was never used
// but stands beside files was made because the one that they are of was lost.
func (s *Store) checkFormat(files int, rebuild bool) error {
	have, made := 0, time.Time{}
	err := s.docs.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("meta"))
		if b == nil {
			return nil
		}
		s.rebuilding = b.Get([]byte("rebuilding")) != nil
		err := getJSON(b, "format", &have)
		if err == nil && have >= 2 {
			err = getJSON(b, "made", &made)
		}
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("data folder's format: %w", err)
	case have > format || s.mark.Format > format:
		return ErrNewer
	case have == 0 && files > 0 && !rebuild:
		return &Damage{Home: s.home, File: "library.db", Files: files, Err: errLost}
	case have == format && s.mark.Format == format:
		return nil
	}
	rebuild = have == 0 && files > 0
	err = s.docs.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("meta"))
		if err != nil {
			return err
		}
		if rebuild {
			err = putJSON(b, "rebuilding", true)
		}
		if made.IsZero() {
			err = errors.Join(err, putJSON(b, "made", time.Now()))
		}
		return errors.Join(err, putJSON(b, "format", format))
	})
	s.rebuilding = s.rebuilding || rebuild
	if s.mark.Format != format && err == nil {
		s.mark.Format = format
		err = writeMark(s.home, s.mark)
	}
	return err
}

// made is when library.db was.
func (s *Store) made() (at time.Time, err error) {
	return at, s.docs.view(func(tx *bolt.Tx) error { return getJSON(tx.Bucket([]byte("meta")), "made", &at) })
}
