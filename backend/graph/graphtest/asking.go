package graphtest

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/graph"
)

// asks is a node that asks n questions and logs the answers.
func asks(n int) node {
	return func(ctx context.Context, s State) (State, error) {
		for i := range n {
			answer, err := graph.Ask[string](ctx, fmt.Sprintf("q%d?", i))
			if err != nil {
				return s, err
			}
			s.Log = append(s.Log, answer)
		}
		return s, nil
	}
}

func severalQuestionsInOneNode(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Node("ask", asks(2)).
		Edge(graph.Start, "a").Edge("a", "ask").Edge("ask", graph.End), c)
	r := finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	equal(t, values(r.Questions), `["q0?"]`)
	equal(t, stands(t, w, "t").Questions, r.Questions)
	equal(t, values(finish(t, answering(t, w, "t", "one")).Questions), `["q1?"]`)
	r = stands(t, w, "t")
	logged(t, r.State, "a") // unchanged meanwhile
	equal(t, values(r.Questions), `["q1?"]`)
	r = finish(t, answering(t, w, "t", "two"))
	logged(t, r.State, "a one two")
	due(t, r, "")
	fails(t, answering(t, w, "t", "three"), graph.ErrNoQuestion)
}

func theStateIsUnchangedMeanwhile(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("a", says("a")).Node("ask", asks(2)).Node("beside", says("beside")).Node("after", says("after")).
		Edge(graph.Start, "a").Edge("a", "ask").Edge("a", "beside").Edge("ask", "after").Edge("beside", "after").Edge("after", graph.End), c)
	before := finish(t, w.Start(t.Context(), "t", Update{Log: []string{"in"}}.Onto))
	logged(t, before.State, "in a")
	for _, answer := range []string{"one", "two"} {
		r := stands(t, w, "t")
		equal(t, r.State, before.State)
		equal(t, r.Point, before.Point)
		equal(t, kinds(r), "ask question, beside update")
		equal(t, history(t, w, "t"), "2<1 1 [in a]; 1<0 0 [in]")
		before = finish(t, answering(t, w, "t", answer))
	}
	logged(t, before.State, "in a one two beside after")
}

func adult(ctx context.Context, s State) (State, error) {
	question := "age?"
	for {
		age, err := graph.Ask[int](ctx, question)
		if err != nil || age >= 18 {
			return Update{Count: age}.Onto(s), err
		}
		question = "really?"
	}
}

func aBadAnswerAsksAgain(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("age", adult).Edge(graph.Start, "age").Edge("age", graph.End), c)
	equal(t, values(finish(t, w.Start(t.Context(), "t", Update{}.Onto)).Questions), `["age?"]`)
	equal(t, values(finish(t, answering(t, w, "t", 13)).Questions), `["really?"]`)
	equal(t, values(finish(t, answering(t, w, "t", 15)).Questions), `["really?"]`)
	equal(t, finish(t, answering(t, w, "t", 19)).State.Count(), 19)
}

func anAnswerOfTheWrongTypeAsksAgain(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("age", adult).Edge(graph.Start, "age").Edge("age", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	equal(t, values(finish(t, answering(t, w, "t", "old enough")).Questions), `["age?"]`)
	equal(t, finish(t, answering(t, w, "t", 20)).State.Count(), 20)
}

func parallelQuestions(t *testing.T, c graph.Config) {
	var sibling atomic.Int32
	w := compile(t, build().Node("a", asks(1)).Node("b", asks(1)).
		Node("c", func(ctx context.Context, s State) (State, error) {
			sibling.Add(1)
			time.Sleep(5 * time.Millisecond)
			return Update{Log: []string{"c"}}.Onto(s), ctx.Err()
		}).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge(graph.Start, "c").
		Edge("a", graph.End).Edge("b", graph.End).Edge("c", graph.End), c)
	asked := finish(t, w.Start(t.Context(), "t", Update{}.Onto)).Questions
	equal(t, len(asked), 2)
	fails(t, w.AnswerAll(t.Context(), "t", map[string]any{asked[0].ID: "A", "none": "x"}), graph.ErrNoQuestion)
	equal(t, stands(t, w, "t").Questions, asked) // not even the good one is kept
	finish(t, w.AnswerAll(t.Context(), "t", map[string]any{asked[1].ID: "B"}))
	equal(t, stands(t, w, "t").Questions, asked[:1])
	logged(t, finish(t, answering(t, w, "t", "A")).State, "A B c")
	equal(t, sibling.Load(), 1)
}

// The sibling of a subgraph that asks, one beside the question inside it, and what came before it: each runs once,
// however often the run pauses.
func anInterruptedSubgraphsSiblingRunsOnce(t *testing.T, c graph.Config) {
	var outer, inner, before atomic.Int32
	counts := func(n *atomic.Int32, name string) node {
		return func(ctx context.Context, s State) (State, error) {
			n.Add(1)
			return says(name)(ctx, s)
		}
	}
	g := func() *graph.Graph[State] {
		sub := compile(t, build().Node("before", counts(&before, "before")).Node("ask", asks(2)).Node("inside", counts(&inner, "inside")).
			Edge(graph.Start, "before").Edge("before", "ask").Edge("before", "inside").Edge("ask", graph.End).Edge("inside", graph.End), graph.Config{})
		return build().Node("sub", graph.Sub(sub, asInput, asUpdate)).Node("beside", counts(&outer, "beside")).
			Edge(graph.Start, "sub").Edge(graph.Start, "beside").Edge("sub", graph.End).Edge("beside", graph.End)
	}
	equal(t, values(finish(t, compile(t, g(), c).Start(t.Context(), "t", Update{}.Onto)).Questions), `["q0?"]`)
	equal(t, values(finish(t, answering(t, compile(t, g(), c), "t", "one")).Questions), `["q1?"]`)
	logged(t, finish(t, answering(t, compile(t, g(), c), "t", "two")).State, "before one two inside beside")
	equal(t, fmt.Sprint(before.Load(), inner.Load(), outer.Load()), "1 1 1")
}

func aQuestionInASubgraphOfASubgraph(t *testing.T, c graph.Config) {
	var first, before, beside atomic.Int32
	counts := func(n *atomic.Int32, name string) node {
		return func(ctx context.Context, s State) (State, error) {
			n.Add(1)
			return says(name)(ctx, s)
		}
	}
	wrap := func(ask node) *workflow {
		return compile(t, build().Node("first", counts(&first, "first")).Node("ask", ask).
			Edge(graph.Start, "first").Edge("first", "ask").Edge("ask", graph.End), graph.Config{})
	}
	middle := wrap(graph.Sub(wrap(asks(1)), asInput, asUpdate))
	g := func() *graph.Graph[State] {
		return build().Node("before", counts(&before, "before")).Node("sub", graph.Sub(middle, asInput, asUpdate)).
			Node("beside", counts(&beside, "beside")).Node("after", says("after")).
			Edge(graph.Start, "before").Edge("before", "sub").Edge("before", "beside").Edge("sub", "after").Edge("beside", "after").Edge("after", graph.End)
	}
	r := finish(t, compile(t, g(), c).Start(t.Context(), "t", Update{}.Onto))
	equal(t, values(r.Questions), `["q0?"]`)
	equal(t, r.Questions[0].ID, "2.sub.0/2.ask.0/2.ask.0#0")
	w := compile(t, g(), c) // as a new process would
	logged(t, finish(t, answering(t, w, "t", "yes")).State, "before first first yes beside after")
	equal(t, fmt.Sprint(first.Load(), before.Load(), beside.Load()), "2 1 1")
}

func answeredWorkSurvivesAFailure(t *testing.T, c graph.Config) {
	var ready atomic.Bool
	w := compile(t, build().Node("ask", func(ctx context.Context, s State) (State, error) {
		u, err := asks(1)(ctx, s)
		if err == nil && !ready.Load() {
			return s, errNotYet
		}
		return u, err
	}).Edge(graph.Start, "ask").Edge("ask", graph.End), c)
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	fails(t, answering(t, w, "t", "yes"), errNotYet)
	equal(t, len(stands(t, w, "t").Questions), 0)
	ready.Store(true)
	logged(t, finish(t, w.Continue(t.Context(), "t")).State, "yes")
}

func questionsAreEvents(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("ask", asks(1)).Edge(graph.Start, "ask").Edge("ask", graph.End), c)
	run := w.Start(t.Context(), "t", Update{}.Onto)
	var last graph.Event
	for last = range run.Events() {
	}
	equal(t, last.Kind, graph.KindQuestion)
	equal(t, last.Data.([]graph.Question), finish(t, run).Questions)
}
