package store

import (
	"bytes"
	"context"
	"errors"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// Remove takes a document out of everything: its text, both indexes, what was learnt of it, its bytes if no other workspace
// has them. When it returns no search finds it. Its vectors go first: a removal that is cut off leaves a document that is
// found by words, and is embedded again.
func (ds *Documents) Remove(id string) error {
	err := ds.s.bytes.with(id, func() error {
		if err := ds.index.Delete(context.Background(), id); err != nil {
			return err
		}
		gone := false
		err := ds.update(func(b buckets) error {
			var d Document
			if err := getJSON(b.get("documents"), id, &d); err != nil {
				return err
			}
			var errs []error
			if string(b.get("names").Get([]byte(strings.ToLower(d.Name)))) == id {
				errs = append(errs, b.get("names").Delete([]byte(strings.ToLower(d.Name))))
			}
			for _, name := range []string{"documents", metadataBucket, registryBucket} {
				errs = append(errs, b.get(name).Delete([]byte(id)))
			}
			errs = append(errs, b.empty(id))
			if err := errors.Join(errs...); err != nil {
				return err
			}
			var err error
			gone, err = leave(b.ws.Tx(), id)
			return err
		})
		switch {
		case err != nil:
			return err
		case gone:
			return ds.s.unlink(id)
		}
		ds.s.writeSidecar(id)
		return nil
	})
	if err == nil {
		ds.s.removed(ds.s.docs)
	}
	return err
}

// empty takes out of a document what reading its file gave.
func (b buckets) empty(id string) error {
	var errs []error
	for _, name := range []string{"passages", "segments", readingsBucket, infoBucket} {
		errs = append(errs, b.get(name).Delete([]byte(id)))
	}
	for _, name := range []string{"pages", boxesBucket, tablesBucket, extractsBucket} {
		c, prefix := b.get(name).Cursor(), []byte(id)
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Seek(prefix) {
			errs = append(errs, b.get(name).Delete(k))
		}
	}
	return errors.Join(errs...)
}

// leavingBucket lies in library.db, by document id: removed, and the file may still be there. A program that was killed in
// between removes it at the next start; what a person removes is never kept anywhere.
const leavingBucket = "leaving"

// leave notes that a document is removed, and that its bytes are about to be if no workspace has them any more; stay takes
// that back.
func leave(tx *bolt.Tx, id string) (gone bool, err error) {
	owned, err := ownedIn(tx, id)
	if err = errors.Join(err, noteRemoved(tx)); err != nil || owned {
		return false, err
	}
	b, err := tx.CreateBucketIfNotExists([]byte(leavingBucket))
	if err != nil {
		return false, err
	}
	return true, b.Put([]byte(id), []byte{1})
}

func stay(tx *bolt.Tx, id string) error {
	if b := tx.Bucket([]byte(leavingBucket)); b != nil {
		return b.Delete([]byte(id))
	}
	return nil
}

func (s *Store) forgetLeaving(ids map[string]bool) error {
	if len(ids) == 0 {
		return nil
	}
	return s.docs.update(func(tx *bolt.Tx) error {
		for id := range ids {
			if err := stay(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}
