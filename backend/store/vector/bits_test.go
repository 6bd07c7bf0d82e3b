package vector

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

// random is a vector of length 1, and one near to it.
func random(t *testing.T, r *rand.Rand, dim int) (v, near []float32) {
	t.Helper()
	v, near = make([]float32, dim), make([]float32, dim)
	for i := range v {
		v[i] = float32(r.NormFloat64() * math.Exp(-2*float64(i)/float64(dim)))
		near[i] = v[i] + float32(.02*r.NormFloat64())
	}
	a, err := unit(v, dim)
	if err != nil {
		t.Fatal(err)
	}
	b, err := unit(near, dim)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

func TestTurningChangesNoCosine(t *testing.T) {
	for _, dim := range []int{1, 3, 31, 64, 384, 768, 1000} {
		r := rand.New(rand.NewPCG(7, uint64(dim)))
		v, w := random(t, r, dim)
		by := turnOf(dim)
		a, b := by.turned(v), by.turned(w)
		if d := math.Abs(float64(dot(a, b) - dot(v, w))); d > 1e-5 {
			t.Errorf("%d dimensions: a cosine is %v more or less", dim, d)
		}
		if a2 := turnOf(dim).turned(v); !slices.Equal(a, a2) {
			t.Errorf("%d dimensions are turned otherwise the next time", dim)
		}
	}
}

// TestACodeSaysHowNearAVectorIs holds estimates against what is told where encode is.
func TestACodeSaysHowNearAVectorIs(t *testing.T) {
	for _, dim := range []int{64, 100, 384, 768, 4096} {
		r := rand.New(rand.NewPCG(7, uint64(dim)))
		by, centre := turnOf(dim), make([]float32, dim)
		var sum, square float64
		const n = 500
		missed := 0
		for range n {
			v, w := random(t, r, dim)
			code := make([]byte, wordLen*words(dim))
			factor := encode(code, by.turned(w), centre)
			q := newBitQuery(by.turned(v))
			got := q.cosine(code, factor, 0, -1)
			if q.cosine(code, factor, 0, got-.01) != got {
				missed++
			}
			off := float64(got-dot(v, w)) * math.Sqrt(float64(dim))
			sum, square = sum+off, square+off*off
		}
		if mean, spread := sum/n, math.Sqrt(square/n); math.Abs(mean) > .15 || spread > 1 {
			t.Errorf("%d dimensions: estimates are off by %.2f in the mean and spread by %.2f, in 1/√dimensions", dim, mean, spread)
		}
		if missed > n/100 {
			t.Errorf("%d dimensions: %d of %d that are near were left out", dim, missed, n)
		}
	}
}

// slabs writes documents into a bucket and opens their records within a transaction.
func slabs(t *testing.T, dim int, counts []int, look func([]slab)) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "vectors.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r := rand.New(rand.NewPCG(3, 4))
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("vectors"))
		for i, n := range counts {
			all := make([][]float32, n)
			for j := range all {
				all[j], _ = random(t, r, dim)
			}
			record, failed := newSlab(Space{"m", strconv.Itoa(i), dim}, all)
			if err == nil {
				err = failed
			}
			if err == nil {
				err = b.Put([]byte(strconv.Itoa(1_000_000_000_000_000+i)), record)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.View(func(tx *bolt.Tx) error {
		all, err := slabsIn(tx.Bucket([]byte("vectors")), Space{Model: "m", Dim: dim}, nil)
		look(all)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestVectorsAreReadWhereTheyAreMapped(t *testing.T) {
	slabs(t, 33, []int{1, 8, 15, 22, 29, 36, 43}, func(all []slab) {
		for _, s := range all {
			for i := range s.count {
				if got := unsafe.SliceData(s.vector(i)); unsafe.Pointer(got) != unsafe.Pointer(&s.vectors[i*33*4]) {
					t.Errorf("vector %d of %s is a copy", i, s.id)
				}
			}
		}
		if len(all) != 7 {
			t.Errorf("%d records", len(all))
		}
	})
}

func TestOfManyPassagesTheNearestAreCompared(t *testing.T) {
	slabs(t, 64, []int{1000, 1000, 1000}, func(all []slab) {
		v, _ := random(t, rand.New(rand.NewPCG(1, 1)), 64)
		found, err := candidatesIn(t.Context(), all, v, 20)
		if err != nil || len(found) != 20 {
			t.Fatalf("%d are found of 20 that are wanted: %v", len(found), err)
		}
		for _, c := range found {
			if c.cosine != dot(v, all[c.slab].vector(c.passage)) {
				t.Errorf("%v was told by its code alone", c)
			}
		}
	})
}

// TestARecordOfAnEarlierVersionIsSearched has one with codes of a byte a dimension.
func TestARecordOfAnEarlierVersionIsSearched(t *testing.T) {
	slabs(t, 64, []int{1500, 1500}, func(all []slab) {
		head := []byte(`{"model":"m","digest":"d","dim":64,"coded":true}`)
		old := binary.LittleEndian.AppendUint32(nil, uint32(len(head)))
		old = append(append(append(old, head...), all[0].vectors...), make([]byte, all[0].count*(64+12))...)
		var heads slabHeads
		s, err := heads.open([]byte("old"), old)
		if err != nil || s.count != 1500 {
			t.Fatalf("%d vectors: %v", s.count, err)
		}
		found, err := candidatesIn(t.Context(), []slab{s, all[1]}, all[0].vector(7), 3)
		if err != nil || len(found) != 3 || found[0].slab != 0 || found[0].passage != 7 {
			t.Errorf("%v %v", found, err)
		}
	})
}

func TestADamagedScanIsNoCrashOfTheProgram(t *testing.T) {
	slabs(t, 64, []int{1000, 1000, 1000}, func(all []slab) {
		all[1].codes = all[1].codes[:100:100] // as where a page of the file is gone
		v, _ := random(t, rand.New(rand.NewPCG(1, 1)), 64)
		defer func() {
			if recover() == nil {
				t.Error("nobody was told")
			}
		}()
		_, _ = candidatesIn(t.Context(), all, v, 20)
	})
}

func TestARecordThatIsNoneIsRefused(t *testing.T) {
	whole, err := newSlab(Space{"m", "d", 2}, [][]float32{{1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	var heads slabHeads
	for name, raw := range map[string][]byte{
		"empty": {}, "cut": whole[:20], "without codes": []byte("\x1a\x00\x00\x00{\"model\":\"m\",\"dim\":2}     12345678"), "garbled": append([]byte("\x02\x00\x00\x00??"), whole...),
	} {
		if _, err := heads.open([]byte("a"), raw); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if s, err := heads.open([]byte("a"), whole); err != nil || s.count != 1 {
		t.Errorf("%+v %v", s, err)
	}
}
