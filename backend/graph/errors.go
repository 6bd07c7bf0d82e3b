package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"lectern/backend/messages"
)

var (
	// ErrNotFound: the thread or the checkpoint doesn't exist.
	ErrNotFound = messages.Error("graph.not-found")
	// ErrBusy: the thread has a run in progress. Cancel that one, or wait.
	ErrBusy = messages.Error("graph.busy")
	// ErrStepLimit: the run took Config.StepLimit steps. Continue allows it as many again.
	ErrStepLimit = messages.Error("graph.step-limit")
	// ErrConflict: two nodes of one step changed the same field; the graph has to be changed.
	ErrConflict = messages.Error("graph.conflict")
	// ErrDrained: the run was asked to stop after its step; see Run.Drain. Continue goes on.
	ErrDrained = messages.Error("graph.drained")
	// ErrWaiting is what Ask returns until there is an answer. A node passes it on.
	ErrWaiting = messages.Error("graph.waiting")
	// ErrNoQuestion: no open question has that ID, or none is open at all.
	ErrNoQuestion = messages.Error("graph.no-question")
	// ErrNewer: the thread was saved by a newer version of the program.
	ErrNewer = messages.Error("graph.newer")
)

// NodeError tells which node failed a run. In a subgraph they nest, outermost first.
type NodeError struct {
	Node string
	Err  error
}

func (e *NodeError) Error() string { return e.Said().String() }

// Said is what it says in each language.
func (e *NodeError) Said() messages.Message {
	return messages.New("graph.node-failed", messages.Args{"node": e.Node, "error": e.Err})
}
func (e *NodeError) Unwrap() error { return e.Err }

// RescueError is the error of a node's rescue, with the one that it was to rescue the node from.
type RescueError struct{ Err, From error }

func (e *RescueError) Error() string   { return e.Said().String() }
func (e *RescueError) Unwrap() []error { return []error{e.Err, e.From} }

// Said is what it says in each language.
func (e *RescueError) Said() messages.Message {
	return messages.New("graph.rescue-failed", messages.Args{"error": e.Err, "from": e.From})
}

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
