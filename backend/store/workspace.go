package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
	"lectern/backend/store/vector"
)

// The buckets of a workspace in library.db. Keys are document ids, except: names (lower-cased name → id), and pages, boxes
// and tables (id, then the page number as four bytes).
var libraryBuckets = []string{
	"documents", "names", "pages", "passages", "segments", "vectors",
	boxesBucket, tablesBucket, readingsBucket, infoBucket, metadataBucket, registryBucket, extractsBucket,
}

// The buckets of a workspace in chats.db: conversations and runs by id, events by run id and number (eight bytes), made
// and receipts by run id and what follows there.
var chatBuckets = []string{"conversations", "runs", "events", "made", "receipts"}

// Workspace is a library of documents with its conversations: a noun for each kind of thing that is kept in it.
type Workspace struct {
	Documents    *Documents    // files, with their bytes
	Pages        *Pages        // their text as it is shown, and where it stands
	Tables       *Tables       // on their pages
	Passages     *Passages     // the units that are searched
	Vectors      *Vectors      // of passages
	Readings     *Readings     // how pages were read
	Descriptions *Descriptions // what documents are about
	Names        *Registry     // what documents are called by
	Extracts     *Extracts     // what models found in passages
	Waiting      *Waiting      // files that are to be added

	Conversations *Conversations // trees of runs
	Runs          *Runs          // questions, and what became of them
	Events        *Events        // what happened in runs
	Outputs       *Outputs       // what runs made for themselves
	Receipts      *Receipts      // what models were given in runs
	Memories      *Memories      // what is remembered of runs

	s       *Store
	id      string
	derived listing[any]
}

// Workspace opens a workspace by its id, making it if need be.
func (s *Store) Workspace(id string) (*Workspace, error) { return s.openWorkspace(id, "") }

// openWorkspace opens a workspace by its id; one that is made is called by the name, or by its id for "".
func (s *Store) openWorkspace(id, name string) (*Workspace, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.workspaces[id]; w != nil {
		return w, nil
	}
	made, err := json.Marshal(time.Now().UTC())
	if err != nil {
		return nil, err
	}
	make := func(buckets []string) func(tx *bolt.Tx) error {
		return func(tx *bolt.Tx) error {
			all, err := tx.CreateBucketIfNotExists([]byte("workspaces"))
			if err != nil {
				return err
			}
			fresh := all.Bucket([]byte(id)) == nil
			ws, err := all.CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return messages.Error("store.workspace", messages.Args{"name": fmt.Sprintf("%q", id), "error": err})
			}
			if fresh {
				err = ws.Put([]byte(bornKey), made)
			}
			if fresh && name != "" {
				err = errors.Join(err, ws.Put([]byte(nameKey), []byte(name)))
			}
			for _, b := range buckets {
				if _, failed := ws.CreateBucketIfNotExists([]byte(b)); failed != nil {
					err = errors.Join(err, failed)
				}
			}
			return err
		}
	}
	if err := errors.Join(s.docs.update(make(libraryBuckets)), s.chats.update(make(chatBuckets))); err != nil {
		return nil, err
	}
	w := newWorkspace(s, id)
	s.workspaces[id] = w
	return w, nil
}

func newWorkspace(s *Store, id string) *Workspace {
	library, chats := part{s, s.docs, id}, part{s, s.chats, id}
	index := &vector.Chromem{Bucket: vectorBucket{library}} // another engine for vectors goes here
	documents := &Documents{part: library, index: index}
	vectors := &Vectors{library, documents, index}
	return &Workspace{
		Documents: documents, Pages: &Pages{library}, Tables: &Tables{library},
		Passages: &Passages{part: library, documents: documents, vectors: vectors}, Vectors: vectors,
		Readings: &Readings{library, documents}, Descriptions: &Descriptions{part: library}, Names: &Registry{library}, Extracts: &Extracts{library},
		Waiting:       &Waiting{s.Settings, waitingPrefix + id},
		Conversations: &Conversations{chats}, Runs: &Runs{part: chats}, Events: &Events{chats}, Outputs: &Outputs{chats},
		Receipts: &Receipts{chats}, Memories: &Memories{chats},
		s: s, id: id,
	}
}

// ID is what the workspace is kept under, for good.
func (w *Workspace) ID() string { return w.id }

// Name is what the person calls it now.
func (w *Workspace) Name() string {
	name := ""
	for _, db := range []*database{w.s.docs, w.s.chats} {
		_ = db.view(func(tx *bolt.Tx) error { // then it is called by its id
			if ws := workspaceIn(tx, w.id); ws != nil && name == "" {
				name = string(ws.Get([]byte(nameKey)))
			}
			return nil
		})
	}
	return cmp.Or(name, w.id)
}

// Store is the data folder that the workspace is in.
func (w *Workspace) Store() *Store { return w.s }
