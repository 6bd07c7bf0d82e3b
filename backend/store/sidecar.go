package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// sidecar lies beside a document's file: what a library that is rebuilt from the files can't find in them. It follows
// library.db; one that a killed program left behind is made to say what is so at the next start.
type sidecar struct {
	ID       string    `json:"id"`
	Holdings []Holding `json:"holdings"`
}

// Holding is what a workspace knows of a document that isn't in its file.
type Holding struct {
	Workspace string    `json:"workspace"`       // id
	In        string    `json:"named,omitempty"` // what it is called, where that isn't its id
	Name      string    `json:"name"`
	Path      string    `json:"path"`
	Folder    string    `json:"folder,omitempty"`
	Added     time.Time `json:"added"`
	Edited    Edits     `json:"edited"`
	Tags      []string  `json:"tags,omitempty"`
	Called    []Name    `json:"called,omitempty"`    // names that the person gave
	NotCalled []string  `json:"notCalled,omitempty"` // and took away
	UseHidden bool      `json:"useHidden,omitempty"` // see Document
}

func (s *Store) sidecarPath(id string) string {
	return filepath.Join(s.home, filesName, filepath.Base(id)+".json")
}

// sidecarOf is what a document's sidecar is to say; nil if no workspace has its bytes.
func sidecarOf(tx *bolt.Tx, id string) ([]byte, error) {
	side := sidecar{ID: id}
	err := eachLibrary(tx, func(workspace string, b buckets) error {
		var d Document
		if err := getJSON(b.get("documents"), id, &d); errors.Is(err, ErrNotFound) || d.Failed != "" {
			return nil
		} else if err != nil {
			return err
		}
		described, called := Description{}, noNames(id)
		if err := errors.Join(b.learnt(metadataBucket, id, &described), b.learnt(registryBucket, id, &called)); err != nil {
			return err
		}
		side.Holdings = append(side.Holdings, Holding{workspace, string(b.ws.Get([]byte(nameKey))), d.Name, d.Path, d.Folder, d.Added, described.Edited, described.Tags, called.Added, called.Removed, d.UseHidden})
		return nil
	})
	if err != nil || side.Holdings == nil {
		return nil, err
	}
	raw, err := json.MarshalIndent(side, "", " ")
	return append(raw, '\n'), err
}

// writeSidecar makes a document's sidecar say what is so. Where that can't be, the next start does it: what it says is in
// library.db. Whoever calls it has the lock of the bytes.
func (s *Store) writeSidecar(id string) {
	var raw []byte
	err := s.docs.view(func(tx *bolt.Tx) (err error) {
		raw, err = sidecarOf(tx, id)
		return err
	})
	if err != nil || raw == nil {
		return
	}
	if old, err := os.ReadFile(s.sidecarPath(id)); err == nil && bytes.Equal(old, raw) {
		return
	}
	_ = WriteFile(s.sidecarPath(id), raw)
}

// refreshSidecars goes through all documents.
func (s *Store) refreshSidecars() error {
	if s.rebuilding { // they know more than the library does
		return nil
	}
	owned, _, err := s.owners()
	if err != nil {
		return err
	}
	for id := range owned {
		select {
		case <-s.closing:
			return nil
		default:
		}
		if _, err := os.Lstat(s.filePath(id)); err == nil {
			_ = s.bytes.with(id, func() error { s.writeSidecar(id); return nil })
		}
	}
	return nil
}
