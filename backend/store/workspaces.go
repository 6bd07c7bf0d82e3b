package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// WorkspaceInfo is what is told of a workspace.
type WorkspaceInfo struct {
	ID            string
	Name          string // the person's; no two are the same
	Made          time.Time
	Documents     int
	Conversations int
}

var (
	// ErrNoWorkspace is a workspace that isn't there (any more).
	ErrNoWorkspace = messages.Error("store.no-workspace")
	// ErrLastWorkspace: one stays.
	ErrLastWorkspace = messages.Error("store.last-workspace")
)

// The keys beside a workspace's buckets, in both databases: its name, where that isn't its id, and when it was made. So a
// database that is made anew finds them in the other.
const (
	nameKey = "name"
	bornKey = "born"
)

// longestWorkspace is how long a workspace's name may be, in characters.
const longestWorkspace = 60

// removingBucket lies in library.db, by the id of a workspace that is being removed, with the threads of its conversations.
// A program that was killed meanwhile removes the rest at the next start.
const removingBucket = "removing"

// Workspaces lists them, in the order in which they were made.
func (s *Store) Workspaces() ([]WorkspaceInfo, error) {
	found := map[string]*WorkspaceInfo{}
	look := func(count func(*WorkspaceInfo, buckets)) func(tx *bolt.Tx) error {
		return func(tx *bolt.Tx) error {
			return eachLibrary(tx, func(id string, b buckets) error {
				info := found[id]
				if info == nil {
					info = &WorkspaceInfo{ID: id}
					found[id] = info
				}
				info.Name = cmp.Or(info.Name, string(b.ws.Get([]byte(nameKey))))
				if raw := b.ws.Get([]byte(bornKey)); raw != nil && info.Made.IsZero() {
					_ = json.Unmarshal(raw, &info.Made)
				}
				count(info, b)
				return nil
			})
		}
	}
	err := errors.Join(
		s.docs.view(look(func(w *WorkspaceInfo, b buckets) { w.Documents = b.count("documents") })),
		s.chats.view(look(func(w *WorkspaceInfo, b buckets) { w.Conversations = b.count("conversations") })),
	)
	if err != nil {
		return nil, err
	}
	all := []WorkspaceInfo{}
	for _, w := range found {
		w.Name = cmp.Or(w.Name, w.ID)
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b WorkspaceInfo) int {
		return cmp.Or(a.Made.Compare(b.Made), strings.Compare(a.ID, b.ID))
	})
	return all, nil
}

func (b buckets) count(name string) (n int) {
	in := b.get(name)
	if in == nil {
		return 0
	}
	c := in.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}

// FindWorkspace finds a workspace by its name, whatever its case. ErrNoWorkspace: none is called that.
func (s *Store) FindWorkspace(name string) (WorkspaceInfo, error) {
	all, err := s.Workspaces()
	if err != nil {
		return WorkspaceInfo{}, err
	}
	at := slices.IndexFunc(all, func(w WorkspaceInfo) bool { return w.Name == strings.TrimSpace(name) })
	if at < 0 {
		at = slices.IndexFunc(all, func(w WorkspaceInfo) bool { return strings.EqualFold(w.Name, strings.TrimSpace(name)) })
	}
	if at < 0 {
		return WorkspaceInfo{}, ErrNoWorkspace
	}
	return all[at], nil
}

// AddWorkspace makes a workspace. Its id is never used again: what is still under way for one that was removed doesn't get
// into another of the same name.
func (s *Store) AddWorkspace(name string) (*Workspace, error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	name, err := s.freeName(name, "")
	if err != nil {
		return nil, err
	}
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails
	return s.openWorkspace(hex.EncodeToString(id[:]), name)
}

// RenameWorkspace gives a workspace another name.
func (s *Store) RenameWorkspace(id, name string) error {
	s.naming.Lock()
	defer s.naming.Unlock()
	name, err := s.freeName(name, id)
	if err != nil {
		return err
	}
	put := func(tx *bolt.Tx) error {
		ws := workspaceIn(tx, id)
		if ws == nil {
			return ErrNoWorkspace
		}
		return ws.Put([]byte(nameKey), []byte(name))
	}
	if err := errors.Join(s.docs.update(put), s.chats.update(put)); err != nil {
		return err
	}
	s.work.Go(func() { _ = guard(s.refreshSidecars) }) // the next start does it, too
	return nil
}

// freeName is a name as it is kept; an error for the person if it can't be a workspace's, or is another one's.
func (s *Store) freeName(name, id string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" {
		return "", messages.Error("store.workspace-without-name")
	}
	if utf8.RuneCountInString(name) > longestWorkspace {
		return "", messages.Error("store.workspace-name-long", messages.Args{"most": longestWorkspace})
	}
	other, err := s.FindWorkspace(name)
	if err == nil && other.ID != id {
		return "", messages.Error("store.workspace-there", messages.Args{"name": other.Name})
	}
	if err != nil && !errors.Is(err, ErrNoWorkspace) {
		return "", err
	}
	return name, nil
}

// RemoveWorkspace removes a workspace with all that is in it. What used it finds nothing there (ErrNotFound) from then on.
func (s *Store) RemoveWorkspace(id string) error {
	s.naming.Lock()
	defer s.naming.Unlock()
	all, err := s.Workspaces()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(w WorkspaceInfo) bool { return w.ID == id }) {
		return ErrNoWorkspace
	}
	if len(all) == 1 {
		return ErrLastWorkspace
	}
	s.mu.Lock()
	delete(s.workspaces, id)
	s.mu.Unlock()
	threads := []string{}
	err = s.chats.view(func(tx *bolt.Tx) error {
		if ws := workspaceIn(tx, id); ws != nil {
			return ws.Bucket([]byte("conversations")).ForEach(func(k, _ []byte) error { threads = append(threads, string(k)); return nil })
		}
		return nil
	})
	if err != nil {
		return err
	}
	var gone []string
	err = s.docs.update(func(tx *bolt.Tx) (err error) {
		gone, err = removeLibrary(tx, id, threads)
		return err
	})
	for _, document := range gone {
		err = errors.Join(err, s.bytes.with(document, func() error {
			owned, err := s.ownedBy(document)
			if err != nil || owned {
				return err
			}
			return s.unlink(document)
		}))
	}
	if err == nil {
		err = s.finishRemoving()
	}
	if err == nil {
		s.removed(s.docs, s.chats)
	}
	return err
}

// removeLibrary takes a workspace out of library.db, and tells which documents no other has.
func removeLibrary(tx *bolt.Tx, id string, threads []string) (gone []string, err error) {
	removing, err := tx.CreateBucketIfNotExists([]byte(removingBucket))
	if err == nil {
		err = putJSON(removing, id, threads)
	}
	ws := workspaceIn(tx, id)
	if err != nil || ws == nil {
		return nil, err
	}
	var documents []string
	if err := ws.Bucket([]byte("documents")).ForEach(func(k, _ []byte) error { documents = append(documents, string(k)); return nil }); err != nil {
		return nil, err
	}
	if err := tx.Bucket([]byte("workspaces")).DeleteBucket([]byte(id)); err != nil {
		return nil, err
	}
	for _, document := range documents {
		nobodys, err := leave(tx, document)
		if err != nil {
			return nil, err
		}
		if nobodys {
			gone = append(gone, document)
		}
	}
	if settings := tx.Bucket([]byte("settings")); settings != nil {
		for _, key := range ownSettings {
			if err := settings.Delete([]byte(key + id)); err != nil {
				return nil, err
			}
		}
	}
	return gone, noteRemoved(tx)
}

// The beginnings of the keys of settings that are a workspace's own; its id follows.
const (
	ScalesOf = "scales of " // what similarities mean in it
	PlaceIn  = "place/"     // where the person was
)

var ownSettings = []string{waitingPrefix, ScalesOf, PlaceIn}

// finishRemoving takes workspaces that are being removed out of the other databases.
func (s *Store) finishRemoving() error {
	threads := map[string][]string{}
	err := s.docs.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte(removingBucket))
		if b == nil {
			return nil
		}
		return b.ForEach(func(id, raw []byte) error {
			var of []string
			err := json.Unmarshal(raw, &of)
			threads[string(id)] = of
			return err
		})
	})
	for id, of := range threads {
		if err == nil {
			err = s.chats.update(func(tx *bolt.Tx) error {
				if workspaceIn(tx, id) == nil {
					return nil
				}
				return errors.Join(tx.Bucket([]byte("workspaces")).DeleteBucket([]byte(id)), noteRemoved(tx))
			})
		}
		for _, thread := range of {
			if err == nil {
				err = s.Checkpoints.Delete(context.Background(), thread)
			}
		}
		if err == nil {
			err = s.docs.update(func(tx *bolt.Tx) error { return tx.Bucket([]byte(removingBucket)).Delete([]byte(id)) })
		}
	}
	return err
}

func workspaceIn(tx *bolt.Tx, id string) *bolt.Bucket {
	if all := tx.Bucket([]byte("workspaces")); all != nil {
		return all.Bucket([]byte(id))
	}
	return nil
}
