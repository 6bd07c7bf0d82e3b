package store

import (
	"errors"
	"slices"
	"testing"
	"time"

	"lectern/backend/store/vector"
)

// remembered keeps memories of runs of one conversation, an hour apart.
func remembered(t *testing.T, w *Workspace, conversation string, ms ...Memory) {
	t.Helper()
	for i, m := range ms {
		m.Conversation, m.Asked = conversation, time.Date(2026, 1, 1, i, 0, 0, 0, time.UTC)
		if err := w.Runs.Save(Run{ID: m.Run, Conversation: conversation, Asked: m.Asked}, "title"); err != nil {
			t.Fatal(err)
		}
		if err := w.Memories.Save(m); err != nil {
			t.Fatal(err)
		}
	}
}

func runsOf(t *testing.T, list []Memory, err error) (out []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		out = append(out, m.Run)
	}
	return out
}

func TestMemoriesAreListedRecalledAndForgotten(t *testing.T) {
	s, w := openTest(t)
	remembered(t, w, "c",
		Memory{Run: "r1", Question: "What was the revenue of Acme?", Summary: "It was 120 million in 2022.", Vector: []float32{1, 0, 0}, Space: space},
		Memory{Run: "r2", Question: "Who leads it?", Summary: "Ms Doe does.", Vector: []float32{0, 1, 0}, Space: space},
		Memory{Run: "r3", Question: "And the margin?", Summary: "It was 12 percent.", Vector: []float32{0.9, 0.1, 0}, Space: vector.Space{Model: "other"}})
	list, err := w.Memories.List()
	if got := runsOf(t, list, err); !slices.Equal(got, []string{"r3", "r2", "r1"}) || list[2].Vector[0] != 1 || !slices.Equal(list[0].Runs, []string{"r3"}) {
		t.Error(got, list)
	}
	for _, c := range []struct {
		q    MemoryQuery
		want []string
	}{
		{MemoryQuery{Text: "revenue", Limit: 5}, []string{"r1"}},
		{MemoryQuery{Text: "zebra", Limit: 5}, nil},
		{MemoryQuery{Text: "zebra", Vector: []float32{1, 0.1, 0}, Space: space, Near: .6, Limit: 5}, []string{"r1"}}, // not r3: of another model
		{MemoryQuery{Text: "Doe", Vector: []float32{0, 1, 0}, Space: space, Near: .6, Limit: 1}, []string{"r2"}},
		{MemoryQuery{Text: "revenue margin", Limit: 5, Except: "r1"}, []string{"r3"}},
	} {
		list, err := w.Memories.Find(c.q)
		if got := runsOf(t, list, err); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.q, got)
		}
	}
	other, err := s.Workspace("Other")
	if err != nil {
		t.Fatal(err)
	}
	if list, err := other.Memories.List(); err != nil || len(list) != 0 {
		t.Error("another workspace sees them", list, err)
	}
	if err := w.Memories.Delete("r1"); err != nil {
		t.Fatal(err)
	}
	if err := w.Memories.Delete("r1"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	list, err = w.Memories.List()
	if got := runsOf(t, list, err); !slices.Equal(got, []string{"r3", "r2"}) {
		t.Error(got)
	}
}

func TestTurnsPutTogetherReplaceTheirsAndAreForgottenTogether(t *testing.T) {
	_, w := openTest(t)
	remembered(t, w, "c", Memory{Run: "r1", Summary: "one"}, Memory{Run: "r2", Summary: "two"}, Memory{Run: "r3", Summary: "three"})
	if err := w.Memories.Save(Memory{Run: "r2", Runs: []string{"r1", "r2"}, Conversation: "c", Summary: "one and two"}); err != nil {
		t.Fatal(err)
	}
	list, err := w.Memories.List()
	if got := runsOf(t, list, err); !slices.Equal(got, []string{"r3", "r2"}) {
		t.Error(got)
	}
	if err := w.Memories.Delete("r1"); err != nil {
		t.Fatal(err)
	}
	list, err = w.Memories.List()
	if got := runsOf(t, list, err); !slices.Equal(got, []string{"r3"}) {
		t.Error(got)
	}
}

func TestAllIsForgottenOfOneWorkspaceOnly(t *testing.T) {
	s, w := openTest(t)
	other, err := s.Workspace("Other")
	if err != nil {
		t.Fatal(err)
	}
	remembered(t, w, "c", Memory{Run: "r1", Summary: "one"}, Memory{Run: "r2", Summary: "two"})
	remembered(t, other, "o", Memory{Run: "r3", Summary: "three"})
	if err := w.Outputs.Save("r1", "draft", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing
		if err := w.Memories.Clear(); err != nil {
			t.Fatal(err)
		}
		if list, err := w.Memories.List(); err != nil || len(list) != 0 {
			t.Error(list, err)
		}
	}
	if list, err := other.Memories.List(); err != nil || len(list) != 1 {
		t.Error("another workspace's is gone", list, err)
	}
	if made, err := w.Outputs.Get("r1", "draft"); err != nil || string(made) != "kept" {
		t.Error("what else the run made is gone", err)
	}
}

func TestMemoryGoesWithItsConversation(t *testing.T) {
	_, w := openTest(t)
	remembered(t, w, "c", Memory{Run: "r1", Summary: "one"})
	if err := w.Conversations.Delete("c"); err != nil {
		t.Fatal(err)
	}
	if list, err := w.Memories.List(); err != nil || len(list) != 0 {
		t.Error(list, err)
	}
	if _, err := w.Outputs.Get("r1", memoryName); !errors.Is(err, ErrNotFound) {
		t.Error("its bytes are still there", err)
	}
	if err := w.Memories.Save(Memory{Run: "r1"}); !errors.Is(err, ErrNotFound) {
		t.Error("a deleted run is remembered", err)
	}
}
