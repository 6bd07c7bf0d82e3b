package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

var (
	// ErrNotFound: the thread or the checkpoint doesn't exist.
	ErrNotFound = errors.New("nothing saved under that name")
	// ErrBusy: the thread has a run in progress. Cancel that one, or wait.
	ErrBusy = errors.New("this thread is already running")
	// ErrStepLimit: the run took Config.StepLimit steps. Continue allows it as many again.
	ErrStepLimit = errors.New("step limit reached")
	// ErrConflict: two nodes of one step changed the same field; the graph has to be changed.
	ErrConflict = errors.New("two nodes of one step set the same field")
	// ErrDrained: the run was asked to stop after its step; see Run.Drain. Continue goes on.
	ErrDrained = errors.New("asked to stop after the present step")
	// ErrWaiting is what Ask returns until there is an answer. A node passes it on.
	ErrWaiting = errors.New("waiting for an answer")
	// ErrAmbiguous: several questions are open and the answer names none of them. Use AnswerAll.
	ErrAmbiguous = errors.New("several questions are open; say which one is answered")
	// ErrNoQuestion: no open question has that ID, or none is open at all.
	ErrNoQuestion = errors.New("no such question is open")
	// ErrNewer: the thread was saved by a newer version of the program.
	ErrNewer = errors.New("saved by a newer version of this program; update it to go on")
)

// NodeError tells which node failed a run. In a subgraph they nest, outermost first.
type NodeError struct {
	Node string
	Err  error
}

func (e *NodeError) Error() string { return "node " + e.Node + ": " + e.Err.Error() }
func (e *NodeError) Unwrap() error { return e.Err }

// PanicError is a panic of a node, an input or a routing function. The stack is for the log, not for people.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// caught, deferred, makes an error of a panic.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{v, debug.Stack()}
	}
}

// Unwrap gives the panic's value if that was an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// stopped is the error of a cancelled run: both how the context ended and why, if the canceller gave a cause.
func stopped(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", err, cause)
}
