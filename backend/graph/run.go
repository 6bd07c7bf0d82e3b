package graph

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"lectern/backend/messages"
)

// Start lets input make what it will of the thread's state, new or as it stands, and runs from Start. What was left
// half done is dropped, with its questions. Given a checkpoint, it goes on from there, as another branch if something followed already; at 0 it
// begins with an empty state beside what the thread holds.
func (w *Workflow[S]) Start(ctx context.Context, thread string, input func(S) S, at ...uint64) *Run[S] {
	return w.prepare(ctx, thread, input, at, nil)
}

// Continue runs what is left after an error, a cancel, a crash, a drain or the step limit. At the end it
// does nothing. Given a checkpoint that something followed, it forks there and runs that again, with its questions;
// given the last one of a branch, it goes on with that branch. ErrNotFound if there is no such thread.
func (w *Workflow[S]) Continue(ctx context.Context, thread string, at ...uint64) *Run[S] {
	return w.prepare(ctx, thread, nil, at, func(ctx context.Context, j *journal, at uint64) (uint64, error) {
		if followed, err := j.followed(ctx, at); err != nil || !followed {
			return at, err
		}
		return w.fork(j, at, nil)
	})
}

// AnswerAll answers questions by ID, of a branch if a checkpoint is given, and continues. Questions without an answer stay open; if an ID names none, it is
// ErrNoQuestion and no answer is kept.
func (w *Workflow[S]) AnswerAll(ctx context.Context, thread string, answers map[string]any, at ...uint64) *Run[S] {
	return w.prepare(ctx, thread, nil, at, func(ctx context.Context, j *journal, at uint64) (uint64, error) {
		return at, j.answer(ctx, at, answers)
	})
}

// execution is what a run shares with its subgraphs.
type execution struct {
	*journal
	emit    func(Event)
	drain   context.Context    // over when no further step is to begin
	answers map[string]outcome // by question ID; written before the first step only
	at      uint64             // the checkpoint where the run begins; 0: the newest
	anew    bool               // or with nothing
}

// prepare makes a run. before says where it really begins.
func (w *Workflow[S]) prepare(ctx context.Context, thread string, input func(S) S, at []uint64, before func(context.Context, *journal, uint64) (uint64, error)) *Run[S] {
	draining, drain := context.WithCancel(context.Background())
	return &Run[S]{ctx: ctx, drain: drain, execute: func(ctx context.Context, emit func(Event)) (res Result[S], err error) {
		if w.config.Store == nil {
			return res, messages.Error("graph.no-store")
		}
		release, err := w.take(thread)
		if err != nil {
			return res, err
		}
		defer release()
		exec := &execution{
			journal: openJournal(ctx, w.config.Store, thread), emit: emit, drain: draining,
			at: first(at), anew: len(at) > 0 && at[0] == 0,
		}
		defer func() {
			if unsaved := exec.err; unsaved != nil && !errors.Is(err, unsaved) {
				err = errors.Join(err, unsaved)
			}
		}()
		if before != nil {
			exec.at, err = before(ctx, exec.journal, exec.at)
		}
		if err == nil {
			res, err = w.run(ctx, exec, "", input, false)
		}
		return res, err
	}}
}

// run takes steps until End, a question, an error, the limit or a cancel. empty says that nothing can be
// saved under path yet.
func (w *Workflow[S]) run(ctx context.Context, exec *execution, path string, input func(S) S, empty bool) (Result[S], error) {
	p, err := w.begin(ctx, exec, path, input, empty)
	if err != nil {
		return Result[S]{}, err
	}
	if path == "" {
		exec.answers = p.answers
	}
	for taken := 0; ; taken++ {
		res := p.result()
		switch {
		case len(res.Next) == 0:
			return res, nil
		case taken == w.config.StepLimit:
			return res, messages.Error("graph.steps-taken", messages.Args{"error": ErrStepLimit, "taken": taken, "next": res.Next})
		case ctx.Err() != nil:
			return res, stopped(ctx)
		case exec.drain.Err() != nil:
			return res, ErrDrained
		}
		results, err := w.step(ctx, exec, p)
		if err != nil {
			return res, err
		}
		changed := make([]fields, len(results))
		for i, r := range results {
			changed[i], res.Questions = r.changed, append(res.Questions, r.asked...)
		}
		if len(res.Questions) > 0 {
			return res, nil
		}
		merged, err := w.merge(p.fields, changed...)
		if err != nil {
			return res, messages.Error("graph.nodes", messages.Args{"error": err, "nodes": res.Next})
		}
		if p, err = w.advance(exec, p, merged, res.Next, p.Step+1); err != nil {
			return res, err
		}
	}
}

// begin finds where the run starts from, with its input. A subgraph that began before ignores its input.
func (w *Workflow[S]) begin(ctx context.Context, exec *execution, path string, input func(S) S, empty bool) (*position[S], error) {
	p := &position[S]{moment: &moment{checkpoint: checkpoint{path: path}}}
	if !empty {
		at := exec.at
		if path != "" {
			at = 0
		}
		switch found, err := w.load(ctx, exec.journal, path, at); {
		case err == nil && path == "" && exec.anew && input != nil:
			p.newest = found.newest
		case err == nil:
			p = found
		case input == nil || at != 0 || !errors.Is(err, ErrNotFound):
			return nil, err
		}
	}
	if input == nil || path != "" && p.id != 0 {
		return p, nil
	}
	begun, err := w.edited(p.fields, input)
	if err != nil {
		return nil, err
	}
	return w.advance(exec, p, begun, []string{Start}, 0)
}

// edited gives the fields of a state that an edit was made to.
func (w *Workflow[S]) edited(f fields, edit func(S) S) (_ fields, err error) {
	defer caught(&err)
	s, err := decoded[S](f)
	if err != nil {
		return nil, err
	}
	return fieldsOf(edit(s))
}

// after begins the checkpoint that comes of p, with a state.
func (w *Workflow[S]) after(p *position[S], f fields, step int) (*moment, error) {
	m := &moment{checkpoint: checkpoint{
		path: p.path, id: p.newest + 1, Version: format, Parent: p.id, Step: step, Time: time.Now().UTC(),
	}}
	return m, m.hold(f)
}

// advance follows the arrows from the nodes that ran and saves the next checkpoint.
func (w *Workflow[S]) advance(exec *execution, p *position[S], f fields, ran []string, step int) (*position[S], error) {
	m, err := w.after(p, f, step)
	if err != nil {
		return nil, err
	}
	next := &position[S]{moment: m, newest: m.id, fresh: true}
	if err = json.Unmarshal(m.raw, &next.state); err == nil {
		err = w.route(&m.checkpoint, next.state, f, ran)
	}
	if err == nil {
		err = exec.putCheckpoint(m, p.long)
	}
	if err != nil {
		return nil, err
	}
	exec.emit(Event{Kind: KindState, Path: m.path, Step: m.Step, Checkpoint: m.id})
	return next, nil
}
