package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph"
)

// story runs and tells the kinds of events, with the attempt.
func story(run *graph.Run[State]) string {
	var kinds []string
	for e := range run.Events() {
		s := string(e.Kind)
		if e.Attempt > 0 {
			s += fmt.Sprint(e.Attempt)
		}
		kinds = append(kinds, s)
	}
	return strings.Join(kinds, " ")
}

func tokensAreLive(t *testing.T, c graph.Config) {
	seen := make(chan bool)
	w := compile(t, build().Node("a", func(ctx context.Context, s State) (State, error) {
		graph.Emit(ctx, "token")
		select {
		case <-seen: // while the node is still running
			return s, nil
		case <-time.After(5 * time.Second):
			return s, errors.New("nobody saw the token")
		}
	}).Edge(graph.Start, "a").Edge("a", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	for e := range run.Events() {
		if e.Kind == graph.KindEmit {
			close(seen)
		}
	}
	finish(t, run)
}

func subgraphEventsCarryTheirPath(t *testing.T, c graph.Config) {
	child := compile(t, build().Node("x", func(ctx context.Context, s State) (State, error) {
		graph.Emit(ctx, "1")
		graph.Emit(ctx, "2")
		return s, nil
	}).Edge(graph.Start, "x").Edge("x", graph.End), graph.Config{})
	w := compile(t, build().Node("sub", graph.Sub(child, asInput, asUpdate)).Edge(graph.Start, "sub").Edge("sub", graph.End), c)
	var all []string
	for e := range w.Start(t.Context(), "t", Update{}.Onto).Events() {
		s := fmt.Sprintf("%s%s:%s", e.Path, e.Node, e.Kind)
		if e.Kind == graph.KindEmit {
			s += fmt.Sprint("=", e.Data)
		}
		all = append(all, s)
	}
	equal(t, strings.Join(all, " "), ":state sub:start 1.sub.0/:state 1.sub.0/x:start 1.sub.0/x:emit=1 1.sub.0/x:emit=2 "+
		"1.sub.0/x:update 1.sub.0/:state sub:update :state")
}

func emittingAfterTheRunHarmsNothing(t *testing.T, c graph.Config) {
	late := make(chan context.Context, 1)
	w := compile(t, build().Node("a", func(ctx context.Context, s State) (State, error) {
		late <- ctx
		return s, nil
	}).Edge(graph.Start, "a").Edge("a", graph.End), c)
	story(w.Start(t.Context(), "t", Update{}.Onto))
	ctx := <-late
	for range 200 {
		graph.Emit(ctx, "late")
	}
}
