package library

import (
	"errors"

	"lectern/backend/store"
)

// A long file's first pages are stored as a document as soon as they are read, so that they can be searched while the others
// are: store.Document.Partial says so, and the whole takes its place. What isn't read to its end doesn't stay.

// unbegin takes the first pages of a job's file out of the library.
func (l *Library) unbegin(j *job, id string) error {
	j.begun = false
	if err := l.Workspace.Documents.Remove(id); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return nil
}

// forgetBegun removes what a program that was killed had only begun with. The queue, where it was in one, adds it again.
func (l *Library) forgetBegun() {
	docs, err := l.Workspace.Documents.Begun()
	for _, d := range docs {
		err = errors.Join(err, l.Workspace.Documents.Remove(d.ID))
	}
	if err != nil {
		l.Log.Warn("what had only begun to be read was not removed", "err", err)
	}
}
