package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Durability says when a step reaches the store. A run that returned has saved all it did, in every mode.
type Durability int

const (
	Sync  Durability = iota // before the next step starts: a killed process repeats at most one step
	Async                   // while the next steps run: a killed process may lose some
	Exit                    // when the run ends, fails or pauses: a killed process loses the run
)

// journal reads and writes one thread's records for one run, and gives the store its durability.
type journal struct {
	store  Store
	thread string
	mode   Durability
	ctx    context.Context // the run's, but for its cancel: that never tears a save

	saving sync.Mutex // one batch at a time, in order
	mu     sync.Mutex // guards what follows
	keys   []string
	values [][]byte
	err    error         // the first one; nothing is saved after it
	wake   chan struct{} // something waits to be saved
	idle   sync.WaitGroup
}

type record struct {
	key   string
	value any
}

func openJournal(ctx context.Context, store Store, thread string, mode Durability) *journal {
	j := &journal{store: store, thread: thread, mode: mode, ctx: context.WithoutCancel(ctx), wake: make(chan struct{}, 1)}
	if mode == Async {
		j.idle.Go(func() {
			for range j.wake {
				j.flush() // its error is kept in j.err
			}
		})
	}
	return j
}

// named puts the thread's name before an error.
func (j *journal) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("thread %s: %w", j.thread, err)
}

// put saves records all or nothing, now or later.
func (j *journal) put(records ...record) error {
	keys, values := make([]string, len(records)), make([][]byte, len(records))
	for i, r := range records {
		raw, encoded := r.value.(json.RawMessage)
		if !encoded {
			var err error
			if raw, err = json.Marshal(r.value); err != nil {
				return j.named(err)
			}
		}
		keys[i], values[i] = r.key, raw
	}
	j.mu.Lock()
	err := j.err
	j.keys, j.values = append(j.keys, keys...), append(j.values, values...)
	j.mu.Unlock()
	switch j.mode {
	case Sync:
		return j.flush()
	case Async:
		select {
		case j.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// flush saves what waits.
func (j *journal) flush() error {
	j.saving.Lock()
	defer j.saving.Unlock()
	j.mu.Lock()
	keys, values, err := j.keys, j.values, j.err
	j.keys, j.values = nil, nil
	j.mu.Unlock()
	if err != nil || len(keys) == 0 {
		return err
	}
	if err = j.named(j.store.Save(j.ctx, j.thread, keys, values)); err != nil {
		j.mu.Lock()
		j.err = err
		j.mu.Unlock()
	}
	return err
}

// close saves what waits and returns the first error of all saves.
func (j *journal) close() error {
	close(j.wake)
	j.idle.Wait()
	return j.flush()
}

// scan is the store's, with what waits to be saved.
func (j *journal) scan(ctx context.Context, prefix string) (keys []string, values [][]byte, err error) {
	if keys, values, err = j.store.Scan(ctx, j.thread, prefix); err != nil {
		return nil, nil, j.named(err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for i, key := range j.keys {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		at, there := slices.BinarySearch(keys, key)
		if !there {
			keys, values = slices.Insert(keys, at, key), slices.Insert(values, at, nil)
		}
		values[at] = j.values[i]
	}
	return keys, values, nil
}

// last is the store's, with what waits to be saved.
func (j *journal) last(ctx context.Context, prefix, before string) (key string, value []byte, err error) {
	if key, value, err = j.store.Last(ctx, j.thread, prefix, before); err != nil {
		return "", nil, j.named(err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for i, k := range j.keys {
		if strings.HasPrefix(k, prefix) && k >= key && (before == "" || k < before) {
			key, value = k, j.values[i]
		}
	}
	return key, value, nil
}

// load reads a checkpoint, the newest if id is 0, with its state and what was saved beside it. It sees what has been put,
// even if that still waits. ErrNotFound if there is none.
func (j *journal) load(ctx context.Context, path string, id uint64) (*moment, error) {
	if j.mode != Exit { // what is being saved this moment waits no more, and is not there yet
		if err := j.flush(); err != nil {
			return nil, err
		}
	}
	bound := id
	if id != 0 {
		bound++
	}
	cp, err := j.before(ctx, path, bound)
	if err == nil && id != 0 && cp.id != id {
		err = j.named(fmt.Errorf("checkpoint %d: %w", id, ErrNotFound))
	}
	m := &moment{checkpoint: cp}
	if err == nil {
		err = j.loadState(ctx, m)
	}
	if err == nil {
		m.outcomes, err = j.beside(ctx, outcomeKey(path, cp.id))
	}
	if err == nil {
		m.answers, err = j.beside(ctx, answerKey(path, cp.id))
	}
	return m, err
}

// before reads, without its state, the newest checkpoint that is older than id, or the newest of all if id is 0.
func (j *journal) before(ctx context.Context, path string, id uint64) (cp checkpoint, err error) {
	bound := ""
	if id != 0 {
		bound = checkpointKey(path, id)
	}
	key, raw, err := j.last(ctx, "c/"+path+"@", bound)
	if err == nil && key == "" {
		err = j.named(ErrNotFound)
	}
	if err != nil {
		return cp, err
	}
	return j.checkpoint(path, key, raw)
}

func (j *journal) checkpoint(path, key string, raw []byte) (cp checkpoint, err error) {
	if cp.id, err = strconv.ParseUint(strings.TrimPrefix(key, "c/"+path+"@"), 16, 64); err == nil {
		cp.path = path
		err = decode(raw, &cp, &cp.Version)
	}
	return cp, j.damaged(key, err)
}

// damaged tells which record can't be read.
func (j *journal) damaged(key string, err error) error {
	if err != nil && !errors.Is(err, ErrNewer) {
		err = fmt.Errorf("record %s is damaged: %w", key, err)
	}
	return j.named(err)
}

// history reads the workflow's own checkpoints, oldest first, without their states.
func (j *journal) history(ctx context.Context) (all []checkpoint, err error) {
	keys, values, err := j.scan(ctx, "c/@")
	for i := 0; i < len(keys) && err == nil; i++ {
		var cp checkpoint
		cp, err = j.checkpoint("", keys[i], values[i])
		all = append(all, cp)
	}
	return all, err
}

// followed tells whether another checkpoint came from this one. 0 is the newest, which nothing followed.
func (j *journal) followed(ctx context.Context, id uint64) (bool, error) {
	if id == 0 {
		return false, nil
	}
	all, err := j.history(ctx)
	return slices.ContainsFunc(all, func(cp checkpoint) bool { return cp.Parent == id }), err
}

// get reads one record; nil if there is none.
func (j *journal) get(ctx context.Context, key string) ([]byte, error) {
	_, values, err := j.scan(ctx, key)
	if err != nil || len(values) == 0 {
		return nil, err
	}
	return values[0], nil
}

// beside reads the records whose key begins with prefix, by the rest of their keys.
func (j *journal) beside(ctx context.Context, prefix string) (map[string]outcome, error) {
	keys, values, err := j.scan(ctx, prefix)
	all := map[string]outcome{}
	for i, key := range keys {
		var o outcome
		err = errors.Join(err, j.damaged(key, decode(values[i], &o, &o.Version)))
		all[strings.TrimPrefix(key, prefix)] = o
	}
	return all, err
}
