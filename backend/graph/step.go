package graph

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/messages"
)

// taskResult is what a task came to: what it changed, or questions.
type taskResult struct {
	changed fields
	asked   []Question
}

// step runs the tasks due at p, except those that an earlier attempt at the step finished. The first error cancels
// the other tasks; a question doesn't, nor does a drain. What finished tasks returned is kept either way.
func (w *Workflow[S]) step(ctx context.Context, exec *execution, p *position[S]) ([]taskResult, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	var once sync.Once
	var drained atomic.Bool
	var tasks sync.WaitGroup
	results := make([]taskResult, len(p.Next))
	slots := make(chan struct{}, w.config.Parallel)
	for i, t := range p.Next {
		if r, ok := finished(p.moment, t); ok {
			results[i] = r
			continue
		}
		slots <- struct{}{} // taken here, so that tasks begin in order
		run := func() {
			err := within.Err()
			if err == nil && exec.drain.Err() != nil {
				err = ErrDrained
			} else if err == nil {
				results[i], err = w.task(within, exec, p, t)
			}
			<-slots
			switch {
			case errors.Is(err, ErrDrained): // which the others don't suffer from
				drained.Store(true)
			case err != nil:
				once.Do(func() { failed = err; cancel() })
			}
		}
		if len(p.Next) == 1 { // the usual case needs no goroutine
			run()
		} else {
			tasks.Go(run)
		}
	}
	tasks.Wait()
	if failed == nil && drained.Load() {
		failed = ErrDrained
	}
	if failed != nil && ctx.Err() != nil { // a stopped run's nodes fail in all sorts of ways
		failed = stopped(ctx)
	}
	return results, failed
}

// task runs one task, as often as its policy says, and keeps and reports what it came to.
func (w *Workflow[S]) task(ctx context.Context, exec *execution, p *position[S], t task) (r taskResult, err error) {
	e := Event{Path: p.path, Node: t.Node, Task: t.ID, Step: p.Step + 1, Checkpoint: p.id}
	keep := func(data any) error {
		raw, err := json.Marshal(data)
		if err != nil {
			return &NodeError{t.Node, messages.Error("graph.not-saved", messages.Args{"error": err})}
		}
		return exec.put(record{outcomeKey(p.path, p.id) + t.ID, outcome{format, e.Kind, raw}})
	}
	r, err = w.attempts(ctx, exec, p, t, &e)
	switch {
	case err != nil:
		err = &NodeError{t.Node, err}
		e.Kind, e.Err = KindError, err
		if ctx.Err() == nil && !errors.Is(err, ErrDrained) { // being stopped is no outcome
			_ = keep(err.Error()) // if this fails, the journal says so when the run ends
		}
	case len(r.asked) > 0:
		e.Kind, e.Data, e.Err = KindQuestion, r.asked, nil
		err = keep(r.asked)
	default:
		e.Kind, e.Err = KindUpdate, nil
		if len(p.Next) > 1 { // what a lone task changed is saved at once with the next checkpoint
			err = keep(r.changed)
		}
	}
	exec.emit(e)
	return r, err
}

// attempts runs a task's node until it succeeds, asks, or has failed often enough for its rescue.
func (w *Workflow[S]) attempts(ctx context.Context, exec *execution, p *position[S], t task, e *Event) (r taskResult, err error) {
	v, ok := w.graph.nodes[t.Node]
	if !ok {
		return r, messages.Error("graph.node-gone")
	}
	for e.Attempt = 1; ; e.Attempt++ {
		e.Kind, e.Err = KindStart, nil
		exec.emit(*e)
		a := &attempt{fresh: p.fresh && e.Attempt == 1, last: e.Attempt >= v.Attempts}
		r, err = w.attempt(ctx, exec, p, t, e, a, v.run)
		switch {
		case err == nil:
			return r, nil
		case ctx.Err() != nil || errors.Is(err, ErrDrained):
			return r, err
		case e.Attempt < v.Attempts && (v.RetryIf == nil || v.RetryIf(err)):
		case v.rescue == nil:
			return r, err
		default:
			e.Kind, e.Err = KindRescue, err
			exec.emit(*e)
			rescue := func(ctx context.Context, s S) (S, error) { return v.rescue(ctx, s, err) }
			r, wrong := w.attempt(ctx, exec, p, t, e, &attempt{mark: "!", last: true}, rescue)
			if wrong != nil {
				wrong = &RescueError{wrong, err}
			}
			return r, wrong
		}
		e.Kind, e.Err = KindRetry, err
		exec.emit(*e)
		select {
		case <-time.After(v.Wait << min(e.Attempt-1, 16)):
		case <-ctx.Done():
			return r, err
		case <-exec.drain.Done():
			return r, ErrDrained
		}
	}
}

// attempt calls a node once.
func (w *Workflow[S]) attempt(ctx context.Context, exec *execution, p *position[S], t task, e *Event, a *attempt, run Node[S]) (r taskResult, err error) {
	base, view, err := w.view(p, t)
	if err != nil {
		return r, err
	}
	a.exec, a.path, a.task, a.event = exec, p.path, t, *e
	defer caught(&err)
	s, err := run(context.WithValue(ctx, attemptKey{}, a), view)
	if r.asked = a.asked; len(a.asked) > 0 { // even if the node swallowed Ask's error
		return r, nil
	}
	if err == nil {
		r.changed, err = w.changes(base, s)
	}
	return r, err
}

// view is the state as a task sees it: a copy, so that no node can harm what others see.
func (w *Workflow[S]) view(p *position[S], t task) (base fields, s S, err error) {
	if t.With == nil {
		return p.fields, s, json.Unmarshal(p.raw, &s)
	}
	if base, err = w.merge(p.fields, t.With); err == nil {
		s, err = decoded[S](base)
	}
	return base, s, err
}

// finished is what a task came to that an earlier attempt at the step finished. What can't be read any more counts as not
// finished: the task runs again.
func finished(m *moment, t task) (r taskResult, ok bool) {
	o, ok := m.outcomes[t.ID]
	if !ok || o.Kind != KindUpdate {
		return r, false
	}
	ok = json.Unmarshal(o.Data, &r.changed) == nil
	r.changed = r.changed.since(o.Version)
	return r, ok
}
