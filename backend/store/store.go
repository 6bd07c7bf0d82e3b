// Package store keeps everything durable in one data folder and finds passages in it.
//
//	lectern-folder.json   what the folder is known by: one that isn't empty and has none is left alone
//	library.db            documents, pages, passages, keyword segments, vectors, settings (bbolt)
//	chats.db              conversations and runs with their events
//	checkpoints.db        the graph engine's checkpoints
//	files/                the PDFs' bytes as they were when they were added, and beside each what a lost library.db is
//	                      rebuilt from
//	incoming/             bytes on their way in
//	quarantine/           what the program wrote and doesn't own any more, and databases that were damaged
//
// Words: a workspace separates one person's matters from another's: documents, conversations and runs of one are never
// seen from another. A document is stored in one transaction, so it is either wholly there or not at all; removing it
// takes it out of every index before the call returns. Nothing that the program didn't write is ever removed.
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
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
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

// format is the version of the layout above; a folder of a later one is refused. 1 had no mark and no sidecars, and its
// program removed what it found in files/ and didn't know.
const format = 2

const lockWait = 2 * time.Second

// Store is an open data folder. It is safe for concurrent use.
type Store struct {
	Checkpoints *Checkpoints

	home  string
	mark  folderMark
	held  *flock.Flock
	docs  *database // library.db
	chats *database
	bytes locks // of documents, by id: from a file's rename to its claim, and from the end of a claim to its removal

	unclean    bool // the last process that had it open didn't end in order
	rebuilding bool // not all files that are there have been taken into the library again

	mu         sync.Mutex
	workspaces map[string]*Workspace
	work       sync.WaitGroup // in the background
	closing    chan struct{}
	looked     chan struct{} // closed when what a start owes is done
	once       sync.Once     // Close
	compacting map[*database]bool
	trouble    error // that was found in the background
}

// Open opens a data folder, making it if need be. ErrLocked means that another process has it open, ErrForeign that it is
// somebody else's folder, a *Damage that a database is damaged or lost. What is wrong is found before anything is changed.
func Open(home string) (*Store, error) { return openFolder(home, false) }

func openFolder(home string, rebuild bool) (_ *Store, err error) {
	s := &Store{home: home, workspaces: map[string]*Workspace{}, closing: make(chan struct{}), looked: make(chan struct{}), compacting: map[*database]bool{}}
	if s.mark, err = claim(home); err != nil {
		return nil, err
	}
	if s.held, s.unclean, err = lock(home); err != nil {
		return nil, err
	}
	if err = s.openParts(rebuild); err != nil {
		return nil, errors.Join(err, s.shut(false))
	}
	s.background()
	return s, nil
}

func (s *Store) openParts(rebuild bool) (err error) {
	if rebuild {
		if err := s.setDamagedAside(); err != nil {
			return err
		}
	}
	files, err := s.ownFiles()
	if err != nil {
		return err
	}
	path := filepath.Join(s.home, "library.db")
	if _, gone := os.Lstat(path); errors.Is(gone, os.ErrNotExist) && files > 0 && !rebuild {
		return &Damage{Home: s.home, File: "library.db", Files: files, Err: errLost}
	}
	for _, part := range []struct {
		name string
		open func(path string) error
	}{
		{"library.db", func(path string) (err error) {
			s.docs, err = openDatabase(path, true, boltOptions(1<<30, bolt.FreelistMapType))
			return err
		}},
		{"chats.db", func(path string) (err error) {
			s.chats, err = openDatabase(path, true, boltOptions(64<<20, bolt.FreelistMapType))
			return err
		}},
		{"checkpoints.db", func(path string) (err error) {
			if s.Checkpoints, err = OpenCheckpoints(path); err == nil {
				s.Checkpoints.removed = func() { s.removed(s.Checkpoints.db) }
			}
			return err
		}},
	} {
		if err := part.open(filepath.Join(s.home, part.name)); errors.Is(err, ErrDamaged) {
			return &Damage{Home: s.home, File: part.name, Files: files, Err: err}
		} else if err != nil {
			return err
		}
	}
	for _, name := range []string{filesName, incomingName} {
		if err := MakeFolder(filepath.Join(s.home, name)); err != nil {
			return unwritable(s.home, err)
		}
	}
	if err := s.checkFormat(files, rebuild); err != nil {
		return err
	}
	return errors.Join(s.sweep(), private(s.home))
}

// reason strips the operation and path from a file system's error.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// checkFormat refuses a folder of a later format, and brings one of an earlier up to this. A library that was never used
// but stands beside files was made because the one that they are of was lost.
func (s *Store) checkFormat(files int, rebuild bool) error {
	have, made := 0, time.Time{}
	err := s.docs.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("meta"))
		if b == nil {
			return nil
		}
		s.rebuilding = b.Get([]byte("rebuilding")) != nil
		err := getJSON(b, "format", &have)
		if err == nil && have >= 2 {
			err = getJSON(b, "made", &made)
		}
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("data folder's format: %w", err)
	case have > format || s.mark.Format > format:
		return ErrNewer
	case have == 0 && files > 0 && !rebuild:
		return &Damage{Home: s.home, File: "library.db", Files: files, Err: errLost}
	case have == format && s.mark.Format == format:
		return nil
	}
	rebuild = have == 0 && files > 0
	err = s.docs.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("meta"))
		if err != nil {
			return err
		}
		if rebuild {
			err = putJSON(b, "rebuilding", true)
		}
		if made.IsZero() {
			err = errors.Join(err, putJSON(b, "made", time.Now()))
		}
		return errors.Join(err, putJSON(b, "format", format))
	})
	s.rebuilding = s.rebuilding || rebuild
	if s.mark.Format != format && err == nil {
		s.mark.Format = format
		err = writeMark(s.home, s.mark)
	}
	return err
}

// made is when library.db was.
func (s *Store) made() (at time.Time, err error) {
	return at, s.docs.view(func(tx *bolt.Tx) error { return getJSON(tx.Bucket([]byte("meta")), "made", &at) })
}

// background begins what a start owes and nobody waits for: a large folder is looked through after a process that didn't
// end in order, what the quarantine has kept long enough is let go, and every document's sidecar is made to say what is so.
func (s *Store) background() {
	s.work.Go(func() {
		defer close(s.looked)
		if err := guard(s.lookThrough); err != nil {
			s.setTrouble(err)
		}
	})
}

func (s *Store) lookThrough() error {
	if s.unclean {
		for _, d := range []*database{s.docs, s.chats, s.Checkpoints.db} {
			var told *Damage
			if err := d.check(); err != nil && !errors.As(err, &told) {
				return &Damage{Home: s.home, File: filepath.Base(d.path), Err: err}
			} else if err != nil {
				return err
			}
		}
	}
	if err := s.expire(time.Now()); err != nil {
		return err
	}
	return s.refreshSidecars()
}

func (s *Store) setTrouble(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = err
}

// LookedThrough is closed when all is known that Trouble tells of the time before the folder was opened.
func (s *Store) LookedThrough() <-chan struct{} { return s.looked }

// Trouble is what was found wrong with the data folder since it was opened; nil if nothing was.
func (s *Store) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

// Home is the data folder.
func (s *Store) Home() string { return s.home }

// Close waits for transactions, takes what was removed off the disk, and gives the folder free.
// Closing it again is no error.
func (s *Store) Close() (err error) {
	s.once.Do(func() { err = s.shut(true) })
	return err
}

func (s *Store) shut(whole bool) error {
	close(s.closing)
	s.work.Wait()
	var errs []error
	for _, d := range s.databases() {
		if whole && d.owes() {
			errs = append(errs, d.compact())
		}
		errs = append(errs, d.close())
	}
	err := errors.Join(errs...)
	return errors.Join(err, unlock(s.home, s.held, whole && err == nil))
}

func (s *Store) databases() (all []*database) {
	for _, d := range []*database{s.docs, s.chats} {
		if d != nil {
			all = append(all, d)
		}
	}
	if s.Checkpoints != nil {
		all = append(all, s.Checkpoints.db)
	}
	return all
}

// removed is called after something was removed for good: room that isn't used any more is given back when that is worth it,
// which takes what was removed off the disk, too.
func (s *Store) removed(from ...*database) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closing: // Close looks itself
		return
	default:
	}
	for _, d := range from {
		if runtime.GOOS == "windows" || s.compacting[d] {
			continue
		}
		s.compacting[d] = true
		s.work.Go(func() {
			err := guard(func() error {
				if d.loose() {
					return d.compact()
				}
				return nil
			})
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.compacting, d)
			if err != nil {
				s.trouble = err
			}
		})
	}
}

// Wipe takes off the disk what was removed, at once.
func (s *Store) Wipe() error {
	var errs []error
	for _, d := range s.databases() {
		errs = append(errs, d.compact())
	}
	return errors.Join(errs...)
}

// Settings decodes the settings kept under a key into v, which stays as it is if there are none.
func (s *Store) Settings(key string, v any) error {
	return s.docs.view(func(tx *bolt.Tx) error {
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
	return s.docs.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("settings"))
		if err != nil {
			return err
		}
		return putJSON(b, key, v)
	})
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
