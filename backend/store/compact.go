package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	bolt "go.etcd.io/bbolt"
)

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
func (d *database) owes() bool {
	_, size, err := d.spare()
	return err == nil && size <= quickToCopy && d.removed() || d.loose()
}

// removed says whether the file may still hold something that was removed.
func (d *database) removed() (removed bool) {
	err := d.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("meta"))
		removed = b != nil && b.Get(removedKey) != nil
		return nil
	})
	return err == nil && removed
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
	d.copying.Lock()
	defer d.copying.Unlock()
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
