package graphtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// Line is a workflow of so many steps, each of which changes one small field of the state and, if also isn't nil, what
// that returns.
func Line(c graph.Config, steps int, also func(State) State) (*graph.Workflow[State], error) {
	c.StepLimit = steps
	return build().Node("step", func(_ context.Context, s State) (State, error) {
		if also != nil {
			s = also(s)
		}
		s.Steps++
		return s, nil
	}).Edge(graph.Start, "step").Branch("step", func(s State) string { return fmt.Sprint(s.Steps < steps) },
		graph.When("true", "step"), graph.When("false", graph.End)).Compile(c)
}

// Again is an input with which a line begins anew, beside what else is in the state.
func Again(s State) State {
	s.Steps = 0
	return s
}

// Passages is an input of so many kilobytes in one field, from which a line begins anew.
func Passages(kb int) func(State) State {
	var all []string
	const line = "The \"quick\" brown fox jumps over the lazy dog, as it says in passages.\n"
	for range kb {
		all = append(all, strings.Repeat(line, 1024/len(line)))
	}
	return func(State) State { return State{Log: all} }
}

// Benchmark measures a step, saved to the store in Sync durability, with a small and a usual size of state.
func Benchmark(b *testing.B, store graph.Store) {
	const steps = 10
	for _, kb := range []int{0, 30} {
		b.Run(fmt.Sprintf("%dKB", kb), func(b *testing.B) {
			w, err := Line(graph.Config{Store: store}, steps, nil)
			if err != nil {
				b.Fatal(err)
			}
			runs, input := 0, Passages(kb)
			b.ReportAllocs()
			for ; b.Loop(); runs++ {
				finish(b, w.Start(b.Context(), "t", input))
				if err := store.Delete(b.Context(), "t"); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(runs*(steps+1)), "µs/step")
		})
	}
}
