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

// history tells of each checkpoint its number, its parent's and its step, and what its state has logged.
func history(t *testing.T, w *workflow, thread string) string {
	t.Helper()
	var all []string
	points, err := w.History(t.Context(), thread)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range points {
		then, err := w.State(t.Context(), thread, r.Checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, then.Point, r)
		all = append(all, fmt.Sprintf("%d<%d %d %v", r.Checkpoint, r.Parent, r.Step, then.State.Log))
	}
	return strings.Join(all, "; ")
}

func chain(t *testing.T, c graph.Config) *workflow {
	var calls atomic.Int32
	return compile(t, build().Node("a", says("a")).
		Node("b", func(_ context.Context, s State) (State, error) {
			return Update{Log: []string{fmt.Sprint("b", calls.Add(1))}}.Onto(s), nil
		}).Node("c", says("c")).
		Edge(graph.Start, "a").Edge("a", "b").Edge("b", "c").Edge("c", graph.End), c)
}

func replayMakesABranch(t *testing.T, c graph.Config) {
	w := chain(t, c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	finish(t, w.Continue(t.Context(), "t", 2))
	equal(t, history(t, w, "t"), "7<6 3 [a b2 c]; 6<5 2 [a b2]; 5<2 1 [a]; "+
		"4<3 3 [a b1 c]; 3<2 2 [a b1]; 2<1 1 [a]; 1<0 0 []")
	then, err := w.State(t.Context(), "t", 3)
	if err != nil {
		t.Fatal(err)
	}
	logged(t, then.State, "a b1")
	due(t, then, "c")
}

func replayAsksAgain(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Node("ask", asks(1)).
		Edge(graph.Start, "a").Edge("a", "ask").Edge("ask", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	finish(t, answering(t, w, "t", "x"))
	equal(t, len(finish(t, w.Continue(t.Context(), "t", 2)).Questions), 1)
	logged(t, finish(t, answering(t, w, "t", "y")).State, "a y")
}

func aForkCarriesEdits(t *testing.T, c graph.Config) {
	w := chain(t, c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	fork := func(from uint64) string {
		if _, err := w.Fork(t.Context(), "t", from, Update{Log: []string{"edit"}}.Onto); err != nil {
			t.Fatal(err)
		}
		return strings.Join(finish(t, w.Continue(t.Context(), "t")).State.Log, " ")
	}
	equal(t, fork(2), "a edit b2 c")
	equal(t, fork(1), "edit a b3 c")
}

// Two branches, each with a question and a finished sibling, are taken up in turns: neither loses anything.
func branchesGoOn(t *testing.T, c graph.Config) {
	var sibling atomic.Int32
	w := compile(t, build().Node("a", says("a")).Node("ask", asks(1)).
		Node("beside", func(ctx context.Context, s State) (State, error) {
			sibling.Add(1)
			return says("beside")(ctx, s)
		}).
		Edge(graph.Start, "a").Edge("a", "ask").Edge("a", "beside").Edge("ask", graph.End).Edge("beside", graph.End), c)
	first := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"1"}}.Onto)).Checkpoint
	second := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"2"}}.Onto, 1)).Checkpoint
	equal(t, fmt.Sprint(first, second), "2 4")
	logged(t, finish(t, answering(t, w, "t", "one", first)).State, "1 a one beside")
	equal(t, len(finish(t, w.Continue(t.Context(), "t", second)).Questions), 1) // the last one of its branch: no fork
	logged(t, finish(t, answering(t, w, "t", "two", second)).State, "1 2 a two beside")
	equal(t, sibling.Load(), 2)
	equal(t, history(t, w, "t"), "6<4 2 [1 2 a two beside]; 5<2 2 [1 a one beside]; "+
		"4<3 1 [1 2 a]; 3<1 0 [1 2]; 2<1 1 [1 a]; 1<0 0 [1]")
	fails(t, answering(t, w, "t", "late", first), graph.ErrNoQuestion)
	due(t, finish(t, w.Continue(t.Context(), "t", 5)), "") // at its end
	equal(t, len(finish(t, w.Continue(t.Context(), "t", first)).Questions), 1)
}

func anInputCanBeginAnew(t *testing.T, c graph.Config) {
	w := chain(t, c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto, 0)).State, "a b2 c")
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto, 4)).State, "a b1 c a b3 c")
	fails(t, w.Start(t.Context(), "t", Update{}.Onto, 99), graph.ErrNotFound)
}

func inspectShows(t *testing.T, c graph.Config) {
	k := newWorkers()
	w := compile(t, build().Node("sub", graph.Sub(compile(t, k.graph(graph.Policy{}), graph.Config{}), asInput, asUpdate)).
		Edge(graph.Start, "sub").Edge("sub", graph.End), c)
	fails(t, w.Start(t.Context(), "t", Update{Count: 1}.Onto), errNotYet)
	r, err := graph.Inspect(t.Context(), c.Store, "t", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, string(r.State["Counts"])+" "+r.Outcomes[0].Node, "[1] sub")
	if r, err = graph.Inspect(t.Context(), c.Store, "t", "1.sub.0/", 1); err != nil {
		t.Fatal(err)
	}
	due(t, r, "late quick")
	equal(t, string(r.Outcomes[1].Kind), "update")
	if _, err = graph.Inspect(t.Context(), c.Store, "t", "", 2); !errors.Is(err, graph.ErrNotFound) {
		t.Fatal(err)
	}
}

func aForkDropsOutcomes(t *testing.T, c graph.Config) {
	k := newWorkers()
	w := compile(t, k.graph(graph.Policy{}), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), errNotYet)
	k.ready.Store(true)
	if _, err := w.Fork(t.Context(), "t", 0, Update{}.Onto); err != nil {
		t.Fatal(err)
	}
	r := stands(t, w, "t")
	due(t, r, "late quick")
	equal(t, len(r.Outcomes), 0)
	finish(t, w.Continue(t.Context(), "t"))
	equal(t, k.calls(), "2 2")
}
