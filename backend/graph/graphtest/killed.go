package graphtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/graph"
)

// childHome tells the test binary, run again as a child, that it is to work in that folder until it is killed.
const childHome = "LECTERN_GRAPHTEST_HOME"

// Killed kills real processes in the middle of a run and continues from what they left in their folder, with stores that
// open makes there and closes when its test ends. The test
// binary runs itself again, with the calling test alone, so the caller may do nothing before it calls Killed.
func Killed(t *testing.T, open func(testing.TB, string) graph.Store) {
	t.Run("MidStepFinishedSiblingsAreKept", func(t *testing.T) { killedMidStep(t, open) })
	t.Run("AtAnyMomentNoStepIsLostOrDoubled", func(t *testing.T) { killedAtAnyMoment(t, open) })
}

// child starts this very test in a process of its own, which works in home.
func child(t *testing.T, home string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd.Env = append(os.Environ(), childHome+"="+home)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func killedMidStep(t *testing.T, open func(testing.TB, string) graph.Store) {
	home, isChild := os.LookupEnv(childHome)
	if !isChild {
		home = t.TempDir()
	}
	var w *workflow
	mark := func(name string) error { return appendTo(filepath.Join(home, name)) }
	g := build().Node("a", says("a")).
		Node("quick", func(ctx context.Context, s State) (Update, error) {
			u, err := says("quick")(ctx, s)
			return u, errors.Join(err, mark("quick"))
		}).
		Node("hang", func(ctx context.Context, s State) (Update, error) {
			for isChild { // until killed; says so once the sibling's update is in the store
				if r, err := w.State(ctx, "t"); err == nil && len(r.Outcomes) == 1 {
					if err := mark("ready"); err != nil {
						return Update{}, err
					}
				}
				time.Sleep(time.Millisecond)
			}
			return says("hang")(ctx, s)
		}).
		Edge(graph.Start, "a").Edge("a", "hang").Edge("a", "quick").Edge("hang", graph.End).Edge("quick", graph.End)

	if isChild {
		w = compile(t, g, graph.Config{Store: open(t, home)})
		finish(t, w.Start(t.Context(), "t", Update{Log: []string{"in"}}))
		return
	}
	cmd := child(t, home)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(home, "ready")); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Error("the child was never ready")
			break
		}
	}
	kill(t, cmd)
	w = compile(t, g, graph.Config{Store: open(t, home)})
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "in a hang quick")
	runs, err := os.ReadFile(filepath.Join(home, "quick"))
	if err != nil || len(runs) != 1 {
		t.Fatalf("the finished sibling ran %d times, %v", len(runs), err)
	}
}

func killedAtAnyMoment(t *testing.T, open func(testing.TB, string) graph.Store) {
	const steps = 300
	g := build().Node("again", func(_ context.Context, s State) (Update, error) {
		time.Sleep(500 * time.Microsecond)
		return Update{Count: 1, Log: []string{fmt.Sprint(s.Count)}}, nil
	}).Edge(graph.Start, "again").Branch("again", func(s State) string {
		if s.Count < steps {
			return "more"
		}
		return "enough"
	}, graph.When("more", "again"), graph.When("enough", graph.End))
	if home, isChild := os.LookupEnv(childHome); isChild {
		w := compile(t, g, graph.Config{Store: open(t, home), StepLimit: steps})
		if _, err := w.State(t.Context(), "t"); errors.Is(err, graph.ErrNotFound) {
			finish(t, w.Start(t.Context(), "t", Update{}))
		}
		finish(t, w.Continue(t.Context(), "t"))
		return
	}
	home := t.TempDir()
	if testing.Short() {
		t.Skip("kills several processes")
	}
	for range 8 {
		cmd := child(t, home)
		time.Sleep(time.Duration(10+rand.IntN(50)) * time.Millisecond)
		kill(t, cmd)
	}
	store := open(t, home)
	w := compile(t, g, graph.Config{Store: store, StepLimit: steps})
	reached := 0
	if r, err := w.State(t.Context(), "t"); err == nil {
		reached = r.State.Count
	} else if !errors.Is(err, graph.ErrNotFound) {
		t.Fatal(err)
	} else {
		finish(t, w.Start(t.Context(), "t", Update{}))
	}
	t.Logf("killed processes reached step %d of %d", reached, steps)
	r := finish(t, w.Continue(t.Context(), "t"))
	equal(t, len(r.State.Log), steps)
	for i, l := range r.State.Log {
		equal(t, l, fmt.Sprint(i))
	}
	points, err := w.History(t.Context(), "t")
	equal(t, err, nil)
	equal(t, len(points), steps+1)
}

// kill ends a process without any chance to tidy up.
func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	cmd.Wait() // its error is that it was killed
}

func appendTo(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString("x")
	return errors.Join(err, f.Close())
}
