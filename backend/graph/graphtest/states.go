package graphtest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// State is that of the suite's workflows.
type State struct {
	Question string
	Log      []string `graph:"append"`
	Counts   []int    `graph:"append"`
	Answer   string
	Steps    int // of a line
}

// Count is the sum of what was counted.
func (s State) Count() (n int) {
	for _, c := range s.Counts {
		n += c
	}
	return n
}

// Update says in short how a State is to be changed: pointers replace, slices append, numbers are counted.
type Update struct {
	Question *string
	Log      []string
	Count    int
	Answer   *string
}

// Onto makes the change.
func (u Update) Onto(s State) State {
	if u.Question != nil {
		s.Question = *u.Question
	}
	if u.Answer != nil {
		s.Answer = *u.Answer
	}
	s.Log = append(s.Log, u.Log...)
	if u.Count != 0 {
		s.Counts = append(s.Counts, u.Count)
	}
	return s
}

type (
	node     = graph.Node[State]
	workflow = graph.Workflow[State]
)

func build() *graph.Graph[State] { return graph.New[State]("test") }

// says is a node that logs its name and counts itself.
func says(name string) node {
	return func(_ context.Context, s State) (State, error) {
		return Update{Log: []string{name}, Count: 1}.Onto(s), nil
	}
}

func compile(t testing.TB, g *graph.Graph[State], c graph.Config) *workflow {
	t.Helper()
	w, err := g.Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// finish runs to the next stop, which must not be an error.
func finish[S any](t testing.TB, run *graph.Run[S]) graph.Result[S] {
	t.Helper()
	res, err := run.Result()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// fails runs to an error that matches want.
func fails[S any](t testing.TB, run *graph.Run[S], want error) graph.Result[S] {
	t.Helper()
	res, err := run.Result()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	return res
}

// answering answers the first open question of a thread, or of a branch if a checkpoint is given.
func answering[S any](t testing.TB, w *graph.Workflow[S], thread string, value any, at ...uint64) *graph.Run[S] {
	t.Helper()
	id := ""
	if r, err := w.State(t.Context(), thread, at...); err == nil && len(r.Questions) > 0 {
		id = r.Questions[0].ID
	}
	return w.AnswerAll(t.Context(), thread, map[string]any{id: value}, at...)
}

func stands(t testing.TB, w *workflow, thread string) graph.Result[State] {
	t.Helper()
	res, err := w.State(t.Context(), thread)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func equal[T any](t testing.TB, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %+v\nwant %+v", got, want)
	}
}

// logged compares a state's log, joined by spaces.
func logged(t testing.TB, s State, want string) {
	t.Helper()
	equal(t, strings.Join(s.Log, " "), want)
}

// due compares the nodes due next, joined by spaces.
func due[S any](t testing.TB, r graph.Result[S], want string) {
	t.Helper()
	equal(t, strings.Join(r.Next, " "), want)
}

// kinds tells what the tasks of a step came to.
func kinds[S any](r graph.Result[S]) string {
	var all []string
	for _, o := range r.Outcomes {
		all = append(all, o.Node+" "+string(o.Kind))
	}
	return strings.Join(all, ", ")
}

func values(questions []graph.Question) string {
	var all []string
	for _, q := range questions {
		all = append(all, string(q.Value))
	}
	return fmt.Sprint(all)
}
