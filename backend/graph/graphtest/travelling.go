package graphtest

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/graph"
)

var travelling = []behaviour{
	{"ReplayMakesABranchAndTheOldOneStays", replayMakesABranch},
	{"ReplayAsksAgain", replayAsksAgain},
	{"AForkCarriesEditsAndMayStandInForANode", aForkCarriesEdits},
	{"AForkDropsWhatOldTasksCameTo", aForkDropsOutcomes},
}

func history(t *testing.T, w *workflow, thread string) string {
	t.Helper()
	var all []string
	for r, err := range w.History(t.Context(), thread) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d<%d %s %v", r.Checkpoint, r.Parent, r.Source, r.State.Log))
	}
	return strings.Join(all, "; ")
}

func chain(t *testing.T, c graph.Config) *workflow {
	var calls atomic.Int32
	return compile(t, build().Node("a", says("a")).
		Node("b", func(context.Context, State) (Update, error) {
			return Update{Log: []string{fmt.Sprint("b", calls.Add(1))}}, nil
		}).Node("c", says("c")).
		Edge(graph.Start, "a").Edge("a", "b").Edge("b", "c").Edge("c", graph.End), c)
}

func replayMakesABranch(t *testing.T, c graph.Config) {
	w := chain(t, c)
	finish(t, w.Start(t.Context(), "t", Update{}))
	finish(t, w.Continue(t.Context(), "t", 2))
	equal(t, history(t, w, "t"), "7<6 step [a b2 c]; 6<5 step [a b2]; 5<2 fork [a]; "+
		"4<3 step [a b1 c]; 3<2 step [a b1]; 2<1 step [a]; 1<0 input []")
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
	finish(t, w.Start(t.Context(), "t", Update{}))
	finish(t, w.Answer(t.Context(), "t", "x"))
	equal(t, len(finish(t, w.Continue(t.Context(), "t", 2)).Questions), 1)
	logged(t, finish(t, w.Answer(t.Context(), "t", "y")).State, "a y")
}

func aForkCarriesEdits(t *testing.T, c graph.Config) {
	w := chain(t, c)
	finish(t, w.Start(t.Context(), "t", Update{}))
	fork := func(from uint64, as string) string {
		if _, err := w.Fork(t.Context(), "t", from, Update{Log: []string{"edit"}}, as); err != nil {
			t.Fatal(err)
		}
		return strings.Join(finish(t, w.Continue(t.Context(), "t")).State.Log, " ")
	}
	equal(t, fork(2, ""), "a edit b2 c")
	equal(t, fork(1, "b"), "edit c")
	if _, err := w.Fork(t.Context(), "t", 1, Update{}, "ghost"); err == nil {
		t.Fatal("forked as a node that doesn't exist")
	}
}

func aForkDropsOutcomes(t *testing.T, c graph.Config) {
	var k twoWorkers
	w := compile(t, k.graph(graph.Policy{}), c)
	fails(t, w.Start(t.Context(), "t", Update{}), errNotYet)
	k.ready.Store(true)
	if _, err := w.Fork(t.Context(), "t", 0, Update{}, ""); err != nil {
		t.Fatal(err)
	}
	r := stands(t, w, "t")
	due(t, r, "late quick")
	equal(t, len(r.Outcomes), 0)
	finish(t, w.Continue(t.Context(), "t"))
	equal(t, k.calls(), "2 2")
}
