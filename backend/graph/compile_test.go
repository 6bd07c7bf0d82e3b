package graph_test

import (
	"strings"
	"testing"
	"time"

	"lectern/backend/graph"
)

func TestWhatCanBeKnownBeforeARunIsAnErrorOfCompile(t *testing.T) {
	answers := graph.Policy{Writes: []string{"Answer"}}
	asks := graph.Policy{Writes: []string{"Question"}}
	choose := func(state) string { return "" }
	for name, c := range map[string]struct {
		g    *graph.Graph[state, update]
		c    graph.Config
		want string // "": it is fine
	}{
		"a loop without a way out": {build().Node("a", note("")).Node("b", note("")).
			Edge(graph.Start, "a").Edge("a", "b").Edge("b", "a"), graph.Config{}, `no way leads from "a" to the end`},
		"a name that a drawing can't tell from another": {build().Node("a b", note("")).Node("a_b", note("")).
			Edge(graph.Start, "a b").Edge("a b", graph.End), graph.Config{}, `node "a_b": names are made of letters, digits and spaces`},
		"an end under another name": {build().Node("End", note("")).Edge(graph.Start, "End").Edge("End", graph.End), graph.Config{}, ""},
		"no ways":                   {build().Node("a", note("")).Edge(graph.Start, "a").Branch("a", choose), graph.Config{}, `the branch at "a" has no ways`},
		"a start that picks": {build().Node("a", note("")).Edge("a", graph.End).
			Branch(graph.Start, nil, graph.When("", "a")), graph.Config{}, `the branch at "start" needs a function`},
		"a negative limit": {build().Node("a", note("")).Edge(graph.Start, "a").Edge("a", graph.End), graph.Config{StepLimit: -1}, "StepLimit -1"},
		"two writers side by side": {build().Node("a", note(""), answers).Node("b", note(""), answers).
			Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End), graph.Config{}, `"a" and "b" may both set Answer in one step`},
		"two writers of other fields": {build().Node("a", note(""), answers).Node("b", note(""), asks).
			Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End), graph.Config{}, ""},
		"two writers one after the other": {build().Node("a", note(""), answers).Node("b", note(""), answers).
			Edge(graph.Start, "a").Edge("a", "b").Edge("b", graph.End), graph.Config{}, ""},
		"two writers on either way of a branch": {build().Node("a", note(""), answers).Node("b", note(""), answers).
			Branch(graph.Start, choose, graph.When("x", "a"), graph.When("y", "b")).Edge("a", graph.End).Edge("b", graph.End), graph.Config{}, ""},
		"two writers that meet by ways of unequal length": {build().Node("a", note("")).Node("b", note(""), answers).Node("c", note(""), answers).
			Edge(graph.Start, "a").Edge("a", "b").Edge("b", graph.End).
			Edge(graph.Start, "c").Branch("c", choose, graph.When("again", "c"), graph.When("enough", graph.End)), graph.Config{}, `"b" and "c" may both set Answer`},
		"two writers held apart by a join": {build().Node("a", note("")).Node("b", note(""), answers).Node("c", note(""), answers).
			Edge(graph.Start, "a").Edge(graph.Start, "b").Join("c", "a", "b").Edge("c", graph.End), graph.Config{}, ""},
		"tasks of one spread": {build().Node("a", note(""), answers).Spread(graph.Start, func(state) []update { return nil }, "a").
			Edge("a", graph.End), graph.Config{}, `"a" and "a" may both set Answer`},
		"a write that is none": {build().Node("a", note(""), graph.Policy{Writes: []string{"Notes"}}).Edge(graph.Start, "a").
			Edge("a", graph.End), graph.Config{}, `node "a" writes "Notes"`},
		"a join of both ways of a branch": {build().Node("a", note("")).Node("b", note("")).Node("c", note("")).
			Branch(graph.Start, choose, graph.When("x", "a"), graph.When("y", "b")).Join("c", "a", "b").Edge("c", graph.End), graph.Config{}, `node "c" never runs`},
		"the same join twice": {build().Node("a", note("")).Node("b", note("")).Node("c", note("")).
			Edge(graph.Start, "a").Edge(graph.Start, "b").Join("c", "a", "b").Join("c", "a", "b").Edge("c", graph.End), graph.Config{}, `the join at "c" waits for "a" twice`},
		"a join that a loop fills": {build().Node("a", note("")).Node("b", note("")).Node("c", note("")).
			Branch(graph.Start, choose, graph.When("x", "a"), graph.When("y", "b")).Edge("a", "b").Edge("b", "a").Edge("b", graph.End).
			Join("c", "a", "b").Edge("c", graph.End), graph.Config{}, ""},
	} {
		_, err := c.g.Compile(c.c)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// What two tasks of a step returned is part of the way that the step went, not of a new beginning before it.
func TestABranchFromAnEarlierCheckpointHasNothingOfWhatFollowedIt(t *testing.T) {
	w, err := build().Node("a", note("a")).Node("b", note("b")).Edge(graph.Start, "a").Edge(graph.Start, "b").
		Edge("a", graph.End).Edge("b", graph.End).Compile(graph.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Start(t.Context(), "t", update{Notes: []string{"in"}}).Result(); err != nil {
		t.Fatal(err)
	}
	r, err := w.Start(t.Context(), "t", update{Notes: []string{"other"}}, 1).Result()
	if err != nil || strings.Join(r.State.Notes, " ") != "in other a b" {
		t.Fatal(r.State.Notes, err)
	}
}

func TestAGraphOfVeryManyWaysIsCheckedQuickly(t *testing.T) {
	g := build()
	for i := range 30 {
		name := "n" + strings.Repeat("x", i)
		g.Node(name, note(""), graph.Policy{Writes: []string{"Answer"}}).Edge(graph.Start, name).
			Branch(name, func(state) string { return "" }, graph.When("again", name), graph.When("enough", graph.End))
	}
	began := time.Now()
	if _, err := g.Compile(graph.Config{}); err == nil || !strings.Contains(err.Error(), "may both set Answer") {
		t.Error(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Error("it took", took)
	}
}
