package runs

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/chat"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// followUp is a question whose every step is a call of a model that can be counted: it has history to be planned with.
func (d *desk) followUp() Started {
	d.says("The first answer [1].")
	first := d.ask(Question{Text: "What is the notice period in @Lease?"})
	d.says("The old answer [1].")
	return d.ask(Question{Conversation: first.Conversation, Text: "And how long exactly is the notice period?", Mode: chat.Documents})
}

func TestStartingOverKeepsTheStepsBefore(t *testing.T) {
	for node, kept := range map[string]int{"generator": 3, "retriever": 2} {
		t.Run(node, func(t *testing.T) {
			d := newDesk(t)
			old := d.followUp()
			before := d.turn(old)
			calls := len(d.server.Chats())
			d.says("The new answer [1].")
			s, err := d.StartOver(old.Run, d.step(old, node).Checkpoint)
			if err != nil {
				t.Fatal(err)
			}
			d.Wait(s.Run)
			if n := len(d.server.Chats()) - calls; n != 1 {
				t.Errorf("%d calls of the model", n)
			}
			turn := d.turn(s)
			if turn.Answer != "The new answer [1]." || d.said(s.Run) != turn.Answer || len(turn.Steps) != 4 || len(turn.Sources) != 1 || turn.Branch != 2 {
				t.Errorf("turn %+v", turn)
			}
			for i, step := range turn.Steps {
				same := step.Checkpoint == before.Steps[i].Checkpoint && step.Task == before.Steps[i].Task
				noted := slices.ContainsFunc(step.Notes, func(n Note) bool { return strings.HasPrefix(n.Text, "Started over") })
				if same != (i < kept) || noted != (i == kept) {
					t.Errorf("step %d: %+v, before %+v", i+1, step, before.Steps[i])
				}
			}
			events, err := d.Events(s.Run, 0)
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range events {
				if e.Seq != i+1 || e.Run != s.Run {
					t.Errorf("event %d: %+v", i+1, e)
				}
			}
			d.ask(Question{Conversation: s.Conversation, Text: "Thanks", Mode: chat.Chat})
			d.sent([]string{"The first answer", "The new answer"}, []string{"The old answer"})
			if _, err := d.ShowBranch(old.Run); err != nil {
				t.Fatal(err)
			}
			if again := d.turn(old); again.Answer != "The old answer [1]." || again.Branch != 1 || len(again.Branches) != 2 {
				t.Errorf("the old run: %+v", again)
			}
			d.ask(Question{Conversation: s.Conversation, Text: "Thanks", Mode: chat.Chat})
			d.sent([]string{"The old answer"}, []string{"The new answer"})
		})
	}
}

func TestStartingOverWhatWasStartedOver(t *testing.T) {
	d := newDesk(t)
	old := d.followUp()
	s, err := d.StartOver(old.Run, d.step(old, "generator").Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	d.says("The third answer [1].")
	third, err := d.StartOver(s.Run, d.step(s, "rewriter").Checkpoint) // a step that the second one took over
	if err != nil {
		t.Fatal(err)
	}
	d.Wait(third.Run)
	if turn := d.turn(third); turn.Answer != "The third answer [1]." || len(turn.Steps) != 4 || turn.Branch != 3 {
		t.Errorf("%+v", turn)
	}
}

func TestStartingOverIsRefusedWithASentence(t *testing.T) {
	d := newDesk(t)
	old := d.followUp()
	first := d.shown(old.Conversation)[0]
	_, turns, err := d.Turns(old.Conversation)
	if err != nil {
		t.Fatal(err)
	}
	for what, refused := range map[string]func() (Started, error){
		"no such run":        func() (Started, error) { return d.StartOver("gone", 1) },
		"no such step":       func() (Started, error) { return d.StartOver(old.Run, 99) },
		"another run's step": func() (Started, error) { return d.StartOver(first, turns[1].Steps[0].Checkpoint) },
		"instead of nothing": func() (Started, error) {
			return d.Start(Question{Conversation: old.Conversation, Text: "x", Instead: "gone"})
		},
		"instead, elsewhere":      func() (Started, error) { return d.Start(Question{Text: "x", Instead: old.Run}) },
		"resuming what has ended": func() (Started, error) { return d.Resume(old.Run) },
	} {
		if _, err := refused(); err == nil || !strings.Contains(err.Error(), " ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := d.ShowBranch("gone"); err == nil {
		t.Error("a run that isn't there was shown")
	}
	d.server.Always(func(api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: llmtest.Words(100), Pause: 10 * time.Millisecond}
	})
	live := d.start(Question{Conversation: old.Conversation, Text: "Hello there", Mode: chat.Chat})
	for what, refused := range map[string]func() (Started, error){
		"starting over": func() (Started, error) { return d.StartOver(old.Run, turns[1].Steps[0].Checkpoint) },
		"asking instead": func() (Started, error) {
			return d.Start(Question{Conversation: old.Conversation, Text: "x", Instead: old.Run})
		},
		"starting the live one over": func() (Started, error) { return d.StartOver(live.Run, 1) },
	} {
		if _, err := refused(); err != errBusy {
			t.Errorf("%s while an answer is under way: %v", what, err)
		}
	}
	d.Stop(live.Run)
}

func TestACrashWhileStartingOverNeitherForksTwiceNorLosesTheRun(t *testing.T) {
	for when, forked := range map[string]bool{"before the fork": false, "after the fork": true} {
		t.Run(when, func(t *testing.T) {
			home, server := t.TempDir(), llmtest.New(t)
			d := open(t, home, server)
			d.add("Lease", "The notice period is three months.")
			old := d.followUp()
			from := d.step(old, "generator").Checkpoint
			run, _ := d.workspace.Runs.Get(old.Run)
			run.ID, run.From, run.Head, run.Status = "0123456789abcdef", from, 0, store.Running
			kept, err := d.Events(old.Run, 0)
			if err != nil {
				t.Fatal(err)
			}
			kept = kept[:slices.IndexFunc(kept, func(e store.Event) bool { return e.Checkpoint == from })]
			for i := range kept {
				kept[i].Run = run.ID
			}
			if err := d.workspace.Runs.Save(run, "", kept...); err != nil {
				t.Fatal(err)
			}
			if forked {
				w, err := d.runner(t.Context(), run)
				if err == nil {
					_, err = w.Fork(t.Context(), run.Conversation, from, run.ID)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			d.close()

			d = open(t, home, server)
			defer d.close()
			calls := len(server.Chats())
			d.says("The new answer [1].")
			if err := d.Continue(); err != nil {
				t.Fatal(err)
			}
			d.Wait(run.ID)
			turn := d.turn(Started{Run: run.ID, Conversation: run.Conversation})
			if turn.Answer != "The new answer [1]." || len(server.Chats())-calls != 1 || len(turn.Steps) != 4 || len(turn.Steps[3].Notes) == 0 {
				t.Errorf("%d calls, %+v", len(server.Chats())-calls, turn)
			}
			w, err := d.runner(t.Context(), run)
			if err != nil {
				t.Fatal(err)
			}
			points, err := w.History(t.Context(), run.Conversation)
			forks := slices.DeleteFunc(points, func(p graph.Point) bool { return p.Parent == p.Checkpoint-1 })
			if err != nil || len(forks) != 1 || forks[0].Parent != from {
				t.Errorf("%d forks, %v", len(forks), err)
			}
		})
	}
}
