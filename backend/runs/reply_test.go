package runs

import (
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestARunThatAsksWaitsThroughARestartAndGoesOnWithTheReply(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	d.add("Lease", "The notice period is three months.")
	s := d.ask(Question{Text: "Which colour has the moon?", Workflow: "checked"})
	turn := d.turn(s)
	if turn.Status != store.NeedsPerson || turn.Workflow != "checked" || len(turn.Cards) != 1 || turn.Cards[0].Text == "" {
		t.Fatalf("%+v", turn)
	}
	if _, err := d.Resume(s.Run); err == nil || !strings.Contains(err.Error(), "waits for a reply") {
		t.Error("resumed", err)
	}
	d.close()

	d = open(t, home, server)
	defer d.close()
	if err := d.Continue(); err != nil {
		t.Fatal(err)
	}
	if again := d.turn(s); again.Status != store.NeedsPerson || again.Cards[0].ID != turn.Cards[0].ID {
		t.Fatalf("after a restart: %+v", again)
	}
	if _, err := d.Reply(s.Run, map[string]store.Reply{"another": {Text: "x"}}); err == nil {
		t.Error("a question was answered that isn't open")
	}
	if _, err := d.Reply(s.Run, map[string]store.Reply{"": {Text: "Leave it as it is"}}); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	turn = d.turn(s)
	if turn.Status != store.Answered || len(turn.Cards) != 0 || len(turn.Made) == 0 || len(server.Chats()) != 0 {
		t.Errorf("%d calls, %+v", len(server.Chats()), turn)
	}
	if _, err := d.Reply(s.Run, map[string]store.Reply{"": {Text: "more"}}); err == nil || !strings.Contains(err.Error(), "asks nothing") {
		t.Error(err)
	}
	if told := replayed(d, s.Run); told.Status != turn.Status || len(told.Cards) != 0 {
		t.Errorf("by its events: %+v", told)
	}
}

// replayed is a turn made of nothing but the run's events.
func replayed(d *desk, run string) Turn {
	d.t.Helper()
	events, err := d.Events(run, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	t := Turn{}
	for _, e := range events {
		t.replay(e)
		if e.Kind == "done" {
			t.Status = e.Status
		}
	}
	return t
}

func TestAnUnknownWorkflowIsASentence(t *testing.T) {
	if _, err := newDesk(t).Start(Question{Text: "x", Workflow: "magic"}); err == nil || !strings.Contains(err.Error(), "choose one of chat, checked") {
		t.Error(err)
	}
}

func TestAFollowUpSeesWhatAnotherWorkflowAnswered(t *testing.T) {
	d := newDesk(t)
	s := d.ask(Question{Text: "Which colour has the moon?", Workflow: "checked"})
	if _, err := d.Reply(s.Run, map[string]store.Reply{"": {Text: "Leave it as it is"}}); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	d.says("Hello again.")
	next := d.ask(Question{Text: "thanks, that helps", Mode: "chat", Conversation: s.Conversation})
	if turn := d.turn(next); turn.Answer != "Hello again." || turn.Workflow != "chat" {
		t.Fatalf("%+v", turn)
	}
	var said []string
	for _, m := range d.server.Chats()[0].Messages {
		said = append(said, m.Content)
	}
	if !strings.Contains(strings.Join(said, "\n"), "Which colour has the moon?") {
		t.Errorf("the chat was told %q", said)
	}
}
