// Package store keeps everything durable in one data folder and finds passages in it.
//
//	lectern-folder.json   what the folder is known by: one that isn't empty and has none is left alone
//	library.db            documents, pages, passages, keyword segments, vectors, settings (bbolt)
//	chats.db              conversations and runs with their events
//	checkpoints.db        the graph engine's checkpoints
//	files/                the PDFs' bytes as they were when they were added, and beside each what a lost library.db is
//	                      rebuilt from
//	incoming/             bytes on their way in
//	restoring/            a backup that is about to take the place of the above
//	quarantine/           what the program wrote and doesn't own any more, and databases that were damaged
//
// A workspace has a noun for each kind of thing that is kept in it, each over one database: Documents, Pages, Tables,
// Passages, Vectors, Readings, Descriptions, Names, Extracts and Waiting; Conversations, Runs, Events, Outputs, Receipts and Memories. Whoever
// needs one or two of their methods declares an interface of these.
//
// Words: a workspace separates one person's matters from another's: documents, conversations and runs of one are never
// seen from another. A document is stored in one transaction, so it is either wholly there or not at all; removing it
// takes it out of every index before the call returns. Nothing that the program didn't write is ever removed.
//
// One process at a time may have a data folder open.
package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

var (
	// ErrNotFound is a document, conversation or run that isn't there (any more).
	ErrNotFound = messages.Error("store.not-found")
	// ErrFull is a disk without room. What was being written is not there; all else is.
	ErrFull = messages.Error("store.disk-full")
	// ErrLocked is a data folder that another process has open.
	ErrLocked = messages.Error("store.folder-in-use")
	// ErrOlder is a data folder of a format that isn't read any more.
	ErrOlder = messages.Error("store.never-released")
	// ErrNewer is a data folder written by a later version.
	ErrNewer = messages.Error("store.newer")
)

const lockWait = 2 * time.Second

// Store is an open data folder. It is safe for concurrent use.
type Store struct {
	Checkpoints *Checkpoints
	Settings    *Settings
	Incoming    *Incoming
	Quarantine  *Quarantine

	home  string
	mark  folderMark
	held  *flock.Flock
	docs  *database // library.db
	chats *database
	bytes locks // of documents, by id: from a file's rename to its claim, and from the end of a claim to its removal

	unclean    bool // the last process that had it open didn't end in order
	rebuilding bool // not all files that are there have been taken into the library again

	naming     sync.Mutex // of workspaces, and removing them
	mu         sync.Mutex
	workspaces map[string]*Workspace // by id
	work       sync.WaitGroup        // in the background
	closing    chan struct{}
	looked     chan struct{} // closed when what a start owes is done
	once       sync.Once     // Close
	compacting map[*database]bool
	trouble    error           // that was found in the background
	copies     int             // backups under way
	later      map[string]bool // documents whose files are removed after them
}

// Open opens a data folder, making it if need be. ErrLocked means that another process has it open, ErrForeign that it is
// somebody else's folder, a *Damage that a database is damaged or lost. What is wrong is found before anything is changed.
func Open(home string) (*Store, error) { return openFolder(home, false) }

func openFolder(home string, rebuild bool) (_ *Store, err error) {
	s := &Store{home: home, workspaces: map[string]*Workspace{}, closing: make(chan struct{}), looked: make(chan struct{}), compacting: map[*database]bool{}, later: map[string]bool{}}
	if s.mark, err = claim(home); err != nil {
		return nil, err
	}
	if s.held, s.unclean, err = lock(home); err != nil {
		return nil, err
	}
	restored, err := exchange(home)
	if err == nil {
		err = s.openParts(rebuild)
	}
	if err != nil {
		err = errors.Join(err, s.closeParts(false))
		if restored {
			err = takeBack(home, err)
		}
		return nil, errors.Join(err, unlock(home, s.held, false))
	}
	if err := settleRestored(home); err != nil {
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
	s.Settings, s.Quarantine = &Settings{s.docs}, &Quarantine{s.home}
	s.Incoming = &Incoming{filepath.Join(s.home, incomingName), s.mark.ID[:8] + "-"}
	for _, name := range []string{filesName, incomingName} {
		if err := MakeFolder(filepath.Join(s.home, name)); err != nil {
			return unwritable(s.home, err)
		}
	}
	if err := s.checkFormat(files, rebuild); err != nil {
		return err
	}
	return errors.Join(s.finishRemoving(), s.sweep(), private(s.home))
}

// reason strips the operation and path from a file system's error.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Home is the data folder.
func (s *Store) Home() string { return s.home }
