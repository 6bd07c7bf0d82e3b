package runs

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph/chat"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

func TestABrokenOffAnswerIsWrittenAnewByItself(t *testing.T) {
	d := newDesk(t)
	d.server.Script(llmtest.Reply{Text: "Half an [1] ", Cut: true}, llmtest.Reply{Text: "Three months [1]."})
	s := d.ask(Question{Text: "What is the notice period in @Lease?"})
	turn := d.turn(s)
	if turn.Status != store.Answered || turn.Answer != "Three months [1]." || len(turn.Citations) != 1 || d.said(s.Run) != turn.Answer {
		t.Errorf("%+v, streamed %q", turn, d.said(s.Run))
	}
	if notes := turn.Steps[3].Notes; len(turn.Steps) != 4 || len(notes) != 1 || !strings.HasPrefix(notes[0].Text, "Trying again: ") {
		t.Errorf("%+v", turn.Steps)
	}
	var order []string
	events, err := d.Events(s.Run, 0)
	for _, e := range events {
		if e.Kind == "token" || e.Kind == "restart" {
			order = append(order, e.Kind)
		}
	}
	if told := strings.Join(order, " "); err != nil || !strings.HasPrefix(told, "token") || strings.Count(told, "restart token") != 1 || strings.Count(told, "restart") != 1 {
		t.Errorf("%v %s", err, told)
	}
}

func TestHalfAnAnswerStaysWhenTheNextAttemptsSayNothing(t *testing.T) {
	d := newDesk(t)
	gone := llmtest.Reply{Status: http.StatusNotFound, Error: "model not found"}
	d.server.Script(llmtest.Reply{Text: "The notice period ", Cut: true}, gone)
	s := d.ask(Question{Text: "What is the notice period in @Lease?"})
	if turn := d.turn(s); turn.Status != store.Failed || !strings.HasPrefix(turn.Answer, "The notice period") || !strings.Contains(turn.Message, "not installed") {
		t.Errorf("%s %q %q", turn.Status, turn.Answer, turn.Message)
	}
	if n := len(d.server.Chats()); n != 2 {
		t.Errorf("%d calls", n)
	}
}

func TestAttemptsAreThePersonsChoice(t *testing.T) {
	d := newDesk(t)
	err := d.models.Save(t.Context(), models.Settings{OllamaHost: d.server.URL, Advanced: map[string]float64{"chat.attempts": 1}})
	if err != nil {
		t.Fatal(err)
	}
	d.server.Script(cut("Half an ")...)
	turn := d.turn(d.ask(Question{Text: "Hello there", Mode: chat.Chat}))
	if n := len(d.server.Chats()); n != 1 || turn.Status != store.Failed || turn.Answer != "Half an" && turn.Answer != "Half an " {
		t.Errorf("%d calls, %s %q", n, turn.Status, turn.Answer)
	}
}

func TestClosingLetsTheStepFinish(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	d.add("Lease", "The notice period is three months.")
	d.says("The first answer [1].")
	first := d.ask(Question{Text: "What is the notice period in @Lease?"})
	slow := planned
	slow.Pause = 300 * time.Millisecond // before its first word
	server.Script(slow)
	s := d.start(Question{Conversation: first.Conversation, Text: "And how long exactly is it?", Mode: chat.Documents})
	until(t, "the rewriter asks", func() bool { return len(server.Chats()) == 2 })
	began := time.Now()
	d.close()
	if took := time.Since(began); took > drainTime {
		t.Errorf("closing took %v", took)
	}

	d = open(t, home, server)
	defer d.close()
	turn := d.turn(s)
	if turn.Status != store.Running || turn.Message != "" || len(turn.Steps) != 2 || turn.Steps[1].Summary == "Did not finish" {
		t.Errorf("closed: %+v", turn)
	}
	d.says("The second answer [1].")
	if err := d.Continue(); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	if turn = d.turn(s); turn.Status != store.Answered || len(turn.Steps) != 4 || len(server.Chats()) != 3 {
		t.Errorf("%d calls, %+v", len(server.Chats()), turn)
	}
}

func TestAnAnswerThatIsNearlyWrittenIsFinishedOnClosing(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	server.Script(llmtest.Reply{Text: "One two three.", Pause: 100 * time.Millisecond})
	s := d.start(Question{Text: "Hello there", Mode: chat.Chat})
	until(t, "the generator asks", func() bool { return len(server.Chats()) == 1 })
	d.close()
	d = open(t, home, server)
	defer d.close()
	if turn := d.turn(s); turn.Status != store.Answered || turn.Answer != "One two three." {
		t.Errorf("%+v", turn)
	}
}

func TestWhatAFailedAttemptSaidIsDroppedForThePassages(t *testing.T) {
	d := newDesk(t)
	d.server.Script(llmtest.Reply{Text: "\n"}) // the preface has gone out when the answer turns out to be empty
	s := d.ask(Question{Text: "What is the notice period in @Lease and @Leese?"})
	if turn := d.turn(s); turn.AnswerMode != "passages" || !strings.Contains(turn.Answer, "“Leese”") || d.said(s.Run) != turn.Answer {
		t.Errorf("%q, streamed %q", turn.Answer, d.said(s.Run))
	}
}
