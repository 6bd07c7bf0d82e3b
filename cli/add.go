package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
)

type addCommand struct {
	Paths        []string `arg:"" name:"path" help:"PDF files and folders; what comes from a folder stands in a group of its name."`
	Folder       *string  `placeholder:"NAME" help:"Put all of them into this group; empty: into none."`
	PasswordFile string   `placeholder:"FILE" help:"File with the password of those that are protected, - for standard input. It is used once and not kept."`
}

// docLine is a document in JSON.
type docLine struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Folder   string `json:"folder"`
	ID       string `json:"id"`
	State    string `json:"state"`
	Pages    int    `json:"pages"`
	Passages int    `json:"passages"`
	Reason   string `json:"reason"`
}

func line(d library.Document) docLine {
	return docLine{d.Path, d.Name, d.Folder, d.ID, d.State, d.Pages, d.Passages, d.Reason}
}

// print writes one JSON object a line.
func (e *env) print(v any) error { return json.NewEncoder(e.Stdout).Encode(v) }

// passwordLimit is how many bytes are read of a file that should hold a password.
const passwordLimit = 4 << 10

// password reads it from where it stands, on the first line.
func (c *addCommand) password(e *env) (string, error) {
	if c.PasswordFile == "" {
		return "", nil
	}
	in := e.stdin
	if c.PasswordFile != "-" {
		f, err := os.Open(e.path(c.PasswordFile))
		if err != nil {
			return "", messages.Error("cli.password-unread", messages.Args{"error": err})
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, passwordLimit))
	if err != nil {
		return "", messages.Error("cli.password-unread", messages.Args{"error": err})
	}
	password, _, _ := strings.Cut(string(raw), "\n")
	return strings.TrimSuffix(password, "\r"), nil
}

func (c *addCommand) Run(e *env) error {
	password, err := c.password(e)
	if err != nil {
		return err
	}
	bar := newBar(e)
	e.makes = true
	core, err := e.openShowing(bar)
	if err != nil {
		return err
	}
	defer core.Close()
	core.Models.Refresh(e.ctx)
	files, err := library.Files(e.ctx, e.paths(c.Paths))
	var mu sync.Mutex
	failed, total := 0, len(files)
	report := func(d library.Document) {
		mu.Lock()
		defer mu.Unlock()
		if d.State == library.Failed {
			failed++
		}
		bar.clear()
		if e.json {
			_ = e.print(line(d))
			return
		}
		e.describe(d)
	}
	for _, problem := range unjoin(err) {
		total++
		d := library.Document{State: library.Failed, Reason: app.Sentence(problem)}
		var at *library.PathError
		if errors.As(problem, &at) {
			d.Path = at.Path
		}
		report(d)
	}
	if total == 0 {
		return messages.Error("cli.no-path")
	}
	bar.start(len(files))
	var added []string // which a second reader looks at once all are ready
	var g errgroup.Group
	g.SetLimit(4)
	for _, file := range files {
		if c.Folder != nil {
			file.Folder = *c.Folder
		}
		g.Go(func() error {
			d, err := core.Library.AddWith(e.ctx, file, password)
			if e.ctx.Err() != nil {
				return messages.Error("cli.stopped-adding")
			}
			if err != nil {
				d.Path, d.State, d.Reason = file.Path, library.Failed, app.Sentence(err)
			}
			if d.State == library.Ready {
				d = core.Embed(e.ctx, d)
			}
			bar.done()
			report(d)
			mu.Lock()
			defer mu.Unlock()
			if d.State == library.Ready {
				added = append(added, d.ID)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		bar.clear()
		return err
	}
	for _, id := range added {
		if err := core.Library.Compare(e.ctx, id); err != nil && e.ctx.Err() == nil {
			core.Log.Warn("a document was not compared", "document", id, "err", err)
		}
	}
	if err := core.Library.EmbedAll(e.ctx); err != nil { // what waited for a model since it was added
		fmt.Fprintln(e.Stderr, messages.Text("cli.not-all-embedded"), err)
	}
	if err := core.Library.Measure(e.ctx); err != nil && e.ctx.Err() == nil {
		core.Log.Warn("the scales of scores could not be measured", "err", err)
	}
	bar.clear()
	switch {
	case failed == 0:
		return nil
	case failed < total:
		return exitError{ExitSome}
	}
	return exitError{ExitFailed}
}

func unjoin(err error) []error {
	if err == nil {
		return nil
	}
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		return j.Unwrap()
	}
	return []error{err}
}

// describe writes a document as a line for a person; what failed goes to standard error.
func (e *env) describe(d library.Document) {
	name := d.Name
	if name == "" {
		name = ingest.Shown(d.Path)
	}
	switch d.State {
	case library.Failed:
		if strings.HasPrefix(d.Reason, name) { // most reasons begin with the file's name
			fmt.Fprintf(e.Stderr, "✗ %s\n", d.Reason)
		} else {
			fmt.Fprintf(e.Stderr, "✗ %s: %s\n", name, d.Reason)
		}
	case library.Duplicate:
		fmt.Fprintf(e.Stdout, "= %s: %s\n", name, d.Reason)
	default:
		how := ""
		if d.KeywordOnly {
			how = messages.Text("cli.keyword-search-only")
		}
		if d.Reason != "" {
			how += ". " + d.Reason
		}
		fmt.Fprintf(e.Stdout, "✓ %s: %s, %s%s\n", name, messages.Count("count.pages", d.Pages), messages.Count("count.passages", d.Passages), how)
	}
}

// bar shows progress on a terminal; elsewhere it shows nothing.
type bar struct {
	mu sync.Mutex
	p  *progressbar.ProgressBar
	e  *env
}

func newBar(e *env) *bar { return &bar{e: e} }

func (b *bar) start(files int) {
	if files == 0 || !b.e.terminal {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.p = progressbar.NewOptions(files, progressbar.OptionSetWriter(b.e.Stderr), progressbar.OptionClearOnFinish(),
		progressbar.OptionShowCount(), progressbar.OptionSetWidth(24), progressbar.OptionSetElapsedTime(false))
}

func (b *bar) show(docs []library.Document) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.p == nil {
		return
	}
	for _, d := range docs {
		switch d.State {
		case library.Reading:
			if d.Pages > 0 {
				b.p.Describe(messages.Text("cli.page-of", messages.Args{"name": d.Name, "page": d.PagesRead, "pages": d.Pages}))
			} else {
				b.p.Describe(d.Name)
			}
		case library.Embedding:
			b.p.Describe(messages.Text("cli.embedding-of", messages.Args{"name": d.Name, "done": d.Embedded, "all": d.Passages}))
		}
	}
}

func (b *bar) done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.p != nil {
		_ = b.p.Add(1)
	}
}

func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.p != nil {
		_ = b.p.Clear()
	}
}
