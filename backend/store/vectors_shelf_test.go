package store

import (
	"fmt"
	"testing"

	"lectern/backend/store/vector"
	"lectern/backend/store/vector/vectortest"
)

// shelf is a workspace beside a plain copy of the vectors that it should hold.
type shelf struct {
	t    *testing.T
	w    *Workspace
	held vectortest.Held
	dim  int
}

func (s *shelf) put(id string, vs [][]float32) {
	s.t.Helper()
	add(s.t, s.w, id, id, lines(len(vs))...)
	if err := s.w.Vectors.Put(id, vector.Space{Model: "m", Digest: "d", Dim: s.dim}, vs); err != nil {
		s.t.Fatal(err)
	}
	s.held[id] = vs
}

func lines(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "x"
	}
	return out
}

// found says which share of the nearest are among what was found.
func (s *shelf) found(v []float32, ids []string, k int) float64 {
	s.t.Helper()
	got, err := s.w.Vectors.index.Nearest(s.t.Context(), vector.Space{Model: "m", Digest: "d", Dim: s.dim}, v, ids, k)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.held.Share(s.t, got, v, ids, k)
}

func (s *shelf) reopen() {
	s.t.Helper()
	home := s.w.s.Home()
	if err := s.w.s.Close(); err != nil {
		s.t.Fatal(err)
	}
	again, err := Open(home)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.w, err = again.Workspace("Library"); err != nil {
		s.t.Fatal(err)
	}
}

func id32(n int) string { return fmt.Sprintf("%032x", n) }
