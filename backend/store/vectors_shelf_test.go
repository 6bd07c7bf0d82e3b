package store

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// meanings makes vectors as embedding models do: all lean one way, a few dimensions are far greater than the others, and
// texts share what they are about.
type meanings struct {
	*rand.Rand
	dim      int
	lean     []float32
	concepts [][]float32
}

func newMeanings(dim int) *meanings {
	m := &meanings{Rand: rand.New(rand.NewPCG(7, uint64(dim))), dim: dim}
	spread := make([]float64, dim)
	for i := range spread {
		spread[i] = math.Exp(-2 * float64(i) / float64(dim))
	}
	for range 3 {
		spread[m.IntN(dim)] *= 8
	}
	direction := func(size float64) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(size * spread[i] * m.NormFloat64())
		}
		return v
	}
	m.lean = direction(1)
	for range 300 {
		m.concepts = append(m.concepts, direction(1))
	}
	return m
}

func (m *meanings) text() []float32 {
	v := slices.Clone(m.lean)
	for range 4 {
		c, weight := m.concepts[int(math.Sqrt(m.Float64())*float64(len(m.concepts)))], float32(0.3+m.Float64())
		for i := range v {
			v[i] += weight * c[i]
		}
	}
	return m.near(v, 0.2)
}

// near is a text that says nearly the same.
func (m *meanings) near(v []float32, by float64) []float32 {
	out := slices.Clone(v)
	for i := range out {
		out[i] += float32(by * m.NormFloat64())
	}
	return out
}

func (m *meanings) texts(n int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = m.text()
	}
	return out
}

// shelf is a workspace beside a plain copy of the vectors that it should hold.
type shelf struct {
	t    *testing.T
	w    *Workspace
	held map[string][][]float32
	dim  int
}

func (s *shelf) put(id string, vs [][]float32) {
	s.t.Helper()
	add(s.t, s.w, id, id, lines(len(vs))...)
	if err := s.w.Vectors.Put(id, VectorSpace{"m", "d", s.dim}, vs); err != nil {
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

func cosine(v, w []float32) float64 {
	var product, vv, ww float64
	for i := range v {
		product += float64(v[i]) * float64(w[i])
		vv += float64(v[i]) * float64(v[i])
		ww += float64(w[i]) * float64(w[i])
	}
	return product / math.Sqrt(vv*ww)
}

// naive searches by comparing with every vector.
func (s *shelf) naive(v []float32, ids []string, k int) []near {
	var out []near
	for id, vs := range s.held {
		if ids != nil && !slices.Contains(ids, id) {
			continue
		}
		for i, x := range vs {
			out = append(out, near{Ref{id, i}, cosine(v, x)})
		}
	}
	slices.SortFunc(out, func(a, b near) int {
		if a.cosine != b.cosine {
			return int(math.Copysign(1, b.cosine-a.cosine))
		}
		return strings.Compare(a.ref.String(), b.ref.String())
	})
	return out[:min(k, len(out))]
}

// found says which share of the nearest are among what was found, those as near as the last counting as one of them.
func (s *shelf) found(v []float32, ids []string, k int) float64 {
	s.t.Helper()
	got, err := s.w.Vectors.nearest(s.t.Context(), VectorSpace{"m", "d", s.dim}, v, ids, k)
	if err != nil {
		s.t.Fatal(err)
	}
	want := s.naive(v, ids, k)
	if len(got) != len(want) {
		s.t.Fatalf("%d found, %d there", len(got), len(want))
	}
	hits, seen := 0, map[Ref]bool{}
	for i, n := range got {
		if seen[n.ref] || i > 0 && n.cosine > got[i-1].cosine {
			s.t.Fatalf("%v is out of order or there twice", n)
		}
		seen[n.ref] = true
		vs := s.held[n.ref.Document]
		if n.ref.Passage >= len(vs) || math.Abs(cosine(v, vs[n.ref.Passage])-n.cosine) > 1e-5 {
			s.t.Fatalf("%v is not there, or not so near", n)
		}
		if n.cosine >= want[len(want)-1].cosine-1e-6 {
			hits++
		}
	}
	if len(want) == 0 {
		return 1
	}
	return float64(hits) / float64(len(want))
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
