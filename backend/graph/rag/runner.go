package rag

import (
	"context"
	"encoding/json"
	"iter"

	"lectern/backend/graph"
	"lectern/backend/store"
)

// Card is a question to the person. A node asks with graph.Ask[Reply](ctx, Card{…}).
type (
	Card  = store.Card
	Item  = store.Item
	Reply = store.Reply
)

// Result is what a workflow has come to at the end of a run, or for as long as it waits.
type Result struct {
	Answer Answer          `json:"answer"`
	Made   json.RawMessage `json:"made"`   // what else it made: scores, charts, a plan, paths; see the workflow's Made
	Failed string          `json:"failed"` // why it ended without an answer, for the person; "" if it didn't
}

// Standing is where a run stopped.
type Standing struct {
	graph.Point
	Result
	Run       string // that the state belongs to
	Questions []graph.Question
}

// Run is one execution of any workflow; see graph.Run.
type Run interface {
	Events() iter.Seq[graph.Event]
	Drain()
	Result() (Standing, error)
}

// Runner runs one workflow over threads, whatever its state is; see graph.Workflow for the methods.
type Runner interface {
	Start(ctx context.Context, thread string, t Turn, at ...uint64) Run
	Continue(ctx context.Context, thread string, at ...uint64) Run
	AnswerAll(ctx context.Context, thread string, answers map[string]any, at ...uint64) Run
	Fork(ctx context.Context, thread string, from uint64, run string) (uint64, error)
	History(ctx context.Context, thread string) ([]graph.Point, error)
	Prune(ctx context.Context, thread string, keep ...uint64) error
}

// Adapt makes a Runner of a compiled workflow. update wraps what every workflow understands, and result reads a state.
func Adapt[S, U any](w *graph.Workflow[S, U], update func(TalkUpdate) U, result func(S) (run string, r Result)) Runner {
	return runner[S, U]{w, update, result}
}

type runner[S, U any] struct {
	*graph.Workflow[S, U]
	update func(TalkUpdate) U
	result func(S) (string, Result)
}

func (r runner[S, U]) Start(ctx context.Context, thread string, t Turn, at ...uint64) Run {
	return started[S]{r.Workflow.Start(ctx, thread, r.update(Ask(t)), at...), r.result}
}

func (r runner[S, U]) Continue(ctx context.Context, thread string, at ...uint64) Run {
	return started[S]{r.Workflow.Continue(ctx, thread, at...), r.result}
}

func (r runner[S, U]) AnswerAll(ctx context.Context, thread string, answers map[string]any, at ...uint64) Run {
	return started[S]{r.Workflow.AnswerAll(ctx, thread, answers, at...), r.result}
}

func (r runner[S, U]) Fork(ctx context.Context, thread string, from uint64, run string) (uint64, error) {
	return r.Workflow.Fork(ctx, thread, from, r.update(TalkUpdate{Run: &run}))
}

type started[S any] struct {
	*graph.Run[S]
	result func(S) (string, Result)
}

func (s started[S]) Result() (Standing, error) {
	r, err := s.Run.Result()
	out := Standing{Point: r.Point, Questions: r.Questions}
	out.Run, out.Result = s.result(r.State)
	return out, err
}
