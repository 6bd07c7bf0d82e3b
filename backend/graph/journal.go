package graph

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lectern/backend/messages"
)

// journal reads and writes one thread's records for one run. What it has put is in the store.
type journal struct {
	store  Store
	thread string
	ctx    context.Context // the run's, but for its cancel: that never tears a save

	saving sync.Mutex // one batch at a time; guards what follows
	err    error      // the first one; nothing is saved after it
}

type record struct {
	key   string
	value any
}

func openJournal(ctx context.Context, store Store, thread string) *journal {
	return &journal{store: store, thread: thread, ctx: context.WithoutCancel(ctx)}
}

// named puts the thread's name before an error.
func (j *journal) named(err error) error {
	if err == nil {
		return nil
	}
	return messages.Error("graph.thread", messages.Args{"thread": j.thread, "error": err})
}

// put saves records all or nothing.
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
	j.saving.Lock()
	defer j.saving.Unlock()
	if j.err == nil && len(keys) > 0 {
		j.err = j.named(j.store.Save(j.ctx, j.thread, keys, values))
	}
	return j.err
}

// load reads a checkpoint, the newest if id is 0, with its state and what was saved beside it. ErrNotFound if there is
// none.
func (j *journal) load(ctx context.Context, path string, id uint64) (*moment, error) {
	bound := id
	if id != 0 {
		bound++
	}
	cp, err := j.before(ctx, path, bound)
	if err == nil && id != 0 && cp.id != id {
		err = j.named(messages.Error("graph.checkpoint", messages.Args{"checkpoint": id, "error": ErrNotFound}))
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
	key, raw, err := j.store.Last(ctx, j.thread, "c/"+path+"@", bound)
	if err == nil && key == "" {
		err = ErrNotFound
	}
	if err != nil {
		return cp, j.named(err)
	}
	return j.checkpoint(path, key, raw)
}

func (j *journal) checkpoint(path, key string, raw []byte) (cp checkpoint, err error) {
	if cp.id, err = strconv.ParseUint(strings.TrimPrefix(key, "c/"+path+"@"), 16, 64); err == nil {
		cp.path = path
		err = decode(raw, &cp, &cp.Version)
		for i := range cp.Next {
			cp.Next[i].With = cp.Next[i].With.since(cp.Version)
		}
	}
	return cp, j.damaged(key, err)
}

// damaged tells which record can't be read.
func (j *journal) damaged(key string, err error) error {
	if err != nil && !errors.Is(err, ErrNewer) {
		err = messages.Error("graph.record-damaged", messages.Args{"key": key, "error": err})
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

func (j *journal) scan(ctx context.Context, prefix string) (keys []string, values [][]byte, err error) {
	keys, values, err = j.store.Scan(ctx, j.thread, prefix)
	return keys, values, j.named(err)
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
