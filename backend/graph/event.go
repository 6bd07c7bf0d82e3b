package graph

import (
	"context"
	"iter"
)

// Kind is the kind of an event, and of what is saved about a task.
type Kind string

// The kinds of events. Data is the emitted value, or the []Question.
const (
	KindStart    Kind = "start"    // an attempt at a task begins
	KindEmit     Kind = "emit"     // a node called Emit
	KindRetry    Kind = "retry"    // an attempt failed with Err; another one follows
	KindRescue   Kind = "rescue"   // the last attempt failed with Err; the node's rescue begins
	KindUpdate   Kind = "update"   // a task returned
	KindQuestion Kind = "question" // a task asked a person
	KindError    Kind = "error"    // a task failed for good, with Err
	KindState    Kind = "state"    // the state after an input or a whole step was saved
)

// Event is one thing that happened in a run. Parallel tasks' events mingle; a task's own come in order.
type Event struct {
	Kind       Kind
	Path       string // of the subgraph: the task IDs that lead to it, each followed by "/"; "" for the workflow itself
	Node       string // "" for KindState
	Task       string
	Step       int    // counts from 1 since the last input
	Attempt    int    // counts from 1
	Checkpoint uint64 // the one that the task started from; for KindState the new one
	Data       any
	Err        error
}

// Run is one prepared execution. Nothing happens before Result or Events is called; only one goroutine may do that.
type Run[S any] struct {
	ctx     context.Context
	execute func(context.Context, func(Event)) (Result[S], error)
	drain   func()
	ended   bool
	res     Result[S]
	err     error
}

// Drain asks the run to end after the step that it is at: tasks that have begun finish and their step is saved, no
// other begins, and the run ends with ErrDrained. It returns at once and may be called from anywhere, at any time.
func (r *Run[S]) Drain() { r.drain() }

// Result runs to the next stop, unless Events did that already.
//
// Questions are no errors: see Result.Next. A node's error comes as a *NodeError and matches its
// cause; a cancelled run's matches both context.Canceled and the cause given to the context. The others are
// ErrNotFound, ErrBusy, ErrDrained, ErrStepLimit, ErrConflict, ErrNoQuestion, ErrNewer, a *PanicError of an input or
// routing function, and those of the store. Whatever the error, the thread can go on from Result.Checkpoint.
func (r *Run[S]) Result() (Result[S], error) {
	if !r.ended {
		r.ended = true
		r.res, r.err = r.execute(r.ctx, func(Event) {})
	}
	return r.res, r.err
}

// Events runs to the next stop and reports what happens while it does. A node that emits waits for the loop to take
// the event, give or take a small buffer. Leaving the loop cancels the run and waits for its nodes; finished work
// is kept. Cancelling the context does not end the loop: the run's last events still come.
func (r *Run[S]) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		if r.ended {
			return
		}
		r.ended = true
		ctx, cancel := context.WithCancel(r.ctx)
		events, left, done := make(chan Event, 64), make(chan struct{}), make(chan struct{})
		defer func() { // also when the loop's body panics
			close(left)
			cancel()
			<-done
		}()
		go func() {
			defer close(done)
			r.res, r.err = r.execute(ctx, func(e Event) {
				select {
				case events <- e:
				case <-left:
				}
			})
		}()
		for {
			select {
			case e := <-events:
				if !yield(e) {
					return
				}
			case <-done:
				for len(events) > 0 { // what was sent before the run ended
					if !yield(<-events) {
						return
					}
				}
				return
			}
		}
	}
}
