package vectortest

import (
	"math"
	"slices"
	"testing"

	"lectern/backend/store/vector"
)

// Held is a plain copy of the vectors that an index should hold.
type Held map[string][][]float32

// naive searches by comparing with every vector.
func (h Held) naive(v []float32, documents []string, k int) (nearness []float64) {
	for id, vs := range h {
		if documents != nil && !slices.Contains(documents, id) {
			continue
		}
		for _, x := range vs {
			nearness = append(nearness, vector.Cosine(v, x))
		}
	}
	slices.Sort(nearness)
	slices.Reverse(nearness)
	return nearness[:min(k, len(nearness))]
}

// Share says which share of the k nearest are among what was found, those as near as the last counting as one of them. What
// is out of order, or not as near as it is said to be, fails the test.
func (h Held) Share(t testing.TB, got []vector.Near, v []float32, documents []string, k int) float64 {
	t.Helper()
	want := h.naive(v, documents, k)
	if len(got) != len(want) {
		t.Fatalf("%d found, %d there", len(got), len(want))
	}
	hits, seen := 0, map[vector.Passage]bool{}
	for i, n := range got {
		if seen[n.Passage] || i > 0 && n.Cosine > got[i-1].Cosine {
			t.Fatalf("%v is out of order or there twice", n)
		}
		seen[n.Passage] = true
		vs := h[n.Document]
		if n.Number >= len(vs) || math.Abs(vector.Cosine(v, vs[n.Number])-n.Cosine) > 1e-5 {
			t.Fatalf("%v is not there, or not so near", n)
		}
		if n.Cosine >= want[len(want)-1]-1e-6 {
			hits++
		}
	}
	if len(want) == 0 {
		return 1
	}
	return float64(hits) / float64(len(want))
}
