package store

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// owners lists the documents whose bytes a workspace has, and those of which none has them any more since they were removed.
func (s *Store) owners() (owned, leaving map[string]bool, err error) {
	err = s.docs.view(func(tx *bolt.Tx) (err error) {
		owned, leaving, err = ownersIn(tx)
		return err
	})
	return owned, leaving, err
}

func ownersIn(tx *bolt.Tx) (owned, leaving map[string]bool, err error) {
	owned, leaving = map[string]bool{}, map[string]bool{}
	if b := tx.Bucket([]byte(leavingBucket)); b != nil {
		if err := b.ForEach(func(id, _ []byte) error { leaving[string(id)] = true; return nil }); err != nil {
			return nil, nil, err
		}
	}
	return owned, leaving, eachLibrary(tx, func(_ string, b buckets) error {
		return b.get("documents").ForEach(func(id, _ []byte) error {
			has, err := b.hasBytes(string(id))
			if has {
				owned[string(id)] = true
			}
			return err
		})
	})
}

// eachLibrary visits the workspaces of a database, by their ids.
func eachLibrary(tx *bolt.Tx, visit func(id string, b buckets) error) error {
	all := tx.Bucket([]byte("workspaces"))
	if all == nil {
		return nil
	}
	return all.ForEachBucket(func(ws []byte) error { return visit(string(ws), buckets{all.Bucket(ws)}) })
}

// hasBytes says whether a workspace has a document with a file: one that could not be read has none.
func (b buckets) hasBytes(id string) (bool, error) {
	var d Document
	err := getJSON(b.get("documents"), id, &d)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return d.Failed == "", err
}

func (s *Store) ownedBy(id string) (owned bool, err error) {
	return owned, s.docs.view(func(tx *bolt.Tx) error {
		owned, err = ownedIn(tx, id)
		return err
	})
}

func ownedIn(tx *bolt.Tx, id string) (owned bool, err error) {
	err = eachLibrary(tx, func(_ string, b buckets) error {
		has, err := b.hasBytes(id)
		owned = owned || has
		return err
	})
	return owned, err
}
