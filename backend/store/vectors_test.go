package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"
)

func TestVectorSearchIsRightWhateverHappensToTheLibrary(t *testing.T) {
	for _, dim := range []int{5, 33, 128} {
		t.Run(fmt.Sprint(dim), func(t *testing.T) {
			store, err := Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			w, err := store.Workspace("Library")
			if err != nil {
				t.Fatal(err)
			}
			s := &shelf{t, w, map[string][][]float32{}, dim}
			t.Cleanup(func() {
				if err := s.w.s.Close(); err != nil {
					t.Error(err)
				}
			})
			m := newMeanings(dim)
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
					s.put(id, m.texts([]int{1 + m.IntN(5), 100 + m.IntN(100), 1000 + m.IntN(200)}[m.IntN(3)]))
				}
				v, id, other := m.text(), some(), some()
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

func TestManyPassagesAreComparedByTheirCodes(t *testing.T) {
	_, w := openTest(t)
	const dim = 128
	s := &shelf{t, w, map[string][][]float32{}, dim}
	m := newMeanings(dim)
	for i := range 6 {
		s.put(id32(i), m.texts(1000))
	}
	var slabs []slab
	err := w.Documents.view(func(b buckets) (err error) {
		if slabs, err = b.slabs(VectorSpace{"m", "d", dim}, nil); err != nil {
			return err
		}
		unit, err := normalised(m.text(), dim)
		if err != nil {
			return err
		}
		found, err := candidatesIn(t.Context(), slabs, unit, 20)
		if err == nil && len(found) > manyScored*20 {
			t.Errorf("%d vectors are compared for 20 that are wanted", len(found))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	const questions = 30
	for range questions {
		sum += s.found(m.text(), nil, 20)
	}
	if mean := sum / questions; mean < 0.998 {
		t.Errorf("%.4f of the nearest were found", mean)
	}
}

func TestACodeIsWrongByNoMoreThanItSays(t *testing.T) {
	for _, dim := range []int{1, 3, 31, 32, 33, 768, 4096} {
		m := newMeanings(dim)
		for range 200 {
			v, err := normalised(m.text(), dim)
			if err != nil {
				t.Fatal(err)
			}
			w, err := normalised(m.near(v, 0.02), dim)
			if err != nil {
				t.Fatal(err)
			}
			bytes := make([]byte, codeLen(dim))
			mark, stored, q := code(bytes, w), make([]byte, markLen), codeQuery(v)
			mark.put(stored)
			got, off := q.cosine(bytes, markAt(stored))
			if d := math.Abs(float64(got) - cosine(v, w)); d > float64(off) || off > 0.3 {
				t.Fatalf("%d dimensions: %v for %v, which is more than %v off", dim, got, cosine(v, w), off)
			}
		}
	}
	ends := make([]float32, 768) // the greatest products there are
	for i := range ends {
		ends[i] = 1
	}
	unit, err := normalised(ends, len(ends))
	if err != nil {
		t.Fatal(err)
	}
	bytes, q := make([]byte, codeLen(768)), codeQuery(unit)
	if got, off := q.cosine(bytes, code(bytes, unit)); math.Abs(float64(got)-1) > float64(off) {
		t.Errorf("a vector's nearness to itself is %v", got)
	}
}

// oldSlab is a record as the first version wrote it.
func oldSlab(t *testing.T, space VectorSpace, units [][]float32) []byte {
	t.Helper()
	head, err := json.Marshal(space)
	if err != nil {
		t.Fatal(err)
	}
	raw := append(binary.LittleEndian.AppendUint32(nil, uint32(len(head))), head...)
	for _, v := range units {
		for _, x := range v {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
		}
	}
	return raw
}

func TestVectorsOfTheFirstVersionAreFound(t *testing.T) {
	_, w := openTest(t)
	const dim = 48
	s := &shelf{t, w, map[string][][]float32{}, dim}
	m := newMeanings(dim)
	for i := range 4 {
		vs := m.texts(300)
		s.put(id32(i), vs)
		if i%2 == 1 {
			continue
		}
		for j, v := range vs {
			unit, err := normalised(v, dim)
			if err != nil {
				t.Fatal(err)
			}
			vs[j] = unit
		}
		raw := oldSlab(t, VectorSpace{"m", strings.Repeat("d", 1+i), dim}, vs)
		if err := w.Documents.update(func(b buckets) error { return b.get("vectors").Put([]byte(id32(i)), raw) }); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		if share := s.found(m.text(), nil, 20); share != 1 {
			t.Errorf("only %.2f of the nearest were found", share)
		}
	}
	spaces, err := w.Vectors.Spaces()
	if want := (VectorSpace{"m", "ddd", dim}); err != nil || spaces[id32(2)] != want || len(spaces) != 4 {
		t.Errorf("%v %v", spaces, err)
	}
}

func TestVectorsAreReadWhereTheyAreMapped(t *testing.T) {
	_, w := openTest(t)
	s := &shelf{t, w, map[string][][]float32{}, 33}
	m := newMeanings(33)
	for i := range 9 {
		s.put(id32(i), m.texts(1+i*7))
	}
	err := w.Documents.view(func(b buckets) error {
		slabs, err := b.slabs(VectorSpace{"m", "d", 33}, nil)
		for _, s := range slabs {
			for i := range s.count {
				if got := unsafe.SliceData(s.vector(i)); unsafe.Pointer(got) != unsafe.Pointer(&s.vectors[i*33*4]) {
					t.Errorf("vector %d of %s is a copy", i, s.id)
				}
			}
		}
		return err
	})
	if err != nil || len(s.held) != 9 {
		t.Error(err)
	}
}

func TestVectorsOfAnOlderDigestGoOnAnswering(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "A", "The vehicle was parked.")
	add(t, w, "b", "B", "Nothing of interest.")
	newer := VectorSpace{Model: "m", Digest: "newer", Dim: 3}
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
	for _, other := range []VectorSpace{{Model: "n", Digest: "d", Dim: 3}, {Model: "m", Digest: "d", Dim: 2}} {
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
		if err := w.Vectors.Put("a", space, vs); !errors.Is(err, ErrVector) || !strings.Contains(err.Error(), "Lease, passage 2: ") {
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
		if _, err := w.Vectors.Nearest(t.Context(), space, v, 5); !errors.Is(err, ErrVector) || !strings.Contains(err.Error(), "question") {
			t.Errorf("a question's vector that is %s: %v", name, err)
		}
	}
}

func TestAVectorSearchStopsWhenAsked(t *testing.T) {
	_, w := openTest(t)
	s := &shelf{t, w, map[string][][]float32{}, 8}
	m := newMeanings(8)
	s.put("a", m.texts(300))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Vectors.nearest(ctx, VectorSpace{"m", "d", 8}, m.text(), nil, 5); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
