package graphtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"lectern/backend/graph"
)

// mishap is what becomes of a save of so many pairs. save writes the first n of them.
type mishap func(ctx context.Context, pairs int, save func(n int) error) error

// flaky is a store in which one save goes wrong. After a tear it saves nothing more.
type flaky struct {
	graph.Store
	at     int // which save, counted from 0
	mishap mishap

	mu    sync.Mutex
	saves int
	torn  bool
}

var errTorn = fmt.Errorf("the write broke off: %w", errFaulty)

func (f *flaky) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.saves++
	switch {
	case f.torn:
		return errFaulty
	case f.saves-1 != f.at:
		return f.Store.Save(ctx, thread, keys, values)
	}
	err := f.mishap(ctx, len(keys), func(n int) error { return f.Store.Save(ctx, thread, keys[:n], values[:n]) })
	f.torn = errors.Is(err, errTorn)
	return err
}

// Faults lets every save of a run go wrong in every way: it fails; it takes its time, also while the run is cancelled; it
// breaks off after any of its pairs, and the store with it. With the store healed, the thread goes on from what is there
// to the right end, and nothing that is there is done again.
func Faults(t *testing.T, h Harness) {
	f := faults{drill: drill{rounds: 1}, config: graph.Config{Store: h.open(t, t.TempDir())}}
	f.ending = f.drill.ending(t)
	for at := 0; f.all(t, at); at++ {
	}
	t.Logf("%d faults", f.tried)
	equal(t, f.tried > 20, true)
}

type faults struct {
	drill
	config graph.Config
	ending State
	tried  int
}

// all tries every mishap at one save, and tells whether there was that save.
func (f *faults) all(t *testing.T, at int) (met bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for what, m := range map[string]mishap{
		"fails": func(context.Context, int, func(int) error) error { return errFaulty },
		"takes its time": func(_ context.Context, pairs int, save func(int) error) error {
			time.Sleep(time.Millisecond)
			return save(pairs)
		},
	} {
		met = f.one(t, t.Context(), at, what, m) || met
	}
	met = f.one(t, ctx, at, "is cancelled", func(ctx context.Context, pairs int, save func(int) error) error {
		cancel()
		time.Sleep(time.Millisecond)
		if err := ctx.Err(); err != nil {
			t.Error("the cancel reached the save")
		}
		return save(pairs)
	}) || met
	for n, more := 0, true; more; n++ {
		more = false
		f.one(t, t.Context(), at, fmt.Sprint("breaks off after ", n), func(_ context.Context, pairs int, save func(int) error) error {
			more = n < pairs // also when all is there, and only the word of it is lost
			return errors.Join(save(min(n, pairs)), errTorn)
		})
	}
	return met
}

// one tries a mishap on a thread of its own, and tells whether it came about.
func (f *faults) one(t *testing.T, ctx context.Context, at int, what string, m mishap) (met bool) {
	thread := fmt.Sprint(f.tried)
	defer func() {
		if t.Failed() {
			t.Fatalf("where save %d %s", at, what)
		}
	}()
	c, l := f.config, life{}
	c.Store = &flaky{Store: f.config.Store, at: at, mishap: func(ctx context.Context, pairs int, save func(int) error) error {
		met = true
		return m(ctx, pairs, save)
	}}
	d := f.drill
	d.begins = l.begins
	err := d.work(ctx, d.workflow(t, c), thread)
	l.end(t)
	switch {
	case !met:
		return false
	case what == "takes its time":
		equal(t, err, nil)
	case what == "is cancelled":
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case !errors.Is(err, errFaulty):
		t.Errorf("the run ended with %v", err)
	}
	f.goOn(t, f.config, thread, f.ending)
	f.tried++
	return true
}
