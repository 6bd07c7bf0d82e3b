package library

import (
	"errors"
	"path/filepath"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Remove takes a document out of the library, even while it is being read. When it returns nothing finds it.
func (l *Library) Remove(id string) error {
	l.mu.Lock()
	j := l.jobs[id]
	if j != nil {
		j.removed = true
		j.cancel()
	}
	if p := l.due[id]; p != nil {
		delete(l.due, id)
		p.cancel()
		l.batch.drop(p.item)
		defer l.tellAdding(true)
	}
	l.mu.Unlock()
	if j != nil {
		<-j.done
	}
	l.tells.Lock()
	defer l.tells.Unlock()
	err := l.Workspace.Documents.Remove(id)
	if j != nil && errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if err == nil {
		l.Notify([]Document{{ID: id, State: Removed, Unread: []int{}}})
	}
	return absent(err)
}

// Retry reads a document that failed again, from where it was; one that is only findable by words is embedded.
func (l *Library) Retry(id string) error {
	d, err := l.Workspace.Documents.Get(id)
	if err != nil {
		return absent(err)
	}
	if d.Failed == "" {
		l.EmbedSoon()
		return nil
	}
	if !filepath.IsAbs(d.Path) { // it came through a browser, which doesn't tell where from
		return messages.Error("library.bytes-not-kept", messages.Args{"name": d.Name})
	}
	l.AddAll([]File{{d.Path, d.Folder}})
	return nil
}
