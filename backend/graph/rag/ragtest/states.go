package ragtest

import (
	"testing"

	"lectern/backend/graph"
)

// Compiled is a workflow over a desk's store.
func Compiled[S any](d *Desk, w interface {
	Compile(graph.Store) (*graph.Workflow[S], error)
}) *graph.Workflow[S] {
	d.T.Helper()
	app, err := w.Compile(d.Checkpoints())
	d.must(err)
	return app
}

// Decoded is the state that a journey came to.
func Decoded[S any](t testing.TB, e End) (s S) {
	t.Helper()
	e.Decode(t, &s)
	return s
}

// Holds is a journey's Check of what must hold in every state.
func Holds[S any](t testing.TB, valid func(S) error) func(End) {
	return func(e End) {
		if err := valid(Decoded[S](t, e)); err != nil {
			t.Error(err)
		}
	}
}

// States are those that a thread has been in, in order.
func States[S any](t testing.TB, w *graph.Workflow[S], thread string) (all []S) {
	t.Helper()
	points, err := w.History(t.Context(), thread)
	for i := len(points) - 1; i >= 0 && err == nil; i-- {
		var r graph.Result[S]
		r, err = w.State(t.Context(), thread, points[i].Checkpoint)
		all = append(all, r.State)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}
