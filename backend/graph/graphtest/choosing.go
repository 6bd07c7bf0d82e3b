package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/graph"
)

func aRescueRuns(t *testing.T, c graph.Config) {
	var calls atomic.Int32
	w := compile(t, build().
		Node("bad", func(ctx context.Context, s State) (State, error) {
			s.Log[0] = "evil"
			return Update{Count: 100}.Onto(s), fmt.Errorf("attempt %d: %w", calls.Add(1), errNotYet)
		}, graph.Policy{Attempts: 3}).
		Rescue("bad", func(ctx context.Context, s State, err error) (State, error) {
			return Update{Log: []string{s.Log[0], err.Error()}}.Onto(s), nil
		}).
		Node("after", says("after")).
		Edge(graph.Start, "bad").Edge("bad", "after").Edge("after", graph.End), c)
	run := w.Start(t.Context(), "t", Update{Log: []string{"in"}}.Onto)
	equal(t, story(run), "state start1 retry1 start2 retry2 start3 rescue3 update3 state start1 update1 state")
	logged(t, finish(t, run).State, "in in attempt 3: not yet after")
	equal(t, fmt.Sprint(calls.Load(), finish(t, run).State.Count()), "3 1")
}

// Being stopped is no failure that a rescue could mend.
func aStoppedNodeIsNotRescued(t *testing.T, c graph.Config) {
	var rescued atomic.Int32
	began := make(chan bool, 1)
	w := compile(t, build().Node("hang", hangs(began), graph.Policy{Attempts: 2}).Rescue("hang", func(_ context.Context, s State, _ error) (State, error) {
		rescued.Add(1)
		return s, nil
	}).Edge(graph.Start, "hang").Edge("hang", graph.End), c)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	run := w.Start(ctx, "t", Update{}.Onto)
	equal(t, story(run), "state start1 error1")
	fails(t, run, context.Canceled)
	due(t, stands(t, w, "t"), "hang")
	equal(t, rescued.Load(), 0)
}

func aRescueMayAsk(t *testing.T, c graph.Config) {
	var mended atomic.Bool
	w := compile(t, build().Node("bad", func(ctx context.Context, s State) (State, error) {
		name, err := graph.Ask[string](ctx, "name?")
		if err == nil && !mended.Load() {
			err = errNotYet
		}
		return Update{Log: []string{name}}.Onto(s), err
	}).Rescue("bad", func(ctx context.Context, s State, err error) (State, error) {
		answer, err := graph.Ask[string](ctx, "go on without?")
		if answer == "no" {
			err = errFaulty
		}
		return Update{Log: []string{answer}}.Onto(s), err
	}).Edge(graph.Start, "bad").Edge("bad", graph.End), c)
	for thread, end := range map[string]string{"t": "yes", "u": "no", "v": "mended"} {
		mended.Store(false)
		equal(t, values(finish(t, w.Start(t.Context(), thread, Update{}.Onto)).Questions), `["name?"]`)
		asked := finish(t, answering(t, w, thread, "Ada")).Questions
		equal(t, values(asked), `["go on without?"]`)
		equal(t, asked[0].ID, "1.bad.0!#0")
		mended.Store(end == "mended")
		switch run := answering(t, w, thread, end); end {
		case "yes":
			logged(t, finish(t, run).State, "yes")
		case "no": // both errors can be told from it
			fails(t, run, errFaulty)
			fails(t, run, errNotYet)
		case "mended":
			logged(t, finish(t, run).State, "Ada")
		}
	}
}

// A thread with two branches stands in the middle of a step: a finished sibling, an answer, a subgraph that asks.
func pruneKeepsTheLatest(t *testing.T, c graph.Config) {
	var sibling, inside atomic.Int32
	long := strings.Repeat("long enough to be kept apart ", 10)
	inner := compile(t, build().Node("x", func(ctx context.Context, s State) (State, error) {
		inside.Add(1)
		return says("x")(ctx, s)
	}).Node("ask", asks(2)).Edge(graph.Start, "x").Edge("x", "ask").Edge("ask", graph.End), graph.Config{})
	w := compile(t, build().Node("a", says(long+"a")).Node("b", says(long+"b")).Node("sub", graph.Sub(inner, asInput, asUpdate)).
		Node("beside", func(ctx context.Context, s State) (State, error) {
			sibling.Add(1)
			return says("beside")(ctx, s)
		}).
		Edge(graph.Start, "a").Edge("a", "b").Edge("b", "sub").Edge("b", "beside").Edge("sub", graph.End).Edge("beside", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	other := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"other"}}.Onto, 0))
	finish(t, answering(t, w, "t", "1"))
	size := func() (n int) {
		keys, _, err := c.Store.Scan(t.Context(), "t", "")
		equal(t, err, nil)
		return len(keys)
	}
	before := size()
	equal(t, w.Prune(t.Context(), "t", 3), nil) // and the newest
	after := size()
	if after >= before {
		t.Fatalf("%d records of %d stay", after, before)
	}
	equal(t, w.Prune(t.Context(), "t", other.Checkpoint, 3), nil)
	equal(t, size(), after) // there is nothing more to forget
	equal(t, history(t, w, "t"), fmt.Sprintf("6<5 2 [other %sa %sb]; 3<2 2 [%[1]sa %[1]sb]", long, long))
	logged(t, finish(t, answering(t, w, "t", "2")).State, fmt.Sprintf("other %sa %sb x 1 2 beside", long, long))
	equal(t, len(finish(t, w.Continue(t.Context(), "t", 3)).Questions), 1)
	equal(t, fmt.Sprint(sibling.Load(), inside.Load()), "2 2") // once in each branch
	if _, err := w.State(t.Context(), "t", 2); !errors.Is(err, graph.ErrNotFound) {
		t.Fatal(err)
	}
	equal(t, errors.Is(w.Prune(t.Context(), "none"), graph.ErrNotFound), true)
}
