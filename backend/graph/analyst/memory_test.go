package analyst

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/store"
)

func TestPastTurnsAreLookedBackTo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Acme")
	d.Script(asked, enough, read(), prose)
	d.ask(question)
	d.Script(asked, enough, read(), prose)
	h := d.ask("And the revenue of Acme in 2021?")
	if h.err != nil || len(h.made.Memory) != 1 || h.made.Memory[0].Run != "run1" || !strings.Contains(h.made.Memory[0].Text, "$1,577 million") {
		t.Errorf("%v %+v", h.err, h.made.Memory)
	}
	if !strings.Contains(d.Prompt(7), "<memory>\n- ") || !strings.Contains(d.Prompt(4), "<before>\n") || strings.Contains(d.Prompt(3), "<memory>\n- ") {
		t.Error("the text is told of the memory, the query of the turn before")
	}
	ms, err := d.Workspace.Memories.List()
	if err != nil || len(ms) != 2 || len(ms[0].Vector)+len(ms[1].Vector) > 0 {
		t.Error("an answer waits for no vector", ms, err)
	}
	if err := d.Settle(t.Context()); err != nil {
		t.Error(err)
	}
	if ms, err = d.Workspace.Memories.List(); err != nil || len(ms) != 2 || len(ms[0].Vector) == 0 || len(ms[1].Vector) == 0 {
		t.Error(ms, err)
	}
	if err := d.Workspace.Memories.Delete("run1"); err != nil {
		t.Fatal(err)
	}
	d.Script(asked, enough, read(), prose)
	if h := d.ask("And the revenue of Acme in 2021?"); len(h.made.Memory) != 1 || h.made.Memory[0].Run != "run2" {
		t.Errorf("%+v", h.made.Memory)
	}
}

func TestAtMostFivePastTurns(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	for i := range 9 {
		run := fmt.Sprintf("old%d", i)
		if err := d.Workspace.Runs.Save(store.Run{ID: run, Conversation: "another"}, "title"); err != nil {
			t.Fatal(err)
		}
		if err := d.Workspace.Memories.Save(store.Memory{Run: run, Conversation: "another", Question: "Revenue of Acme?", Summary: "Much."}); err != nil {
			t.Fatal(err)
		}
	}
	d.Script(asked, enough, read(), prose)
	if h := d.ask(question); len(h.Retrieval.Memory) != 5 || h.err != nil {
		t.Errorf("%v %+v", h.err, h.Retrieval.Memory)
	}
}

func TestLongConversationsAreCompressed(t *testing.T) {
	t.Parallel()
	for name, summary := range map[string]string{"by the model": `{"summary":"Revenue was asked for twice."}`, "without it": "no"} {
		d := newDesk(t)
		library(d)
		d.Config.LongTalk, d.Config.RecentTurns = 2, 1
		for range 2 {
			d.Script(asked, enough, read(), prose)
			d.ask(question)
		}
		d.Script(asked, enough, read(), prose)
		h := d.ask(question)
		d.Script(summary, summary)
		if err := d.Settle(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		ms, err := d.Workspace.Memories.List()
		if h.err != nil || err != nil || len(ms) != 2 || ms[0].Run != "run3" || ms[1].Run != "run2" || len(ms[1].Runs) != 2 {
			t.Fatalf("%s: %v %v %+v", name, h.err, err, ms)
		}
		if byModel := ms[1].Summary == "Revenue was asked for twice."; byModel != (name == "by the model") || !strings.Contains(ms[1].Summary, "Revenue") {
			t.Errorf("%s: %q", name, ms[1].Summary)
		}
		if !strings.HasPrefix(h.Answer.Text, wholeCap) {
			t.Errorf("%q", h.Answer.Text)
		}
	}
}
