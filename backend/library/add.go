package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/fault"
	"lectern/backend/ingest"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
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
	begun   bool // its first pages are in the library
	hidden  bool // text that nobody sees is read too: see UseHidden

	soon  bool          // it is added in the background, where it can be paused and asks for a password
	again bool          // it is a document already, and read anew
	item  *item         // of the batch that it is added with; nil: of none
	turn  chan struct{} // closed when it may read
	reads bool          // it has its turn

	password string // until it is tried
	tried    bool   // the password was tried
	quiet    bool   // that it is a duplicate needn't be told
}

// progressEvery bounds how often progress is told.
const progressEvery = 150 * time.Millisecond

// Add reads one file into the library and returns how that ended: ready, failed or duplicate, with a Reason. The
// error is for what isn't the file's fault: a cancelled context, a store that can't be written.
func (l *Library) Add(ctx context.Context, path string) (Document, error) {
	return l.AddWith(ctx, File{Path: path}, "")
}

// AddWith adds a file like Add, and tries a password if the file is protected.
func (l *Library) AddWith(ctx context.Context, file File, password string) (Document, error) {
	w := wantedFile(file)
	w.password = password
	j, ctx, err := l.begin(ctx, w)
	if err != nil {
		return Document{}, err
	}
	l.Notify([]Document{j.shown})
	return l.add(ctx, j)
}

// add does a job to its end.
func (l *Library) add(ctx context.Context, j *job) (d Document, err error) {
	defer l.end(j)
	var told *ingest.Error
	for {
		if err := l.turn(ctx, j); err != nil {
			return j.shown, err
		}
		d, err = l.read(ctx, j)
		l.leave(j)
		if !errors.As(err, &told) || ctx.Err() != nil {
			break
		}
		l.lock(j, told)
	}
	if err != nil {
		return d, err
	}
	l.mu.Lock()
	queued := j.shown
	l.mu.Unlock()
	if d.State == Failed && d.ID != queued.ID { // an upload fails under the person's name for it
		l.Notify([]Document{gone(queued)})
	}
	if j.soon {
		d = l.dueSoon(d, j.item)
	}
	if d.State != Duplicate || !j.quiet {
		l.tell(j, func(s *Document) { *s = d })
	}
	return d, nil
}

// wanted is a file that is to be added.
type wanted struct {
	source   string // the file to read
	path     string // where the person has it, or what the browser calls it
	folder   string // the group that it goes to
	password string
	soon     bool // in the background
	item     *item
	again    bool   // an earlier program began with it
	after    func() // is called when it isn't needed any more
}

func wantedFile(f File) wanted {
	return wanted{source: f.Path, path: f.Path, folder: f.Folder, after: func() {}}
}

// AddAll queues files and returns at once; Notify tells how they fare.
func (l *Library) AddAll(files []File) {
	var all []wanted
	for _, f := range files {
		all = append(all, wantedFile(f))
	}
	l.addSoon(all)
}

// AddUpload queues a file that was made for this purpose, under the name, and in the folder, that the person has it; after
// is called when it isn't needed any more.
func (l *Library) AddUpload(path string, shown File, after func()) {
	l.addSoon([]wanted{{source: path, path: shown.Path, folder: shown.Folder, after: after}})
}

// addSoon queues files in their order.
func (l *Library) addSoon(all []wanted) {
	var shown []Document
	for _, w := range all {
		info, err := os.Stat(w.source)
		if err != nil && w.again && w.source != w.path {
			continue // an earlier program was done with it
		}
		w.soon, w.item = true, &item{}
		if err == nil {
			w.item.bytes = info.Size()
		}
		j, ctx, err := l.begin(l.ctx, w)
		if err != nil { // it is being added already, or nothing is any more
			w.after()
			continue
		}
		l.batch.add(w.item)
		shown = append(shown, j.shown)
		l.work.Go(func() { l.addInTurn(ctx, j, w) })
	}
	if len(shown) == 0 {
		return
	}
	l.Notify(shown)
	l.tellAdding(true)
	l.keepQueue(true)
}

// addInTurn does a job to its end, unless the program ends before: then the next start does.
func (l *Library) addInTurn(ctx context.Context, j *job, w wanted) {
	d, err := l.addSafely(ctx, j)
	if l.ctx.Err() != nil {
		return
	}
	w.after()
	switch {
	case err == nil:
		if d.State != Embedding {
			l.batch.end(j.item, d.State)
		}
		l.EmbedSoon()
	case errors.Is(err, context.Canceled): // removed meanwhile
		l.batch.drop(j.item)
	default:
		l.batch.end(j.item, Failed)
		d.Path, d.Name, d.Folder, d.State, d.Reason, d.Unread = w.path, nameOf(w.path), FolderName(w.folder), Failed, sentence(err), []int{}
		l.Notify([]Document{d})
	}
	l.compareSoon()
	l.tellAdding(true)
	l.keepQueue(false)
}

func (l *Library) addSafely(ctx context.Context, j *job) (d Document, err error) {
	d = j.shown
	defer fault.Recover(l.Log, &err)
	return l.add(ctx, j)
}

func sentence(err error) string {
	var told *ingest.Error
	if errors.As(err, &told) || errors.Is(err, store.ErrFull) {
		s := err.Error()
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return messages.Text("library.could-not-be-added", messages.Args{"error": err})
}

func pathID(path string) string {
	sum := sha256.Sum256([]byte(path))
	return "path-" + hex.EncodeToString(sum[:8])
}

// begin makes a job and puts it into the queue.
func (l *Library) begin(ctx context.Context, w wanted) (*job, context.Context, error) {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{
		key: pathID(w.source), source: w.source, cancel: cancel, done: make(chan struct{}), turn: make(chan struct{}),
		soon: w.soon, item: w.item, password: w.password, quiet: w.again,
		shown: Document{
			ID: pathID(w.source), Name: nameOf(w.path), Path: w.path, Folder: FolderName(w.folder), State: Queued, Unread: []int{}, Added: time.Now().Format(time.RFC3339),
		},
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		cancel()
		return nil, nil, context.Canceled
	}
	if l.jobs[j.key] != nil {
		cancel()
		return nil, nil, messages.Error("library.being-added", messages.Args{"path": nameOf(w.path)})
	}
	l.jobs[j.key] = j
	l.queue.line(j, false)
	return j, ctx, nil
}

func (l *Library) end(j *job) {
	l.leave(j)
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

// read takes the file's bytes over, has them read, and stores the document. The bytes become the document's when that is
// there, so whatever ends this earlier has nothing to undo. An *ingest.Error is a protected file that may get a password.
func (l *Library) read(ctx context.Context, j *job) (d Document, err error) {
	path := j.shown.Path
	staged, err := l.takeOver(ctx, j.source)
	var told *ingest.Error
	if errors.As(err, &told) {
		told.Reason = called(told.Reason, j.source, path)
		return l.failed(j, pathID(path), 0, told)
	} else if err != nil {
		return j.shown, err
	}
	defer func() { err = errors.Join(err, staged.Drop()) }()
	content, d, err := l.claimed(ctx, j, staged)
	if protected(err) && l.has(j) {
		locked := staged
		if staged, err = l.unlocked(ctx, j, locked); err == nil {
			err = locked.Drop()
			if err == nil {
				content, d, err = l.claimed(ctx, j, staged)
			}
		} else {
			staged = locked
		}
	}
	if content == nil && j.begun {
		if failed := l.unbegin(j, staged.ID); failed != nil {
			return j.shown, errors.Join(err, failed)
		}
	}
	defer func() {
		if err != nil && j.begun {
			err = errors.Join(err, l.unbegin(j, staged.ID))
		}
	}()
	switch {
	case ctx.Err() != nil:
		return j.shown, context.Cause(ctx)
	case protected(err) && j.soon:
		return j.shown, err
	case errors.As(err, &told):
		return l.failed(j, staged.ID, staged.Size, told)
	case err != nil:
		return j.shown, err
	case content == nil:
		return d, nil
	}
	stored, err := l.keep(j, staged, content, false)
	if err != nil {
		return j.shown, err
	}
	if err := metadata.Learn(l.Workspace, stored); err != nil { // the document is there; what it is about can be found out later
		l.Log.Warn("a document's details were not stored", "document", stored.ID, "err", err)
	}
	return describe(stored), nil
}

// keep stores what was read of a job's file: all of it, or its first pages.
func (l *Library) keep(j *job, staged *store.Staged, content *store.Content, partial bool) (store.Document, error) {
	d := store.Document{ID: staged.ID, Name: j.shown.Name, Path: j.shown.Path, Bytes: staged.Size, Added: time.Now(), Partial: partial}
	l.mu.Lock()
	d.Folder = j.shown.Folder // a person may have moved it
	removed := j.removed      // between here and Remove, which waits for this job, nothing comes back
	l.mu.Unlock()
	if removed {
		return d, context.Canceled
	}
	if err := l.forgetFailures(d.Path, d.ID); err != nil { // first, so that the name is free
		return d, err
	}
	return l.Workspace.Documents.Import(d, content, staged)
}

// claimed reads bytes that are the job's own. Without content they are a duplicate's.
func (l *Library) claimed(ctx context.Context, j *job, staged *store.Staged) (*store.Content, Document, error) {
	if d, there, err := l.claim(j, staged); there || err != nil {
		return nil, d, err
	}
	l.tell(j, func(s *Document) { s.State, s.Bytes = Reading, staged.Size })
	content, err := l.content(ctx, j, staged.ID, staged.Path, func(c *store.Content) {
		_, err := l.keep(j, staged, c, true)
		if j.begun = err == nil; err != nil && ctx.Err() == nil { // all of it is stored, or fails, in the end
			l.Log.Warn("the first pages of a document were not stored", "document", staged.ID, "err", err)
		}
		if j.begun {
			l.tell(j, func(s *Document) { s.FirstPages = len(c.Pages) })
		}
	})
	return content, j.shown, err
}

// content has the file of a document read, from where it lies, and tells how far that is. first, which may be nil, is given
// the first pages of a long one.
func (l *Library) content(ctx context.Context, j *job, id, at string, first func(*store.Content)) (*store.Content, error) {
	began := time.Now()
	reader := *l.Reader
	reader.Hidden, reader.First = j.hidden, first
	c, err := reader.Read(ctx, at, func(done, total int) {
		l.tell(j, func(s *Document) {
			s.PagesRead, s.Pages = done, total
			s.Share = max(s.Share, l.readingShare()*float64(done)/float64(max(total, 1)))
			if took := time.Since(began); done > 0 && took > time.Second {
				s.SecondsLeft = int(took.Seconds()*float64(total-done)/float64(done)) + 1
			}
		})
		if j.item != nil {
			l.batch.read(j.item, float64(done)/float64(max(total, 1)))
			l.tellAdding(false)
		}
	})
	var told *ingest.Error
	if errors.As(err, &told) {
		told.Reason = called(told.Reason, at, j.shown.Path)
	}
	return c, err
}

// called has a sentence on a file say what the person calls it, not where its bytes lie.
func called(sentence, at, path string) string {
	return strings.ReplaceAll(sentence, ingest.Shown(filepath.Base(at)), ingest.Shown(filepath.Base(path)))
}

// forgetFailures removes what was recorded of earlier attempts at the same path.
func (l *Library) forgetFailures(path, id string) error {
	docs, err := l.Workspace.Documents.List()
	if err != nil {
		return err
	}
	for _, d := range docs {
		if d.Failed != "" && d.Path == path && d.ID != id {
			if err := l.Workspace.Documents.Remove(d.ID); err != nil {
				return err
			}
			l.Notify([]Document{gone(describe(d))})
		}
	}
	return nil
}

// claim gives the job the document's id. A document that is there already, or on its way, makes it a duplicate.
func (l *Library) claim(j *job, f *store.Staged) (d Document, duplicate bool, err error) {
	id := f.ID
	old, err := l.Workspace.Documents.Get(id)
	if err == nil && old.Failed == "" && !old.Partial {
		if _, err := l.Workspace.Documents.PutBack(f); err != nil { // the document is there; its file may have been lost
			return j.shown, false, err
		}
		d = describe(old)
		d.Path, d.State, d.Reason = j.shown.Path, Duplicate, messages.Text("library.already-there", messages.Args{"name": old.Name})
		l.Notify([]Document{gone(j.shown)})
		return d, true, nil
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return j.shown, false, err
	}
	if j.key == id { // it is read once more
		return j.shown, false, nil
	}
	provisional := gone(j.shown)
	l.mu.Lock()
	if other := l.jobs[id]; other != nil && other != j {
		d, duplicate = j.shown, true
		d.State, d.Reason = Duplicate, messages.Text("library.same-being-added", messages.Args{"name": other.shown.Name})
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
	if err := l.forgetFailures(j.shown.Path, id); err != nil {
		return j.shown, err
	}
	d, err := l.Workspace.Documents.AddFailed(store.Document{
		ID: id, Name: j.shown.Name, Path: j.shown.Path, Folder: j.shown.Folder, Bytes: size, Added: time.Now(), Failed: told.Error(), Unread: []int{},
	})
	if err != nil {
		return j.shown, err
	}
	return describe(d), nil
}

// takeOver copies a file into the data folder. What is wrong with the file is an *ingest.Error.
func (l *Library) takeOver(ctx context.Context, path string) (*store.Staged, error) {
	in, size, err := l.Reader.Open(path)
	if err != nil {
		return nil, err
	}
	type outcome struct {
		staged *store.Staged
		err    error
	}
	done := make(chan outcome, 1)
	go func() { // a file of a network that is gone may keep a reader for ever
		defer in.Close()
		staged, err := l.Workspace.Store().Incoming.Stage(ctx, &bounded{in, size})
		done <- outcome{staged, err}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-ctx.Done():
		go func() {
			if o := <-done; o.staged != nil {
				_ = o.staged.Drop() // or the next start does
			}
		}()
		return nil, context.Cause(ctx)
	}
	var unread *store.ReadError
	switch {
	case ctx.Err() != nil && o.err != nil:
		return nil, context.Cause(ctx)
	case errors.As(o.err, &unread):
		return nil, ingest.CantOpen(path, unread.Err)
	}
	return o.staged, o.err
}

// errGrows is a file that has no end yet.
var errGrows = messages.Error("library.grows")

// bounded reads a file that mustn't be longer than it was when it was looked at.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, errGrows
	}
	return n, err
}
