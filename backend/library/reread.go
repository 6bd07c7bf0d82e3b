package library

import (
	"context"
	"errors"

	"lectern/backend/fault"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Reread reads a document's file again, and replaces what the document holds: with a reader of pictures there may be
// more in it than before. Its vectors are gone then, and no second reader has seen it: Embed and Compare are to follow. A
// document that can't be read again, or would lose the text of a page by it, stays as it is, and the error says why.
func (l *Library) Reread(ctx context.Context, id string) (Document, error) {
	return l.rereadNow(ctx, id, nil)
}

// UseHidden reads a document's file again with the text that nobody sees, or without it, and keeps that choice with the
// document. It is a person's to make. What Reread says holds for it.
func (l *Library) UseHidden(ctx context.Context, id string, use bool) (Document, error) {
	return l.rereadNow(ctx, id, &use)
}

func (l *Library) rereadNow(ctx context.Context, id string, hidden *bool) (Document, error) {
	j, ctx, err := l.beginAgain(ctx, id, hidden)
	if err != nil {
		return Document{}, err
	}
	defer l.work.Done()
	return l.reread(ctx, j)
}

// RereadSoon does the same in the background, and has the document embedded and compared. Notify tells how it fares; the
// error is for what can't even be begun.
func (l *Library) RereadSoon(id string) error { return l.rereadSoon(id, nil) }

// UseHiddenSoon does what UseHidden does, in the background like RereadSoon.
func (l *Library) UseHiddenSoon(id string, use bool) error { return l.rereadSoon(id, &use) }

func (l *Library) rereadSoon(id string, hidden *bool) error {
	j, ctx, err := l.beginAgain(l.ctx, id, hidden)
	if err != nil {
		return err
	}
	go func() {
		defer l.work.Done()
		d, err := l.rereadSafely(ctx, j)
		switch {
		case err == nil:
			l.EmbedSoon()
		case !errors.Is(err, context.Canceled):
			d.State, d.Reason = Unchanged, messages.Text("library.stays-as-it-was", messages.Args{"name": d.Name, "error": err})
			l.Notify([]Document{d})
		}
		l.compareSoon()
	}()
	return nil
}

func (l *Library) rereadSafely(ctx context.Context, j *job) (d Document, err error) {
	d = j.shown
	defer fault.Recover(l.Log, &err)
	return l.reread(ctx, j)
}

// beginAgain makes a job of a document that is there. Whoever gets it calls work.Done in the end. hidden is a new choice
// on text that nobody sees; nil: the old one stands.
func (l *Library) beginAgain(ctx context.Context, id string, hidden *bool) (*job, context.Context, error) {
	d, err := l.Workspace.Documents.Get(id)
	if err != nil {
		return nil, nil, absent(err)
	}
	if d.Failed != "" {
		return nil, nil, messages.Error("library.never-read", messages.Args{"name": d.Name})
	}
	ctx, cancel := context.WithCancel(ctx)
	j := &job{key: id, cancel: cancel, done: make(chan struct{}), turn: make(chan struct{}), shown: describe(d), hidden: d.UseHidden, again: true}
	if hidden != nil {
		j.hidden = *hidden
	}
	j.shown.State, j.shown.PagesRead, j.shown.Share = Queued, 0, 0
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closing:
		err = context.Canceled
	case l.jobs[id] != nil:
		err = messages.Error("library.being-read", messages.Args{"name": d.Name})
	}
	if err != nil {
		cancel()
		return nil, nil, err
	}
	l.jobs[id] = j
	l.queue.line(j, false)
	l.work.Add(1)
	return j, ctx, nil
}

// reread does a job of beginAgain's, and tells how the document stands after it.
func (l *Library) reread(ctx context.Context, j *job) (Document, error) {
	defer l.end(j)
	l.Notify([]Document{j.shown})
	id := j.shown.ID
	err := l.replace(ctx, j, id)
	if ctx.Err() != nil {
		return j.shown, context.Canceled
	}
	d, gone := l.standing(id)
	if gone != nil {
		return j.shown, errors.Join(err, absent(gone))
	}
	l.tell(j, func(s *Document) { *s = d })
	return d, err
}

func (l *Library) replace(ctx context.Context, j *job, id string) error {
	if err := l.turn(ctx, j); err != nil {
		return err
	}
	defer l.leave(j)
	l.tell(j, func(s *Document) { s.State = Reading })
	c, err := l.content(ctx, j, id, l.Workspace.Documents.FilePath(id), nil)
	if err != nil {
		return err
	}
	l.holds.Lock()
	defer l.holds.Unlock()
	old, err := l.Workspace.Readings.Of(id)
	if err == nil {
		err = lost(old.Pages, c.Verdicts)
	}
	if err != nil {
		return absent(err)
	}
	d, err := l.Workspace.Documents.Get(id)
	if err == nil {
		d, err = l.Workspace.Documents.Add(store.Document{ID: id, Name: d.Name, Path: d.Path, Folder: d.Folder, Bytes: d.Bytes, Added: d.Added, UseHidden: j.hidden}, c)
	}
	if err != nil {
		return absent(err)
	}
	if err := metadata.Learn(l.Workspace, d); err != nil {
		l.Log.Warn("a document's details were not stored", "document", id, "err", err)
	}
	return nil
}

// lost names a page that would lose its text, as when nothing reads pictures any more. Text that nobody sees is no loss.
func lost(before, now []store.Verdict) error {
	for i, v := range now {
		if i < len(before) && v.HiddenChars == 0 && (before[i].Chars > 0 && v.Verdict == store.Unreadable || before[i].Verdict == store.OCR && (v.Verdict == store.Doubtful || v.Verdict == store.Picture)) {
			return messages.Error("library.text-would-be-lost", messages.Args{"label": v.Label, "why": v.Why})
		}
	}
	return nil
}

// standing is how a document is shown that nothing is done with.
func (l *Library) standing(id string) (Document, error) {
	d, err := l.Workspace.Documents.Get(id)
	if err != nil {
		return Document{}, err
	}
	spaces, err := l.Workspace.Vectors.Spaces()
	return l.resting(d, spaces), err
}
