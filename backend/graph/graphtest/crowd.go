package graphtest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"lectern/backend/graph"
)

// Crowd runs so many threads beside each other: all are in the middle of their first step before any leaves it. Each ends
// with what is its own, in the run's eyes and in the store's.
func Crowd(t *testing.T, h Harness, threads int) {
	c := graph.Config{Store: h.open(t, t.TempDir())}
	var inside sync.WaitGroup
	inside.Add(threads)
	all := make(chan bool)
	go func() {
		inside.Wait()
		close(all)
	}()
	w := compile(t, build().
		Node("meet", func(ctx context.Context, s State) (State, error) {
			inside.Done()
			select {
			case <-all:
				return says(fmt.Sprint("met", s.Count()))(ctx, s)
			case <-time.After(time.Minute):
				return s, fmt.Errorf("thread %d was alone", s.Count())
			}
		}).
		Node("beside", says("beside")).Node("after", says("after")).
		Edge(graph.Start, "meet").Edge(graph.Start, "beside").Edge("meet", "after").Edge("beside", "after").Edge("after", graph.End), c)
	ending := func(i int) State {
		s := Update{Count: i}.Onto(State{Log: []string{fmt.Sprint("met", i), "beside", "after"}})
		s.Counts = append(s.Counts, 1, 1, 1)
		return s
	}
	var runs sync.WaitGroup
	for i := range threads {
		runs.Go(func() {
			r, err := w.Start(t.Context(), fmt.Sprint(i), Update{Count: i}.Onto).Result()
			if err != nil || fmt.Sprint(r.State) != fmt.Sprint(ending(i)) {
				t.Errorf("thread %d: %+v, %v", i, r.State, err)
			}
		})
	}
	runs.Wait()
	w = compile(t, countTo(1), c)
	for i := range threads {
		r := stands(t, w, fmt.Sprint(i))
		equal(t, r.State, ending(i))
		equal(t, r.Checkpoint, 3)
	}
}
