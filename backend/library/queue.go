package library

import (
	"context"
	"slices"
	"time"

	"lectern/backend/store"
)

// queue is the files that wait for their turn, in their order. It is guarded by the library's lock.
type queue struct {
	waiting []*job
	reading int // files that have their turn
	paused  bool
}

// line puts a job into the queue, before all others if it is to be first.
func (q *queue) line(j *job, first bool) {
	if first {
		q.waiting = slices.Insert(q.waiting, 0, j)
	} else {
		q.waiting = append(q.waiting, j)
	}
	q.advance()
}

// advance gives the next jobs their turn. While it is paused those wait that are added in the background.
func (q *queue) advance() {
	for i := 0; i < len(q.waiting) && q.reading < atOnce; {
		j := q.waiting[i]
		if q.paused && j.soon {
			i++
			continue
		}
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.reading++
		j.reads = true
		close(j.turn)
	}
}

// leave ends a job's turn, or its waiting for it.
func (q *queue) leave(j *job) {
	if at := slices.Index(q.waiting, j); at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	if j.reads {
		j.reads = false
		q.reading--
	}
	q.advance()
}

// turn waits until a job may read its file.
func (l *Library) turn(ctx context.Context, j *job) error {
	l.mu.Lock()
	turn := j.turn
	l.mu.Unlock()
	select {
	case <-turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	l.batch.with(j.item, l.batch.reading.begin)
	return nil
}

// leave ends a job's turn.
func (l *Library) leave(j *job) {
	l.mu.Lock()
	read := j.reads
	l.queue.leave(j)
	l.mu.Unlock()
	if read {
		l.batch.with(j.item, l.batch.reading.end)
	}
}

// Pause has what is added in the background wait, or go on. A file that is being read is read to its end; embedding
// waits where it is.
func (l *Library) Pause(paused bool) error {
	if !paused {
		l.unpause()
	} else if l.Adding().Of > 0 {
		l.mu.Lock()
		if l.queue.paused = true; l.resumed == nil {
			l.resumed = make(chan struct{})
		}
		l.mu.Unlock()
	}
	l.tellAdding(true)
	l.keepQueue(true)
	return nil
}

// unpause ends a pause, and says whether there was one.
func (l *Library) unpause() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.queue.paused
	if l.queue.paused = false; l.resumed != nil {
		close(l.resumed)
		l.resumed = nil
	}
	l.queue.advance()
	return was
}

// hold waits while adding is paused, and tells how long that was.
func (l *Library) hold(ctx context.Context, i *item) time.Duration {
	l.mu.Lock()
	resumed := l.resumed
	l.mu.Unlock()
	if resumed == nil || i == nil {
		return 0
	}
	began := time.Now()
	l.batch.with(i, l.batch.embedding.end)
	defer l.batch.with(i, l.batch.embedding.begin)
	select {
	case <-resumed:
	case <-ctx.Done():
	}
	return time.Since(began)
}

// First has a file read, or embedded, before all others that wait for it.
func (l *Library) First(id string) error {
	l.mu.Lock()
	if p := l.due[id]; p != nil {
		l.sooner = id
	}
	if j := l.jobs[id]; j != nil {
		if at := slices.Index(l.queue.waiting, j); at > 0 {
			l.queue.waiting = slices.Insert(slices.Delete(l.queue.waiting, at, at+1), 0, j)
			l.queue.advance()
		}
	}
	l.mu.Unlock()
	l.keepQueue(true)
	return nil
}

// Cancel ends what is being done with a document: one that is being added is not added, one that is read anew stays as it was.
func (l *Library) Cancel(id string) error {
	l.mu.Lock()
	j, p := l.jobs[id], l.due[id]
	l.mu.Unlock()
	switch {
	case j != nil && j.again:
		j.cancel()
		<-j.done
		return l.tellAgain(id)
	case j != nil || p != nil && p.item != nil:
		return l.Remove(id)
	}
	return nil // it is done
}

// CancelAll cancels all that is being added and isn't in the library yet.
func (l *Library) CancelAll() error {
	l.mu.Lock()
	var ids []string
	for _, j := range l.jobs {
		if j.soon {
			ids = append(ids, j.shown.ID)
		}
	}
	l.mu.Unlock()
	for _, id := range ids {
		if err := l.Cancel(id); err != nil {
			return err
		}
	}
	return nil
}

// keepEvery bounds how often the queue is written down while files leave it. What a killed program had added already is
// found to be there.
const keepEvery = time.Second

// keepQueue writes the queue down, so that the next start goes on with it.
func (l *Library) keepQueue(now bool) {
	l.keeps.Lock()
	defer l.keeps.Unlock()
	l.mu.Lock()
	files := store.WaitingFiles{Paused: l.queue.paused, Files: []store.WaitingFile{}}
	keep := func(j *job) {
		if j.soon {
			files.Files = append(files.Files, store.WaitingFile{Path: j.shown.Path, Folder: j.shown.Folder, Upload: l.Workspace.Store().Incoming.Upload(j.source)})
		}
	}
	seen := map[*job]bool{}
	for _, j := range l.queue.waiting {
		seen[j] = true
	}
	for _, j := range l.jobs { // those that are being read, or wait for a password
		if !seen[j] {
			keep(j)
		}
	}
	for _, j := range l.queue.waiting {
		keep(j)
	}
	due := now || len(files.Files) == 0 || time.Since(l.kept) > keepEvery
	if l.closing {
		due = false // it was written down as it stood before all was cut off
	} else if due {
		l.kept = time.Now()
	}
	l.mu.Unlock()
	if !due {
		return
	}
	if err := l.Workspace.Waiting.Save(files); err != nil {
		l.Log.Warn("the files that wait to be added were not written down", "err", err)
	}
}

// goOn takes up the queue where the last program left it.
func (l *Library) goOn() {
	files, err := l.Workspace.Waiting.Get()
	if err != nil {
		l.Log.Warn("the files that wait to be added are not known", "err", err)
		return
	}
	if files.Paused {
		l.mu.Lock()
		l.queue.paused, l.resumed = true, make(chan struct{})
		l.mu.Unlock()
		l.holdWaiting()
	}
	var all []wanted
	for _, f := range files.Files {
		w := wantedFile(File{f.Path, f.Folder})
		if f.Upload != "" {
			w.source = l.Workspace.Store().Incoming.UploadPath(f.Upload)
			w.after = func() { _ = l.Workspace.Store().Incoming.Remove(f.Upload) }
		}
		w.again = true
		all = append(all, w)
	}
	l.addSoon(all)
	if len(all) == 0 {
		l.tellAdding(true)
	}
}

// holdWaiting has what was read, but not embedded when adding was paused, wait with the rest.
func (l *Library) holdWaiting() {
	docs, err := l.Waiting()
	if err != nil || !l.embedsSoon() {
		return
	}
	for _, d := range docs {
		i := &item{bytes: d.Bytes}
		l.batch.add(i)
		l.dueSoon(describe(d), i)
	}
}
