package vectortest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/store/vector"
)

// Opened is an index that can be closed.
type Opened interface {
	vector.Index
	Close() error
}

// Harness opens an index over a folder.
type Harness struct {
	Open     func(folder string) (Opened, error)
	Outlives bool // it holds what was put in after it was closed and opened again
}

// Run is the suite.
func Run(t *testing.T, h Harness) {
	for name, test := range map[string]func(*testing.T, Harness){
		"whatever is put in, replaced and deleted, the nearest are found": testWhatever,
		"what is replaced is gone":                                        testReplaced,
		"what is deleted is gone at once":                                 testDeleted,
		"only the wanted documents are searched":                          testWanted,
		"those as near come by document and passage":                      testTies,
		"where nothing is nothing is found":                               testNothing,
		"vectors that can't be used are refused":                          testRefused,
		"vectors of other models and lengths are apart":                   testApart,
		"vectors are read back at length 1":                               testRead,
		"what it is given and gives is copied":                            testCopied,
		"readers see a document as one Put left it":                       testTogether,
		"many passages are searched well":                                 testMany,
		"a search that isn't wanted any more ends":                        testCancelled,
		"what was put in is there after it was closed, or not":            testReopened,
	} {
		t.Run(name, func(t *testing.T) { test(t, h) })
	}
}

// index is an index with a plain copy of what it should hold.
type index struct {
	Opened
	t    *testing.T
	dim  int
	held Held
}

func (h Harness) open(t *testing.T, dim int) *index {
	t.Helper()
	return h.openAt(t, t.TempDir(), dim)
}

func (h Harness) openAt(t *testing.T, folder string, dim int) *index {
	t.Helper()
	x, err := h.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return &index{x, t, dim, Held{}}
}

func (x *index) space() vector.Space { return vector.Space{Model: "m", Digest: "d", Dim: x.dim} }

func (x *index) put(document string, vs [][]float32) {
	x.t.Helper()
	if err := x.Put(x.t.Context(), document, x.space(), vs); err != nil {
		x.t.Fatal(err)
	}
	x.held[document] = vs
}

func (x *index) delete(document string) {
	x.t.Helper()
	if err := x.Delete(x.t.Context(), document); err != nil {
		x.t.Fatal(err)
	}
	delete(x.held, document)
}

func (x *index) near(v []float32, documents []string, k int) []vector.Near {
	x.t.Helper()
	got, err := x.Nearest(x.t.Context(), x.space(), v, documents, k)
	if err != nil {
		x.t.Fatal(err)
	}
	return got
}

func (x *index) share(v []float32, documents []string, k int) float64 {
	x.t.Helper()
	return x.held.Share(x.t, x.near(v, documents, k), v, documents, k)
}

func id(n int) string { return fmt.Sprintf("%032x", n) }

func testWhatever(t *testing.T, h Harness) {
	for _, dim := range []int{5, 33, 128} {
		x, m := h.open(t, dim), NewMeanings(dim)
		some := func() string { // one that is there, or not; ids of odd lengths too
			return []string{id(m.IntN(12)), "odd" + strings.Repeat("d", m.IntN(4))}[m.IntN(8)/7]
		}
		sum, rounds := 0.0, 40
		for range rounds {
			if document := some(); m.IntN(5) == 0 {
				x.delete(document)
			} else {
				x.put(document, m.Texts([]int{1 + m.IntN(5), 100 + m.IntN(100), 1000 + m.IntN(200)}[m.IntN(3)]))
			}
			v, one, other := m.Text(), some(), some()
			for _, documents := range [][]string{{one}, {one, other}, {one, one}, {}} {
				if share := x.share(v, documents, 20); share != 1 {
					t.Fatalf("of %v only %.2f of the nearest were found", documents, share)
				}
			}
			sum += x.share(v, nil, 20)
		}
		if mean := sum / float64(rounds); mean < .99 {
			t.Errorf("with %d dimensions %.4f of the nearest of all were found", dim, mean)
		}
	}
}

func testReplaced(t *testing.T, h Harness) {
	x := h.open(t, 3)
	x.put("a", [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	x.put("a", [][]float32{{0, 3, 4}})
	got := x.near([]float32{1, 0, 0}, nil, 9)
	if len(got) != 1 || got[0].Passage != (vector.Passage{Document: "a"}) || math.Abs(got[0].Cosine) > 1e-6 {
		t.Errorf("%+v", got)
	}
	stored, err := x.Stored(t.Context())
	if want := (vector.Stored{Space: x.space(), Count: 1}); err != nil || len(stored) != 1 || stored["a"] != want {
		t.Errorf("%+v %v", stored, err)
	}
}

func testDeleted(t *testing.T, h Harness) {
	x := h.open(t, 3)
	x.put("a", [][]float32{{1, 0, 0}})
	x.put("b", [][]float32{{1, 0, 0}})
	x.delete("a")
	x.delete("a")
	x.delete("never there")
	if got := x.near([]float32{1, 0, 0}, nil, 9); len(got) != 1 || got[0].Document != "b" {
		t.Errorf("%+v", got)
	}
	stored, err := x.Stored(t.Context())
	if _, there := stored["a"]; err != nil || there || len(stored) != 1 {
		t.Errorf("%+v %v", stored, err)
	}
	if read, err := x.Vectors(t.Context(), []vector.Passage{{Document: "a"}}); err != nil || len(read) != 1 || read[0] != nil {
		t.Errorf("%v %v", read, err)
	}
	x.put("a", [][]float32{{0, 1, 0}})
	if got := x.near([]float32{0, 1, 0}, []string{"a"}, 9); len(got) != 1 || got[0].Cosine < .99 {
		t.Errorf("put in again: %+v", got)
	}
}

func testWanted(t *testing.T, h Harness) {
	x, m := h.open(t, 8), NewMeanings(8)
	for i := range 6 {
		x.put(id(i), m.Texts(40))
	}
	for _, documents := range [][]string{{id(3)}, {id(1), id(4)}, {id(2), "never there"}, {id(5), id(5)}, {"never there"}, {}} {
		got := x.near(m.Text(), documents, 500)
		wanted := 0
		for i := range 6 {
			if slices.Contains(documents, id(i)) {
				wanted += 40
			}
		}
		if len(got) != wanted || slices.ContainsFunc(got, func(n vector.Near) bool { return !slices.Contains(documents, n.Document) }) {
			t.Errorf("of %v %d were found, not %d", documents, len(got), wanted)
		}
	}
}

func testTies(t *testing.T, h Harness) {
	x := h.open(t, 2)
	for _, document := range []string{"c", "a", "b"} {
		x.put(document, [][]float32{{1, 0}, {2, 0}, {0, 1}})
	}
	want := []vector.Passage{{Document: "a"}, {Document: "a", Number: 1}, {Document: "b"}, {Document: "b", Number: 1}, {Document: "c"}}
	for k := range len(want) + 1 {
		var got []vector.Passage
		for _, n := range x.near([]float32{5, 0}, nil, k) {
			got = append(got, n.Passage)
		}
		if !slices.Equal(got, want[:k]) {
			t.Errorf("the first %d are %v", k, got)
		}
	}
}

func testNothing(t *testing.T, h Harness) {
	x := h.open(t, 3)
	v := []float32{1, 0, 0}
	if got := x.near(v, nil, 5); len(got) != 0 {
		t.Errorf("in an empty index: %+v", got)
	}
	x.put("empty", nil)
	x.put("a", [][]float32{{1, 0, 0}})
	if got := x.near(v, []string{"empty"}, 5); len(got) != 0 {
		t.Errorf("in an empty document: %+v", got)
	}
	for _, k := range []int{0, -1} {
		if got := x.near(v, nil, k); len(got) != 0 {
			t.Errorf("%d are wanted: %+v", k, got)
		}
	}
	if got := x.near(v, nil, math.MaxInt32); len(got) != 1 {
		t.Errorf("more than there are: %+v", got)
	}
	stored, err := x.Stored(t.Context())
	if s, there := stored["empty"]; err != nil || !there || s.Count != 0 || s.Space != x.space() {
		t.Errorf("%+v %v", stored, err)
	}
}

func testRefused(t *testing.T, h Harness) {
	x := h.open(t, 3)
	x.put("a", [][]float32{{0, 0, 1}})
	for name, vs := range map[string][][]float32{
		"zero": {{1, 0, 0}, {0, 0, 0}}, "NaN": {{1, 0, 0}, {float32(math.NaN()), 0, 1}}, "infinite": {{1, 0, 0}, {float32(math.Inf(1)), 0, 1}},
		"too short": {{1, 0, 0}, {1, 0}}, "too long": {{1, 0, 0}, {1, 0, 0, 0}},
	} {
		if err := x.Put(t.Context(), "a", x.space(), vs); !errors.Is(err, vector.ErrUnusable) || !strings.Contains(err.Error(), "passage 2: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := x.near([]float32{0, 0, 1}, nil, 5); len(got) != 1 || got[0].Cosine < .99 {
		t.Errorf("what was there before: %+v", got)
	}
	for name, v := range map[string][]float32{"zero": {0, 0, 0}, "NaN": {float32(math.NaN()), 0, 0}, "too short": {1, 0}, "too long": {1, 0, 0, 0}} {
		if _, err := x.Nearest(t.Context(), x.space(), v, nil, 5); !errors.Is(err, vector.ErrUnusable) || !strings.Contains(err.Error(), "question") {
			t.Errorf("a question's vector that is %s: %v", name, err)
		}
	}
}

func testApart(t *testing.T, h Harness) {
	x := h.open(t, 3)
	put := func(document string, s vector.Space, v ...float32) {
		t.Helper()
		if err := x.Put(t.Context(), document, s, [][]float32{v}); err != nil {
			t.Fatal(err)
		}
	}
	put("older", vector.Space{Model: "m", Digest: "older", Dim: 3}, 1, 0, 0)
	put("newer", vector.Space{Model: "m", Digest: "newer", Dim: 3}, 0, 1, 0)
	put("shorter", vector.Space{Model: "m", Digest: "newer", Dim: 2}, 1, 0)
	put("other", vector.Space{Model: "n", Digest: "newer", Dim: 3}, 1, 0, 0)
	for space, want := range map[vector.Space][]string{
		{Model: "m", Digest: "newer", Dim: 3}: {"older", "newer"},
		{Model: "m", Digest: "newer", Dim: 2}: {"shorter"},
		{Model: "n", Digest: "d", Dim: 3}:     {"other"},
		{Model: "o", Digest: "d", Dim: 3}:     nil,
		{Model: "m", Digest: "newer", Dim: 4}: nil,
	} {
		v := make([]float32, space.Dim)
		v[0] = 1
		got, err := x.Nearest(t.Context(), space, v, nil, 9)
		var documents []string
		for _, n := range got {
			documents = append(documents, n.Document)
		}
		if err != nil || !slices.Equal(documents, want) {
			t.Errorf("with %+v %v were found, not %v: %v", space, documents, want, err)
		}
	}
}

func testRead(t *testing.T, h Harness) {
	x := h.open(t, 2)
	x.put("a", [][]float32{{3, 4}, {0, 2}})
	read, err := x.Vectors(t.Context(), []vector.Passage{{Document: "a", Number: 1}, {Document: "b"}, {Document: "a"}, {Document: "a", Number: 2}, {Document: "a", Number: -1}})
	if err != nil || len(read) != 5 || !slices.Equal(read[0], []float32{0, 1}) || read[1] != nil || read[3] != nil || read[4] != nil {
		t.Fatalf("%v %v", read, err)
	}
	if v := read[2]; len(v) != 2 || math.Abs(float64(v[0])-.6) > 1e-6 || math.Abs(float64(v[1])-.8) > 1e-6 {
		t.Errorf("%v", v)
	}
}

func testCopied(t *testing.T, h Harness) {
	x := h.open(t, 2)
	given := [][]float32{{1, 0}}
	x.put("a", given)
	given[0][0], given[0][1] = 0, 1
	of := []vector.Passage{{Document: "a"}}
	read, err := x.Vectors(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	read[0][0], read[0][1] = 0, 1
	again, err := x.Vectors(t.Context(), of)
	if err != nil || !slices.Equal(again[0], []float32{1, 0}) {
		t.Errorf("%v %v", again, err)
	}
}

func testTogether(t *testing.T, h Harness) {
	const dim, passages, versions = 8, 60, 40
	x := h.open(t, dim)
	version := func(n int) [][]float32 { // all passages point the same way
		v := make([]float32, dim)
		v[n%dim] = 1
		return slices.Repeat([][]float32{v}, passages)
	}
	x.put("a", version(0))
	ctx, done := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for r := range 3 {
		readers.Go(func() {
			for n := r; ctx.Err() == nil; n++ {
				got, err := x.Nearest(t.Context(), x.space(), version(n)[0], []string{"a"}, passages)
				if err != nil {
					t.Error(err)
					return
				}
				for _, near := range got {
					if len(got) != passages || math.Abs(near.Cosine-got[0].Cosine) > 1e-6 {
						t.Errorf("%d passages of several versions: %+v", len(got), got)
						return
					}
				}
			}
		})
	}
	for n := range versions {
		if n%10 == 9 {
			x.delete("a")
		}
		x.put("a", version(n))
	}
	done()
	readers.Wait()
}

func testMany(t *testing.T, h Harness) {
	const dim, questions = 128, 30
	x, m := h.open(t, dim), NewMeanings(dim)
	for i := range 6 {
		x.put(id(i), m.Texts(1000))
	}
	sum := 0.0
	for range questions {
		sum += x.share(m.Text(), nil, 20)
	}
	if mean := sum / questions; mean < .998 {
		t.Errorf("%.4f of the nearest were found", mean)
	}
}

func testCancelled(t *testing.T, h Harness) {
	x, m := h.open(t, 8), NewMeanings(8)
	x.put("a", m.Texts(300))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Nearest(ctx, x.space(), m.Text(), nil, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("a search: %v", err)
	}
	if err := x.Put(ctx, "b", x.space(), m.Texts(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("putting in: %v", err)
	}
	if err := x.Delete(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("deleting: %v", err)
	}
	if stored, err := x.Stored(t.Context()); err != nil || len(stored) != 1 || stored["a"].Count != 300 {
		t.Errorf("%+v %v", stored, err)
	}
}

func testReopened(t *testing.T, h Harness) {
	folder, m := t.TempDir(), NewMeanings(33)
	vs := m.Texts(700)
	x := h.openAt(t, folder, 33)
	x.put("a", vs)
	x.put("gone", m.Texts(5))
	x.delete("gone")
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	again := h.openAt(t, folder, 33)
	if h.Outlives {
		again.held["a"] = vs
	}
	if share := again.share(m.Text(), nil, 20); share != 1 {
		t.Errorf("%.2f of the nearest were found", share)
	}
	again.put("b", m.Texts(20))
	if share := again.share(m.Text(), nil, 20); share != 1 {
		t.Errorf("after more was put in %.2f of the nearest were found", share)
	}
}
