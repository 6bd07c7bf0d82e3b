package ragtest

import (
	"testing"

	"lectern/backend/graph"
)

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
