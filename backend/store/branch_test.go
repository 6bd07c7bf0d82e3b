package store

import (
	"slices"
	"testing"
	"time"
)

// family stores runs under their parents, in the order given: pairs of run and parent.
func family(t *testing.T, w *Workspace, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		r := Run{ID: pairs[i], Parent: pairs[i+1], Conversation: "c", Status: Answered, Asked: time.Now()}
		if err := w.Runs.Save(r, "Title"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheRunsOfAConversationFormATree(t *testing.T) {
	_, w := openTest(t)
	// a ─ b ─ c     a2 ─ d
	//   └ b2
	family(t, w, "a", "", "b", "a", "c", "b", "b2", "a", "a2", "", "d", "a2")
	for show, want := range map[string][]string{
		"a": {"a", "b2"}, "b": {"a", "b", "c"}, "c": {"a", "b", "c"}, "b2": {"a", "b2"}, "a2": {"a2", "d"},
	} {
		if err := w.Conversations.Show(show); err != nil {
			t.Fatal(err)
		}
		c, runs, err := w.Conversations.Get("c")
		var way []string
		for _, r := range Way(runs, c.Shown) {
			way = append(way, r.ID)
		}
		if err != nil || !slices.Equal(way, want) || c.Turns != len(want) || len(runs) != 6 {
			t.Errorf("%s shows %v of %d runs, %d turns, %v", show, way, len(runs), c.Turns, err)
		}
	}
	_, runs, _ := w.Conversations.Get("c")
	for i, want := range [][]string{{"a", "a2"}, {"b", "b2"}, {"c"}, {"b", "b2"}, {"a", "a2"}, {"d"}} {
		if got := Beside(runs, runs[i]); !slices.Equal(got, want) {
			t.Errorf("beside %s: %v", runs[i].ID, got)
		}
	}
	if err := w.Conversations.Show("gone"); err == nil {
		t.Error("a run that isn't there was shown")
	}
}

func TestSavingARunAgainShowsNothingElse(t *testing.T) {
	_, w := openTest(t)
	family(t, w, "a", "", "a2", "", "a", "")
	if c, _, err := w.Conversations.Get("c"); err != nil || c.Shown != "a2" || len(c.Runs) != 2 {
		t.Errorf("%+v %v", c, err)
	}
}

func TestARunCanBeginWithEvents(t *testing.T) {
	_, w := openTest(t)
	kept := Event{Seq: 1, Run: "a", Conversation: "c", Kind: "step", Checkpoint: 7, Task: "7.x.0"}
	if err := w.Runs.Save(Run{ID: "a", Conversation: "c"}, "Title", kept); err != nil {
		t.Fatal(err)
	}
	if events, err := w.Events.Of("a", 0); err != nil || len(events) != 1 || events[0].Checkpoint != 7 || events[0].Task != "7.x.0" {
		t.Errorf("%+v %v", events, err)
	}
}
