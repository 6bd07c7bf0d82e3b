package graphtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// childHome tells the test binary, run again as a child, in which folder it is to work until it is killed.
const childHome = "LECTERN_GRAPHTEST_HOME"

// child is the calling test in a process of its own.
type child struct {
	*exec.Cmd
	out *bufio.Reader
}

// startChild runs the calling test in another process, whose store and log lie in home.
func startChild(t *testing.T, home string) child {
	t.Helper()
	self := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run="+self, "-test.count=1")
	cmd.Env = append(os.Environ(), childHome+"="+home, "TMPDIR="+home) // so that what it leaves behind goes with home
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return child{cmd, bufio.NewReader(out)}
}

// ready is what a child says when the rest is up to the parent.
func ready() { fmt.Println("ready") }

// await waits until the child is ready.
func (c child) await(t *testing.T) {
	t.Helper()
	for {
		line, err := c.out.ReadString('\n')
		if line == "ready\n" {
			return
		}
		if err != nil {
			t.Fatalf("the child ended early: %v, %s %v", err, line, c.Wait())
		}
	}
}

// kill ends a process without any chance to tidy up. What it had to say besides is an error.
func (c child) kill(t *testing.T) {
	t.Helper()
	if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	said, _ := io.ReadAll(c.out)
	c.Wait() // its error is that it was killed
	if len(said) > 0 {
		t.Fatalf("the child ended before it was killed: %s", said)
	}
}

// midStep has a step of two nodes: quick, which counts itself in a file, and hang, which does what it is told to.
func midStep(home string, hang func(context.Context) error) *graph.Graph[State] {
	return build().Node("a", says("a")).
		Node("quick", func(ctx context.Context, s State) (State, error) {
			u, err := says("quick")(ctx, s)
			return u, errors.Join(err, appendTo(filepath.Join(home, "quick"), "x"))
		}).
		Node("hang", func(ctx context.Context, s State) (State, error) {
			u, err := says("hang")(ctx, s)
			return u, errors.Join(err, hang(ctx))
		}).
		Edge(graph.Start, "a").Edge("a", "hang").Edge("a", "quick").Edge("hang", graph.End).Edge("quick", graph.End)
}

// killedMidStep kills a real process in which one task of a step has finished and the other hangs, and goes on with
// what is left. A store that doesn't outlive the process is copied at that moment instead.
func (h Harness) killedMidStep(t *testing.T, c graph.Config) {
	home, isChild := os.LookupEnv(childHome)
	if !isChild {
		home = t.TempDir()
	}
	if isChild {
		c.Store = h.open(t, home)
		hangMidStep(t, t.Context(), home, c, ready)
		return
	}
	if h.Outlives {
		process := startChild(t, home)
		process.await(t)
		process.kill(t)
		c.Store = h.open(t, home)
	} else {
		ctx, cancel := context.WithCancel(t.Context())
		whole, left := c.Store, h.open(t, home)
		hangMidStep(t, ctx, home, c, func() {
			keys, values, err := whole.Scan(ctx, "t", "")
			if err = errors.Join(err, left.Save(ctx, "t", keys, values)); err != nil {
				t.Error(err)
			}
			cancel()
		})
		c.Store = left
	}
	w := compile(t, midStep(home, func(context.Context) error { return nil }), c)
	equal(t, kinds(stands(t, w, "t")), "quick update")
	finish(t, w.Continue(t.Context(), "t"))
	r := stands(t, w, "t")
	logged(t, r.State, "in a hang quick")
	due(t, r, "")
	runs, err := os.ReadFile(filepath.Join(home, "quick"))
	if err != nil || string(runs) != "x" {
		t.Fatalf("quick ran %d times, %v", len(runs), err)
	}
}

// hangMidStep runs until quick is done and kept, calls there, and waits for its end.
func hangMidStep(t *testing.T, ctx context.Context, home string, c graph.Config, there func()) {
	store := watch(c.Store)
	c.Store = store
	quick := make(chan bool)
	var w *workflow
	kept := func() bool {
		r, err := w.State(ctx, "t")
		return err == nil && kinds(r) == "quick update"
	}
	w = compile(t, midStep(home, func(ctx context.Context) error {
		<-quick
		if err := store.until(ctx, kept); err != nil {
			return err
		}
		there()
		<-ctx.Done()
		return ctx.Err()
	}), c)
	for e := range w.Start(ctx, "t", Update{Log: []string{"in"}}.Onto).Events() {
		if e.Kind == graph.KindUpdate && e.Node == "quick" {
			close(quick)
		}
	}
}

// appendTo appends to a file in one write.
func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
