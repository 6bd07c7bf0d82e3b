package store

import bolt "go.etcd.io/bbolt"

// Derived gives what build makes of the workspace's library: as it was made last, unless something was written since. What
// it gives is shared, and may not be changed. What build writes itself counts as a change.
func Derived[T any](w *Workspace, what string, build func() (T, error)) (T, error) {
	var file *bolt.DB
	var now int
	if err := w.s.docs.view(func(tx *bolt.Tx) error {
		file, now = tx.DB(), tx.ID()
		return nil
	}); err != nil {
		return *new(T), err
	}
	made, err := w.derived.as(file, now, what, func() (any, error) { return build() })
	return made.(T), err
}
