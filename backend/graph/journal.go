package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// put saves records all or nothing, now or later.
func (j *journal) put(records ...record) error {
	keys, values := make([]string, len(records)), make([][]byte, len(records))
	for i, r := range records {
		raw, encoded := r.value.(json.RawMessage)
		if !encoded {
			var err error
			if raw, err = json.Marshal(r.value); err != nil {
				return fmt.Errorf("thread %s: %w", j.thread, err)
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

// putCheckpoint saves a checkpoint after all that it stands on, with the parts known from the one before.
func (j *journal) putCheckpoint(cp *checkpoint, known map[string]part) error {
	records, parts := stateRecords(cp, known)
	cp.parts = parts
	return j.put(append(records, record{checkpointKey(cp.path, cp.id), cp})...)
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
	if err = j.store.Save(j.ctx, j.thread, keys, values); err != nil {
		err = fmt.Errorf("thread %s: %w", j.thread, err)
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

// load reads a checkpoint, the newest if id is 0, with its state and what was saved beside it. It sees what has been put, even
// if that still waits. ErrNotFound if there is none.
func (j *journal) load(ctx context.Context, path string, id uint64) (*moment, error) {
	if err := j.flush(); err != nil {
		return nil, err
	}
	cp, err := j.find(ctx, path, id)
	if err != nil {
		return nil, err
	}
	m := &moment{checkpoint: cp, outcomes: map[string]outcome{}, answers: map[string]json.RawMessage{}}
	if err := j.loadState(ctx, m); err != nil {
		return nil, err
	}
	err = j.each(ctx, outcomeKey(path, cp.id, ""), func(task, key string, raw []byte) error {
		var o outcome
		err := decode(j.thread, key, raw, &o)
		m.outcomes[task] = o
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, j.each(ctx, answerKey(path, cp.id, ""), func(question, key string, raw []byte) error {
		var a answer
		err := decode(j.thread, key, raw, &a)
		m.answers[question] = a.Data
		return err
	})
}

// find reads a checkpoint without its state.
func (j *journal) find(ctx context.Context, path string, id uint64) (cp checkpoint, err error) {
	if id == 0 {
		return j.before(ctx, path, 0)
	}
	key := checkpointKey(path, id)
	raw, err := j.get(ctx, key)
	if err != nil {
		return cp, err
	} else if raw == nil {
		return cp, fmt.Errorf("thread %s, checkpoint %d: %w", j.thread, id, ErrNotFound)
	}
	return decodeCheckpoint(j.thread, path, key, raw)
}

// get reads one record; nil if there is none.
func (j *journal) get(ctx context.Context, key string) ([]byte, error) {
	_, values, err := j.store.Scan(ctx, j.thread, key)
	if err != nil {
		return nil, fmt.Errorf("thread %s: %w", j.thread, err)
	}
	if len(values) == 0 {
		return nil, nil
	}
	return values[0], nil
}

// before reads, without its state, the newest checkpoint that is older than id, or the newest of all if id is 0.
func (j *journal) before(ctx context.Context, path string, id uint64) (checkpoint, error) {
	bound := ""
	if id != 0 {
		bound = checkpointKey(path, id)
	}
	key, raw, err := j.store.Last(ctx, j.thread, "c/"+path+"@", bound)
	switch {
	case err != nil:
		return checkpoint{}, fmt.Errorf("thread %s: %w", j.thread, err)
	case key == "":
		return checkpoint{}, fmt.Errorf("thread %s: %w", j.thread, ErrNotFound)
	}
	return decodeCheckpoint(j.thread, path, key, raw)
}

// followed tells whether another checkpoint came from this one. 0 is the newest, which nothing followed.
func (j *journal) followed(ctx context.Context, id uint64) (bool, error) {
	if id == 0 {
		return false, nil
	}
	for at := uint64(0); ; {
		cp, err := j.before(ctx, "", at)
		if errors.Is(err, ErrNotFound) || err == nil && cp.id <= id {
			return false, nil
		}
		if err != nil || cp.Parent == id {
			return true, err
		}
		at = cp.id
	}
}

// each visits the records whose key begins with prefix; name is the rest of the key.
func (j *journal) each(ctx context.Context, prefix string, visit func(name, key string, raw []byte) error) error {
	keys, values, err := j.store.Scan(ctx, j.thread, prefix)
	if err != nil {
		return fmt.Errorf("thread %s: %w", j.thread, err)
	}
	var wrong error
	for i, key := range keys {
		wrong = errors.Join(wrong, visit(strings.TrimPrefix(key, prefix), key, values[i]))
	}
	return wrong
}
