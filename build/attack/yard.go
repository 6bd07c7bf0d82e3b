package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// yard is where one trial takes place, and its score.
type yard struct {
	trial
	ctx     context.Context // ends with the trial's time
	program string
	dir     string // its own
	seed    uint64
	short   bool
	random  *rand.Rand

	mu     sync.Mutex
	many   int // attacks made
	failed int // of them, those that broke something
	broken []string
	notes  []string
	killed int // processes
	took   time.Duration
	peak   int64
}

func newYard(ctx context.Context, t trial, program, dir string, seed uint64, short bool) *yard {
	h := fnv.New64a()
	h.Write([]byte(t.name)) // each trial is the same, whichever others are made
	return &yard{trial: t, ctx: ctx, program: program, dir: dir, seed: seed, short: short, random: rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// make makes the trial.
func (y *yard) make() {
	if y.why != "" {
		y.note("not possible here: %s", y.why)
		return
	}
	if !y.short {
		ctx, cancel := context.WithTimeout(y.ctx, y.limit)
		defer cancel()
		y.ctx = ctx
	}
	began := time.Now()
	if err := os.MkdirAll(y.dir, 0o700); err != nil {
		y.broke("%v", err)
		return
	}
	fmt.Fprintf(os.Stderr, "%s …\n", y.name)
	y.run(y)
	y.took = time.Since(began)
	if y.ctx.Err() != nil {
		y.broke("not everything was reached: it ended after %.0f s", y.took.Seconds())
	}
}

func (y *yard) note(format string, args ...any) {
	y.notes = append(y.notes, fmt.Sprintf(format, args...))
}

// broke says what is wrong beside any one attack.
func (y *yard) broke(format string, args ...any) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.broken = append(y.broken, fmt.Sprintf(format, args...))
}

// over tells whether there is no time for another attack.
func (y *yard) over() bool { return y.ctx.Err() != nil }

// try counts one attack. What is wrong after it is told with its name; an attack that the end of the time cut off counts
// for nothing.
func (y *yard) try(name string, attack func() error) {
	if y.over() {
		return
	}
	err := attack()
	if y.over() {
		return
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	y.many++
	if err != nil {
		y.failed++
		y.broken = append(y.broken, name+": "+strings.Join(strings.Fields(err.Error()), " "))
	}
}

// folder makes a new folder in the yard.
func (y *yard) folder(name string) string {
	path := filepath.Join(y.dir, name)
	if err := os.MkdirAll(path, 0o700); err != nil {
		y.broke("%v", err)
	}
	return path
}

// much gives how many attacks to make: of the whole form, or of the short one.
func (y *yard) much(whole, short int) int {
	if y.short {
		return short
	}
	return whole
}
