package store

import (
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// ErrDamaged is a file or a record that isn't what was written. What else is in the file can still be used.
var ErrDamaged = messages.Error("store.damaged")

// database is a bbolt file that gives room back: compact writes what is in it to a new file and exchanges the two while
// readers go on. Damage that a transaction comes across is an error, never a panic.
type database struct {
	path string
	how  bolt.Options

	copying sync.RWMutex // held for as long as a snapshot is read: exchanging the file would have writers wait for that
	writes  sync.Mutex   // nothing is written while the file is copied
	mu      sync.Mutex
	now     *opened
}

// opened is a file that is in use; it is closed when its last user has left.
type opened struct {
	db    *bolt.DB
	users sync.WaitGroup
}

// What a database is opened with. mmap is the address space set aside for it: as long as the file fits, a growing writer
// needn't wait for readers. (Windows makes the file as large as the mapping, so there it grows as it needs to.)
func boltOptions(mmap int, free bolt.FreelistType) bolt.Options {
	o := *bolt.DefaultOptions
	o.Timeout, o.FreelistType = lockWait, free
	if os.PathSeparator == '/' {
		o.InitialMmapSize = mmap
	}
	return o
}

// growth is by how much a file grows at least. bbolt's own 16 MB would make a library of ten pages as large as one of a
// thousand.
const growth = 128 << 10

// half is the ending of a file that is being made and isn't the database yet.
const half = ".new"

// openDatabase opens a bbolt file; make says whether it may be made. ErrDamaged means that it is no such file, or that a
// part of it is missing; it is as it was then, byte for byte.
func openDatabase(path string, make bool, how bolt.Options) (*database, error) {
	d := &database{path: path, how: how}
	if err := os.Remove(path + half); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, unusable(path, err)
	}
	_, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) && make {
		err = d.create()
	}
	if err == nil {
		err = examine(path, how)
	}
	if err != nil {
		return nil, unusable(path, err)
	}
	db, err := openBolt(path, how)
	if err != nil {
		return nil, unusable(path, err)
	}
	d.now = &opened{db: db}
	return d, nil
}

// create makes the file elsewhere first, so that one that is there is always whole.
func (d *database) create() error {
	db, err := openBolt(d.path+half, d.how)
	if err == nil {
		err = db.Close()
	}
	if err == nil {
		err = os.Rename(d.path+half, d.path)
	}
	return errors.Join(err, syncFolder(filepath.Dir(d.path)))
}

func openBolt(path string, how bolt.Options) (db *bolt.DB, err error) {
	err = guard(func() error {
		db, err = bolt.Open(path, 0o600, &how)
		return err
	})
	if err == nil {
		db.AllocSize = growth
	}
	return db, err
}

func unusable(path string, err error) error {
	switch {
	case errors.Is(err, bolt.ErrTimeout):
		return ErrLocked
	case errors.Is(err, bolt.ErrInvalid), errors.Is(err, bolt.ErrChecksum), errors.Is(err, bolt.ErrVersionMismatch):
		return fmt.Errorf("%s: %w (%w)", path, ErrDamaged, err)
	case errors.Is(err, ErrDamaged):
		return fmt.Errorf("%s: %w", path, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return ErrFull
	}
	return messages.Error("store.cannot-be-opened", messages.Args{"path": path, "error": reason(err)})
}

// use calls do with the file that is in use; it stays open for so long.
func (d *database) use(do func(db *bolt.DB) error) error {
	d.mu.Lock()
	o := d.now
	if o == nil {
		d.mu.Unlock()
		return bolt.ErrDatabaseNotOpen
	}
	o.users.Add(1)
	d.mu.Unlock()
	defer o.users.Done()
	err := guard(func() error { return do(o.db) })
	var p *panicked
	if errors.As(err, &p) { // a fault of the program's isn't to be taken for one of the file's
		if whole := guard(func() error { return o.db.View(walk) }); whole == nil {
			return &Fault{p.value, p.stack}
		}
	}
	var garbled *json.SyntaxError
	var torn flate.CorruptInputError
	if p != nil || errors.As(err, &garbled) || errors.As(err, &torn) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = &Damage{Home: filepath.Dir(d.path), File: filepath.Base(d.path), Err: err}
	}
	return err
}

// view runs a reading transaction.
func (d *database) view(fn func(tx *bolt.Tx) error) error {
	return d.use(func(db *bolt.DB) error { return db.View(fn) })
}

// snapshot is view for a transaction that takes long.
func (d *database) snapshot(fn func(tx *bolt.Tx) error) error {
	d.copying.RLock()
	defer d.copying.RUnlock()
	return d.view(fn)
}

// update runs a writing transaction and gives a full disk its name.
func (d *database) update(fn func(tx *bolt.Tx) error) error {
	d.writes.Lock()
	defer d.writes.Unlock()
	return DiskError(d.use(func(db *bolt.DB) error { return db.Update(fn) }))
}

// DiskError makes ErrFull of what a system says of a full disk.
func DiskError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return ErrFull
	}
	return err
}

// check walks all pages, however long that takes; readers and writers go on.
func (d *database) check() error { return d.view(walk) }

// close waits for transactions and gives the file free.
func (d *database) close() error {
	d.writes.Lock()
	defer d.writes.Unlock()
	return d.exchange(nil)
}

// exchange has another file used from now on, and closes the one that was when its last user has left.
func (d *database) exchange(next *bolt.DB) error {
	d.mu.Lock()
	old := d.now
	d.now = nil
	if next != nil {
		d.now = &opened{db: next}
	}
	d.mu.Unlock()
	if old == nil {
		return nil
	}
	old.users.Wait()
	return old.db.Close()
}
