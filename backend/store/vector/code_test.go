package vector

import (
	"math"
	"math/rand/v2"
	"path/filepath"
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

func TestACodeIsWrongByNoMoreThanItSays(t *testing.T) {
	for _, dim := range []int{1, 3, 31, 32, 33, 768, 4096} {
		r := rand.New(rand.NewPCG(7, uint64(dim)))
		for range 200 {
			v, w := random(t, r, dim)
			bytes := make([]byte, codeLen(dim))
			mark, stored, q := code(bytes, w), make([]byte, markLen), codeQuery(v)
			mark.put(stored)
			got, off := q.cosine(bytes, markAt(stored))
			if d := math.Abs(float64(got) - float64(dot(v, w))); d > float64(off)+1e-6 || off > .3 {
				t.Fatalf("%d dimensions: %v for %v, which is more than %v off", dim, got, dot(v, w), off)
			}
		}
	}
	ends := make([]float32, 768) // the greatest products there are
	for i := range ends {
		ends[i] = 1
	}
	one, err := unit(ends, len(ends))
	if err != nil {
		t.Fatal(err)
	}
	bytes, q := make([]byte, codeLen(768)), codeQuery(one)
	if got, off := q.cosine(bytes, code(bytes, one)); math.Abs(float64(got)-1) > float64(off) {
		t.Errorf("a vector's nearness to itself is %v", got)
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

func TestOfManyPassagesFewAreComparedByTheirVectors(t *testing.T) {
	slabs(t, 64, []int{1000, 1000, 1000}, func(all []slab) {
		v, _ := random(t, rand.New(rand.NewPCG(1, 1)), 64)
		found, err := candidatesIn(t.Context(), all, v, 20)
		if err != nil || len(found) != manyScored*20 {
			t.Errorf("%d vectors are compared for 20 that are wanted: %v", len(found), err)
		}
	})
}

func TestADamagedScanIsNoCrashOfTheProgram(t *testing.T) {
	slabs(t, 64, []int{1000, 1000, 1000}, func(all []slab) {
		all[1].marks = all[1].marks[:100] // as where a page of the file is gone
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
