package graph_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
)

func BenchmarkStepInMemory(b *testing.B) { graphtest.Benchmark(b, new(graphtest.Memory)) }

type state struct {
	Question, Answer string
	Notes            []string `graph:"append"`
}

func note(text string) graph.Node[state] {
	return func(_ context.Context, s state) (state, error) {
		s.Notes = append(s.Notes, text)
		return s, nil
	}
}

func noting(text string) func(state) state {
	return func(s state) state {
		s.Notes = append(s.Notes, text)
		return s
	}
}

func build() *graph.Graph[state] { return graph.New[state]("test") }

func TestCompileListsEveryMistake(t *testing.T) {
	once := func(state) string { return graph.End }
	_, err := build().
		Node("a", note("a")).Node("a", note("a")).Node("a/b", note("x")).Node("empty", nil).Node("start", note("x")).
		Node("lost", note("x")).Node("ring1", note("x")).Node("ring2", note("x")).
		Edge("ghost", "a").Edge("a", "nowhere").Edge("ring1", "ring2").Edge("ring2", "ring1").
		Branch("a", once).Branch("a", once, graph.When("x", "a"), graph.When("x", "a")).Branch("a", nil, graph.When("", "a")).
		Rescue("ghost", nil).Spread("ghost", func(state) []state { return nil }).
		Compile(graph.Config{StepLimit: -1})
	if err == nil {
		t.Fatal("compiled")
	}
	for _, want := range []string{
		`"start" leads nowhere`, `unknown node "ghost" leads somewhere`, `"a" leads to unknown node "nowhere"`,
		`nothing leads to node "lost"`, `the branch at "a" has two ways for "x"`, `nothing leads to node "ring1"`,
		`node "a": the name is taken`, `node "a/b": names are made of`, `node "empty" has no function`,
		`node "start": the name is taken`, `the branch at "a" needs a function`, `the branch at "a" has no ways`, `the spread of "ghost" needs`, `the rescue of "ghost" needs`,
		`StepLimit -1`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("lacks: %s", want)
		}
	}
	if t.Failed() {
		t.Log(err)
	}
}

func TestADrawingShowsEveryArrow(t *testing.T) {
	got := build().Node("find", note("")).Node("read one", note("")).Node("write", note("")).
		Edge(graph.Start, "find").
		Edge("find", "read one").Spread("read one", func(state) []state { return nil }).
		Edge("read one", "write").
		Branch("write", func(state) string { return "fine" }, graph.When("thin", "find"), graph.When("thinner", "read one"), graph.When("fine", graph.End)).
		Mermaid()
	want := `flowchart TD
  s_start([start])
  s_end([end])
  s_find["find"]
  s_read_one["read one"]
  s_write["write"]
  s_start --> s_find
  s_find -->|"each"| s_read_one
  s_read_one --> s_write
  s_write -.->|"thin"| s_find
  s_write -.->|"thinner, each"| s_read_one
  s_write -.->|"fine"| s_end
`
	if got != want {
		t.Fatal(got)
	}
}

func TestFieldsOfEmbeddedStatesConflictToo(t *testing.T) {
	type Common struct{ Title string }
	type outer struct{ Common }
	title := func(_ context.Context, s outer) (outer, error) {
		s.Title += "x"
		return s, nil
	}
	w, err := graph.New[outer]("test").Node("a", title).Node("b", title).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End).Compile(graph.Config{Store: new(graphtest.Memory)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Start(t.Context(), "t", func(s outer) outer { return s }).Result()
	if !errors.Is(err, graph.ErrConflict) || !strings.HasSuffix(err.Error(), "Title (nodes [a b])") {
		t.Fatal(err)
	}
}

// What a field is tagged with is part of the graph's description.
func TestOnlyListsCanBeAppendedTo(t *testing.T) {
	type wrong struct {
		Count int `graph:"append"`
	}
	stay := func(_ context.Context, s wrong) (wrong, error) { return s, nil }
	_, err := graph.New[wrong]("test").Node("a", stay).Edge(graph.Start, "a").Edge("a", graph.End).Compile(graph.Config{Store: new(graphtest.Memory)})
	if err == nil || !strings.Contains(err.Error(), `field Count is tagged graph:"append"`) {
		t.Fatal(err)
	}
}

func TestAListThatNodesAppendToIsNotRewritten(t *testing.T) {
	rewrites := func(_ context.Context, s state) (state, error) {
		s.Notes = nil
		return s, nil
	}
	w, err := build().Node("a", rewrites).Edge(graph.Start, "a").Edge("a", graph.End).Compile(graph.Config{Store: new(graphtest.Memory)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Start(t.Context(), "t", noting("in")).Result()
	if err == nil || !strings.Contains(err.Error(), "node a: Notes: nodes append to this field") {
		t.Fatal(err)
	}
}

func TestOutsideOfANodeThereIsNobodyToAsk(t *testing.T) {
	if _, err := graph.Ask[string](t.Context(), "hello?"); err == nil || errors.Is(err, graph.ErrWaiting) {
		t.Fatal(err)
	}
	graph.Emit(t.Context(), "nobody hears this")
}
