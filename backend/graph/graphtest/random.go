package graphtest

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"lectern/backend/graph"
)

// longest is how many steps a random graph's run may take.
const longest = 60

// Random runs so many random graphs and compares what they come to with what a simple model of the engine says: the
// state, and what was due before each step. Many of the runs are interrupted, again and again, by a cancel or a drain,
// and each time a fresh workflow goes on.
func Random(t *testing.T, graphs int, seed uint64) {
	drawn, interrupted := 0, 0
	for made := 0; made < graphs; drawn++ {
		r := rand.New(rand.NewPCG(seed, uint64(drawn)))
		p := randomPlan(r)
		input := State{Log: []string{"in"}}
		state, due, over := p.predict(input, longest)
		if !over {
			continue
		}
		if _, err := p.graph(nil).Compile(graph.Config{}); err != nil {
			continue
		}
		made++
		x := exam{plan: p, random: r, config: graph.Config{
			Store: new(Memory), Parallel: 1 + r.IntN(4), StepLimit: 2 * longest,
		}}
		if r.IntN(3) > 0 {
			x.means = 1 + r.IntN(2)
		}
		got := x.run(t)
		interrupted += min(x.interruptions, 1)
		points, err := x.workflow.History(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		var was [][]string
		for _, point := range slices.Backward(points) {
			was = append(was, point.Next)
		}
		if !t.Failed() && slices.EqualFunc(was, due, slices.Equal) && slices.Equal(got.State.Log, state.Log) && got.State.Count() == state.Count() && got.Step == len(due)-1 {
			continue
		}
		t.Fatalf("graph %d of seed %d, bound %d, interrupted %d times\n%s\n got %v in %d steps, %v\nwant %v in %d steps, %v",
			drawn, seed, p.bound, x.interruptions, p.graph(nil).Mermaid(), got.State, got.Step, was, state, len(due)-1, due)
	}
	t.Logf("%d graphs of %d drawn, %d interrupted, seed %d", graphs, drawn, interrupted, seed)
	equal(t, drawn < 20*graphs, true)
	equal(t, interrupted >= graphs/10, true)
}

// exam is one random graph's run.
type exam struct {
	plan
	random        *rand.Rand
	config        graph.Config
	means         int // cancel or drain after some tasks; 0: neither
	interruptions int
	workflow      *workflow // of the last run
}

// run runs to the end, however often it is interrupted on the way.
func (x *exam) run(t *testing.T) graph.Result[State] {
	t.Helper()
	for {
		r, err := x.once(t)
		switch {
		case err == nil && len(r.Next) == 0:
			return r
		case err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, graph.ErrDrained):
			t.Error(err)
			return r
		case x.interruptions > 100*longest: // each run finishes a task at least
			t.Error("it doesn't get on")
			return r
		}
		x.interruptions++
	}
}

// once goes on with a fresh workflow until the next interruption.
func (x *exam) once(t *testing.T) (graph.Result[State], error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var run *graph.Run[State]
	var left atomic.Int32
	left.Store(1 + x.random.Int32N(4))
	x.workflow = compile(t, x.graph(func() {
		switch last := left.Add(-1) == 0; {
		case last && x.means == 1:
			cancel()
		case last && x.means == 2:
			run.Drain()
		}
	}), x.config)
	r, err := x.workflow.State(ctx, "t")
	switch {
	case errors.Is(err, graph.ErrNotFound):
		run = x.workflow.Start(ctx, "t", Update{Log: []string{"in"}}.Onto)
	case err == nil:
		run = x.workflow.Continue(ctx, "t")
	default:
		t.Fatal(err)
	}
	finished := map[string]bool{}
	for _, o := range r.Outcomes {
		finished[o.Task] = o.Kind == graph.KindUpdate
	}
	for e := range run.Events() {
		if e.Kind == graph.KindStart && finished[e.Task] {
			t.Errorf("task %s had finished, and ran again", e.Task)
		}
	}
	return run.Result()
}
