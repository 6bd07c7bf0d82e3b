// Package library is the person's documents: adding files and folders, their progress, embedding, removing.
//
// A file goes through these states: queued, reading, embedding, ready; or failed; or locked, until its password comes. Its bytes are copied into the data
// folder first, so that it can be read, cited and opened even if the original goes away. A document without vectors is
// ready for keyword search, and is embedded by itself when a model appears.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// The states of a document; the last two only occur in what Notify tells.
const (
	Queued    = "queued"
	Locked    = "locked" // it waits for a password
	Reading   = "reading"
	Embedding = "embedding"
	Ready     = "ready"
	Failed    = "failed"
	Duplicate = "duplicate"
	Removed   = "removed"
	Unchanged = "unchanged" // it could not be read again, for a Reason, and is as it was
)

// Document is a document as the window shows it.
type Document struct {
	ID             string  `json:"id"`
	Name           string  `json:"name"`
	Path           string  `json:"path"`
	Folder         string  `json:"folder"` // the group that it stands in; "": none
	State          string  `json:"state" ts_type:"'queued' | 'locked' | 'reading' | 'embedding' | 'ready' | 'failed' | 'removed' | 'duplicate' | 'unchanged'"`
	Pages          int     `json:"pages"`
	PagesRead      int     `json:"pagesRead"`
	FirstPages     int     `json:"firstPages"` // of one that is being read: its first pages, if they can be asked already
	Passages       int     `json:"passages"`
	Embedded       int     `json:"embedded"`
	KeywordOnly    bool    `json:"keywordOnly"`    // ready, but not findable by meaning
	Stale          bool    `json:"stale"`          // findable by meaning as an older version of the model understood it; see Renew
	ReadingSummary string  `json:"readingSummary"` // how its pages were read, in a sentence
	Doubtful       int     `json:"doubtful"`       // pages whose text can't be relied on, or that gave none
	Pictures       int     `json:"pictures"`       // pages with a picture on them that nobody read
	Hidden         int     `json:"hidden"`         // pages that hold text which nobody sees
	Tables         int     `json:"tables"`
	Unread         []int   `json:"unread"` // pages that gave no text
	Reason         string  `json:"reason"`
	Added          string  `json:"added"` // RFC 3339
	Bytes          int64   `json:"bytes"`
	SecondsLeft    int     `json:"secondsLeft"` // 0: not known
	Share          float64 `json:"share"`       // of all that is done with it until it is ready, 0 to 1
}

// Library works on one workspace. Make it with New; Close waits for its work.
type Library struct {
	Workspace    *store.Workspace
	Reader       *ingest.Reader
	Models       *models.Models
	Calibrations *rag.Calibrations // what similarities mean in the workspace, measured as it grows; nil: nothing is measured
	Log          *slog.Logger
	Notify       func([]Document) // changed documents; may be nil
	TellAdding   func(Adding)     // how far everything is that is being added

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	runs   atomic.Bool // Run was called
	mu     sync.Mutex
	jobs   map[string]*job // by id, and by path until that is known
	queue  queue
	due    map[string]*pending // documents that were added and are embedded then, by id
	sooner string              // one of them that is to be embedded first
	batch  batch

	resumed chan struct{} // closed when a pause ends; nil: there is none
	addings sync.Mutex    // how far everything is, is told as it stands
	keeps   sync.Mutex    // the queue is written down as it stands
	kept    time.Time     // when it was
	embeds  sync.Mutex    // one document is embedded at a time
	holds   sync.Mutex    // no document is read anew while something is kept that was made of what it holds
	wake    chan struct{}
	renew   atomic.Bool // stale documents are to be embedded anew

	compares   sync.Mutex // one document is compared at a time
	tells      sync.Mutex // what is told of a stored document is as it stands when it is told
	uncompared chan struct{}
	closing    bool
}

// atOnce is how many files are read at a time.
const atOnce = 2

// New makes a library. Background embedding begins with Run.
func New(w *store.Workspace, r *ingest.Reader, m *models.Models, log *slog.Logger, notify func([]Document)) *Library {
	if notify == nil {
		notify = func([]Document) {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	l := &Library{
		TellAdding: func(Adding) {}, Workspace: w, Reader: r, Models: m, Log: log, Notify: notify,
		ctx: ctx, cancel: cancel, jobs: map[string]*job{}, due: map[string]*pending{}, wake: make(chan struct{}, 1),
		uncompared: make(chan struct{}, 1),
	}
	l.forgetBegun()
	return l
}

// Close stops all work and waits for it. Files half read are not in the library; the next Run goes on with them.
func (l *Library) Close() {
	if l.runs.Load() {
		l.keepQueue(true)
	}
	l.mu.Lock()
	l.closing = true
	l.mu.Unlock()
	l.cancel()
	l.work.Wait()
}

// ErrNothing is a path that leads to no PDF.
var ErrNothing = messages.Error("library.no-pdfs")

// PathError is a path that can't be used: what happened, and what to do.
type PathError struct {
	Path string
	Err  error
}

func (e *PathError) Error() string { return e.Err.Error() }
func (e *PathError) Unwrap() error { return e.Err }

// Files finds the PDFs under paths: a file stands for itself whatever its name, a folder, or a link to one, for all PDFs in
// it and below, in a group of its name. A path that can't be used is a *PathError, one for each; the others still count.
func Files(ctx context.Context, paths []string) (files []File, err error) {
	var errs []error
	for _, p := range paths {
		if strings.TrimSpace(p) == "" {
			continue
		}
		found, err := filesAt(ctx, p)
		if err != nil {
			errs = append(errs, &PathError{p, err})
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(b.Folder, a.Folder))
	})
	return slices.CompactFunc(files, func(a, b File) bool { return a.Path == b.Path }), errors.Join(errs...)
}

func filesAt(ctx context.Context, path string) ([]File, error) {
	if strings.ContainsRune(path, 0) {
		return nil, messages.Error("library.nul-character")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		if _, trimmed := os.Stat(strings.TrimSpace(abs)); trimmed == nil { // as pasted
			return filesAt(ctx, strings.TrimSpace(abs))
		}
	}
	if err != nil || !info.IsDir() {
		return []File{{Path: abs}}, nil // reading it tells what is wrong
	}
	found, err := pdfsIn(ctx, abs)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return found, messages.Error("library.folder-unreadable", messages.Args{"folder": abs, "error": reason(err)})
	case len(found) == 0:
		return nil, messages.Error("library.nothing-in-folder", messages.Args{"error": ErrNothing, "folder": abs})
	}
	return found, nil
}

func pdfsIn(ctx context.Context, dir string) (found []File, err error) {
	called := filepath.Base(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // a link itself would not be gone into
		return nil, err
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && path == dir:
			return err
		case err != nil:
			return nil // a folder below that can't be opened
		case e.IsDir() && path != dir && strings.HasPrefix(e.Name(), "."):
			return filepath.SkipDir
		case strings.EqualFold(filepath.Ext(path), ".pdf") && leadsToFile(path, e):
			below, _ := filepath.Rel(dir, filepath.Dir(path))
			found = append(found, File{path, FolderName(filepath.Join(called, below))})
		}
		return nil
	})
	return found, err
}

// leadsToFile says whether something in a folder is a file, or a link to one. Links to folders are not followed: they may
// lead round in circles.
func leadsToFile(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// List shows the library: what is stored and what is on its way.
func (l *Library) List() ([]Document, error) {
	stored, err := l.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	spaces, err := l.Workspace.Vectors.Spaces()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	out, seen := []Document{}, map[*job]bool{}
	for _, d := range stored {
		shown := l.resting(d, spaces)
		if p := l.due[d.ID]; p != nil {
			shown = p.shown
		}
		if j := l.jobs[d.ID]; j != nil {
			seen[j] = true
			shown = j.shown
		}
		out = append(out, shown)
	}
	for _, j := range l.jobs {
		if !seen[j] {
			seen[j] = true
			out = append(out, j.shown)
		}
	}
	slices.SortFunc(out, func(a, b Document) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return out, nil
}

// resting is a stored document as it is shown while nothing is done with it.
func (l *Library) resting(d store.Document, spaces map[string]vector.Space) Document {
	shown, state := describe(d), l.Models.State()
	if s, ok := spaces[d.ID]; ok && (state.Embed == "" || s.Model == state.Embed) {
		shown.Embedded, shown.KeywordOnly, shown.Stale = d.Passages, false, stale(s, state)
	}
	return shown
}

func describe(d store.Document) Document {
	shown := Document{
		ID: d.ID, Name: d.Name, Path: d.Path, Folder: d.Folder, State: Ready, Pages: d.Pages, PagesRead: d.Pages, Passages: d.Passages,
		KeywordOnly: d.Passages > 0, Unread: d.Unread, Added: d.Added.Format(time.RFC3339), Bytes: d.Bytes, Share: 1,
	}
	if shown.Unread == nil {
		shown.Unread = []int{}
	}
	shown.ReadingSummary, shown.Doubtful, shown.Pictures, shown.Hidden, shown.Tables = d.ReadingSummary, d.Doubtful, d.Pictures, d.Hidden, d.Tables
	switch {
	case d.Failed != "":
		shown.State, shown.Reason, shown.KeywordOnly = Failed, d.Failed, false
	case d.Passages == 0:
		shown.Reason = messages.Text("library.no-text", messages.Args{"pages": messages.Count("count.pages", d.Pages)})
	case len(d.Unread) > 0:
		shown.Reason = messages.Text("library.no-text-on", messages.Args{"pages": messages.Count("count.pages", len(d.Unread)), "unread": numbers(d.Unread)})
	}
	return shown
}

// numbers writes page numbers shortly: "p. 3–5, 9".
func numbers(ns []int) string {
	var b strings.Builder
	for i := 0; i < len(ns); i++ {
		from := i
		for i+1 < len(ns) && ns[i+1] == ns[i]+1 {
			i++
		}
		if from > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, ns[from])
		if i > from {
			fmt.Fprintf(&b, "–%d", ns[i])
		}
		if b.Len() > 60 && i < len(ns)-1 {
			b.WriteString(", …")
			break
		}
	}
	return messages.Text("count.on-pages", messages.Args{"pages": b.String()})
}
