package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
	"golang.org/x/sync/errgroup"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

// kills ends the program without any chance to tidy up, over everything that writes, and looks at what it finds again: at
// least 200 times, with some to spare for kills that come too late.
func kills(y *yard) {
	g := errgroup.Group{}
	g.SetLimit(2)
	for _, k := range []struct {
		name        string
		times, some int
		over        func(*killer, int)
	}{
		{"add", 90, 2, overAdd}, {"remove", 40, 2, overRemove}, {"wipe", 20, 0, overWipe}, {"again", 35, 2, overAgain}, {"embed", 35, 0, overEmbed}, {"rebuild", 16, 2, overRebuild},
	} {
		if y.much(k.times, k.some) == 0 {
			continue
		}
		g.Go(func() error { y.killer(k.name, func(k2 *killer) { k.over(k2, y.much(k.times, k.some)) }); return nil })
	}
	for i, q := range runstest.Questions {
		if y.short && i%2 == 0 { // a sample
			continue
		}
		g.Go(func() error {
			y.killer("ask "+q.Workflow, func(k *killer) { overAsk(k, q, y.much(15, 1)) })
			return nil
		})
	}
	_ = g.Wait()
	y.note("%d were in time to kill", y.killed)
	if least := y.much(200, 0); y.killed < least && !y.over() {
		y.broke("the program was killed %d times; it is to be %d", y.killed, least)
	}
}

// killer is a house with an Ollama of its own, and its own dice.
type killer struct {
	*house
	name   string
	random *rand.Rand
	server *llmtest.Server
	docs   string            // a folder of PDFs
	sums   map[string]string // of their bytes, by name

	mu    sync.Mutex
	calls int
	call  int // at which the program is killed; 0: at none
	fall  func()
}

func (y *yard) killer(name string, with func(*killer)) {
	h := fnv.New64a()
	h.Write([]byte(name))
	k := &killer{house: y.house(name), name: name, random: rand.New(rand.NewPCG(y.seed, h.Sum64())), server: llmtest.Start(), sums: map[string]string{}}
	defer k.server.End()
	k.host = k.server.URL
	k.server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "It is said [1]."} })
	k.docs = y.folder(name + " files")
	files := map[string][]byte{"Lease": runstest.Lease(), "Acme": runstest.Acme()}
	for i := range y.much(4, 2) {
		var pages []string
		for p := range 15 {
			pages = append(pages, fmt.Sprintf("Marker%dx%d.\nAll work and no play makes Jack a dull boy on page %d.", i, p, p))
		}
		files[fmt.Sprint("Book", i)] = pdftest.Text(pages...)
	}
	for n, data := range files {
		if err := os.WriteFile(filepath.Join(k.docs, n+".pdf"), data, 0o600); err != nil {
			y.broke("%v", err)
			return
		}
		k.sums[n] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	with(k)
	if y.over() {
		return
	}
	if err := errors.Join(k.whole(), k.again("doctor")); err != nil { // at the end everything works
		y.broke("after all kills over %s: %v", name, err)
	}
}

func (k *killer) again(args ...string) error { _, err := k.must(args...); return err }

// whole brings all documents back and looks that they are.
func (k *killer) whole() error {
	if err := k.again("add", k.docs); err != nil {
		return err
	}
	docs, err := k.list()
	if err == nil && len(docs) != len(k.sums) {
		err = fmt.Errorf("%d of %d documents", len(docs), len(k.sums))
	}
	return errors.Join(err, k.sane(), k.again("search", "notice period"))
}

// moment says when to kill: after so long, after so many lines that it printed, or before so many-th call of the model is
// answered.
type moment struct {
	after time.Duration
	lines int
	call  int
}

// moment gives one of a command that takes so long whole, and prints so many lines.
func (k *killer) moment(whole time.Duration, lines, calls int) moment {
	switch {
	case calls > 0 && k.random.IntN(3) == 0:
		return moment{call: 1 + k.random.IntN(calls)}
	case lines > 0 && k.random.IntN(2) == 0:
		return moment{lines: 1 + k.random.IntN(lines)}
	}
	return moment{after: time.Duration(k.random.Float64() * float64(whole))}
}

// kill runs the program and kills it, and gives the lines that it printed until then.
func (k *killer) kill(m moment, args ...string) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(k.y.ctx, 2*time.Minute)
	defer cancel()
	c := k.command(ctx, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		k.mu.Lock()
		k.calls, k.call, k.fall = 0, m.call, func() { _ = c.Process.Kill() }
		err = c.Start()
		k.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	if m.after > 0 {
		t := time.AfterFunc(m.after, func() { _ = c.Process.Kill() })
		defer t.Stop()
	}
	var said [][]byte
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadBytes('\n')
		if err != nil { // the rest of a line is of no use
			break
		}
		if said = append(said, line); len(said) == m.lines {
			_ = c.Process.Kill()
		}
	}
	_ = c.Wait() // with the error that it was killed
	if c.ProcessState.ExitCode() < 0 {
		k.y.mu.Lock()
		k.y.killed++
		k.y.mu.Unlock()
	}
	if strings.Contains(errs.String(), "goroutine ") {
		return said, fmt.Errorf("it printed a stack: %s", end(errs.String(), 500))
	}
	if ctx.Err() != nil && k.y.ctx.Err() == nil {
		return said, errors.New("it neither ended nor was killed")
	}
	return said, nil
}

// says has the model say something, which falls as the moment wants it.
func (k *killer) says(what func(purpose, sent string) string) {
	k.server.Always(func(r api.ChatRequest) llmtest.Reply {
		var sent strings.Builder
		for _, m := range r.Messages {
			sent.WriteString(m.Content + "\n")
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.calls++; k.calls == k.call {
			k.fall()
		}
		return llmtest.Reply{Text: what(llmtest.Purpose(r), sent.String())}
	})
}

// sane says what is wrong with a data folder that a killed program left, once it was opened and closed.
func (k *killer) sane() error {
	if err := k.agrees(); err != nil {
		return err
	}
	docs, err := k.list()
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, d := range docs {
		there[d.Name] = true
		var side struct {
			Holdings []struct{ Workspace, Name string }
		}
		raw, err := os.ReadFile(filepath.Join(k.home, "files", d.ID+".json"))
		if err == nil {
			err = json.Unmarshal(raw, &side)
		}
		if err != nil || len(side.Holdings) != 1 || side.Holdings[0].Name != d.Name {
			return fmt.Errorf("the sidecar of %s says %s, %w", d.Name, raw, err)
		}
		if d.State != "ready" || d.Pages == 0 || d.Passages == 0 {
			return fmt.Errorf("half a document: %+v", d)
		}
	}
	return nil
}

// removed says whether the bytes of a document lie anywhere in the data folder.
func (k *killer) removed(names ...string) error {
	return filepath.WalkDir(k.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(path) == ".db" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(data))
		for _, n := range names {
			if k.sums[n] == sum {
				return fmt.Errorf("%s was removed, and lies in %s", n, path)
			}
		}
		return nil
	})
}

func overAdd(k *killer, times int) {
	began := time.Now()
	if err := k.whole(); err != nil {
		k.y.broke("%v", err)
		return
	}
	took := time.Since(began)
	for i := range times {
		if docs, err := k.list(); err == nil && len(docs) > len(k.sums)/2 {
			if err := k.again(append([]string{"remove"}, names(docs)...)...); err != nil {
				k.y.broke("%v", err)
			}
		}
		m := k.moment(took, len(k.sums), 0)
		k.y.try(fmt.Sprintf("add killed, %d, %+v", i, m), func() error {
			_, err := k.kill(m, "add", k.docs)
			return errors.Join(err, k.sane())
		})
	}
}

func names(docs []listed) (out []string) {
	for _, d := range docs {
		out = append(out, d.Name)
	}
	return out
}

func overRemove(k *killer, times int) { k.removing(times) }

func overWipe(k *killer, times int) {
	k.removing(times, "--wipe")
	k.y.try("remove --wipe takes it off the disk", func() error {
		if err := k.whole(); err != nil {
			return err
		}
		if err := k.again("remove", "--wipe", "Book0"); err != nil {
			return err
		}
		return filepath.WalkDir(k.home, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(path)
			if err == nil && bytes.Contains(bytes.ToLower(data), []byte("marker0x7")) {
				err = fmt.Errorf("what Book0 said is still in %s", path)
			}
			return err
		})
	})
}

func (k *killer) removing(times int, flags ...string) {
	books := slices.DeleteFunc(slices.Sorted(maps.Keys(k.sums)), func(n string) bool { return !strings.HasPrefix(n, "Book") })
	var took time.Duration
	for i := range times {
		if err := k.whole(); err != nil {
			k.y.broke("before a removal: %v", err)
			return
		}
		m := k.moment(took, len(books), 0)
		if i == 0 {
			m = moment{}
		}
		args := append(append([]string{"remove"}, flags...), books...)
		k.y.try(fmt.Sprintf("%s killed, %d, %+v", strings.Join(args[:1+len(flags)], " "), i, m), func() error {
			began := time.Now()
			_, err := k.kill(m, args...)
			if i == 0 {
				took = time.Since(began)
			}
			docs, listing := k.list() // it is what the next start finds
			gone := slices.DeleteFunc(slices.Clone(books), func(n string) bool { return slices.Contains(names(docs), n) })
			return errors.Join(err, listing, k.sane(), k.removed(gone...))
		})
	}
}

func overAgain(k *killer, times int) { k.over(times, func() {}, "show", "Book1", "--again") }

func overEmbed(k *killer, times int) {
	i := 0
	k.over(times, func() { i++; k.server.Digest(fmt.Sprint("d", i)) }, "embed", "--again")
	if err := k.again("embed", "--again"); err != nil {
		k.y.broke("embedding after all kills: %v", err)
	}
}

// over kills a command that changes documents and leaves them all there.
func (k *killer) over(times int, before func(), args ...string) {
	if err := k.whole(); err != nil {
		k.y.broke("%v", err)
		return
	}
	var took time.Duration
	for i := range times {
		before()
		m := k.moment(took, 0, 0)
		if i == 0 {
			m = moment{}
		}
		k.y.try(fmt.Sprintf("%s killed, %d, %+v", args[0], i, m), func() error {
			began := time.Now()
			_, err := k.kill(m, args...)
			if i == 0 {
				took = time.Since(began)
			}
			docs, listing := k.list()
			if listing == nil && len(docs) != len(k.sums) {
				listing = fmt.Errorf("%d of %d documents are left", len(docs), len(k.sums))
			}
			hits, searching := k.must("search", "Marker1x3")
			if searching == nil && !strings.Contains(hits, "Marker1x3") {
				searching = errors.New("a document is not found any more")
			}
			return errors.Join(err, listing, searching, k.sane())
		})
	}
}

// overRebuild kills the program while it makes a lost library anew, again and again until it is through.
func overRebuild(k *killer, times int) {
	if err := k.whole(); err != nil {
		k.y.broke("%v", err)
		return
	}
	before, err := k.list()
	if err != nil {
		k.y.broke("%v", err)
		return
	}
	var took time.Duration
	for i := range times {
		m := k.moment(took, 0, 0)
		if i == 0 {
			m = moment{}
		}
		k.y.try(fmt.Sprintf("doctor --rebuild killed, %d, %+v", i, m), func() error {
			if err := os.Remove(filepath.Join(k.home, "library.db")); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			began := time.Now()
			_, err := k.kill(m, "doctor", "--rebuild")
			if i == 0 {
				took = time.Since(began)
			}
			if err == nil {
				err = k.again("doctor", "--rebuild")
			}
			after, listing := k.list()
			if listing == nil && !slices.Equal(sorted(names(before)), sorted(names(after))) {
				listing = fmt.Errorf("before %q, rebuilt %q", names(before), names(after))
			}
			return errors.Join(err, listing, k.sane())
		})
	}
}

func sorted(s []string) []string { slices.Sort(s); return s }

// overAsk kills the program over a question of a workflow, and goes on until that has its answer.
func overAsk(k *killer, q runstest.Question, times int) {
	if err := k.whole(); err != nil {
		k.y.broke("%v", err)
		return
	}
	k.says(q.Says)
	args := []string{"ask", "--workflow", q.Workflow}
	for _, number := range q.Set {
		args = append(args, "--set", number)
	}
	args = append(args, q.Text)
	var took time.Duration
	events, calls, asked := 0, 0, 0
	for i := range times + 1 {
		m := k.moment(took, events, calls)
		if i == 0 { // once to its end, to know how long it is
			m = moment{}
		}
		attack := func() error {
			began := time.Now()
			said, err := k.kill(m, args...)
			if err != nil {
				return err
			}
			if i == 0 {
				took, events, calls = time.Since(began), len(said), k.calls
			}
			if len(said) > 0 {
				asked++
			}
			return k.finish(q, said, asked)
		}
		if i > 0 {
			k.y.try(fmt.Sprintf("%s killed, %d, %+v", q.Workflow, i, m), attack)
		} else if err := attack(); err != nil && !k.y.over() {
			k.y.broke("%s without a kill: %v", q.Workflow, err)
			return
		}
	}
}

// finish goes on with the run that a killed program told of, until it has its answer.
func (k *killer) finish(q runstest.Question, said [][]byte, atLeast int) error {
	if err := k.sane(); err != nil {
		return err
	}
	if len(said) == 0 {
		return nil
	}
	var first store.Event
	if err := json.Unmarshal(said[0], &first); err != nil {
		return err
	}
	for replied, turns := 0, 0; turns < 10; turns++ {
		var run store.Run
		err := k.open(func(_ *store.Store, w *store.Workspace) (err error) {
			run, err = w.Runs.Get(first.Run)
			return err
		})
		if err != nil {
			return fmt.Errorf("a run that was told of: %w", err)
		}
		out, err := k.must("runs")
		switch kept := strings.Count(out, "\n"); {
		case err != nil:
			return err
		case kept < atLeast:
			return fmt.Errorf("%d runs are kept of %d that were told of", kept, atLeast)
		case run.Status == store.Answered && run.Answer != "":
			return nil
		case run.Status == store.Running:
			err = k.again("resume", run.ID)
		case run.Status == store.NeedsPerson && replied < len(q.Replies)+1:
			err = k.again("answer", run.ID, q.Replies[min(replied, len(q.Replies)-1)])
			replied++
		default:
			return fmt.Errorf("the run came to %s: %s", run.Status, run.Message)
		}
		if err != nil {
			return err
		}
	}
	return errors.New("the run came to no end")
}
