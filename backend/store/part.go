package store

import bolt "go.etcd.io/bbolt"

// part is what the nouns of a workspace share: the workspace's buckets in one of the databases.
type part struct {
	s         *Store
	db        *database
	workspace string // its id
}

// view reads within one transaction, and update writes within one. In a workspace that was removed nothing is found.
func (p part) view(fn func(b buckets) error) error { return p.db.view(p.in(fn)) }

func (p part) update(fn func(b buckets) error) error { return p.db.update(p.in(fn)) }

func (p part) in(fn func(b buckets) error) func(tx *bolt.Tx) error {
	return func(tx *bolt.Tx) error {
		ws := workspaceIn(tx, p.workspace)
		if ws == nil {
			return ErrNotFound
		}
		return fn(buckets{ws})
	}
}

// buckets finds a workspace's buckets by name.
type buckets struct{ ws *bolt.Bucket }

func (b buckets) get(name string) *bolt.Bucket { return b.ws.Bucket([]byte(name)) }

// edit changes what the person may have made of a document, and its sidecar with it.
func (p part) edit(id string, change func(b buckets) error) error {
	return p.s.bytes.with(id, func() error {
		err := p.update(change)
		if err == nil {
			p.s.writeSidecar(id)
		}
		return err
	})
}
