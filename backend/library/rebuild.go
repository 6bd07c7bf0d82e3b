package library

import (
	"context"
	"errors"

	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Rebuilding tells how far a library that was lost has been rebuilt from its files.
type Rebuilding struct {
	Done     int      `json:"done"`
	Of       int      `json:"of"`
	Problems []string `json:"problems"` // of files that could not be taken in, as sentences: they stay where they are
}

// Rebuild takes the files of libraries that were lost into them again. of finds the library of a workspace; tell hears of
// each file that is done. What is interrupted goes on where it was when it is called again.
func Rebuild(ctx context.Context, s *store.Store, of func(workspace string) (*Library, error), tell func(Rebuilding)) (Rebuilding, error) {
	r := Rebuilding{Problems: []string{}}
	if !s.Rebuilding() {
		return r, nil
	}
	files, damaged, err := s.Unclaimed()
	if err != nil {
		return r, err
	}
	r.Of = len(files)
	for _, name := range damaged {
		r.Problems = append(r.Problems, messages.Text("library.file-damaged", messages.Args{"name": name}))
	}
	tell(r)
	for _, f := range files {
		for _, h := range f.Holdings {
			l, err := of(h.Workspace)
			if err == nil {
				err = l.restore(ctx, f, h)
			}
			switch {
			case ctx.Err() != nil:
				return r, context.Cause(ctx)
			case errors.Is(err, store.ErrFull):
				return r, err
			case err != nil:
				r.Problems = append(r.Problems, messages.Text("library.not-read-again", messages.Args{"name": h.Name, "error": err}))
			}
		}
		r.Done++
		tell(r)
	}
	if len(r.Problems) == len(damaged) {
		return r, s.Rebuilt()
	}
	return r, nil
}

// restore reads a file that lies in the data folder, and makes it the document that it was.
func (l *Library) restore(ctx context.Context, f store.Unclaimed, h store.Holding) error {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{key: f.ID, cancel: cancel, done: make(chan struct{}), hidden: h.UseHidden, shown: Document{
		ID: f.ID, Name: h.Name, Path: h.Path, Folder: h.Folder, State: Reading, Unread: []int{},
	}}
	l.mu.Lock()
	if l.closing || l.jobs[f.ID] != nil {
		l.mu.Unlock()
		cancel()
		return context.Canceled
	}
	l.jobs[f.ID] = j
	l.mu.Unlock()
	defer l.end(j)
	l.Notify([]Document{j.shown})
	content, err := l.content(ctx, j, f.ID, f.Path, nil)
	if err != nil {
		return err
	}
	d, err := l.Workspace.Documents.Add(store.Document{ID: f.ID, Name: h.Name, Path: h.Path, Folder: h.Folder, Bytes: f.Bytes, Added: h.Added, UseHidden: h.UseHidden}, content)
	if err == nil {
		err = l.Workspace.Documents.Restore(f.ID, h)
	}
	if err != nil {
		return err
	}
	if err := metadata.Learn(l.Workspace, d); err != nil {
		l.Log.Warn("a document's details were not stored", "document", d.ID, "err", err)
	}
	l.tell(j, func(s *Document) { *s = describe(d) })
	return nil
}
