package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
)

func TestEngineOverMemory(t *testing.T) {
	graphtest.Run(t, func(testing.TB) graph.Store { return new(graph.Memory) })
}

func BenchmarkStepInMemory(b *testing.B) { graphtest.Benchmark(b, new(graph.Memory)) }

type state struct {
	Question, Answer string
	Notes            []string
}

type update struct {
	Question, Answer *string
	Notes            []string
}

func reduce(s *state, u update) {
	if u.Question != nil {
		s.Question = *u.Question
	}
	if u.Answer != nil {
		s.Answer = *u.Answer
	}
	s.Notes = append(s.Notes, u.Notes...)
}

func note(text string) graph.Node[state, update] {
	return func(context.Context, state) (update, error) { return update{Notes: []string{text}}, nil }
}

func build() *graph.Graph[state, update] { return graph.New("test", reduce) }

func TestCompileListsEveryMistake(t *testing.T) {
	once := func(state) string { return graph.End }
	_, err := build().
		Node("a", note("a")).Node("a", note("a")).Node("a/b", note("x")).Node("empty", nil).Node("start", note("x")).
		Node("lost", note("x")).Node("ring1", note("x")).Node("ring2", note("x")).
		Edge("ghost", "a").Edge("a", "nowhere").Edge("ring1", "ring2").Edge("ring2", "ring1").
		Branch("a", once).Branch("a", nil, graph.When("", "a")).Branch("a", nil, graph.When("x", "a"), graph.When("x", "a")).Spread("a", func(state) []update { return nil }, graph.End).
		Join("a", "ring1").Join("a", "ring1", "ring2").Join("ring1", "a", "a").
		Rescue("ghost", nil).
		Compile(graph.Config{PauseBefore: []string{"phantom"}})
	if err == nil {
		t.Fatal("compiled")
	}
	for _, want := range []string{
		`"start" leads nowhere`, `unknown node "ghost" leads somewhere`, `"a" leads to unknown node "nowhere"`,
		`nothing leads to node "lost"`, `the branch at "a" has two ways for "x"`, `nothing leads to node "ring1"`,
		`node "a": the name is taken`, `node "a/b": names are made of`, `node "empty" has no function`,
		`node "start": the name is taken`, `the branch at "a" needs a function`, `the branch at "a" has no ways`, `the spread at "a" needs`, `"a" has two joins`, `the rescue of "ghost" needs`,
		`the join at "ring1" waits for "a" twice`, `pause before unknown node "phantom"`,
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
		Spread("find", func(state) []update { return nil }, "read one").
		Join("write", "find", "read one").
		Branch("write", func(state) string { return "fine" }, graph.When("thin", "find"), graph.When("fine", graph.End)).
		Mermaid()
	want := `flowchart TD
  s_start([start])
  s_end([end])
  s_find["find"]
  s_read_one["read one"]
  s_write["write"]
  s_start --> s_find
  s_find -. each .-> s_read_one
  s_find ==> s_write
  s_read_one ==> s_write
  s_write -.->|"thin"| s_find
  s_write -.->|"fine"| s_end
`
	if got != want {
		t.Fatal(got)
	}
}

func TestEmbeddedUpdatesConflictToo(t *testing.T) {
	type common struct{ Title *string }
	type outer struct {
		common
		*state
	}
	title := func(context.Context, state) (outer, error) { return outer{common: common{new("x")}}, nil }
	w, err := graph.New("test", func(*state, outer) {}).Node("a", title).Node("b", title).
		Edge(graph.Start, "a").Edge(graph.Start, "b").Edge("a", graph.End).Edge("b", graph.End).Compile(graph.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = w.Start(t.Context(), "t", outer{}).Result(); !errors.Is(err, graph.ErrConflict) || !strings.HasSuffix(err.Error(), "Title (nodes [a b])") {
		t.Fatal(err)
	}
}

func TestOutsideOfANodeThereIsNobodyToAsk(t *testing.T) {
	if _, err := graph.Ask[string](t.Context(), "hello?"); err == nil || errors.Is(err, graph.ErrWaiting) {
		t.Fatal(err)
	}
	graph.Emit(t.Context(), "nobody hears this")
}

var updateGoldens = flag.Bool("update", false, "write the saved run of the present format, if there is none yet")

// Every format that was ever released stays readable: its file in testdata is never written again.
func TestARunSavedInAnEarlierFormatGoesOn(t *testing.T) {
	newest, long := filepath.Join("testdata", "format-2.json"), strings.Repeat("a long note, ", 20)
	if _, err := os.Stat(newest); *updateGoldens && err != nil {
		store := new(graph.Memory)
		if _, err := savedRun(t, store).Start(t.Context(), "t", update{Question: new("why?"), Notes: []string{long}}).Result(); err != nil {
			t.Fatal(err)
		}
		keys, values, _ := store.Scan(t.Context(), "t", "")
		saved := map[string]json.RawMessage{}
		for i, k := range keys {
			saved[k] = values[i]
		}
		raw, err := json.MarshalIndent(saved, "", "  ")
		if err = errors.Join(err, os.MkdirAll("testdata", 0o755), os.WriteFile(newest, append(raw, '\n'), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "format-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no saved runs", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		saved := map[string]json.RawMessage{}
		if err = errors.Join(err, json.Unmarshal(raw, &saved)); err != nil {
			t.Fatal(err)
		}
		store := new(graph.Memory)
		for key, value := range saved {
			var saved bytes.Buffer // without the file's indentation
			err := json.Compact(&saved, value)
			if err = errors.Join(err, store.Save(t.Context(), "t", []string{key}, [][]byte{saved.Bytes()})); err != nil {
				t.Fatal(err)
			}
		}
		r, err := savedRun(t, store).Answer(t.Context(), "t", "because").Result()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		got, _ := json.Marshal(r.State)
		notes := `"one","two","three"`
		if file == newest { // the first format that keeps long fields apart
			notes = `"` + long + `",` + notes
		}
		if want := `{"Question":"why?","Answer":"because","Notes":[` + notes + `]}`; string(got) != want {
			t.Errorf("%s:\n got %s\nwant %s", file, got, want)
		}
	}
}

// savedRun stops with everything that a checkpoint can hold: half a join, a spread, a sibling's update, and a question
// in a subgraph.
func savedRun(t *testing.T, store graph.Store) *graph.Workflow[state, update] {
	ask, err := build().Node("ask", func(ctx context.Context, _ state) (update, error) {
		answer, err := graph.Ask[string](ctx, "why, really?")
		return update{Answer: &answer}, err
	}).Edge(graph.Start, "ask").Edge("ask", graph.End).Compile(graph.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := build().
		Node("one", note("one")).
		Node("ask", graph.Sub(ask, func(s state) update { return update{} }, func(s state) update { return update{Answer: &s.Answer} })).
		Node("two", func(_ context.Context, s state) (update, error) { return update{Notes: []string{s.Question}}, nil }).
		Node("three", note("three")).
		Edge(graph.Start, "one").Edge("one", "ask").
		Spread("one", func(state) []update { return []update{{Question: new("two")}} }, "two").
		Join("three", "one", "ask").Edge("two", graph.End).Edge("three", graph.End).
		Compile(graph.Config{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	return w
}
