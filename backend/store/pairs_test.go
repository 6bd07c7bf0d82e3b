package store

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lectern/backend/store/vector/vectortest"
)

// chapters are documents in which each passage leans to its neighbours: their cosine is .8, that of others about 0.
func chapters(s *shelf, documents, passages int) {
	m := vectortest.NewMeanings(s.dim)
	for d := range documents {
		vs := make([][]float32, passages)
		v := direction(m, s.dim)
		for p := range vs {
			vs[p] = v
			v = turned(v, direction(m, s.dim), .8)
		}
		s.put(fmt.Sprintf("book%02d", d), vs)
	}
}

// direction is a vector of length 1 that points anywhere.
func direction(m *vectortest.Meanings, dim int) []float32 {
	v := make([]float32, dim)
	sum := 0.
	for i := range v {
		v[i] = float32(m.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// turned is v turned towards another, so that its cosine with v is about as wanted.
func turned(v, to []float32, cosine float64) []float32 {
	out := make([]float32, len(v))
	for i := range v {
		out[i] = float32(cosine)*v[i] + float32(math.Sqrt(1-cosine*cosine))*to[i]
	}
	return out
}

func mean(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x / float64(len(xs))
	}
	return sum
}

func TestPairsAreNeighboursAndStrangers(t *testing.T) {
	_, w := openTest(t)
	s := &shelf{t, w, vectortest.Held{}, 64}
	chapters(s, 4, 60)
	p, err := w.Vectors.Pairs(t.Context(), "m", "d", 150)
	if err != nil || p.Passages != 240 || len(p.Noise) != 150 || len(p.Signal) != 150 {
		t.Fatalf("%v: %d passages, %d and %d pairs", err, p.Passages, len(p.Noise), len(p.Signal))
	}
	if noise, signal := mean(p.Noise), mean(p.Signal); math.Abs(noise) > .1 || math.Abs(signal-.8) > .05 {
		t.Errorf("noise %.2f, signal %.2f", noise, signal)
	}
	again, _ := w.Vectors.Pairs(t.Context(), "m", "d", 150)
	if !slices.Equal(p.Noise, again.Noise) || !slices.Equal(p.Signal, again.Signal) {
		t.Error("the same library gave other pairs")
	}
	all, err := w.Vectors.Pairs(t.Context(), "m", "d", 1_000)
	if err != nil || len(all.Signal) != 4*59 || len(all.Noise) != 1_000 {
		t.Errorf("%v: %d and %d pairs", err, len(all.Noise), len(all.Signal))
	}
	for _, other := range []string{"n d", "m e"} {
		p, err := w.Vectors.Pairs(t.Context(), other[:1], other[2:], 150)
		if err != nil || p.Passages != 0 || len(p.Noise)+len(p.Signal) != 0 {
			t.Errorf("%s: %v %+v", other, err, p)
		}
	}
}

func TestALibraryOfSinglePassagesHasNoNeighbours(t *testing.T) {
	_, w := openTest(t)
	s := &shelf{t, w, vectortest.Held{}, 8}
	chapters(s, 10, 1)
	p, err := w.Vectors.Pairs(t.Context(), "m", "d", 100)
	if err != nil || p.Passages != 10 || len(p.Signal) != 0 || len(p.Noise) == 0 {
		t.Errorf("%v %+v", err, p)
	}
	if refs, n, err := w.Passages.Draw(5); err != nil || n != 10 || len(refs) != 0 {
		t.Errorf("%v %d %v", err, n, refs)
	}
}

func TestDrawnPassagesAreThereAndEachIsAnother(t *testing.T) {
	_, w := openTest(t)
	s := &shelf{t, w, vectortest.Held{}, 8}
	chapters(s, 3, 40)
	refs, n, err := w.Passages.Draw(50)
	if err != nil || n != 120 || len(refs) != 50 {
		t.Fatalf("%v: %d of %d", err, len(refs), n)
	}
	documents, seen := map[string]int{}, map[Ref]bool{}
	for _, r := range refs {
		if seen[r] || r.Passage < 0 || r.Passage > 38 {
			t.Errorf("%+v", r)
		}
		seen[r] = true
		documents[r.Document]++
	}
	if len(documents) != 3 {
		t.Errorf("%v", documents)
	}
}
