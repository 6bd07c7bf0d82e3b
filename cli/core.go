package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"
	"gopkg.in/natefinch/lumberjack.v2"

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

// Core is the program wired together over one data folder.
type Core struct {
	Store     *store.Store
	Workspace *store.Workspace
	Models    *models.Models
	Library   *library.Library
	Runs      *runs.Runs
	Reader    *ingest.Reader
	Shell     Shell
	Log       *slog.Logger

	cancel context.CancelFunc
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
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the program can't find itself: %w", err)
	}
	s, err := store.Open(home)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(&lumberjack.Logger{
		Filename: filepath.Join(home, "log", "lectern.log"), MaxSize: logMegabytes, MaxBackups: logBackups,
	}, nil))
	c := &Core{Store: s, Log: log, Reader: &ingest.Reader{Program: self, Args: []string{WorkerCommand}, CacheDir: cacheDir(home)}}
	c.Reader.Recogniser = c.recogniser
	if c.Workspace, err = s.Workspace(workspace); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if c.Models, err = models.Open(s); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	c.Library = library.New(c.Workspace, c.Reader, c.Models, log, h.documents)
	c.Library.Scales = rag.NewScales(c.Workspace, s)
	c.Runs = runs.New(c.Workspace, s.Checkpoints, c.Models, log, h.event)
	c.Runs.Scales = c.Library.Scales
	c.Runs.Keep(s)
	c.Runs.Reports, c.Runs.Reader = filepath.Join(home, "reports"), c.Reader.Text
	return c, nil
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
	if os.MkdirAll(dir, 0o700) == nil {
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
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	if !c.Models.State().Health.Running { // not there yet, or slower than the page's first look
		c.Models.Refresh(ctx)
	}
	c.Library.Run()
	go c.Models.Watch(ctx, modelsEvery)
	go func() {
		if err := c.Reader.Warm(ctx); err != nil && ctx.Err() == nil {
			c.Log.Error("preparing the PDF reader", "err", err) // told when a file is read
		}
	}()
	return c.Runs.Continue()
}

// close ends everything in order. Runs and files under way are left to be continued.
func (c *Core) close() error {
	if c.cancel != nil {
		c.cancel()
	}
	c.Runs.Close()
	c.Library.Close()
	return c.Store.Close()
}
