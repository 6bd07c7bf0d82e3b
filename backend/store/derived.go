package store

import (
	"sync"

	bolt "go.etcd.io/bbolt"
)

// derived is what was made of a library as it stands, and is kept until anything in it changes.
type derived struct {
	mu   sync.Mutex
	of   libraryVersion
	kept map[string]any
}

// libraryVersion is a database as one writing transaction left it.
type libraryVersion struct {
	db *bolt.DB
	tx int
}

// Derived gives what build makes of the workspace's library: as it was made last, unless something was written since. What
// it gives is shared, and may not be changed. What build writes itself counts as a change.
func Derived[T any](w *Workspace, what string, build func() (T, error)) (T, error) {
	now, err := w.version()
	if err != nil {
		return *new(T), err
	}
	d := &w.derived
	d.mu.Lock()
	if d.of == now {
		if kept, there := d.kept[what].(T); there {
			d.mu.Unlock()
			return kept, nil
		}
	}
	d.mu.Unlock()
	made, err := build()
	if err != nil {
		return made, err
	}
	if after, err := w.version(); err != nil || after != now { // it may be of neither
		return made, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of != now {
		d.of, d.kept = now, map[string]any{}
	}
	d.kept[what] = made
	return made, nil
}

func (w *Workspace) version() (v libraryVersion, err error) {
	err = w.s.docs.view(func(tx *bolt.Tx) error {
		v = libraryVersion{tx.DB(), tx.ID()}
		return nil
	})
	return v, err
}
