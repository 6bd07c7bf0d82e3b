package graphtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/graph"
)

func unknownNodesAreRejected(t *testing.T, c graph.Config) {
	one := func() *graph.Graph[State] {
		return build().Node("a", says("a")).Edge(graph.Start, "a").Edge("a", graph.End)
	}
	compile(t, one(), c) // nothing else is wrong with it
	for what, g := range map[string]*graph.Graph[State]{
		"edge to":   one().Edge("a", "ghost"),
		"edge from": one().Edge("ghost", "a"),
		"branch to": one().Branch("a", func(State) string { return "x" }, graph.When("x", "a"), graph.When("y", "ghost")),
	} {
		if _, err := g.Compile(c); err == nil || !strings.Contains(err.Error(), `unknown node "ghost"`) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func inputGoesThroughTheReducer(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Edge(graph.Start, "a").Edge("a", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"in"}, Count: 5, Question: new("why?")}.Onto))
	equal(t, r.State, State{Question: "why?", Log: []string{"in", "a"}, Counts: []int{5, 1}})
	due(t, r, "")
}

// Five tasks, of nodes and of a spread, each wait for all of them to have begun.
func parallelNodesRunInOneStep(t *testing.T, c graph.Config) {
	var begun atomic.Int32
	all := make(chan bool)
	meets := func(name string) node {
		return func(ctx context.Context, s State) (State, error) {
			if begun.Add(1) == 5 {
				close(all)
			}
			select {
			case <-all:
				return says(name+s.Question)(ctx, s)
			case <-time.After(5 * time.Second):
				return s, fmt.Errorf("%s was alone", name)
			}
		}
	}
	w := compile(t, build().Node("a", meets("a")).Node("b", meets("b")).Node("each", meets("each")).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge(graph.Start, "each").Spread("each", spreadOver("1", "2", "3")).
		Edge("a", graph.End).Edge("b", graph.End).Edge("each", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	logged(t, r.State, "a b each1 each2 each3")
	equal(t, fmt.Sprint(r.Step, r.Checkpoint), "1 2")
}

func parallelNodesFoldInDeclaredOrder(t *testing.T, c graph.Config) {
	slow := func(ctx context.Context, s State) (State, error) {
		time.Sleep(5 * time.Millisecond)
		return says("a")(ctx, s)
	}
	w := compile(t, build().Node("a", slow).Node("b", says("b")).Node("c", says("c")).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", "c").Edge("b", "c").Edge("c", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"in"}}.Onto))
	logged(t, r.State, "in a b c")
	equal(t, r.Step, 2)
}

func twoWritersOfOneFieldFail(t *testing.T, c graph.Config) {
	sets := func(_ context.Context, s State) (State, error) { return Update{Answer: new("x")}.Onto(s), nil }
	w := compile(t, build().Node("a", sets).Node("b", sets).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), graph.ErrConflict)
	equal(t, stands(t, w, "t").State.Answer, "")
}

// spreadOver sends questions to one node each.
func spreadOver(questions ...string) func(State) []State {
	return func(s State) (each []State) {
		for _, q := range questions {
			each = append(each, Update{Question: &q}.Onto(s))
		}
		return each
	}
}

func spreadResultsComeInOrder(t *testing.T, c graph.Config) {
	c.Parallel = 3
	w := compile(t, build().Node("each", func(_ context.Context, s State) (State, error) {
		time.Sleep(time.Duration(8-2*len(s.Question)) * time.Millisecond)
		return Update{Log: []string{s.Question}}.Onto(s), nil
	}).Edge(graph.Start, "each").Spread("each", spreadOver("a", "bb", "ccc", "dddd")).Edge("each", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "a bb ccc dddd")
}

func eachSpreadTaskSeesItsOwnInput(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("each", func(_ context.Context, s State) (State, error) {
		return Update{Log: []string{s.Answer + s.Question}}.Onto(s), nil
	}).Edge(graph.Start, "each").Spread("each", spreadOver("1", "2")).Edge("each", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{Question: new("0"), Answer: new("same")}.Onto))
	logged(t, r.State, "same1 same2")
	equal(t, r.State.Question, "0") // what the tasks were given is not kept
}

// With one slot the tasks come one after the other, as split gave them.
func spreadTasksBeginInOrder(t *testing.T, c graph.Config) {
	c.Parallel = 1
	var began []string
	w := compile(t, build().Node("each", func(ctx context.Context, s State) (State, error) {
		began = append(began, s.Question)
		return says("each")(ctx, s)
	}).Edge(graph.Start, "each").Spread("each", spreadOver("1", "2", "3", "4", "5")).Edge("each", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	equal(t, strings.Join(began, ""), "12345")
}

// Two nodes lead to it in one step, and it is spread once.
func aSpreadRunsOnceAStep(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Node("b", says("b")).Node("each", says("each")).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", "each").Edge("b", "each").Spread("each", spreadOver("1", "2")).Edge("each", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "a b each each")
}

func aRouteRunsOnceAfterASpread(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("each", says("each")).Node("after", says("after")).
		Edge(graph.Start, "each").Spread("each", spreadOver("1", "2", "3")).Edge("each", "after").Edge("after", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "each each each after")
}

func aBranchChoosesOnceAfterASpread(t *testing.T, c graph.Config) {
	var choices atomic.Int32
	w := compile(t, build().Node("each", says("each")).Node("after", says("after")).
		Edge(graph.Start, "each").Spread("each", spreadOver("1", "2", "3")).
		Branch("each", func(s State) string {
			choices.Add(1)
			return fmt.Sprint(s.Count()) // of the state with all three folded in
		}, graph.When("3", "after")).Edge("after", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "each each each after")
	equal(t, choices.Load(), 1)
}

func anEmptySpreadEndsTheWay(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("each", says("each")).Edge(graph.Start, "each").Spread("each", spreadOver()).Edge("each", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	logged(t, r.State, "")
	due(t, r, "")
}

// countTo loops on one node until the count is n.
func countTo(n int) *graph.Graph[State] {
	return build().Node("again", says("again")).Edge(graph.Start, "again").
		Branch("again", func(s State) string {
			if s.Count() < n {
				return "more"
			}
			return "enough"
		}, graph.When("more", "again"), graph.When("enough", graph.End))
}

func aLoopLeavesThroughEnd(t *testing.T, c graph.Config) {
	r := finish(t, compile(t, countTo(4), c).Start(t.Context(), "t", Update{}.Onto))
	equal(t, r.State.Count(), 4)
}

func theStepLimitIsAnError(t *testing.T, c graph.Config) {
	c.StepLimit = 5
	w := compile(t, countTo(7), c)
	due(t, fails(t, w.Start(t.Context(), "t", Update{}.Onto), graph.ErrStepLimit), "again")
	equal(t, stands(t, w, "t").State.Count(), 5)
	equal(t, finish(t, w.Continue(t.Context(), "t")).State.Count(), 7)
}

func aBranchToAnUndeclaredNodeFails(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Edge(graph.Start, "a").
		Branch("a", func(State) string { return "b" }, graph.When("x", "a"), graph.When("y", graph.End)), c)
	_, err := w.Start(t.Context(), "t", Update{}.Onto).Result()
	if err == nil || !strings.Contains(err.Error(), `chose "b"`) {
		t.Fatal(err)
	}
	due(t, stands(t, w, "t"), "a")
}

func aStateIsANodesOwnCopy(t *testing.T, c graph.Config) {
	evil := func(_ context.Context, s State) (State, error) {
		good := slices.Clone(s.Log)
		s.Log[0] = "evil"
		s.Log = good
		return s, nil
	}
	w := compile(t, build().Node("a", evil).Node("b", evil).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{Log: []string{"good"}}.Onto)).State, "good")
}

func aSecondInputKeepsTheState(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Edge(graph.Start, "a").Edge("a", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{Log: []string{"1"}}.Onto))
	r := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"2"}}.Onto))
	logged(t, r.State, "1 a 2 a")
	equal(t, fmt.Sprint(r.Checkpoint, r.Step), "4 1")
}
