package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"
	"gopkg.in/natefinch/lumberjack.v2"

	"lectern/backend/fault"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Shell is what the page runs in: the window, or a browser.
type Shell interface {
	Emit(name string, data ...any)
	ChooseFiles() ([]string, error)
	SaveFile(name string) (path string, err error) // asks where to, with a name to begin with; "": nowhere
	OpenURL(address string) error
	OpenFile(path string) error // a file or a folder, in the system's program for it
	Browser() bool
}

// Core is the program wired together over one data folder. While the folder's database is lost or damaged there is nothing
// to wire: Damage says what happened, and Mend makes it anew.
type Core struct {
	Store     *store.Store
	Workspace *store.Workspace
	Models    *models.Models
	Library   *library.Library
	Runs      *runs.Runs
	Reader    *ingest.Reader
	Shell     Shell
	Log       *slog.Logger

	home, workspace string
	hooks           hooks
	cancel          context.CancelFunc
	work            sync.WaitGroup // in the background

	mending sync.Mutex
	damage  *store.Damage
	unread  string // what a rebuild could not take in
	hears   func() // that Trouble may tell something else
}

// hooks hear what happens; nil ones don't.
type hooks struct {
	documents func([]library.Document)
	event     func(store.Event)
}

// open opens the data folder and wires the parts. Ollama isn't asked anything yet.
func open(home, workspace string, h hooks) (*Core, error) {
	if workspace == "" {
		return nil, errors.New("the workspace has no name; give one with --workspace")
	}
	c := &Core{home: home, workspace: workspace, hooks: h}
	s, err := store.Open(home)
	if err != nil {
		return nil, err
	}
	return c, c.wire(s)
}

// wire makes the parts over an open data folder, which it closes when that fails.
func (c *Core) wire(s *store.Store) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the program can't find itself: %w", err)
	}
	if c.Log, err = openLog(c.home); err != nil {
		return err
	}
	c.Store, c.Reader = s, &ingest.Reader{Program: self, Args: []string{WorkerCommand}, CacheDir: cacheDir(c.home), Budget: ingest.NewBudget(0)}
	c.Reader.Recogniser = c.recogniser
	if c.Workspace, err = s.Workspace(c.workspace); err != nil {
		return err
	}
	if c.Models, err = models.Open(s); err != nil {
		return err
	}
	c.Library = library.New(c.Workspace, c.Reader, c.Models, c.Log, c.hooks.documents)
	c.Library.Scales = rag.NewScales(c.Workspace, s.Settings)
	c.Runs = runs.New(c.Workspace, s.Checkpoints, c.Models, c.Log, c.hooks.event)
	c.Runs.Scales = c.Library.Scales
	c.Runs.Keep(s.Settings)
	c.Runs.Reports, c.Runs.Reader = filepath.Join(c.home, "reports"), c.Reader.Text
	return nil
}

// openLog opens the log in the data folder, for this person alone.
func openLog(home string) (*slog.Logger, error) {
	folder := filepath.Join(home, "log")
	if err := store.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("the folder %s can't be made (%w); choose another data folder with --home", folder, err)
	}
	return slog.New(slog.NewTextHandler(&lumberjack.Logger{
		Filename: filepath.Join(folder, "lectern.log"), MaxSize: logMegabytes, MaxBackups: logBackups,
	}, nil)), nil
}

// Mend makes a library that is lost or damaged anew, which goes on in the background: from here on the parts are there.
func (c *Core) Mend() error {
	c.mending.Lock()
	defer c.mending.Unlock()
	if c.damage == nil {
		return nil
	}
	s, err := store.Rebuild(c.home)
	if err == nil {
		err = c.wire(s)
	}
	if err != nil {
		return err
	}
	c.damage = nil
	c.Models.Refresh(context.Background())
	return c.start()
}

// OnTrouble names who hears that Trouble has something to tell.
func (c *Core) OnTrouble(hears func()) {
	c.mending.Lock()
	defer c.mending.Unlock()
	c.hears = hears
}

// troubled tells that, once the data folder was looked through and what a rebuild could not take in is known.
func (c *Core) troubled(ctx context.Context, unread string) {
	select {
	case <-c.Store.LookedThrough():
	case <-ctx.Done():
		return
	}
	c.mending.Lock()
	c.unread = unread
	hears := c.hears
	c.mending.Unlock()
	if hears != nil && c.Trouble() != "" {
		hears()
	}
}

// Trouble is what is wrong with the data folder while all else works, and what to do; "" if nothing is.
func (c *Core) Trouble() string {
	if err := c.Store.Trouble(); err != nil {
		return sentence(err)
	}
	c.mending.Lock()
	defer c.mending.Unlock()
	return c.unread
}

// Damage is why nothing is there but this; nil if all is.
func (c *Core) Damage() *store.Damage {
	c.mending.Lock()
	defer c.mending.Unlock()
	return c.damage
}

// rebuild takes the files of a library that was lost in again.
func (c *Core) rebuild(ctx context.Context, tell func(library.Rebuilding)) (library.Rebuilding, error) {
	others := map[string]*library.Library{c.workspace: c.Library}
	r, err := library.Rebuild(ctx, c.Store, func(name string) (*library.Library, error) {
		if l := others[name]; l != nil {
			return l, nil
		}
		w, err := c.Store.Workspace(name)
		if err != nil {
			return nil, err
		}
		others[name] = library.New(w, c.Reader, c.Models, c.Log, nil)
		return others[name], nil
	}, tell)
	for name, l := range others {
		if name != c.workspace {
			l.Close()
		}
	}
	return r, err
}

// recogniser is what reads pages that are pictures, as the person wants it; nil if nothing does.
func (c *Core) recogniser() ingest.Recogniser {
	switch scans := c.Models.Settings().Scans; scans {
	case models.Nobody:
		return nil
	case "":
		if t := ingest.FindTesseract(context.Background()); t != nil { // a nil *Tesseract is no nil Recogniser
			return t
		}
		return nil
	default:
		return models.Vision{Client: c.Models.State().Client, Model: scans}
	}
}

// The log holds what went wrong and how runs ended, with their ids: never a question, an answer or a document's text.
const (
	logMegabytes = 5
	logBackups   = 2
)

// cacheDir is where the compiled PDF reader is kept: the platform's cache folder, else the data folder. It can be
// deleted at any time.
func cacheDir(home string) string {
	dir := filepath.Join(xdg.CacheHome, "lectern")
	if store.MakeFolder(dir) == nil {
		return dir
	}
	return filepath.Join(home, "cache")
}

// WorkerCommand is the hidden first argument that makes the program a reader of PDFs.
const WorkerCommand = "worker"

// modelsEvery is how often a window looks whether Ollama or its models have changed.
const modelsEvery = 5 * time.Second

// start begins the background work of a window: Ollama is watched, documents are embedded, runs that were cut off go
// on, and the PDF reader is made ready.
func (c *Core) start() error {
	if c.Store == nil { // Mend starts it
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	if !c.Models.State().Health.Running { // not there yet, or slower than the page's first look
		c.Models.Refresh(ctx)
	}
	c.Library.Run()
	c.work.Go(func() {
		defer fault.Recover(c.Log, nil)
		c.Models.Watch(ctx, modelsEvery)
	})
	c.work.Go(func() {
		defer fault.Recover(c.Log, nil)
		if err := c.Reader.Warm(ctx); err != nil && ctx.Err() == nil {
			c.Log.Error("preparing the PDF reader", "err", err) // told when a file is read
		}
		if r, err := c.rebuild(ctx, func(library.Rebuilding) {}); err != nil && ctx.Err() == nil {
			c.Log.Error("rebuilding the library", "err", err)
		} else if len(r.Problems) > 0 {
			c.Log.Warn("rebuilding the library", "done", r.Done, "of", r.Of, "problems", len(r.Problems))
			c.troubled(ctx, strings.Join(r.Problems, " "))
			return
		} else if r.Of > 0 {
			c.Library.EmbedSoon()
		}
		c.troubled(ctx, "")
	})
	return c.Runs.Continue()
}

// close ends everything in order. Runs and files under way are left to be continued.
func (c *Core) close() error {
	if c.Store == nil { // it was never opened
		return nil
	}
	if c.cancel != nil {
		c.cancel()
	}
	c.work.Wait()
	c.Runs.Close()
	c.Library.Close()
	return c.Store.Close()
}
