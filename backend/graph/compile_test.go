package graph_test

import (
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
)

func TestWhatCanBeKnownBeforeARunIsAnErrorOfCompile(t *testing.T) {
	choose := func(state) string { return "" }
	for name, c := range map[string]struct {
		g    *graph.Graph[state]
		c    graph.Config
		want string // "": it is fine
	}{
		"a loop without a way out": {build().Node("a", note("")).Node("b", note("")).
			Edge(graph.Start, "a").Edge("a", "b").Edge("b", "a"), graph.Config{}, `no way leads from "a" to the end`},
		"a name that a drawing can't tell from another": {build().Node("a b", note("")).Node("a_b", note("")).
			Edge(graph.Start, "a b").Edge("a b", graph.End), graph.Config{}, `node "a_b": names are made of letters, digits and spaces`},
		"an end under another name": {build().Node("End", note("")).Edge(graph.Start, "End").Edge("End", graph.End), graph.Config{}, ""},
		"no ways":                   {build().Node("a", note("")).Edge(graph.Start, "a").Branch("a", choose), graph.Config{}, `the branch at "a" has no ways`},
		"a branch without a choice": {build().Node("a", note("")).Edge("a", graph.End).
			Branch(graph.Start, nil, graph.When("", "a")), graph.Config{}, `the branch at "start" needs a function`},
		"a negative limit": {build().Node("a", note("")).Edge(graph.Start, "a").Edge("a", graph.End), graph.Config{StepLimit: -1}, "StepLimit -1"},
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
		Edge("a", graph.End).Edge("b", graph.End).Compile(graph.Config{Store: new(graphtest.Memory)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Start(t.Context(), "t", noting("in")).Result(); err != nil {
		t.Fatal(err)
	}
	r, err := w.Start(t.Context(), "t", noting("other"), 1).Result()
	if err != nil || strings.Join(r.State.Notes, " ") != "in other a b" {
		t.Fatal(r.State.Notes, err)
	}
}
