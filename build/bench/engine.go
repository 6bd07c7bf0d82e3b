package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
	"lectern/backend/store"
)

// inMemory is a folder where syncing a file costs nothing, so that what a store does besides can be told. The store
// itself has no switch for that, as nobody should turn it.
const inMemory = "/dev/shm"

const kb = 30 // of state, as a conversation with passages has

// engineBench measures the graph engine over its stores.
type engineBench struct {
	*table
	runs int
	dir  string
}

func benchEngine(dir string, runs int) error {
	b := engineBench{&table{head: "Graph engine\tmedian\ttarget\t"}, runs, dir}
	for _, measure := range []func() error{b.steps, b.stored, b.thread, b.threads, b.prune} {
		if err := measure(); err != nil {
			return err
		}
	}
	return b.print()
}

// bolt opens a new checkpoint file in a folder of its own below dir.
func bolt(dir string) (s *store.Checkpoints, path string, remove func() error, err error) {
	if dir, err = os.MkdirTemp(dir, "lectern-bench-*"); err != nil {
		return nil, "", nil, err
	}
	path = filepath.Join(dir, "checkpoints.db")
	if s, err = store.OpenCheckpoints(path); err != nil {
		return nil, "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, path, func() error { return errors.Join(s.Close(), os.RemoveAll(dir)) }, nil
}

// each measures something with every store; targets are for each of the three.
func (b engineBench) each(what string, targets [3]string, measure func(s graph.Store) (value, note string, err error)) error {
	row := func(i int, where string, s graph.Store) error {
		value, note, err := measure(s)
		b.row(what+" "+where, value, targets[i], note)
		return err
	}
	if err := row(0, "in memory", new(graphtest.Memory)); err != nil {
		return err
	}
	for i, at := range []struct{ where, dir string }{{"in bbolt without fsync", inMemory}, {"in bbolt", b.dir}} {
		if _, err := os.Stat(at.dir); err != nil {
			b.row(what+" "+at.where, "not known here", targets[i+1], "there is no "+at.dir)
			continue
		}
		s, _, remove, err := bolt(at.dir)
		if err == nil {
			err = errors.Join(row(i+1, at.where, s), remove())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// line runs lines of ten steps over some kilobytes of state: time and allocations of a step.
func (b engineBench) line(s graph.Store, kb int) (step time.Duration, allocations int, err error) {
	const steps, lines = 10, 50
	w, err := graphtest.Line(graph.Config{Store: s}, steps, nil)
	if err != nil {
		return 0, 0, err
	}
	var took []time.Duration
	input := graphtest.Passages(kb)
	for range b.runs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		for range lines {
			if _, err := w.Start(context.Background(), "t", input).Result(); err != nil {
				return 0, 0, err
			}
			if err := s.Delete(context.Background(), "t"); err != nil {
				return 0, 0, err
			}
		}
		took = append(took, time.Since(began)/(lines*(steps+1)))
		runtime.ReadMemStats(&after)
		allocations = int(after.Mallocs-before.Mallocs) / (lines * (steps + 1))
	}
	return median(took), allocations, nil
}

func (b engineBench) steps() error {
	return b.each("a step", [3]string{"15 µs", "80 µs", "3 ms"}, func(s graph.Store) (value, note string, err error) {
		small, few, err := b.line(s, 0)
		if err != nil {
			return "", "", err
		}
		usual, many, err := b.line(s, kb)
		return short(small), fmt.Sprintf("%d allocations; over %d KB of state %s, %d allocations", few, kb, short(usual), many), err
	})
}

// counting counts the bytes that are saved.
type counting struct {
	graph.Store
	bytes int
}

func (c *counting) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	for i, k := range keys {
		c.bytes += len(k) + len(values[i])
	}
	return c.Store.Save(ctx, thread, keys, values)
}

func (b engineBench) stored() error {
	const steps = 100
	s := &counting{Store: new(graphtest.Memory)}
	w, err := graphtest.Line(graph.Config{Store: s}, steps, nil)
	if err != nil {
		return err
	}
	if _, err = w.Start(context.Background(), "t", graphtest.Passages(kb)).Result(); err != nil {
		return err
	}
	b.row("stored a step that changes one small field", fmt.Sprintf("%.1f KB", float64(s.bytes)/(steps+1)/1024), "5 KB",
		fmt.Sprintf("of %d KB of state, over %d steps", kb, steps))
	return nil
}

// thread measures a long one.
func (b engineBench) thread() error {
	const steps = 1000
	s, _, remove, err := bolt(b.dir)
	if err != nil {
		return err
	}
	w, err := graphtest.Line(graph.Config{Store: s}, steps, nil)
	if err == nil {
		_, err = w.Start(context.Background(), "t", graphtest.Passages(kb)).Result()
	}
	var list, load []time.Duration
	for range 10 * b.runs {
		began := time.Now()
		points, wrong := w.History(context.Background(), "t")
		list = append(list, time.Since(began))
		began = time.Now()
		r, wrong2 := w.State(context.Background(), "t")
		load = append(load, time.Since(began))
		if err = errors.Join(err, wrong, wrong2); err == nil && (len(points) != steps+1 || r.State.Steps != steps) {
			err = fmt.Errorf("the thread has %d points and stands at %d", len(points), r.State.Steps)
		}
		if err != nil {
			return errors.Join(err, remove())
		}
	}
	b.row("list a thread of 1,000 steps", short(median(list)), "5 ms", "in bbolt")
	b.row("load its latest state", short(median(load)), "1 ms", fmt.Sprintf("%d KB, in bbolt", kb))
	return remove()
}

// threads measures a thousand lines of ten steps beside each other.
func (b engineBench) threads() error {
	const threads, steps = 1000, 10
	return b.each("1,000 threads beside each other", [3]string{}, func(s graph.Store) (value, note string, err error) {
		w, err := graphtest.Line(graph.Config{Store: s}, steps, nil)
		if err != nil {
			return "", "", err
		}
		errs := make([]error, threads)
		var all sync.WaitGroup
		began := time.Now()
		for i := range threads {
			all.Go(func() {
				_, errs[i] = w.Start(context.Background(), fmt.Sprint(i), func(s graphtest.State) graphtest.State { return s }).Result()
			})
		}
		all.Wait()
		took := time.Since(began)
		return short(took), fmt.Sprintf("%d steps each, %s a step", steps, short(took/(threads*(steps+1)))), errors.Join(errs...)
	})
}

// prune measures a file in which a thread with a long field that changes at every step is pruned and goes on as before.
func (b engineBench) prune() error {
	const steps = 1000
	s, path, remove, err := bolt(b.dir)
	if err != nil {
		return err
	}
	w, err := graphtest.Line(graph.Config{Store: s}, steps, func(s graphtest.State) graphtest.State {
		s.Answer = strings.Repeat(fmt.Sprintf("%04d ", s.Steps), kb*1024/5)
		return s
	})
	var sizes []string
	size := func() {
		info, wrong := os.Stat(path)
		if err = errors.Join(err, wrong); err == nil {
			sizes = append(sizes, megabytes(info.Size()))
		}
	}
	write := func() {
		if err == nil {
			_, err = w.Start(context.Background(), "t", graphtest.Again).Result()
		}
		size()
	}
	write()
	began := time.Now()
	if err == nil {
		err = w.Prune(context.Background(), "t")
	}
	took := time.Since(began)
	size()
	write()
	if err = errors.Join(err, remove()); err != nil {
		return err
	}
	b.row("prune a thread of 1,000 steps", short(took), "", fmt.Sprintf("%d KB of change each, in bbolt", kb))
	b.row("  file before, after, after as much again", strings.Join(sizes, ", "), "no growth", "")
	return nil
}

// short rounds to three digits or so.
func short(d time.Duration) string {
	for unit := time.Second; unit > time.Nanosecond; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}
