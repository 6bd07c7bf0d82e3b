package graphtest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lectern/backend/graph"
)

var errNotYet = errors.New("not yet")

// twoWorkers has a node that succeeds and one that fails, once the first has begun, until ready.
type twoWorkers struct {
	quick, late atomic.Int32
	begun       chan bool
	ready       atomic.Bool
}

func newWorkers() *twoWorkers { return &twoWorkers{begun: make(chan bool)} }

func (k *twoWorkers) graph(p graph.Policy) *graph.Graph[State] {
	return build().
		Node("quick", func(_ context.Context, s State) (State, error) {
			if k.quick.Add(1) == 1 {
				close(k.begun)
			}
			return Update{Count: 2, Log: []string{"quick"}}.Onto(s), nil
		}).
		Node("late", func(_ context.Context, s State) (State, error) {
			k.late.Add(1)
			<-k.begun // and nothing stops it any more
			if !k.ready.Load() {
				return s, errNotYet
			}
			return Update{Count: 3, Log: []string{"late"}}.Onto(s), nil
		}, p).
		Edge(graph.Start, "late").Edge(graph.Start, "quick").Edge("quick", graph.End).Edge("late", graph.End)
}

func (k *twoWorkers) calls() string { return fmt.Sprint(k.quick.Load(), k.late.Load()) }

func aFinishedSiblingIsNotRunAgain(t *testing.T, c graph.Config) {
	k := newWorkers()
	w := compile(t, k.graph(graph.Policy{Attempts: 2}), c)
	fails(t, w.Start(t.Context(), "t", Update{Count: 1}.Onto), errNotYet)
	equal(t, k.calls(), "1 2")
	fails(t, w.Continue(t.Context(), "t"), errNotYet)
	equal(t, k.calls(), "1 4")
	k.ready.Store(true)
	r := finish(t, w.Continue(t.Context(), "t"))
	logged(t, r.State, "late quick") // in the order of the arrows, not of finishing
	equal(t, r.State.Count(), 6)
	equal(t, k.calls(), "1 5")
}

func aFailedRunContinues(t *testing.T, c graph.Config) {
	var first, second atomic.Int32
	g := func(ready bool) *graph.Graph[State] {
		return build().
			Node("a", func(ctx context.Context, s State) (State, error) {
				first.Add(1)
				return says("a")(ctx, s)
			}).
			Node("b", func(ctx context.Context, s State) (State, error) {
				if second.Add(1); !ready {
					return s, errNotYet
				}
				return says("b")(ctx, s)
			}).Node("c", says("c")).
			Edge(graph.Start, "a").Edge("a", "b").Edge("b", "c").Edge("c", graph.End)
	}
	fails(t, compile(t, g(false), c).Start(t.Context(), "t", Update{Log: []string{"in"}}.Onto), errNotYet)
	w := compile(t, g(true), c) // as a new process would
	r := stands(t, w, "t")
	logged(t, r.State, "in a")
	due(t, r, "b")
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "in a b c")
	equal(t, fmt.Sprint(first.Load(), second.Load()), "1 2")
}

func aFailedStepLeavesTheStateAsItWas(t *testing.T, c graph.Config) {
	k := newWorkers()
	w := compile(t, k.graph(graph.Policy{}), c)
	r := fails(t, w.Start(t.Context(), "t", Update{Count: 1}.Onto), errNotYet)
	equal(t, r.State.Count(), 1)
	r = stands(t, w, "t")
	equal(t, r.State.Count(), 1)
	due(t, r, "late quick")
	var outcomes []string // but shows what its tasks came to
	for _, o := range r.Outcomes {
		outcomes = append(outcomes, fmt.Sprint(o.Node, " ", o.Kind, " ", string(o.Data)))
	}
	equal(t, strings.Join(outcomes, "; "), `late error "node late: not yet"; quick update {"Counts":[2],"Log":["quick"]}`)
}

// What a step left half done came to is no part of the state that an input begins from.
func aNewInputDropsWhatWasHalfDone(t *testing.T, c graph.Config) {
	k := newWorkers()
	w := compile(t, k.graph(graph.Policy{}), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), errNotYet)
	k.ready.Store(true)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{Log: []string{"in"}}.Onto)).State, "in late quick")
}

func continuingAFinishedRunDoesNothing(t *testing.T, c graph.Config) {
	var runs atomic.Int32
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) {
		runs.Add(1)
		return s, nil
	}).Edge(graph.Start, "a").Edge("a", graph.End), c)
	before := finish(t, w.Start(t.Context(), "t", Update{Count: 3}.Onto))
	after := finish(t, w.Continue(t.Context(), "t"))
	equal(t, after.State.Count(), 3)
	equal(t, after.Checkpoint, before.Checkpoint)
	equal(t, runs.Load(), 1)
}

func aFreshThreadIsNotFound(t *testing.T, c graph.Config) {
	w := compile(t, countTo(1), c)
	fails(t, w.Continue(t.Context(), "t"), graph.ErrNotFound)
	fails(t, answering(t, w, "t", "x"), graph.ErrNotFound)
	for _, checkpoint := range []uint64{0, 1} {
		fails(t, w.Continue(t.Context(), "t", checkpoint), graph.ErrNotFound)
		if _, err := w.State(t.Context(), "t", checkpoint); !errors.Is(err, graph.ErrNotFound) {
			t.Fatal(err)
		}
	}
	if _, err := w.Fork(t.Context(), "t", 0, Update{}.Onto); !errors.Is(err, graph.ErrNotFound) {
		t.Fatal(err)
	}
	if points, err := w.History(t.Context(), "t"); len(points) > 0 || err != nil {
		t.Fatal(points, err)
	}
	if _, err := w.Start(t.Context(), "", Update{}.Onto).Result(); err == nil {
		t.Fatal("a thread without a name ran")
	}
}

func threadsAreIsolated(t *testing.T, c graph.Config) {
	const threads = 10
	gate, inside := make(chan bool), make(chan bool)
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) {
		inside <- true
		<-gate
		return Update{Count: s.Count()}.Onto(s), nil
	}).Edge(graph.Start, "a").Edge("a", graph.End), c)
	var runs sync.WaitGroup
	for i := range threads {
		runs.Go(func() {
			r, err := w.Start(t.Context(), fmt.Sprint(i), Update{Count: i}.Onto).Result()
			if err != nil || r.State.Count() != 2*i {
				t.Errorf("thread %d: %v %v", i, r.State, err)
			}
		})
	}
	for range threads {
		<-inside
	}
	fails(t, w.Start(t.Context(), "3", Update{}.Onto), graph.ErrBusy)
	if _, err := w.Fork(t.Context(), "3", 0, Update{}.Onto); !errors.Is(err, graph.ErrBusy) {
		t.Error(err)
	}
	close(gate)
	runs.Wait()
	if err := c.Store.Delete(t.Context(), "3"); err != nil {
		t.Fatal(err)
	}
	fails(t, w.Continue(t.Context(), "3"), graph.ErrNotFound)
	equal(t, stands(t, w, "4").State.Count(), 8)
}

// rewrite changes every record of a thread.
func rewrite(t *testing.T, s graph.Store, thread string, change func(string) string) {
	keys, values, err := s.Scan(t.Context(), thread, "")
	for i, v := range values {
		values[i] = []byte(change(string(v)))
	}
	if err = errors.Join(err, s.Save(t.Context(), thread, keys, values)); err != nil {
		t.Fatal(err)
	}
}

func newerFormatsAreRefused(t *testing.T, c graph.Config) {
	w := compile(t, countTo(1), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	rewrite(t, c.Store, "t", func(v string) string { return regexp.MustCompile(`"v":\d+`).ReplaceAllString(v, `"v":999`) })
	fails(t, w.Continue(t.Context(), "t"), graph.ErrNewer)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), graph.ErrNewer)
}

func damagedRecordsAreErrors(t *testing.T, c graph.Config) {
	for name, damage := range map[string]func(string) string{
		"torn":    func(v string) string { return v[:len(v)/2] },
		"empty":   func(string) string { return "" },
		"foreign": func(string) string { return `{"some":"thing"}` },
		"state":   func(v string) string { return strings.Replace(v, `"Counts":`, `"Counts":"x","C":`, 1) },
	} {
		k := newWorkers()
		w := compile(t, k.graph(graph.Policy{}), c)
		fails(t, w.Start(t.Context(), name, Update{}.Onto), errNotYet)
		rewrite(t, c.Store, name, damage)
		for _, run := range []*graph.Run[State]{w.Continue(t.Context(), name), w.Start(t.Context(), name, Update{}.Onto)} {
			if _, err := run.Result(); err == nil || !strings.Contains(err.Error(), "thread "+name+": ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func aSubgraphGoesOnWhereItFailed(t *testing.T, c graph.Config) {
	k := newWorkers()
	var before atomic.Int32
	inner := compile(t, build().Node("before", func(ctx context.Context, s State) (State, error) {
		before.Add(1)
		return says("before")(ctx, s)
	}).Node("sub", graph.Sub(compile(t, k.graph(graph.Policy{}), graph.Config{}), asInput, asUpdate)).
		Edge(graph.Start, "before").Edge("before", "sub").Edge("sub", graph.End), graph.Config{})
	w := compile(t, build().Node("sub", graph.Sub(inner, asInput, asUpdate)).Edge(graph.Start, "sub").Edge("sub", graph.End), c)
	fails(t, w.Start(t.Context(), "t", Update{Question: new("q")}.Onto), errNotYet)
	_, err := w.Continue(t.Context(), "t").Result()
	var outermost *graph.NodeError
	if !errors.As(err, &outermost) || err.Error() != "node sub: node sub: node late: not yet" {
		t.Fatal(err)
	}
	k.ready.Store(true)
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "before late quick")
	equal(t, fmt.Sprintln(before.Load(), k.calls()), "1 1 3\n")
}

// asInput and asUpdate carry the question in and the log out of a subgraph.
func asInput(s State) State         { return State{Question: s.Question} }
func asUpdate(s, inner State) State { return Update{Log: inner.Log}.Onto(s) }
