// Package store keeps everything durable in one data folder and finds passages in it.
//
//	library.db      documents, pages, passages, keyword segments, vectors, settings (bbolt)
//	chats.db        conversations and runs with their events
//	checkpoints.db  the graph engine's checkpoints
//	files/          the PDFs' bytes as they were when they were added
//
// Words: a workspace separates one person's matters from another's: documents, conversations and runs of one are never
// seen from another. A document is stored in one transaction, so it is either wholly there or not at all; removing it
// takes it out of every index before the call returns.
//
// One process at a time may have a data folder open.
package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

var (
	// ErrNotFound is a document, conversation or run that isn't there (any more).
	ErrNotFound = errors.New("not found")
	// ErrFull is a disk without room. What was being written is not there; all else is.
	ErrFull = errors.New("the disk is full; free some space and try again")
	// ErrNewer is a data folder written by a later version.
	ErrNewer = errors.New("this data folder was written by a newer Lectern; update Lectern, or use another folder with --home")
)

// format is the version of the layout below; a folder of a later one is refused.
const format = 1

const lockWait = 2 * time.Second

// Store is an open data folder. It is safe for concurrent use.
type Store struct {
	Checkpoints *Checkpoints

	home  string
	docs  *bolt.DB // library.db
	chats *bolt.DB

	mu         sync.Mutex
	workspaces map[string]*Workspace
}

// Open opens a data folder, making it if need be. ErrLocked means that another process has it open.
func Open(home string) (*Store, error) {
	if err := os.MkdirAll(filepath.Join(home, "files"), 0o700); err != nil {
		return nil, fmt.Errorf("the data folder %s can't be written (%w); choose another with --home", home, reason(err))
	}
	s := &Store{home: home, workspaces: map[string]*Workspace{}}
	var err error
	if s.docs, err = openDB(filepath.Join(home, "library.db"), 1<<30, bolt.FreelistMapType); err != nil {
		return nil, err
	}
	if s.chats, err = openDB(filepath.Join(home, "chats.db"), 64<<20, bolt.FreelistMapType); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.Checkpoints, err = OpenCheckpoints(filepath.Join(home, "checkpoints.db")); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.checkFormat(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, s.sweep()
}

// openDB opens one database. mmap is the address space set aside for it: as long as the file fits, a growing writer
// needn't wait for readers. (Windows makes the file as large as the mapping, so there it grows as it needs to.) free says
// how free pages are looked up.
func openDB(path string, mmap int, free bolt.FreelistType) (*bolt.DB, error) {
	o := *bolt.DefaultOptions
	o.Timeout, o.FreelistType = lockWait, free
	if os.PathSeparator == '/' {
		o.InitialMmapSize = mmap
	}
	db, err := bolt.Open(path, 0o600, &o)
	switch {
	case errors.Is(err, bolt.ErrTimeout):
		return nil, ErrLocked
	case err != nil:
		return nil, fmt.Errorf("%s can't be opened (%w); choose another data folder with --home", path, reason(err))
	}
	return db, nil
}

// reason strips the operation and path from a file system's error.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func (s *Store) checkFormat() error {
	return s.docs.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("meta"))
		if err != nil {
			return err
		}
		var have int
		if raw := b.Get([]byte("format")); raw != nil {
			if err := json.Unmarshal(raw, &have); err != nil {
				return fmt.Errorf("data folder's format: %w", err)
			}
		}
		if have > format {
			return ErrNewer
		}
		return putJSON(b, "format", format)
	})
}

// sweep removes files that no document owns: what a killed process left half done.
func (s *Store) sweep() error {
	owned := map[string]bool{}
	err := s.docs.View(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("workspaces"))
		if b == nil {
			return nil
		}
		return b.ForEachBucket(func(ws []byte) error {
			docs := b.Bucket(ws).Bucket([]byte("documents"))
			return docs.ForEach(func(id, _ []byte) error {
				owned[string(id)+".pdf"] = true
				return nil
			})
		})
	})
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(s.home, "files"))
	for _, e := range entries {
		if !owned[e.Name()] {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.home, "files", e.Name())))
		}
	}
	return err
}

// Home is the data folder.
func (s *Store) Home() string { return s.home }

// Close waits for transactions and gives the folder free.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*bolt.DB{s.docs, s.chats} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.Checkpoints != nil {
		errs = append(errs, s.Checkpoints.Close())
	}
	return errors.Join(errs...)
}

// Settings decodes the settings kept under a key into v, which stays as it is if there are none.
func (s *Store) Settings(key string, v any) error {
	return s.docs.View(func(tx *bolt.Tx) error {
		if b := tx.Bucket([]byte("settings")); b != nil {
			if raw := b.Get([]byte(key)); raw != nil {
				return json.Unmarshal(raw, v)
			}
		}
		return nil
	})
}

// SaveSettings keeps settings under a key.
func (s *Store) SaveSettings(key string, v any) error {
	return update(s.docs, func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("settings"))
		if err != nil {
			return err
		}
		return putJSON(b, key, v)
	})
}

// update runs a transaction and gives a full disk its name.
func update(db *bolt.DB, fn func(tx *bolt.Tx) error) error { return diskError(db.Update(fn)) }

func diskError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return ErrFull
	}
	return err
}

func putJSON(b *bolt.Bucket, key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put([]byte(key), raw)
}

// getJSON decodes a value; ErrNotFound if there is none.
func getJSON(b *bolt.Bucket, key string, v any) error {
	raw := b.Get([]byte(key))
	if raw == nil {
		return ErrNotFound
	}
	return json.Unmarshal(raw, v)
}
