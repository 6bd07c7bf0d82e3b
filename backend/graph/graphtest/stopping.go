package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/graph"
)

func aDrainEndsTheRun(t *testing.T, c graph.Config) {
	began, gate := make(chan bool), make(chan bool)
	inner := compile(t, build().Node("x", says("x")).Node("wait", func(ctx context.Context, s State) (State, error) {
		close(began)
		<-gate
		return Update{Log: []string{"waited"}}.Onto(s), ctx.Err()
	}).Node("y", says("y")).
		Edge(graph.Start, "x").Edge("x", "wait").Edge("wait", "y").Edge("y", graph.End), graph.Config{})
	w := compile(t, build().Node("sub", graph.Sub(inner, asInput, asUpdate)).Node("after", says("after")).
		Edge(graph.Start, "sub").Edge("sub", "after").Edge("after", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	go func() {
		<-began
		run.Drain()
		run.Drain() // twice does no harm
		close(gate)
	}()
	due(t, fails(t, run, graph.ErrDrained), "sub")
	r, err := graph.Inspect(t.Context(), c.Store, "t", "1.sub.0/", 3)
	if err != nil {
		t.Fatal(err)
	}
	due(t, r, "y") // the subgraph's step was saved
	began, gate = make(chan bool), make(chan bool)
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "x waited y after")
	drained := w.Start(t.Context(), "u", Update{}.Onto)
	drained.Drain()
	due(t, fails(t, drained, graph.ErrDrained), "sub") // before anything began
}

func aDrainCutsRetries(t *testing.T, c graph.Config) {
	var run *graph.Run[State]
	var calls atomic.Int32
	c.Parallel = 2
	w := compile(t, build().Node("bad", func(_ context.Context, s State) (State, error) { return s, errNotYet }, graph.Policy{Attempts: 9, Wait: time.Hour}).
		Node("slow", func(ctx context.Context, s State) (State, error) {
			calls.Add(1)
			run.Drain()
			time.Sleep(5 * time.Millisecond)
			return Update{Log: []string{"slow"}}.Onto(s), ctx.Err()
		}).Node("late", says("late")).
		Edge(graph.Start, "bad").Edge(graph.Start, "slow").Edge(graph.Start, "late").
		Edge("bad", graph.End).Edge("slow", graph.End).Edge("late", graph.End), c)
	run = w.Start(t.Context(), "t", Update{}.Onto)
	fails(t, run, graph.ErrDrained)
	equal(t, calls.Load(), 1)
	for _, o := range stands(t, w, "t").Outcomes { // "late" may have been before the drain
		equal(t, o.Kind, graph.KindUpdate)
	}
}

// hangs waits for its context, and says so when it begins.
func hangs(began chan<- bool) node {
	return func(ctx context.Context, s State) (State, error) {
		began <- true
		<-ctx.Done()
		return s, errors.New("the line went dead") // as clients do that hide why
	}
}

func cancelReachesNodes(t *testing.T, c graph.Config) {
	why := errors.New("the person pressed Stop")
	began := make(chan bool, 1)
	w := compile(t, build().Node("a", says("a")).Node("hang", hangs(began)).
		Edge(graph.Start, "a").Edge("a", "hang").Edge("hang", graph.End), c)
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() { <-began; cancel(why) }()
	run := w.Start(ctx, "t", Update{}.Onto)
	var last graph.Event
	for last = range run.Events() {
	}
	equal(t, last.Kind, graph.KindError) // the loop sees the end
	due(t, fails(t, run, context.Canceled), "hang")
	fails(t, run, why)
	r := stands(t, w, "t")
	logged(t, r.State, "a")
	equal(t, len(r.Outcomes), 0)
	fails(t, w.Continue(ctx, "t"), context.Canceled) // at once
}

func cancelCutsRetries(t *testing.T, c graph.Config) {
	c.Parallel = 1 // so that the second task waits for a slot
	ctx, cancel := context.WithCancel(t.Context())
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) {
		time.AfterFunc(5*time.Millisecond, cancel)
		return s, errNotYet
	}, graph.Policy{Attempts: 9, Wait: time.Hour}).
		Edge(graph.Start, "a").Spread("a", spreadOver("1", "2")).Edge("a", graph.End), c)
	fails(t, w.Start(ctx, "t", Update{}.Onto), context.Canceled)
}

func cancelNeverTearsASave(t *testing.T, c graph.Config) {
	ctx, cancel := context.WithCancel(t.Context())
	w := compile(t, build().Node("a", func(ctx context.Context, s State) (State, error) {
		cancel()
		return says("a")(ctx, s)
	}).Node("b", says("b")).Edge(graph.Start, "a").Edge("a", "b").Edge("b", graph.End), c)
	fails(t, w.Start(ctx, "t", Update{}.Onto), context.Canceled)
	r := stands(t, w, "t")
	logged(t, r.State, "a") // the node had finished, so its work counts
	due(t, r, "b")
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "a b")
}

// cancelling cancels the run at the beginning of its first save, and saves as long as it may.
type cancelling struct {
	graph.Store
	cancel func()
}

func (s cancelling) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	s.cancel()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("a save was cancelled: %w", errFaulty)
	}
	return s.Store.Save(ctx, thread, keys, values)
}

func aSaveUnderWayIsNotCancelled(t *testing.T, c graph.Config) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	chain := func(c graph.Config) *workflow {
		return compile(t, build().Node("a", says("a")).Node("b", says("b")).Edge(graph.Start, "a").Edge("a", "b").Edge("b", graph.End), c)
	}
	slow := c
	slow.Store = cancelling{c.Store, cancel}
	if _, err := chain(slow).Start(ctx, "t", Update{}.Onto).Result(); errors.Is(err, errFaulty) {
		t.Fatal(err)
	}
	equal(t, ctx.Err(), context.Canceled)
	logged(t, finish(t, chain(c).Continue(t.Context(), "t")).State, "a b")
}

func anErrorCancelsSiblings(t *testing.T, c graph.Config) {
	began := make(chan bool, 1)
	w := compile(t, build().Node("slow", hangs(began)).Node("bad", func(_ context.Context, s State) (State, error) {
		<-began
		return s, errNotYet
	}).Edge(graph.Start, "slow").Edge(graph.Start, "bad").Edge("slow", graph.End).Edge("bad", graph.End), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), errNotYet)
}

func aQuestionSparesSiblings(t *testing.T, c graph.Config) {
	asked := make(chan bool)
	w := compile(t, build().Node("ask", asks(1)).Node("slow", func(ctx context.Context, s State) (State, error) {
		<-asked
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case <-time.After(10 * time.Millisecond): // in which a cancel would have come
			return says("slow")(ctx, s)
		}
	}).Edge(graph.Start, "ask").Edge(graph.Start, "slow").Edge("ask", graph.End).Edge("slow", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	for e := range run.Events() {
		if e.Kind == graph.KindQuestion {
			close(asked)
		}
	}
	equal(t, values(finish(t, run).Questions), `["q0?"]`)
	equal(t, kinds(stands(t, w, "t")), "ask question, slow update")
}

type shapedError struct{ code int }

func (e *shapedError) Error() string { return "shaped" }

func aNodesErrorIsRecognisable(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) { return s, &shapedError{7} }).
		Edge(graph.Start, "a").Edge("a", graph.End), c)
	_, err := w.Start(t.Context(), "t", Update{}.Onto).Result()
	var shaped *shapedError
	var of *graph.NodeError
	if !errors.As(err, &shaped) || shaped.code != 7 || !errors.As(err, &of) || of.Node != "a" || err.Error() != "node a: shaped" {
		t.Fatal(err)
	}
}

func aPanicIsAnError(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) { panic(errNotYet) }).
		Edge(graph.Start, "a").Edge("a", graph.End), c)
	_, err := w.Start(t.Context(), "t", Update{}.Onto).Result()
	var p *graph.PanicError
	if !errors.As(err, &p) || !errors.Is(err, errNotYet) || !strings.Contains(string(p.Stack), "stopping.go") {
		t.Fatal(err)
	}
	w = compile(t, build().Node("a", says("a")).Edge(graph.Start, "a").
		Branch("a", func(State) string { panic("lost") }, graph.When("", graph.End)), c)
	if _, err = w.Start(t.Context(), "u", Update{}.Onto).Result(); !errors.As(err, &p) {
		t.Fatal(err)
	}
	if _, err = w.Start(t.Context(), "v", func(State) State { panic("no") }).Result(); !errors.As(err, &p) {
		t.Fatal(err)
	}
}

func leavingTheLoopKeepsFinishedWork(t *testing.T, c graph.Config) {
	var returned atomic.Bool
	began := make(chan bool)
	w := compile(t, build().
		Node("quick", func(ctx context.Context, s State) (State, error) {
			<-began
			return says("quick")(ctx, s)
		}).
		Node("slow", func(ctx context.Context, s State) (State, error) {
			close(began)
			<-ctx.Done()
			returned.Store(true)
			return s, ctx.Err()
		}).Node("never", says("never")).
		Edge(graph.Start, "quick").Edge(graph.Start, "slow").Edge("quick", "never").Edge("slow", graph.End).Edge("never", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	for e := range run.Events() {
		if e.Kind == graph.KindUpdate {
			break
		}
	}
	equal(t, returned.Load(), true)
	fails(t, run, context.Canceled)
	r := stands(t, w, "t")
	due(t, r, "quick slow")
	equal(t, len(r.Outcomes), 1)
	equal(t, r.Outcomes[0].Task, "1.quick.0")
	equal(t, r.Outcomes[0].Kind, graph.KindUpdate)
}

func onlyTheChosenErrorsAreRetried(t *testing.T, c graph.Config) {
	var calls atomic.Int32
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) {
		if calls.Add(1) == 1 {
			return s, errNotYet
		}
		return s, errFaulty
	}, graph.Policy{Attempts: 5, RetryIf: func(err error) bool { return errors.Is(err, errNotYet) }}).
		Edge(graph.Start, "a").Edge("a", graph.End), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), errFaulty)
	equal(t, calls.Load(), 2)
}

func attemptsAreCounted(t *testing.T, c graph.Config) {
	var calls atomic.Int32
	w := compile(t, build().Node("a", func(_ context.Context, s State) (State, error) {
		calls.Add(1)
		return s, errNotYet
	}, graph.Policy{Attempts: 3}).Edge(graph.Start, "a").Edge("a", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	equal(t, story(run), "state start1 retry1 start2 retry2 start3 error3")
	fails(t, run, errNotYet)
	equal(t, calls.Load(), 3)
	fails(t, w.Continue(t.Context(), "t"), errNotYet)
	equal(t, calls.Load(), 6)
}
