package graphtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// The types of the saved runs. They must stay as they are.
type (
	memo struct {
		Question, Answer string
		Notes            []string
	}
	memoUpdate struct {
		Question, Answer *string
		Notes            []string
	}
)

func reduceMemo(s *memo, u memoUpdate) {
	if u.Question != nil {
		s.Question = *u.Question
	}
	if u.Answer != nil {
		s.Answer = *u.Answer
	}
	s.Notes = append(s.Notes, u.Notes...)
}

var longNote = strings.Repeat("a long note, ", 20)

// savedRun stops with everything that a checkpoint can hold: a spread, a sibling's update, and a question in a subgraph.
func savedRun(t *testing.T, c graph.Config) *graph.Workflow[memo, memoUpdate] {
	note := func(text string) graph.Node[memo, memoUpdate] {
		return func(context.Context, memo) (memoUpdate, error) { return memoUpdate{Notes: []string{text}}, nil }
	}
	ask, err := graph.New("test", reduceMemo).Node("ask", func(ctx context.Context, _ memo) (memoUpdate, error) {
		answer, err := graph.Ask[string](ctx, "why, really?")
		return memoUpdate{Answer: &answer}, err
	}).Edge(graph.Start, "ask").Edge("ask", graph.End).Compile(graph.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := graph.New("test", reduceMemo).
		Node("one", note("one")).
		Node("ask", graph.Sub(ask, func(memo) memoUpdate { return memoUpdate{} }, func(s memo) memoUpdate { return memoUpdate{Answer: &s.Answer} })).
		Node("two", func(_ context.Context, s memo) (memoUpdate, error) {
			return memoUpdate{Notes: []string{s.Question}}, nil
		}).
		Node("three", note("three")).
		Edge(graph.Start, "one").Edge("one", "ask").
		Spread("one", func(memo) []memoUpdate { return []memoUpdate{{Question: new("two")}} }, "two").
		Edge("ask", "three").Edge("two", graph.End).Edge("three", graph.End).
		Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// formatFile is where the saved run of a format lies: with the engine, in whatever package the suite is called.
func formatFile(version int) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "..", "testdata", fmt.Sprintf("format-%d.json", version))
}

// presentFormat makes the saved run and tells its format.
func presentFormat(t *testing.T) (version int, saved map[string]json.RawMessage) {
	store := new(graph.Memory)
	finish(t, savedRun(t, graph.Config{Store: store}).Start(t.Context(), "t", memoUpdate{Question: new("why?"), Notes: []string{longNote}}))
	keys, values, err := store.Scan(t.Context(), "t", "")
	if err != nil {
		t.Fatal(err)
	}
	saved = map[string]json.RawMessage{}
	for i, key := range keys {
		var record struct {
			Version int `json:"v"`
		}
		if saved[key] = values[i]; json.Unmarshal(values[i], &record) == nil {
			version = max(version, record.Version)
		}
	}
	return version, saved
}

// FormatIsSaved fails unless there is a saved run of the present format, which it writes if it may. One that is there is
// never written again.
func FormatIsSaved(t *testing.T, write bool) {
	version, saved := presentFormat(t)
	file := formatFile(version)
	_, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) && write {
		var raw []byte
		if raw, err = json.MarshalIndent(saved, "", "  "); err == nil {
			err = os.WriteFile(file, append(raw, '\n'), 0o644)
		}
	}
	if err != nil {
		t.Fatalf("%v; go test ./backend/graph/graphtest -update writes it", err)
	}
}

// oldest is the first format that a released program saved.
const oldest = 2

// oldFormatsLoad restores a saved run of every format from the oldest on, and goes on with it.
func oldFormatsLoad(t *testing.T, c graph.Config) {
	present, _ := presentFormat(t)
	equal(t, present > 0, true)
	for version := oldest; version <= present; version++ {
		if err := c.Store.Delete(t.Context(), "t"); err != nil {
			t.Fatal(err)
		}
		restore(t, c.Store, formatFile(version))
		r := finish(t, savedRun(t, c).Answer(t.Context(), "t", "because"))
		equal(t, r.State, memo{"why?", "because", []string{longNote, "one", "two", "three"}})
		due(t, r, "")
	}
}

func restore(t *testing.T, s graph.Store, file string) {
	raw, err := os.ReadFile(file)
	saved := map[string]json.RawMessage{}
	if err = errors.Join(err, json.Unmarshal(raw, &saved)); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var values [][]byte
	for key, value := range saved {
		var record bytes.Buffer // without the file's indentation
		if err := json.Compact(&record, value); err != nil {
			t.Fatal(err)
		}
		keys, values = append(keys, key), append(values, record.Bytes())
	}
	if err := s.Save(t.Context(), "t", keys, values); err != nil {
		t.Fatal(err)
	}
}
