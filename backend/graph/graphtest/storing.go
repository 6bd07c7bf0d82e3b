package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"lectern/backend/graph"
)

func save(t *testing.T, s graph.Store, thread string, pairs ...string) {
	t.Helper()
	var keys []string
	var values [][]byte
	for _, p := range pairs {
		key, value, _ := strings.Cut(p, "=")
		keys, values = append(keys, key), append(values, []byte(value))
	}
	if err := s.Save(t.Context(), thread, keys, values); err != nil {
		t.Fatal(err)
	}
}

func scan(t *testing.T, s graph.Store, thread, prefix string) string {
	t.Helper()
	keys, values, err := s.Scan(t.Context(), thread, prefix)
	if err != nil || len(keys) != len(values) {
		t.Fatal(keys, values, err)
	}
	var pairs []string
	for i, k := range keys {
		pairs = append(pairs, k+"="+string(values[i]))
	}
	return strings.Join(pairs, " ")
}

func last(t *testing.T, s graph.Store, thread, prefix, before string) string {
	t.Helper()
	key, value, err := s.Last(t.Context(), thread, prefix, before)
	if err != nil {
		t.Fatal(err)
	}
	return key + "=" + string(value)
}

func savesReplace(t *testing.T, s graph.Store) {
	save(t, s, "t", "a=1", "b=2")
	save(t, s, "t", "a=1", "b=2")
	save(t, s, "t", "b=3", "c=")
	save(t, s, "t")
	equal(t, scan(t, s, "t", ""), "a=1 b=3 c=")
	for range 2 { // nil removes, also what isn't there
		if err := s.Save(t.Context(), "t", []string{"a", "none", "d"}, [][]byte{nil, nil, []byte("4")}); err != nil {
			t.Fatal(err)
		}
		equal(t, scan(t, s, "t", ""), "b=3 c= d=4")
	}
}

func scanIsOrdered(t *testing.T, s graph.Store) {
	save(t, s, "t", "w/@2/b=4", "c/@1=1", "w/@2/a=3", "w/@20/a=5", "c/@2=2", "w/1.x.0/@2/a=6")
	equal(t, scan(t, s, "t", "w/@2/"), "w/@2/a=3 w/@2/b=4")
	equal(t, scan(t, s, "t", "c/"), "c/@1=1 c/@2=2")
	equal(t, scan(t, s, "t", "x"), "")
	equal(t, scan(t, s, "none", ""), "")
}

func lastFindsTheNewest(t *testing.T, s graph.Store) {
	equal(t, last(t, s, "t", "", ""), "=")
	save(t, s, "t", "a=0", "c/@1=1", "c/@2=2", "c/@3=3", "c/s/@9=9", "d=4")
	equal(t, last(t, s, "t", "c/@", ""), "c/@3=3")
	equal(t, last(t, s, "t", "c/@", "c/@3"), "c/@2=2")
	equal(t, last(t, s, "t", "c/@", "c/@1"), "=")
	equal(t, last(t, s, "t", "c/@", "c/@25"), "c/@2=2")
	equal(t, last(t, s, "t", "c/@", "zzz"), "c/@3=3") // a bound beyond the prefix
	equal(t, last(t, s, "t", "c/@", "b"), "=")
	equal(t, last(t, s, "t", "c/s/@", ""), "c/s/@9=9")
	equal(t, last(t, s, "t", "e", ""), "=")
	equal(t, last(t, s, "t", "", ""), "d=4")
	save(t, s, "t", "\xff\xff=5")
	equal(t, last(t, s, "t", "\xff", ""), "\xff\xff=5")
	equal(t, last(t, s, "none", "c/@", ""), "=")
}

func deletingSparesTheOthers(t *testing.T, s graph.Store) {
	save(t, s, "t", "a=1")
	save(t, s, "tt", "a=2")
	for range 2 {
		if err := s.Delete(t.Context(), "t"); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, scan(t, s, "t", ""), "")
	equal(t, last(t, s, "t", "", ""), "=")
	equal(t, scan(t, s, "tt", ""), "a=2")
	save(t, s, "t", "b=3")
	equal(t, scan(t, s, "t", ""), "b=3")
}

func bytesAreCopied(t *testing.T, s graph.Store) {
	value := []byte("good")
	if err := s.Save(t.Context(), "t", []string{"a"}, [][]byte{value}); err != nil {
		t.Fatal(err)
	}
	copy(value, "evil")
	_, values, _ := s.Scan(t.Context(), "t", "a")
	copy(values[0], "evil")
	_, got, _ := s.Last(t.Context(), "t", "a", "")
	copy(got, "evil")
	equal(t, scan(t, s, "t", ""), "a=good")
}

func savesAreWhole(t *testing.T, s graph.Store) {
	save(t, s, "t", "a=1")
	if err := s.Save(t.Context(), "t", []string{"a", "b"}, [][]byte{[]byte("2")}); err == nil {
		t.Fatal("saved a key without a value")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Save(cancelled, "t", []string{"a"}, [][]byte{[]byte("2")}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	equal(t, scan(t, s, "t", ""), "a=1")
}

func parallelUse(t *testing.T, s graph.Store) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			thread := fmt.Sprint("t", i%3)
			for n := range 10 {
				key := fmt.Sprintf("k/%d/%d", i, n)
				err := s.Save(t.Context(), thread, []string{key}, [][]byte{[]byte(key)})
				_, _, err2 := s.Scan(t.Context(), thread, "k/")
				_, value, err3 := s.Last(t.Context(), thread, key, "")
				if err := errors.Join(err, err2, err3); err != nil || string(value) != key {
					t.Error(key, string(value), err)
				}
			}
		})
	}
	all.Wait()
}
