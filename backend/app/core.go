package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// WorkerCommand is the hidden first argument that makes the program a reader of PDFs.
const WorkerCommand = "worker"

// Config says over what the program is wired together, and who hears of it.
type Config struct {
	Home      string // the data folder
	Workspace string // its name; "": the one that a page showed last, or the first
	Existing  bool   // the workspace must be there; else one that isn't is made
	Version   string

	// In a terminal alone: a page is told by events.
	Documents func([]library.Document) // hears of documents that change; nil: nobody does
	Adding    func(library.Adding)     // hears how far all is that is being added; nil: nobody does
	Event     func(store.Event)        // hears what runs tell; nil: nobody does
}

// Program is what all workspaces of a data folder share.
type Program struct {
	Store  *store.Store
	Models *models.Models
	Pulls  *models.Pulls
	Reader *ingest.Reader
	Shell  Shell
	Log    *slog.Logger

	Reopened func() // hears that the parts were exchanged; nil: nobody does

	config   Config
	told     atomic.Int64                      // events, to the page
	language atomic.Pointer[messages.Messages] // of the page; nil: English
	cancel   context.CancelFunc
	work     sync.WaitGroup // in the background

	door sync.RWMutex // locked while the parts are exchanged: see Enter

	opening sync.Mutex // of workspaces, and closing them
	rooms   sync.Mutex
	open    map[string]*Core // by the ids of their workspaces
	shown   *Core            // to the page
	started bool             // what is under way in a workspace goes on
	busied  map[string]bool  // what was told of each workspace

	mending    sync.Mutex
	checked    *store.Backup           // that may be used
	stopUpkeep context.CancelCauseFunc // of what is under way; nil: nothing is
	damage     *store.Damage
	unread     string // what a rebuild could not take in
	lent       lent
	hears      func() // that Trouble may tell something else
}

// Core is the program as it works in one workspace. While the folder's database is lost or damaged there is nothing in it:
// Damage says what happened, and Mend makes it anew.
type Core struct {
	*Program
	Workspace *store.Workspace
	Library   *library.Library
	Runs      *runs.Runs
	Facts     *facts.Library

	as       Config // of one that is lent
	giveBack func() // nil: it isn't lent
}

// Open opens the data folder and wires the parts. Ollama isn't asked anything yet.
func Open(config Config) (*Core, error) {
	c := &Core{Program: &Program{config: config}}
	return c, c.openFolder()
}

func (c *Core) openFolder() error {
	s, err := store.Open(c.config.Home)
	if err != nil {
		return err
	}
	return c.wire(s)
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
		return messages.Error("app.cannot-find-itself", messages.Args{"error": err})
	}
	if c.Log, err = OpenLog(c.config.Home); err != nil {
		return err
	}
	c.Store, c.Reader = s, &ingest.Reader{Program: self, Args: []string{WorkerCommand}, CacheDir: cacheDir(c.config.Home), Budget: ingest.NewBudget(0)}
	c.Reader.Recogniser = c.recogniser
	first, err := c.firstWorkspace()
	if err != nil {
		return err
	}
	if c.Models, err = models.Open(s); err != nil {
		return err
	}
	var pulls func([]models.Pull)
	if c.Shell != nil {
		pulls = c.tellPulls
	}
	c.Pulls = models.NewPulls(c.Models, c.Log, pulls)
	c.furnish(first)
	c.rooms.Lock()
	defer c.rooms.Unlock()
	c.open, c.shown, c.busied = map[string]*Core{first.ID(): c}, c, map[string]bool{}
	return nil
}

// furnish has a Core work in a workspace.
func (c *Core) furnish(w *store.Workspace) {
	c.Workspace = w
	documents, adding, event := c.config.Documents, c.config.Adding, c.config.Event
	if c.Shell != nil {
		adding = c.tellAdding
		documents = func(ds []library.Document) { c.tellDocuments(ds); c.tellAlso(ds, nil) }
		event = func(e store.Event) { c.tellRun(e); c.tellAlso(nil, &e) }
	}
	c.Library = library.New(w, c.Reader, c.Models, c.Log, documents)
	if adding != nil {
		c.Library.TellAdding = adding
	}
	c.Library.Calibrations = rag.NewCalibrations(w, c.Store.Settings)
	c.Runs = runs.New(w, c.Store.Checkpoints, c.Models, c.Log, event)
	c.Runs.Calibrations = c.Library.Calibrations
	c.Facts = c.Runs.Facts
	c.Runs.Keep(c.Store.Settings)
	c.Runs.Reports, c.Runs.Reader, c.Runs.Drawer = filepath.Join(c.config.Home, "reports"), c.Reader.Text, c.Reader
}

// Close ends everything in order, whoever uses it. Runs and files under way are left to be continued.
func (p *Program) Close() error {
	if p.Store == nil { // it was never opened
		return nil
	}
	if p.cancel != nil {
		p.cancel()
	}
	p.work.Wait()
	p.Pulls.Close()
	p.closeAll()
	return p.Store.Close()
}
