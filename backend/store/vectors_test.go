package store

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"lectern/backend/store/vector"
	"lectern/backend/store/vector/vectortest"
)

func TestVectorSearchIsRightWhateverHappensToTheLibrary(t *testing.T) {
	for _, dim := range []int{33} { // vectortest has others
		t.Run(fmt.Sprint(dim), func(t *testing.T) {
			store, err := Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			w, err := store.Workspace("Library")
			if err != nil {
				t.Fatal(err)
			}
			s := &shelf{t, w, vectortest.Held{}, dim}
			t.Cleanup(func() {
				if err := s.w.s.Close(); err != nil {
					t.Error(err)
				}
			})
			m := vectortest.NewMeanings(dim)
			some := func() string { // one that is there, or not
				return []string{id32(m.IntN(12)), "odd" + strings.Repeat("d", m.IntN(4))}[m.IntN(8)/7]
			}
			var whole []float64
			for range 60 {
				switch id := some(); m.IntN(10) {
				case 0:
					s.reopen()
				case 1, 2:
					if err := s.w.Documents.Remove(id); err != nil && !errors.Is(err, ErrNotFound) {
						t.Fatal(err)
					}
					delete(s.held, id)
				case 3: // read anew, and not embedded yet
					add(t, s.w, id, id, lines(3)...)
					delete(s.held, id)
				default:
					s.put(id, m.Texts([]int{1 + m.IntN(5), 100 + m.IntN(100), 1000 + m.IntN(200)}[m.IntN(3)]))
				}
				v, id, other := m.Text(), some(), some()
				for _, ids := range [][]string{{id}, {id, other}, {id, id}, {}} {
					if share := s.found(v, ids, 20); share != 1 {
						t.Fatalf("of %v only %.2f of the nearest were found", ids, share)
					}
				}
				whole = append(whole, s.found(v, nil, 20))
			}
			sum := 0.0
			for _, share := range whole {
				sum += share
			}
			if mean := sum / float64(len(whole)); mean < 0.99 {
				t.Errorf("of the whole library %.4f of the nearest were found", mean)
			}
		})
	}
}

func TestVectorsOfAnOlderDigestGoOnAnswering(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "A", "The vehicle was parked.")
	add(t, w, "b", "B", "Nothing of interest.")
	newer := vector.Space{Model: "m", Digest: "newer", Dim: 3}
	if err := w.Vectors.Put("a", space, [][]float32{{1, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Vectors.Put("b", newer, [][]float32{{0, 1, 0}}); err != nil {
		t.Fatal(err)
	}
	hits := search(t, w, Query{Text: "automobile", Vector: []float32{1, 0.1, 0}, Space: newer})
	if len(hits) != 2 || hits[0].Ref.Document != "a" {
		t.Errorf("%+v", hits)
	}
	for _, other := range []vector.Space{{Model: "n", Digest: "d", Dim: 3}, {Model: "m", Digest: "d", Dim: 2}} {
		if hits, err := w.Vectors.Nearest(t.Context(), other, []float32{1, 0, 0}[:other.Dim], 5); err != nil || len(hits) != 0 {
			t.Errorf("vectors of %+v were compared with others: %+v %v", other, hits, err)
		}
	}
}

func TestVectorsThatCantBeSearchedAreRefused(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "Lease", "one", "two")
	for name, vs := range map[string][][]float32{
		"zero": {{1, 0, 0}, {0, 0, 0}}, "NaN": {{1, 0, 0}, {float32(math.NaN()), 0, 1}}, "infinite": {{1, 0, 0}, {float32(math.Inf(1)), 0, 1}},
		"too short": {{1, 0, 0}, {1, 0}}, "too long": {{1, 0, 0}, {1, 0, 0, 0}},
	} {
		if err := w.Vectors.Put("a", space, vs); !errors.Is(err, vector.ErrUnusable) || !strings.Contains(err.Error(), "Lease, passage 2: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := w.Vectors.Put("a", space, [][]float32{{1, 0, 0}}); err == nil || !strings.Contains(err.Error(), "Lease") {
		t.Errorf("one vector for two passages: %v", err)
	}
	if err := w.Vectors.Put("gone", space, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("vectors of a removed document: %v", err)
	}
	for name, v := range map[string][]float32{"zero": {0, 0, 0}, "NaN": {float32(math.NaN()), 0, 0}, "too short": {1, 0}} {
		if _, err := w.Vectors.Nearest(t.Context(), space, v, 5); !errors.Is(err, vector.ErrUnusable) || !strings.Contains(err.Error(), "question") {
			t.Errorf("a question's vector that is %s: %v", name, err)
		}
	}
}

func TestAnotherIndexCanStandBehindALibrary(t *testing.T) {
	_, w := openTest(t)
	index := &vector.Memory{}
	w.Vectors.index, w.Documents.index = index, index
	s := &shelf{t, w, vectortest.Held{}, 8}
	m := vectortest.NewMeanings(8)
	for i := range 4 {
		s.put(id32(i), m.Texts(20))
	}
	if err := w.Documents.Remove(id32(1)); err != nil {
		t.Fatal(err)
	}
	add(t, w, id32(2), id32(2), lines(3)...) // read anew
	delete(s.held, id32(1))
	delete(s.held, id32(2))
	v := m.Text()
	if share := s.found(v, nil, 40); share != 1 {
		t.Errorf("only %.2f of the nearest were found", share)
	}
	hits := search(t, w, Query{Text: "automobile", Vector: v, Space: vector.Space{Model: "m", Digest: "d", Dim: 8}})
	if len(hits) == 0 || hits[0].VectorRank != 1 || hits[0].Ref.Document != id32(0) && hits[0].Ref.Document != id32(3) {
		t.Errorf("%+v", hits)
	}
	pairs, err := w.Vectors.Pairs(t.Context(), "m", "d", 10)
	if err != nil || pairs.Passages != 40 || len(pairs.Noise) == 0 || len(pairs.Signal) != 10 {
		t.Errorf("%+v %v", pairs, err)
	}
}
