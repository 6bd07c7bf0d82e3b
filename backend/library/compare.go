package library

import (
	"context"
	"errors"

	"lectern/backend/fault"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Compare has a second reader read a document, and finishes the verdicts on its pages. It changes nothing that is
// searched or shown as text. A document that is gone is no error.
func (l *Library) Compare(ctx context.Context, id string) error {
	l.compares.Lock()
	defer l.compares.Unlock()
	c, err := l.Workspace.Readings.Of(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && (c.Compared || len(c.Pages) == 0) {
		return nil
	} else if err != nil {
		return err
	}
	letters, err := l.Reader.Letters(ctx, l.Workspace.Documents.FilePath(id))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var told *ingest.Error
	if err != nil && !errors.As(err, &told) { // a file that can't be opened any more has no letters
		return err
	}
	err = l.certify(id, letters)
	if errors.Is(err, store.ErrNotFound) { // removed meanwhile
		return nil
	} else if err != nil {
		return messages.Error("library.second-reading-not-kept", messages.Args{"error": err})
	}
	return l.tellAgain(id)
}

// certify keeps what the letters that a second reader found say of a document as it is now.
func (l *Library) certify(id string, letters map[int]string) error {
	l.holds.Lock()
	defer l.holds.Unlock()
	c, err := l.Workspace.Readings.Of(id)
	if err == nil {
		c, err = ingest.Compare(c, func(n int) (store.Page, error) { return l.Workspace.Pages.Get(id, n) }, letters)
	}
	if err == nil {
		err = l.Workspace.Readings.Save(c)
	}
	return err
}

// tellAgain tells how a stored document stands, once whoever added it has told that it is there.
func (l *Library) tellAgain(id string) error {
	l.mu.Lock()
	j := l.jobs[id]
	l.mu.Unlock()
	if j != nil {
		<-j.done
	}
	l.tells.Lock()
	defer l.tells.Unlock()
	all, err := l.List()
	for _, d := range all {
		if d.ID == id && d.State == Ready {
			l.Notify([]Document{d})
		}
	}
	return err
}

// CompareAll compares every document that no second reader has seen, one after the other.
func (l *Library) CompareAll(ctx context.Context) error {
	return l.compareWhile(ctx, func() bool { return true })
}

func (l *Library) compareWhile(ctx context.Context, may func() bool) error {
	docs, err := l.Workspace.Readings.Uncompared()
	errs := []error{err}
	for _, d := range docs {
		if ctx.Err() != nil || !may() {
			break
		}
		errs = append(errs, l.Compare(ctx, d.ID))
	}
	return errors.Join(errs...)
}

// compareSoon looks for documents that weren't compared in the background, if Run is running.
func (l *Library) compareSoon() {
	select {
	case l.uncompared <- struct{}{}:
	default:
	}
}

// compareWhenDue compares whenever there may be something to do, until Close: while files are read they come first, and the
// last of them has it go on.
func (l *Library) compareWhenDue() {
	defer l.work.Done()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-l.uncompared:
			l.compareDue()
		}
	}
}

// compareDue compares what waits for it; a fault ends only this attempt.
func (l *Library) compareDue() {
	defer fault.Recover(l.Log, nil)
	idle := func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.queue.reading == 0
	}
	if err := l.compareWhile(l.ctx, idle); err != nil && l.ctx.Err() == nil {
		l.Log.Warn("not everything could be compared", "err", err)
	}
}
