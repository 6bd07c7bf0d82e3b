package graphtest

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// memo is the state of the saved runs. It must stay as it is.
type memo struct {
	Question, Answer string
	Notes            []string `graph:"append"`
}

var longNote = strings.Repeat("a long note, ", 20)

// savedRun stops with everything that a checkpoint can hold: a spread, a sibling's update, and a question in a subgraph.
func savedRun(t *testing.T, c graph.Config) *graph.Workflow[memo] {
	note := func(text string) graph.Node[memo] {
		return func(_ context.Context, s memo) (memo, error) {
			s.Notes = append(s.Notes, text)
			return s, nil
		}
	}
	ask, err := graph.New[memo]("test").Node("ask", func(ctx context.Context, s memo) (_ memo, err error) {
		s.Answer, err = graph.Ask[string](ctx, "why, really?")
		return s, err
	}).Edge(graph.Start, "ask").Edge("ask", graph.End).Compile(graph.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := graph.New[memo]("test").
		Node("one", note("one")).
		Node("ask", graph.Sub(ask, func(memo) memo { return memo{} }, func(s, inner memo) memo {
			s.Answer = inner.Answer
			return s
		})).
		Node("two", func(ctx context.Context, s memo) (memo, error) { return note(s.Question)(ctx, s) }).
		Node("three", note("three")).
		Edge(graph.Start, "one").Edge("one", "ask").Edge("one", "two").
		Spread("two", func(s memo) []memo {
			s.Question = "two"
			return []memo{s}
		}).
		Edge("ask", "three").Edge("two", graph.End).Edge("three", graph.End).
		Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// formats are the saved runs, which are read in whatever package the suite is called.
//
//go:embed testdata/format-*.json
var formats embed.FS

func formatFile(version int) string { return fmt.Sprintf("testdata/format-%d.json", version) }

// presentFormat makes the saved run and tells its format.
func presentFormat(t *testing.T) (version int, saved map[string]json.RawMessage) {
	store := new(Memory)
	finish(t, savedRun(t, graph.Config{Store: store}).Start(t.Context(), "t", func(memo) memo { return memo{Question: "why?", Notes: []string{longNote}} }))
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
		r := finish(t, answering(t, savedRun(t, c), "t", "because"))
		equal(t, r.State, memo{"why?", "because", []string{longNote, "one", "two", "three"}})
		due(t, r, "")
	}
}

func restore(t *testing.T, s graph.Store, file string) {
	raw, err := formats.ReadFile(file)
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
