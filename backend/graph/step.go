package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// deed is what a task came to: an update, or questions.
type deed[U any] struct {
	update U
	asked  []Question
}

// step runs the tasks due at p, except those that an earlier attempt at the step finished. The first error cancels
// the other tasks; a question doesn't, nor does a drain. What finished tasks returned is kept either way.
func (w *Workflow[S, U]) step(ctx context.Context, exec *execution, p *position[S]) ([]deed[U], error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	var once sync.Once
	var drained atomic.Bool
	var tasks sync.WaitGroup
	deeds := make([]deed[U], len(p.Next))
	slots := make(chan struct{}, w.config.Parallel)
	for i, t := range p.Next {
		if d, ok := finished[U](p.moment, t); ok {
			deeds[i] = d
			continue
		}
		run := func() {
			slots <- struct{}{}
			err := within.Err()
			if err == nil && exec.drain.Err() != nil {
				err = ErrDrained
			} else if err == nil {
				deeds[i], err = w.task(within, exec, p, t)
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
	return deeds, failed
}

// task runs one task, as often as its policy says, and keeps and reports what it came to.
func (w *Workflow[S, U]) task(ctx context.Context, exec *execution, p *position[S], t task) (d deed[U], err error) {
	e := Event{Path: p.path, Node: t.Node, Task: t.ID, Step: p.Step + 1, Checkpoint: p.id}
	keep := func(data any) error {
		raw, err := json.Marshal(data)
		if err != nil {
			return &NodeError{t.Node, fmt.Errorf("its update can't be saved: %w", err)}
		}
		return exec.put(record{outcomeKey(p.path, p.id) + t.ID, outcome{format, e.Kind, raw}})
	}
	d, err = w.attempts(ctx, exec, p, t, &e)
	switch {
	case err != nil:
		err = &NodeError{t.Node, err}
		e.Kind, e.Err = KindError, err
		if ctx.Err() == nil && !errors.Is(err, ErrDrained) { // being stopped is no outcome
			_ = keep(err.Error()) // if this fails, the journal says so when the run ends
		}
	case len(d.asked) > 0:
		e.Kind, e.Data, e.Err = KindQuestion, d.asked, nil
		err = keep(d.asked)
	default:
		e.Kind, e.Data, e.Err = KindUpdate, d.update, nil
		if len(p.Next) > 1 { // a lone task's update is saved at once with the next checkpoint
			err = keep(d.update)
		}
	}
	exec.emit(e)
	return d, err
}

// attempts runs a task's node until it succeeds, asks, or has failed often enough for its rescue.
func (w *Workflow[S, U]) attempts(ctx context.Context, exec *execution, p *position[S], t task, e *Event) (d deed[U], err error) {
	v, ok := w.graph.nodes[t.Node]
	if !ok {
		return d, errors.New("this workflow no longer has it")
	}
	for e.Attempt = 1; ; e.Attempt++ {
		e.Kind, e.Took, e.Err = KindStart, 0, nil
		exec.emit(*e)
		a := &attempt{fresh: p.fresh && e.Attempt == 1}
		d, err = w.attempt(ctx, exec, p, t, e, a, v.run, v.Timeout)
		switch {
		case err == nil:
			return d, nil
		case ctx.Err() != nil || errors.Is(err, ErrDrained):
			return d, err
		case e.Attempt < v.Attempts && (v.RetryIf == nil || v.RetryIf(err)):
		case v.rescue == nil:
			return d, err
		default:
			e.Kind, e.Err = KindRescue, err
			exec.emit(*e)
			rescue := func(ctx context.Context, s S) (U, error) { return v.rescue(ctx, s, err) }
			d, wrong := w.attempt(ctx, exec, p, t, e, &attempt{mark: "!"}, rescue, 0)
			if wrong != nil {
				wrong = fmt.Errorf("%w (rescuing it from: %w)", wrong, err)
			}
			return d, wrong
		}
		e.Kind, e.Err = KindRetry, err
		exec.emit(*e)
		select {
		case <-time.After(v.Wait << min(e.Attempt-1, 16)):
		case <-ctx.Done():
			return d, err
		case <-exec.drain.Done():
			return d, ErrDrained
		}
	}
}

// attempt calls a node once.
func (w *Workflow[S, U]) attempt(ctx context.Context, exec *execution, p *position[S], t task, e *Event, a *attempt, run Node[S, U], timeout time.Duration) (d deed[U], err error) {
	view, err := w.view(p, t)
	if err != nil {
		return d, err
	}
	a.exec, a.path, a.task, a.event = exec, p.path, t, *e
	within := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	defer func(began time.Time) { e.Took = time.Since(began) }(time.Now())
	defer caught(&err)
	d.update, err = run(context.WithValue(within, attemptKey{}, a), view)
	d.asked = a.asked
	if len(a.asked) > 0 { // even if the node swallowed Ask's error
		return d, nil
	}
	if err == nil && ctx.Err() == nil && within.Err() != nil { // too late
		err = within.Err()
	}
	return d, err
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

// finished is the deed of a task that an earlier attempt at the step finished. An update that can't be read as a U any more
// counts as not finished: the task runs again.
func finished[U any](m *moment, t task) (d deed[U], ok bool) {
	o, ok := m.outcomes[t.ID]
	if !ok || o.Kind != KindUpdate {
		return d, false
	}
	return d, json.Unmarshal(o.Data, &d.update) == nil
}
