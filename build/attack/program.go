package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/store"
)

// house is a data folder and how the program is run on it.
type house struct {
	y    *yard
	home string
	host string // of Ollama
}

// nobody is an address where no Ollama is.
const nobody = "127.0.0.1:9"

func (y *yard) house(name string) *house { return &house{y, filepath.Join(y.dir, name), nobody} }

// copy is the house with its folder copied.
func (h *house) copy(name string) (*house, error) {
	to := *h
	to.home = filepath.Join(h.y.dir, name)
	if err := os.CopyFS(to.home, os.DirFS(h.home)); err != nil {
		return nil, err
	}
	return &to, filepath.WalkDir(to.home, func(path string, e fs.DirEntry, err error) error { // which a copy doesn't keep
		if err != nil || e.IsDir() {
			return err
		}
		return os.Chmod(path, 0o600)
	})
}

// command is the program, to be started. All trials of one call share the compiled PDF reader.
func (h *house) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, h.y.program, append([]string{"--home", h.home, "--json"}, args...)...)
	c.Env = append(os.Environ(), "OLLAMA_HOST="+h.host, "XDG_CACHE_HOME="+filepath.Join(filepath.Dir(h.y.dir), "cache"), "LECTERN_HOME=")
	c.WaitDelay = 5 * time.Second
	return c
}

// outcome is how the program ended.
type outcome struct {
	args     []string
	code     int
	out, err string
	took     time.Duration
	peak     int64 // of memory, where it was watched
}

// run runs the program to its end.
func (h *house) run(args ...string) outcome {
	c := h.command(h.y.ctx, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	began := time.Now()
	err := c.Run()
	o := outcome{args: args, code: -1, out: out.String(), err: errs.String(), took: time.Since(began)}
	if c.ProcessState != nil {
		o.code = c.ProcessState.ExitCode()
	} else if err != nil {
		o.err += err.Error()
	}
	return o
}

// must has a command end well, and gives what it printed.
func (h *house) must(args ...string) (string, error) {
	o := h.run(args...)
	return o.out, o.ended(0)
}

// ended gives what is wrong with how the program ended: a stack, or a code that isn't among those that are right.
func (o outcome) ended(codes ...int) error {
	said := o.out + o.err
	switch {
	case strings.Contains(said, "goroutine ") || strings.Contains(said, "panic:") || strings.Contains(said, "SIGSEGV"):
		return fmt.Errorf("%s printed a stack: %s", o.name(), end(said, 600))
	case !slices.Contains(codes, o.code):
		return fmt.Errorf("%s ended with %d: %s", o.name(), o.code, end(said, 300))
	case o.code == 1 && strings.TrimSpace(said) == "":
		return fmt.Errorf("%s failed without a word", o.name())
	}
	return nil
}

func (o outcome) name() string { return end(strings.Join(o.args, " "), 80) }

// end is a text's last bytes.
func end(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) > n {
		return "…" + s[len(s)-n:]
	}
	return s
}

// listed is a document as list and add print it.
type listed struct {
	Path, Name, ID, State, Reason string
	Pages, Passages               int
}

// lines decodes one JSON object a line.
func lines[T any](out string) (all []T, err error) {
	for line := range strings.Lines(out) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return nil, fmt.Errorf("%w in %q", err, line)
		}
		all = append(all, v)
	}
	return all, nil
}

func (h *house) list() ([]listed, error) {
	out, err := h.must("list")
	if err != nil {
		return nil, err
	}
	return lines[listed](out)
}

// agrees says what doesn't fit together in the data folder: a document that is ready without its PDF, a PDF or a sidecar
// that no document owns.
func (h *house) agrees() error {
	docs, err := h.list()
	if err != nil {
		return err
	}
	owned := map[string]bool{}
	for _, d := range docs {
		if d.State == "ready" {
			owned[d.ID] = true
		}
	}
	entries, err := os.ReadDir(filepath.Join(h.home, "files"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var wrong []error
	has := map[string]bool{}
	for _, e := range entries {
		id, kind := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())), filepath.Ext(e.Name())
		has[e.Name()] = true
		if kind != ".pdf" && kind != ".json" || !owned[id] {
			wrong = append(wrong, fmt.Errorf("files/%s is no document's", e.Name()))
		}
	}
	for id := range owned {
		if !has[id+".pdf"] || !has[id+".json"] {
			wrong = append(wrong, fmt.Errorf("the document %s has no file, or no sidecar", id))
		}
	}
	if left, _ := os.ReadDir(filepath.Join(h.home, "incoming")); len(left) > 0 {
		wrong = append(wrong, fmt.Errorf("%d files were left in incoming", len(left)))
	}
	return errors.Join(wrong...)
}

// open looks into the data folder as the program does.
func (h *house) open(look func(*store.Store, *store.Workspace) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("opening the data folder: %v", p)
		}
	}()
	s, err := store.Open(h.home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	w, err := s.Workspace("Library")
	if err != nil {
		return err
	}
	return look(s, w)
}
