package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// locks are one lock for each key that is asked for.
type locks struct {
	mu   sync.Mutex
	held map[string]*lockOf
}

type lockOf struct {
	sync.Mutex
	users int
}

// with does something while nobody else does anything with the same key.
func (l *locks) with(key string, do func() error) error {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*lockOf{}
	}
	k := l.held[key]
	if k == nil {
		k = &lockOf{}
		l.held[key] = k
	}
	k.users++
	l.mu.Unlock()
	k.Lock()
	defer func() {
		k.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if k.users--; k.users == 0 {
			delete(l.held, key)
		}
	}()
	return do()
}

// Staged is a copy of a file's bytes that isn't a document's yet. Whoever made it drops it in the end.
type Staged struct {
	ID   string // that a document of these bytes has
	Size int64
	Path string
}

// Drop removes the copy, if it hasn't become a document's.
func (f *Staged) Drop() error {
	if err := os.Remove(f.Path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Stage copies bytes into the data folder. What a killed program leaves of that is removed at the next start. An error of
// the reader's is a *ReadError.
func (s *Store) Stage(ctx context.Context, from io.Reader) (*Staged, error) {
	out, err := os.CreateTemp(filepath.Join(s.home, incomingName), s.scratchPrefix()+"*")
	if err != nil {
		return nil, DiskError(err)
	}
	f, hash := &Staged{Path: out.Name()}, sha256.New()
	f.Size, err = io.Copy(io.MultiWriter(out, hash), contextReader{ctx, from})
	if err == nil {
		err = out.Chmod(0o600)
	}
	if err == nil {
		err = out.Sync()
	}
	f.ID = idOf(hash.Sum(nil))
	if err = errors.Join(err, out.Close()); err != nil {
		return nil, errors.Join(DiskError(err), f.Drop())
	}
	return f, nil
}

// StageFolder makes a folder for bytes on their way in that Stage takes over; whoever made it removes it.
func (s *Store) StageFolder() (string, error) {
	dir, err := os.MkdirTemp(filepath.Join(s.home, incomingName), s.scratchPrefix()+"*")
	return dir, DiskError(err)
}

// ReadError is what a reader said, not what writing its bytes met with.
type ReadError struct{ Err error }

func (e *ReadError) Error() string { return e.Err.Error() }
func (e *ReadError) Unwrap() error { return e.Err }

// contextReader ends a copy when the context does, and tells reading's errors from writing's.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.r.Read(p)
	if err != nil && err != io.EOF {
		err = &ReadError{err}
	}
	return n, err
}

// Import makes staged bytes a document with its content: see Add. The file is in its place when the document is there,
// whatever else is done with the same bytes in this or another workspace at the same time.
func (w *Workspace) Import(d Document, c *Content, f *Staged) (Document, error) {
	err := w.s.bytes.with(f.ID, func() (err error) {
		placed, err := w.s.place(f)
		if err != nil {
			return err
		}
		if d, err = w.add(d, c); err != nil && placed {
			return errors.Join(err, w.s.unplace(f))
		}
		w.s.writeSidecar(f.ID)
		return err
	})
	return d, err
}

// Replace puts a document's bytes where they belong if they are lost. It says whether they were.
func (w *Workspace) Replace(f *Staged) (lost bool, err error) {
	return lost, w.s.bytes.with(f.ID, func() error {
		if owned, err := w.s.ownedBy(f.ID); err != nil || !owned {
			return err
		}
		lost, err = w.s.place(f)
		return err
	})
}

// place puts staged bytes into files/, unless they are there. Whoever calls it has the lock of the bytes.
func (s *Store) place(f *Staged) (placed bool, err error) {
	path := s.filePath(f.ID)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.Size() == f.Size {
		return false, nil
	}
	if err := os.Rename(f.Path, path); err != nil {
		return false, DiskError(err)
	}
	return true, syncFolder(filepath.Dir(path))
}

// unplace takes back what place did, unless a document has the bytes by now.
func (s *Store) unplace(f *Staged) error {
	owned, err := s.ownedBy(f.ID)
	if err != nil || owned {
		return err
	}
	return s.unlink(f.ID)
}

// unlink removes a document's file and its sidecar. Whoever calls it has the lock of the bytes, or the store alone.
func (s *Store) unlink(id string) (err error) {
	for _, path := range []string{s.sidecarPath(id), s.filePath(id)} {
		if failed := os.Remove(path); !errors.Is(failed, os.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (s *Store) filePath(id string) string {
	return filepath.Join(s.home, filesName, filepath.Base(id)+".pdf")
}

// leavingBucket lies in library.db, by document id: removed, and the file may still be there. A program that was killed in
// between removes it at the next start; what a person removes is never kept anywhere.
const leavingBucket = "leaving"

// owners lists the documents whose bytes a workspace has, and those of which none has them any more since they were removed.
func (s *Store) owners() (owned, leaving map[string]bool, err error) {
	owned, leaving = map[string]bool{}, map[string]bool{}
	return owned, leaving, s.docs.view(func(tx *bolt.Tx) error {
		if b := tx.Bucket([]byte(leavingBucket)); b != nil {
			if err := b.ForEach(func(id, _ []byte) error { leaving[string(id)] = true; return nil }); err != nil {
				return err
			}
		}
		return eachLibrary(tx, func(_ string, b buckets) error {
			return b.get("documents").ForEach(func(id, _ []byte) error {
				has, err := b.hasBytes(string(id))
				if has {
					owned[string(id)] = true
				}
				return err
			})
		})
	})
}

// eachLibrary visits the workspaces.
func eachLibrary(tx *bolt.Tx, visit func(name string, b buckets) error) error {
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
