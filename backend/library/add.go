package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode"

	"lectern/backend/ingest"
	"lectern/backend/ingest/details"
	"lectern/backend/store"
)

// job is one file on its way into the library. Its fields are guarded by the library's lock.
type job struct {
	key     string // under which it stands in jobs
	source  string // the file to read; shown.Path is where the person had it
	shown   Document
	cancel  context.CancelFunc
	done    chan struct{}
	told    time.Time // when Notify last heard of it
	removed bool
	hidden  bool // text that nobody sees is read too: see UseHidden
}

// progressEvery bounds how often progress is told.
const progressEvery = 150 * time.Millisecond

// Add reads one file into the library and returns how that ended: ready, failed or duplicate, with a Reason. The
// error is for what isn't the file's fault: a cancelled context, a store that can't be written.
func (l *Library) Add(ctx context.Context, path string) (Document, error) {
	return l.add(ctx, path, path)
}

func (l *Library) add(ctx context.Context, source, path string) (Document, error) {
	j, ctx, err := l.begin(ctx, source, path)
	if err != nil {
		return Document{}, err
	}
	defer l.end(j)
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-ctx.Done():
		return j.shown, context.Cause(ctx)
	}
	d, err := l.read(ctx, j)
	if err != nil {
		return d, err
	}
	l.tell(j, func(s *Document) { *s = d })
	return d, nil
}

// AddAll queues files and returns at once; Notify tells how they fare.
func (l *Library) AddAll(paths []string) {
	for _, p := range paths {
		l.addSoon(p, p, func() {})
	}
}

// AddUpload queues a file that was made for this purpose; after is called when it isn't needed any more.
func (l *Library) AddUpload(path string, after func()) { l.addSoon(path, filepath.Base(path), after) }

func (l *Library) addSoon(source, path string, after func()) {
	l.work.Add(1)
	go func() {
		defer l.work.Done()
		defer after()
		d, err := l.add(l.ctx, source, path)
		switch {
		case err == nil:
			l.EmbedSoon()
			l.compareSoon()
		case l.ctx.Err() == nil && !errors.Is(err, context.Canceled): // not removed meanwhile
			d.Path, d.Name, d.State, d.Reason, d.Unread = path, nameOf(path), Failed, sentence(err), []int{}
			if d.ID == "" {
				d.ID = pathID(path)
			}
			l.Notify([]Document{d})
		}
	}()
}

func sentence(err error) string {
	var told *ingest.Error
	if errors.As(err, &told) || errors.Is(err, store.ErrFull) {
		s := err.Error()
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return fmt.Sprintf("It could not be added (%v). Try again.", err)
}

func pathID(path string) string {
	sum := sha256.Sum256([]byte(path))
	return "path-" + hex.EncodeToString(sum[:8])
}

func nameOf(path string) string {
	name := filepath.Base(path)
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".pdf") && len(ext) < len(name) {
		name = strings.TrimSuffix(name, ext)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "�")))
}

func (l *Library) begin(ctx context.Context, source, path string) (*job, context.Context, error) {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{key: pathID(source), source: source, cancel: cancel, done: make(chan struct{}), shown: Document{
		ID: pathID(source), Name: nameOf(path), Path: path, State: Queued, Unread: []int{}, Added: time.Now().Format(time.RFC3339),
	}}
	l.mu.Lock()
	if l.closing {
		l.mu.Unlock()
		cancel()
		return nil, nil, context.Canceled
	}
	if l.jobs[j.key] != nil {
		l.mu.Unlock()
		cancel()
		return nil, nil, fmt.Errorf("%s is being added already", nameOf(path))
	}
	l.jobs[j.key] = j
	l.mu.Unlock()
	l.Notify([]Document{j.shown})
	return j, ctx, nil
}

func (l *Library) end(j *job) {
	l.mu.Lock()
	delete(l.jobs, j.key)
	l.mu.Unlock()
	j.cancel()
	close(j.done)
}

// tell changes what is shown of a job and passes it on.
func (l *Library) tell(j *job, change func(*Document)) {
	l.mu.Lock()
	state := j.shown.State
	change(&j.shown)
	shown := j.shown
	quiet := shown.State == state && time.Since(j.told) < progressEvery || j.removed
	if !quiet {
		j.told = time.Now()
	}
	l.mu.Unlock()
	if !quiet {
		l.Notify([]Document{shown})
	}
}

// read takes the file's bytes over, has them read, and stores the document.
func (l *Library) read(ctx context.Context, j *job) (Document, error) {
	path := j.shown.Path
	id, size, err := l.takeOver(ctx, j.source)
	var told *ingest.Error
	if errors.As(err, &told) {
		return l.failed(j, pathID(path), size, told)
	} else if err != nil {
		return j.shown, err
	}
	if d, there, err := l.claim(j, id); there || err != nil {
		return d, err
	}
	l.tell(j, func(s *Document) { s.State, s.Bytes = Reading, size })
	content, err := l.content(ctx, j, id)
	switch {
	case ctx.Err() != nil:
		return j.shown, errors.Join(context.Cause(ctx), l.abandon(id))
	case errors.As(err, &told):
		return l.failed(j, id, size, told)
	case err != nil:
		return j.shown, errors.Join(err, l.abandon(id))
	}
	d := store.Document{ID: id, Name: nameOf(path), Path: path, Bytes: size, Added: time.Now()}
	l.mu.Lock()
	if j.removed { // between here and Remove, which waits for this job, nothing comes back
		l.mu.Unlock()
		return j.shown, errors.Join(context.Canceled, l.abandon(id))
	}
	l.mu.Unlock()
	if err := l.forgetFailures(path, id); err != nil { // first, so that the name is free
		return j.shown, errors.Join(err, l.abandon(id))
	}
	if d, err = l.Workspace.Add(d, content); err != nil {
		return j.shown, errors.Join(err, l.abandon(id))
	}
	if err := details.Learn(l.Workspace, d); err != nil { // the document is there; what it is about can be found out later
		l.Log.Warn("a document's details were not stored", "document", id, "err", err)
	}
	return describe(d), nil
}

// content has the file of a document read, and tells how far that is.
func (l *Library) content(ctx context.Context, j *job, id string) (*store.Content, error) {
	began := time.Now()
	reader := *l.Reader
	reader.Hidden = j.hidden
	c, err := reader.Read(ctx, l.Workspace.FilePath(id), func(done, total int) {
		l.tell(j, func(s *Document) {
			s.PagesRead, s.Pages = done, total
			if took := time.Since(began); done > 0 && took > time.Second {
				s.SecondsLeft = int(took.Seconds()*float64(total-done)/float64(done)) + 1
			}
		})
	})
	var told *ingest.Error
	if errors.As(err, &told) {
		told.Reason = strings.ReplaceAll(told.Reason, id+".pdf", filepath.Base(j.shown.Path))
	}
	return c, err
}

// forgetFailures removes what was recorded of earlier attempts at the same path.
func (l *Library) forgetFailures(path, id string) error {
	docs, err := l.Workspace.Documents()
	if err != nil {
		return err
	}
	for _, d := range docs {
		if d.Failed != "" && d.Path == path && d.ID != id {
			if err := l.Workspace.Remove(d.ID); err != nil {
				return err
			}
			l.Notify([]Document{gone(describe(d))})
		}
	}
	return nil
}

// claim gives the job the document's id. A document that is there already, or on its way, makes it a duplicate.
func (l *Library) claim(j *job, id string) (d Document, duplicate bool, err error) {
	old, err := l.Workspace.Document(id)
	if err == nil && old.Failed == "" {
		d = describe(old)
		d.Path, d.State, d.Reason = j.shown.Path, Duplicate, fmt.Sprintf("Already in your library, as %s.", old.Name)
		l.Notify([]Document{gone(j.shown)})
		return d, true, nil
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return j.shown, false, err
	}
	provisional := gone(j.shown)
	l.mu.Lock()
	if other := l.jobs[id]; other != nil && other != j {
		d, duplicate = j.shown, true
		d.State, d.Reason = Duplicate, fmt.Sprintf("The same file is being added as %s.", other.shown.Name)
	} else {
		delete(l.jobs, j.key)
		j.key, j.shown.ID = id, id
		l.jobs[id] = j
		d = j.shown
	}
	l.mu.Unlock()
	l.Notify([]Document{provisional}) // it goes on under its own id
	return d, duplicate, nil
}

func gone(d Document) Document {
	d.State = Removed
	return d
}

// failed records why a file could not be read; its bytes are not kept.
func (l *Library) failed(j *job, id string, size int64, told *ingest.Error) (Document, error) {
	if err := errors.Join(l.abandon(id), l.forgetFailures(j.shown.Path, id)); err != nil {
		return j.shown, err
	}
	d, err := l.Workspace.AddFailed(store.Document{
		ID: id, Name: nameOf(j.shown.Path), Path: j.shown.Path, Bytes: size, Added: time.Now(), Failed: told.Error(), Unread: []int{},
	})
	if err != nil {
		return j.shown, err
	}
	return describe(d), nil
}

// abandon removes the bytes of a document that did not come to be.
func (l *Library) abandon(id string) error {
	if _, err := l.Workspace.Document(id); !errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err := os.Remove(l.Workspace.FilePath(id)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// takeOver copies a file into the data folder under the id that its bytes give. What is wrong with the file is an
// *ingest.Error.
func (l *Library) takeOver(ctx context.Context, path string) (id string, size int64, err error) {
	in, err := os.Open(path)
	if err != nil {
		return "", 0, ingest.CantOpen(path, err)
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", 0, ingest.CantOpen(path, err)
	}
	out, err := os.CreateTemp(l.Workspace.Incoming(), "part-*")
	if err != nil {
		return "", 0, full(err)
	}
	defer os.Remove(out.Name())
	hash := sha256.New()
	size, err = io.Copy(io.MultiWriter(out, hash), contextReader{ctx, in})
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		var isRead *readError
		if errors.As(err, &isRead) && ctx.Err() == nil {
			return "", size, ingest.CantOpen(path, isRead.err)
		}
		return "", size, full(err)
	}
	id = hex.EncodeToString(hash.Sum(nil)[:16])
	return id, size, full(os.Rename(out.Name(), l.Workspace.FilePath(id)))
}

func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return store.ErrFull
	}
	return err
}

// contextReader ends a copy when the context does, and tells reading's errors from writing's.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

func (c contextReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.r.Read(p)
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}
