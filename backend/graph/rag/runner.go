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

// Outcome is where a run stopped.
type Outcome struct {
	graph.Point
	Result
	Run       string // that the state belongs to
	Questions []graph.Question
}

// Run is one execution of any workflow; see graph.Run.
type Run interface {
	Events() iter.Seq[graph.Event]
	Drain()
	Result() (Outcome, error)
}

// Runner runs one workflow over threads, whatever its state is; see graph.Workflow for the methods.
type Runner interface {
	Start(ctx context.Context, thread string, t Turn, at ...uint64) Run
	Continue(ctx context.Context, thread string, at ...uint64) Run
	AnswerAll(ctx context.Context, thread string, answers map[string]any, at ...uint64) Run
	Fork(ctx context.Context, thread string, from uint64, run string, amended ...Message) (uint64, error)
	History(ctx context.Context, thread string) ([]graph.Point, error)
	Prune(ctx context.Context, thread string, keep ...uint64) error
}

// conversing is a pointer to a state that embeds a Talk.
type conversing[S any] interface {
	*S
	talk() *Conversation
}

func (t *Conversation) talk() *Conversation { return t }

// Adapt makes a Runner of a compiled workflow, of whose states result reads what a run has come to.
func Adapt[S any, P conversing[S]](w *graph.Workflow[S], result func(S) Result) Runner {
	return runner[S, P]{w, result}
}

type runner[S any, P conversing[S]] struct {
	*graph.Workflow[S]
	result func(S) Result
}

// Asking is the input that begins a question: of the state before it only the conversation carries over.
func Asking[S any, P conversing[S]](t Turn) func(S) S {
	return func(before S) (s S) {
		*P(&s).talk() = P(&before).talk().Ask(t)
		return s
	}
}

func (r runner[S, P]) started(run *graph.Run[S]) Run {
	return started[S]{run, func(s S) (string, Result) { return P(&s).talk().Run, r.result(s) }}
}

func (r runner[S, P]) Start(ctx context.Context, thread string, t Turn, at ...uint64) Run {
	return r.started(r.Workflow.Start(ctx, thread, Asking[S, P](t), at...))
}

func (r runner[S, P]) Continue(ctx context.Context, thread string, at ...uint64) Run {
	return r.started(r.Workflow.Continue(ctx, thread, at...))
}

func (r runner[S, P]) AnswerAll(ctx context.Context, thread string, answers map[string]any, at ...uint64) Run {
	return r.started(r.Workflow.AnswerAll(ctx, thread, answers, at...))
}

func (r runner[S, P]) Fork(ctx context.Context, thread string, from uint64, run string, amended ...Message) (uint64, error) {
	return r.Workflow.Fork(ctx, thread, from, func(s S) S {
		P(&s).talk().takenOver(run, amended)
		return s
	})
}

type started[S any] struct {
	*graph.Run[S]
	result func(S) (string, Result)
}

func (s started[S]) Result() (Outcome, error) {
	r, err := s.Run.Result()
	out := Outcome{Point: r.Point, Questions: r.Questions}
	out.Run, out.Result = s.result(r.State)
	return out, err
}
