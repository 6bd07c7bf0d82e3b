package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"

	bolt "go.etcd.io/bbolt"
)

// ErrDamaged is a file or a record that isn't what was written. What else is in the file can still be used.
var ErrDamaged = errors.New("damaged")

// database is a bbolt file that gives room back: compact writes what is in it to a new file and exchanges the two while
// readers go on. Damage that a transaction comes across is an error, never a panic.
type database struct {
	path string
	how  bolt.Options

	writes sync.Mutex // nothing is written while the file is copied
	mu     sync.Mutex
	now    *opened
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
	return fmt.Errorf("%s can't be opened (%w); check who may read and write it, or choose another data folder with --home", path, reason(err))
}

// walkedAtOpen is how large a file may be to be looked through before it is used, bytes: some 30 ms. Larger ones are, in the
// background, when the program didn't end in order.
const walkedAtOpen = 64 << 20

// fewestBytes are what bbolt begins a file with: four pages, of 4 KB at least.
const fewestBytes = 4 * 4096

// examine looks whether a file is a bbolt file with all its pages, without changing it.
func examine(path string, how bolt.Options) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular(): // opening a pipe would wait for ever
		return fmt.Errorf("%w: it is no file", ErrDamaged)
	case info.Size() == 0:
		return fmt.Errorf("%w: it is empty", ErrDamaged)
	case info.Size() < fewestBytes:
		return fmt.Errorf("%w: only %d bytes of it are left", ErrDamaged, info.Size())
	}
	how.ReadOnly, how.InitialMmapSize = true, 0
	db, err := openBolt(path, how)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			if missing := tx.Size() - info.Size(); missing > 0 {
				return fmt.Errorf("%w: %d bytes are missing", ErrDamaged, missing)
			}
			if info.Size() > walkedAtOpen {
				return nil
			}
			if err := walk(tx); err != nil {
				return err
			}
			for err := range tx.Check() { // pages used twice, or lost: walk has shown that they can be read
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			return nil
		})
	})
	return errors.Join(err, db.Close())
}

// walk reads every key and where every value lies. What can't be walked is ErrDamaged, or panics.
func walk(tx *bolt.Tx) error {
	var into func(b *bolt.Bucket) error
	into = func(b *bolt.Bucket) error {
		var last []byte
		return b.ForEach(func(k, v []byte) error {
			if last != nil && string(last) >= string(k) {
				return fmt.Errorf("%w: its keys are out of order", ErrDamaged)
			}
			last = k
			if v == nil {
				child := b.Bucket(k)
				if child == nil {
					return fmt.Errorf("%w: a part of it is lost", ErrDamaged)
				}
				return into(child)
			}
			if len(v) > 0 {
				_ = v[0] ^ v[len(v)-1]
			}
			return nil
		})
	}
	return tx.ForEach(func(_ []byte, b *bolt.Bucket) error { return into(b) })
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
	if p != nil || errors.As(err, &garbled) {
		err = &Damage{Home: filepath.Dir(d.path), File: filepath.Base(d.path), Err: err}
	}
	return err
}

// Fault is something that went wrong in the program itself, in a transaction that was rolled back.
type Fault struct {
	Value any
	Stack []byte
}

func (f *Fault) Error() string {
	return "something went wrong inside Lectern; try again" // what was caught may quote a document
}

// Panic says what was caught, and where.
func (f *Fault) Panic() (value any, stack []byte) { return f.Value, f.Stack }

// view runs a reading transaction.
func (d *database) view(fn func(tx *bolt.Tx) error) error {
	return d.use(func(db *bolt.DB) error { return db.View(fn) })
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

// Room that isn't used is given back while the program runs when it is so much of a file; with a fifth, a file stays below
// 1.3 times what is in it. When the program ends it is given back wherever something was removed, if that takes no longer
// than a moment: half a second for so many bytes.
const (
	spareShare  = .2
	leastSpare  = 64 << 10
	quickToCopy = 128 << 20
)

// removedKey stands in the bucket meta of a database of which something was removed since it was compacted.
var removedKey = []byte("removed")

// noteRemoved has what the transaction removes taken off the disk when the database is closed.
func noteRemoved(tx *bolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists([]byte("meta"))
	if err != nil || b.Get(removedKey) != nil {
		return err
	}
	return b.Put(removedKey, []byte("true"))
}

// owes says whether the database is to be compacted before it is closed.
func (d *database) owes() (owes bool) {
	_, size, err := d.spare()
	if err == nil && size <= quickToCopy {
		err = d.view(func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte("meta"))
			owes = b != nil && b.Get(removedKey) != nil
			return nil
		})
	}
	return err == nil && owes || d.loose()
}

// spare is how many bytes of the file hold nothing that is still wanted, and how large it is.
func (d *database) spare() (free, size int64, err error) {
	err = d.use(func(db *bolt.DB) error {
		info, err := os.Stat(d.path)
		if err != nil {
			return err
		}
		s := db.Stats()
		size = info.Size()
		free = int64(s.FreePageN+s.PendingPageN) * int64(db.Info().PageSize)
		return nil
	})
	return free, size, err
}

// loose says whether compacting is worth it.
func (d *database) loose() bool {
	free, size, err := d.spare()
	return err == nil && free >= leastSpare && float64(free) >= spareShare*float64(size)
}

// compact writes what is in the file to a new one and uses that: what was removed is gone from the disk. Readers go on,
// writers wait. A program that is killed meanwhile finds the old file, or the new one, whole. Where the system doesn't let
// a file be exchanged that is in use, this is for closing.
func (d *database) compact() error {
	d.writes.Lock()
	defer d.writes.Unlock()
	next := d.path + half
	err := d.use(func(db *bolt.DB) error { return copyTo(next, db, d.how) })
	if err != nil {
		return errors.Join(DiskError(err), os.Remove(next))
	}
	if runtime.GOOS == "windows" {
		return d.replaceClosed(next)
	}
	db, err := openBolt(next, d.how)
	if err == nil {
		if err = os.Rename(next, d.path); err != nil {
			err = errors.Join(err, db.Close())
		}
	}
	if err != nil {
		return errors.Join(DiskError(err), os.Remove(next))
	}
	return errors.Join(d.exchange(db), syncFolder(filepath.Dir(d.path)))
}

// replaceClosed exchanges the file where one that is open can't be.
func (d *database) replaceClosed(next string) error {
	err := d.exchange(nil)
	err = errors.Join(err, os.Rename(next, d.path))
	db, failed := openBolt(d.path, d.how)
	if failed != nil {
		return errors.Join(err, failed)
	}
	d.mu.Lock()
	d.now = &opened{db: db}
	d.mu.Unlock()
	return err
}

// copied is how much is copied in one transaction, bytes.
const copied = 16 << 20

func copyTo(path string, from *bolt.DB, how bolt.Options) error {
	how.InitialMmapSize = 0
	how.NoSync, how.NoGrowSync = true, true // it is synced as a whole, below
	to, err := openBolt(path, how)
	if err != nil {
		return err
	}
	err = bolt.Compact(to, from, copied)
	if err == nil {
		err = to.Update(func(tx *bolt.Tx) error {
			if b := tx.Bucket([]byte("meta")); b != nil {
				return b.Delete(removedKey)
			}
			return nil
		})
	}
	var size int64
	if err == nil {
		err = to.View(func(tx *bolt.Tx) error { size = tx.Size(); return nil })
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return err
	}
	return settle(path, size)
}

// settle cuts a file to its size and has it written to the disk.
func settle(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = f.Truncate(size)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// guard makes an error of what bbolt does when it walks over a damaged file: it panics, or touches pages that the file
// no longer has, which without SetPanicOnFault ends the process. What isn't damage goes on as it is.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p, debug.Stack()}
		}
	}()
	return do()
}

// panicked is what guard caught.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("%v: %v", ErrDamaged, p.value) }
func (p *panicked) Unwrap() error { return ErrDamaged }
