// Package graphtest is what the graph engine is tested with over every checkpoint store. The maker of a store writes a
// Harness and calls Run: the numbered behaviours that make a store fit for the engine. Beyond adds what else the engine
// promises; Kill, Faults, Copies, Crowd and Random look for what nobody thought of.
package graphtest

import (
	"fmt"
	"io"
	"testing"
	"time"

	"lectern/backend/graph"
)

// Harness is what the maker of a store gives.
type Harness struct {
	// Open opens the store that lies in a folder, which is there, making the store if need be. A store with a method
	// Close() error is closed when its test is over, and its error fails the test: the place to look whether all is
	// well with the file.
	Open func(folder string) (graph.Store, error)

	// Outlives says that whoever opens the folder next finds what was saved, also after the process was killed. The
	// suite then kills real ones: the test binary runs itself again, with the calling test alone, so that test may do
	// nothing costly before it calls the suite.
	Outlives bool
}

// patience is how long a behaviour may take, of which each takes milliseconds.
const patience = time.Minute

type (
	test  func(*testing.T, graph.Config)
	tests []test
)

// behaviour is one that the engine promises, with what shows it. Each test has a store of its own.
type behaviour struct {
	number int // in the engine's design, where some are no more; 0 beyond it
	name   string
	tests  tests
}

// Run tests the numbered behaviours over the stores of a harness, with one line each, such as
// bbolt/27_OnlyTheChosenErrorsAreRetried. A store that passes it is fit for the engine.
func Run(t *testing.T, h Harness) { h.run(t, numbered(h)) }

// Beyond tests what the engine promises besides.
func Beyond(t *testing.T, h Harness) { h.run(t, beyond) }

func (h Harness) run(t *testing.T, all []behaviour) {
	for _, b := range all {
		name := b.name
		if b.number > 0 {
			name = fmt.Sprintf("%02d_%s", b.number, b.name)
		}
		t.Run(name, func(t *testing.T) {
			defer time.AfterFunc(patience, func() { panic(t.Name() + " hangs") }).Stop()
			for _, test := range b.tests {
				test(t, graph.Config{Store: h.open(t, t.TempDir())})
			}
		})
	}
}

// open opens a store and closes it when the test ends.
func (h Harness) open(t testing.TB, folder string) graph.Store {
	t.Helper()
	store, shut := h.openFor(t, folder)
	t.Cleanup(shut)
	return store
}

// openFor opens a store until it is shut.
func (h Harness) openFor(t testing.TB, folder string) (store graph.Store, shut func()) {
	t.Helper()
	store, err := h.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return store, func() {
		t.Helper()
		if c, ok := store.(io.Closer); ok {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// stored makes a test of one that needs nothing but the store.
func stored(of func(*testing.T, graph.Store)) test {
	return func(t *testing.T, c graph.Config) { of(t, c.Store) }
}
