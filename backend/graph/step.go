package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// step runs the tasks due at p, except those that an earlier attempt at the step finished. The first error cancels
// the other tasks; a question doesn't. What finished tasks returned is kept either way.
func (w *Workflow[S, U]) step(ctx context.Context, exec *execution, p *position[S]) ([]U, []Question, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	var once sync.Once
	var drained atomic.Bool
	var tasks sync.WaitGroup
	updates, questions := make([]U, len(p.Next)), make([][]Question, len(p.Next))
	slots := make(chan struct{}, w.config.Parallel)
	for i, t := range p.Next {
		if u, ok := finished[U](p.moment, t); ok {
			updates[i] = u
			continue
		}
		tasks.Go(func() {
			var err error
			select {
			case slots <- struct{}{}:
				if exec.draining() {
					err = ErrDrained
				} else {
					updates[i], questions[i], err = w.task(within, exec, p, t)
				}
				<-slots
			case <-within.Done():
				err = within.Err()
			}
			switch {
			case errors.Is(err, ErrDrained): // which the others don't suffer from
				drained.Store(true)
			case err != nil:
				once.Do(func() { failed = err; cancel() })
			}
		})
	}
	tasks.Wait()
	if failed == nil && drained.Load() {
		failed = ErrDrained
	}
	if failed != nil && ctx.Err() != nil { // a stopped run's nodes fail in all sorts of ways
		failed = stopped(ctx)
	}
	return updates, slices.Concat(questions...), failed
}

// task runs one task, as often as its policy says, and keeps and reports what it came to.
func (w *Workflow[S, U]) task(ctx context.Context, exec *execution, p *position[S], t task) (u U, asked []Question, err error) {
	e := Event{Path: p.path, Node: t.Node, Task: t.ID, Step: p.Step + 1, Checkpoint: p.id}
	keep := func(data any) error {
		raw, err := json.Marshal(data)
		if err != nil {
			return &NodeError{t.Node, fmt.Errorf("its update can't be saved: %w", err)}
		}
		return exec.put(record{outcomeKey(p.path, p.id, t.ID), outcome{format, e.Kind, raw}})
	}
	u, asked, err = w.attempts(ctx, exec, p, t, &e)
	switch {
	case err != nil:
		err = &NodeError{t.Node, err}
		e.Kind, e.Err = KindError, err
		if ctx.Err() == nil && !errors.Is(err, ErrDrained) { // being stopped is no outcome
			_ = keep(err.Error()) // if this fails, the journal says so when the run ends
		}
	case len(asked) > 0:
		e.Kind, e.Data = KindQuestion, asked
		err = keep(asked)
	default:
		e.Kind, e.Data = KindUpdate, u
		if len(p.Next) > 1 { // a lone task's update is saved at once with the next checkpoint
			err = keep(u)
		}
	}
	exec.emit(e)
	return u, asked, err
}

// attempts runs a task's node until it succeeds, asks, or has failed often enough.
func (w *Workflow[S, U]) attempts(ctx context.Context, exec *execution, p *position[S], t task, e *Event) (u U, asked []Question, err error) {
	v, ok := w.graph.nodes[t.Node]
	if !ok {
		return u, nil, errors.New("this workflow no longer has it")
	}
	for e.Attempt = 1; ; e.Attempt++ {
		view, err := w.view(p, t)
		if err != nil {
			return u, nil, err
		}
		e.Kind, e.Took, e.Err = KindStart, 0, nil
		exec.emit(*e)
		began := time.Now()
		a := &attempt{exec: exec, path: p.path, task: t, event: *e, fresh: p.fresh && e.Attempt == 1}
		u, err = v.call(context.WithValue(ctx, attemptKey{}, a), view)
		e.Took = time.Since(began)
		switch {
		case len(a.asked) > 0: // even if the node swallowed Ask's error
			return u, a.asked, nil
		case err == nil:
			return u, nil, nil
		case e.Attempt >= v.Attempts || ctx.Err() != nil || errors.Is(err, ErrDrained) || v.RetryIf != nil && !v.RetryIf(err):
			return u, nil, err
		}
		e.Kind, e.Err = KindRetry, err
		exec.emit(*e)
		select {
		case <-time.After(v.Wait << min(e.Attempt-1, 16)):
		case <-ctx.Done():
			return u, nil, err
		case <-exec.drain:
			return u, nil, ErrDrained
		}
	}
}

// view is the state as a task sees it: a copy, so that no node can harm what others see.
func (w *Workflow[S, U]) view(p *position[S], t task) (s S, err error) {
	if err := json.Unmarshal(p.raw, &s); err != nil {
		return s, err
	}
	if t.With != nil {
		var own U
		if err := json.Unmarshal(t.With, &own); err != nil {
			return s, err
		}
		err = w.fold(&s, own)
	}
	return s, err
}

func (v vertex[S, U]) call(ctx context.Context, s S) (u U, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	if v.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.Timeout)
		defer cancel()
	}
	return v.run(ctx, s)
}

// finished is the update of a task that an earlier attempt at the step finished. One that can't be read as a U any more
// counts as not finished: the task runs again.
func finished[U any](m *moment, t task) (u U, ok bool) {
	o, ok := m.outcomes[t.ID]
	if !ok || o.Kind != KindUpdate {
		return u, false
	}
	return u, json.Unmarshal(o.Data, &u) == nil
}
