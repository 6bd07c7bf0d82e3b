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
	Workspace string
	Version   string

	Documents func([]library.Document) // hears of documents that change; nil: nobody does
	Adding    func(library.Adding)     // hears how far all is that is being added; nil: nobody does
	Pulls     func([]models.Pull)      // hears how far downloads of models are; nil: nobody does
	Event     func(store.Event)        // hears what runs tell; nil: nobody does
}

// Core is the program wired together over one data folder. While the folder's database is lost or damaged there is nothing
// to wire: Damage says what happened, and Mend makes it anew.
type Core struct {
	Store     *store.Store
	Workspace *store.Workspace
	Models    *models.Models
	Pulls     *models.Pulls
	Library   *library.Library
	Runs      *runs.Runs
	Facts     *facts.Library
	Reader    *ingest.Reader
	Shell     Shell
	Log       *slog.Logger

	Reopened func() // hears that the parts were exchanged; nil: nobody does

	config   Config
	told     atomic.Int64                      // events, to the page
	language atomic.Pointer[messages.Messages] // of the page; nil: English
	cancel   context.CancelFunc
	work     sync.WaitGroup // in the background

	door sync.RWMutex // locked while the parts are exchanged: see Enter

	mending    sync.Mutex
	checked    *store.Backup           // that may be used
	stopUpkeep context.CancelCauseFunc // of what is under way; nil: nothing is
	damage     *store.Damage
	unread     string // what a rebuild could not take in
	hears      func() // that Trouble may tell something else
}

// Open opens the data folder and wires the parts. Ollama isn't asked anything yet.
func Open(config Config) (*Core, error) {
	c := &Core{config: config}
	return c, c.open()
}

func (c *Core) open() error {
	if c.config.Workspace == "" {
		return messages.Error("app.workspace-without-name")
	}
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
	if c.Workspace, err = s.Workspace(c.config.Workspace); err != nil {
		return err
	}
	if c.Models, err = models.Open(s); err != nil {
		return err
	}
	c.Pulls = models.NewPulls(c.Models, c.Log, c.config.Pulls)
	c.Library = library.New(c.Workspace, c.Reader, c.Models, c.Log, c.config.Documents)
	if c.config.Adding != nil {
		c.Library.TellAdding = c.config.Adding
	}
	c.Library.Calibrations = rag.NewCalibrations(c.Workspace, s.Settings)
	c.Runs = runs.New(c.Workspace, s.Checkpoints, c.Models, c.Log, c.config.Event)
	c.Runs.Calibrations = c.Library.Calibrations
	c.Facts = c.Runs.Facts
	c.Runs.Keep(s.Settings)
	c.Runs.Reports, c.Runs.Reader = filepath.Join(c.config.Home, "reports"), c.Reader.Text
	return nil
}

// Close ends everything in order. Runs and files under way are left to be continued.
func (c *Core) Close() error {
	if c.Store == nil { // it was never opened
		return nil
	}
	if c.cancel != nil {
		c.cancel()
	}
	c.work.Wait()
	c.Pulls.Close()
	c.Runs.Close()
	c.Library.Close()
	return c.Store.Close()
}
