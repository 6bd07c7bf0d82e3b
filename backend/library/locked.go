package library

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Unlock has a file read that waits for its password. The password is used for that and kept nowhere; a wrong one leaves
// the file locked, and Notify tells it as the Reason. What the library keeps is a copy that needs none.
func (l *Library) Unlock(id, password string) error {
	l.mu.Lock()
	j := l.jobs[id]
	if j == nil || j.shown.State != Locked {
		l.mu.Unlock()
		return messages.Error("library.not-locked")
	}
	j.password, j.shown.State, j.shown.Reason = password, Queued, ""
	l.batch.lock(j.item, false)
	shown := j.shown
	l.queue.line(j, true)
	l.mu.Unlock()
	l.Notify([]Document{shown})
	l.tellAdding(true)
	return nil
}

// protected says whether something can't be read without a password.
func protected(err error) bool {
	var told *ingest.Error
	return errors.As(err, &told) && told.Kind == ingest.Protected
}

// has says whether there is a password to try.
func (l *Library) has(j *job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return j.password != ""
}

// lock has a job wait for a password.
func (l *Library) lock(j *job, told *ingest.Error) {
	reason := ""
	if j.tried {
		reason = told.Reason
	}
	l.mu.Lock()
	j.tried = false
	j.turn = make(chan struct{})
	l.batch.lock(j.item, true)
	l.mu.Unlock()
	l.tell(j, func(s *Document) { s.State, s.Reason, s.Pages, s.PagesRead, s.Share = Locked, reason, 0, 0, 0 })
	l.tellAdding(true)
}

// unlocked makes a copy of a protected file that needs no password. It is used up by that.
func (l *Library) unlocked(ctx context.Context, j *job, locked *store.Staged) (*store.Staged, error) {
	l.mu.Lock()
	password := j.password
	j.tried, j.password = true, ""
	l.mu.Unlock()
	in, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		out.CloseWithError(l.Reader.Unlock(ctx, locked.Path, password, out))
	}()
	staged, err := l.Workspace.Store().Incoming.Stage(ctx, in)
	_ = in.CloseWithError(os.ErrClosed)
	<-done
	var told *ingest.Error
	if errors.As(err, &told) {
		told.Reason = called(told.Reason, locked.Path, j.shown.Path)
		return nil, told
	}
	return staged, err
}
