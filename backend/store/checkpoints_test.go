package store

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
)

var _ graph.Store = (*Checkpoints)(nil)

// openTestCheckpoints opens a file that is checked for consistency when the test ends.
func openTestCheckpoints(t testing.TB, path string) *Checkpoints {
	t.Helper()
	c, err := OpenCheckpoints(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := c.db.view(func(tx *bolt.Tx) error {
			var wrong error
			for err := range tx.Check() {
				wrong = errors.Join(wrong, err)
			}
			return wrong
		})
		if err = errors.Join(err, c.Close()); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestCheckpointsInUseAreLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoints.db")
	openTestCheckpoints(t, path)
	began := time.Now()
	_, err := OpenCheckpoints(path)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "--home") {
		t.Fatal(err)
	}
	if waited := time.Since(began); waited > 5*time.Second {
		t.Fatal("waited", waited)
	}
}

func TestCheckpointsOutliveTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoints.db")
	c, err := OpenCheckpoints(path)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Save(t.Context(), "t", []string{"a", "b"}, [][]byte{[]byte("1"), {}})
	if err = errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	keys, values, err := openTestCheckpoints(t, path).Scan(t.Context(), "t", "")
	if err != nil || len(keys) != 2 || string(values[0]) != "1" || len(values[1]) != 0 {
		t.Fatal(keys, values, err)
	}
}

func TestWhatAPruneFreedIsUsedAgain(t *testing.T) {
	const steps = 300
	path := filepath.Join(t.TempDir(), "checkpoints.db")
	c := openTestCheckpoints(t, path)
	c.db.now.db.NoSync, c.db.now.db.AllocSize = true, 64<<10 // so that the file is as large as it needs to be
	w, err := graphtest.Line(graph.Config{Store: c}, steps, func(s graphtest.State) graphtest.State {
		s.Answer = strings.Repeat(strconv.Itoa(s.Steps%10), 30<<10)
		return s
	})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	for range 3 {
		_, err := w.Start(t.Context(), "t", graphtest.Again).Result()
		info, wrong := os.Stat(path)
		if err = errors.Join(err, wrong, w.Prune(t.Context(), "t")); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if grown := float64(sizes[2]) / float64(sizes[0]); grown > 1.05 {
		t.Fatal("the file grew from run to run:", sizes)
	}
	if r, err := w.State(t.Context(), "t"); err != nil || r.State.Steps != steps {
		t.Fatal(r.State.Steps, err)
	}
}

func TestADamagedRecordIsAnErrorWithTheThreadsName(t *testing.T) {
	c := openTestCheckpoints(t, filepath.Join(t.TempDir(), "checkpoints.db"))
	for name, damage := range map[string]func([]byte) []byte{
		"flipped": func(v []byte) []byte { v[len(v)-1] ^= 1; return v },
		"torn":    func(v []byte) []byte { return v[:len(v)-2] },
		"tiny":    func(v []byte) []byte { return v[:3] },
		"empty":   func([]byte) []byte { return nil },
	} {
		if err := c.Save(t.Context(), name, []string{"c/@1"}, [][]byte{[]byte("value")}); err != nil {
			t.Fatal(err)
		}
		err := c.db.update(func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte(name))
			return b.Put([]byte("c/@1"), damage(append([]byte(nil), b.Get([]byte("c/@1"))...)))
		})
		if err != nil {
			t.Fatal(err)
		}
		_, _, scanned := c.Scan(t.Context(), name, "")
		_, _, last := c.Last(t.Context(), name, "c/", "")
		for _, err := range []error{scanned, last} {
			if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "thread "+name) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestADamagedFileNeverPanics(t *testing.T) {
	home := t.TempDir()
	whole := filepath.Join(home, "whole.db")
	c, err := OpenCheckpoints(whole)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		for _, thread := range []string{"a", "b", "c"} {
			err = errors.Join(err, c.Save(t.Context(), thread, []string{"c/@" + time.Now().String()}, [][]byte{make([]byte, 3000)}))
		}
	}
	if err = errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	damaged := map[string][]byte{
		"garbage": []byte(strings.Repeat("not a database ", 9000)),
		"short":   raw[:5*page],
		"stub":    raw[:100],
	}
	for at := 2 * page; at < len(raw) && at < 100*page; at += 7 * page { // a page of noise here and there
		noisy := append([]byte(nil), raw...)
		for i := range page {
			noisy[at+i] = byte(i*31 + 7)
		}
		damaged["noise"+strings.Repeat("I", at/page)] = noisy
	}
	for name, bytes := range damaged {
		path := filepath.Join(home, name)
		if err := os.WriteFile(path, bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := OpenCheckpoints(path)
		if err != nil {
			if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !strings.HasPrefix(name, "noise") {
			t.Errorf("%s was opened", name)
		}
		for _, thread := range []string{"a", "b", "c"} {
			if _, _, err := c.Scan(t.Context(), thread, ""); err != nil && !strings.Contains(err.Error(), "thread "+thread) {
				t.Errorf("%s: %v", name, err)
			}
			if _, _, err := c.Last(t.Context(), thread, "c/", ""); err != nil && !strings.Contains(err.Error(), "thread "+thread) {
				t.Errorf("%s: %v", name, err)
			}
		}
		c.Close()
	}
}

func BenchmarkStepWithoutSync(b *testing.B) { benchmarkStep(b, true) }
func BenchmarkStepSynced(b *testing.B)      { benchmarkStep(b, false) }

func benchmarkStep(b *testing.B, noSync bool) {
	c := openTestCheckpoints(b, filepath.Join(b.TempDir(), "checkpoints.db"))
	c.db.now.db.NoSync = noSync
	graphtest.Benchmark(b, c)
}
