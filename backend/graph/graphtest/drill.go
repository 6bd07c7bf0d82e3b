package graphtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"lectern/backend/graph"
)

// drill is the workflow on which mishaps are tried: nodes beside each other, a spread, a place where they meet, a loop, a subgraph, and
// questions in both. Every task has a name of its own within the thread, its step, which it logs with its update, so that
// the state tells what is finished. It tells begins when it begins; one that asks, when it has its answer.
type drill struct {
	rounds int
	begins func(step string) error
}

// width is the greatest number of tasks that a drill has going at once.
const width = 7

func (d drill) does(name string) node {
	return func(_ context.Context, s State) (State, error) {
		step := fmt.Sprintf("%d.%s%s", s.Count(), name, s.Question)
		return Update{Log: []string{step}}.Onto(s), d.begins(step)
	}
}

// asks is a node that asks and then does as others do, and ends a round if it is the workflow's own.
func (d drill) asks(name string, round int) node {
	return func(ctx context.Context, s State) (State, error) {
		answer, err := graph.Ask[string](ctx, fmt.Sprint(s.Count(), name))
		if err != nil {
			return s, err
		}
		s, err = d.does(name)(ctx, s)
		return Update{Log: []string{answer}, Count: round}.Onto(s), err
	}
}

func (d drill) workflow(t testing.TB, c graph.Config) *workflow {
	t.Helper()
	sub := compile(t, build().Node("x", d.does("x")).Node("y", d.does("y")).Node("z", d.does("z")).Node("subask", d.asks("subask", 0)).
		Edge(graph.Start, "x").Edge("x", "y").Edge("x", "z").Edge("y", "subask").Edge("z", "subask").Edge("subask", graph.End), graph.Config{})
	return compile(t, build().
		Node("plan", d.does("plan")).Node("a", d.does("a")).Node("b", d.does("b")).Node("each", d.does("each")).
		Node("sub", graph.Sub(sub, func(s State) State { return State{Counts: s.Counts} }, asUpdate)).
		Node("gather", d.does("gather")).Node("ask", d.asks("ask", 1)).
		Edge(graph.Start, "plan").Edge("plan", "a").Edge("plan", "sub").Edge("plan", "b").
		Edge("plan", "each").Spread("each", spreadOver("1", "2", "3")).
		Edge("a", "gather").Edge("sub", "gather").Edge("b", "gather").Edge("each", "gather").Edge("gather", "ask").
		Branch("ask", func(s State) string { return fmt.Sprint(s.Count() < d.rounds) }, graph.When("true", "plan"), graph.When("false", graph.End)), c)
}

// work brings a thread from wherever it stands to its end, answering what is asked, and prunes it there.
func (d drill) work(ctx context.Context, w *workflow, thread string) error {
	for range 10 * d.rounds { // which pause twice each
		r, err := w.State(ctx, thread)
		var run *graph.Run[State]
		switch {
		case errors.Is(err, graph.ErrNotFound):
			run = w.Start(ctx, thread, Update{Log: []string{"in"}}.Onto)
		case err != nil:
			return err
		case len(r.Next) == 0:
			return w.Prune(context.WithoutCancel(ctx), thread)
		case len(r.Questions) > 0:
			q := r.Questions[0]
			run = w.AnswerAll(ctx, thread, map[string]any{q.ID: "yes, " + q.Node})
		default:
			run = w.Continue(ctx, thread)
		}
		if _, err = run.Result(); err != nil {
			return err
		}
	}
	return fmt.Errorf("thread %s doesn't get on", thread)
}

// ending is the state that a thread ends in when nothing goes wrong.
func (d drill) ending(t testing.TB) State {
	t.Helper()
	d.begins = func(string) error { return nil }
	w := d.workflow(t, graph.Config{Store: new(Memory)})
	if err := d.work(t.Context(), w, "t"); err != nil {
		t.Fatal(err)
	}
	return stands(t, w, "t").State
}

// finished are the steps that the store knows the outcome of.
func (d drill) finished(t testing.TB, store graph.Store, thread string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	d.collect(t, store, thread, "", all)
	return all
}

func (d drill) collect(t testing.TB, store graph.Store, thread, path string, into map[string]bool) {
	t.Helper()
	r, err := graph.Inspect(t.Context(), store, thread, path, 0)
	if errors.Is(err, graph.ErrNotFound) {
		return
	}
	var steps []string
	if err == nil {
		err = json.Unmarshal(r.State["Log"], &steps)
	}
	for _, o := range r.Outcomes {
		var u State
		if err == nil && o.Kind == graph.KindUpdate {
			err = json.Unmarshal(o.Data, &u)
		}
		steps = append(steps, u.Log...)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		into[step] = true
	}
	for i, node := range r.Next {
		if node == "sub" { // whose task is named like this
			d.collect(t, store, thread, fmt.Sprintf("%d.%s.%d/", r.Checkpoint, node, i), into)
		}
	}
}

// life watches over the steps of a thread in one process: none that was finished begins, and none begins twice.
type life struct {
	finished map[string]bool

	mu    sync.Mutex
	begun map[string]bool
	wrong []error
}

func (l *life) begins(step string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.finished[step]:
		l.wrong = append(l.wrong, fmt.Errorf("%s was finished, and began again", step))
	case l.begun[step]:
		l.wrong = append(l.wrong, fmt.Errorf("%s began twice", step))
	}
	if l.begun == nil {
		l.begun = map[string]bool{}
	}
	l.begun[step] = true
	return nil
}

// end tells what was wrong.
func (l *life) end(t testing.TB) {
	t.Helper()
	for _, err := range l.wrong {
		t.Error(err)
	}
}

// goOn brings a thread to its end with a fresh workflow, and checks that nothing is done again and that the end is right.
func (d drill) goOn(t testing.TB, c graph.Config, thread string, ending State) {
	t.Helper()
	l := life{finished: d.finished(t, c.Store, thread)}
	d.begins = l.begins
	w := d.workflow(t, c)
	if err := d.work(t.Context(), w, thread); err != nil {
		t.Fatal(err)
	}
	l.end(t)
	equal(t, stands(t, w, thread).State, ending)
}
