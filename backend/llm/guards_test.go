package llm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// impatient is a client that waits no longer than a moment.
func impatient(t *testing.T) (*llm.Client, *llmtest.Server) {
	t.Helper()
	s := llmtest.New(t)
	c, err := llm.New(llm.Config{Host: s.URL, Patience: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func TestAModelThatSaysNothingIsLoadedAnewAndAskedOnceMore(t *testing.T) {
	c, s := impatient(t)
	s.Script(llmtest.Reply{Hang: true}, llmtest.Reply{Text: "Fine."})
	reply, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
	if err != nil || reply.Text != "Fine." {
		t.Errorf("%+v, %v", reply, err)
	}
	if loads := s.Loads(); len(loads) != 1 || loads[0].KeepAlive == nil || loads[0].KeepAlive.Duration != 0 {
		t.Errorf("the model was not let go: %+v", loads)
	}
}

func TestAModelThatGoesOnSayingNothingIsGivenUpWithASentence(t *testing.T) {
	c, s := impatient(t)
	s.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Hang: true} })
	begun := time.Now()
	_, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
	wants(t, err, llm.ErrSilent)
	if llm.Transient(err) || !strings.Contains(err.Error(), "Restart Ollama") {
		t.Errorf("%v", err)
	}
	if n, took := len(s.Chats()), time.Since(begun); n != 2 || took > 10*time.Second {
		t.Errorf("%d calls in %v", n, took)
	}
}

func TestAModelThatFallsSilentKeepsWhatItSaid(t *testing.T) {
	c, s := impatient(t)
	s.Script(llmtest.Reply{Text: "The rent is ", Hang: true})
	reply, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
	wants(t, err, llm.ErrCut)
	if reply.Text != "The rent is " || len(s.Chats()) != 1 {
		t.Errorf("%+v after %d calls", reply, len(s.Chats()))
	}
}

func TestACallThatWaitsForItsTurnIsNotGivenUp(t *testing.T) {
	c, s := impatient(t)
	s.Script(llmtest.Reply{Text: strings.Repeat("word ", 40), Pause: 50 * time.Millisecond})
	first := make(chan error, 1)
	go func() {
		_, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "A long one"), nil)
		first <- err
	}()
	for len(s.Chats()) == 0 {
		time.Sleep(time.Millisecond)
	}
	s.Script(llmtest.Reply{Text: "late", Pause: 1500 * time.Millisecond}) // far longer than it would be waited for alone
	if reply, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Next"), nil); err != nil || reply.Text != "late" {
		t.Errorf("%+v, %v", reply, err)
	}
	if err := <-first; err != nil {
		t.Error(err)
	}
}

func TestAModelThatRepeatsItselfIsStoppedAndWhatItSaidIsKept(t *testing.T) {
	c, s := scripted(t)
	said := "The rent is 900 euros.\n" + "The tenant pays the rent every month.\n"
	s.Script(llmtest.Reply{Text: said + strings.Repeat("The tenant pays the rent every month.\n", 500)})
	heard := 0
	reply, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "What is the rent?"), func(piece string) error {
		heard += len(piece)
		return nil
	})
	if err != nil || strings.TrimSpace(reply.Text) != strings.TrimSpace(said) || !strings.Contains(reply.Stopped.String(), "repeat itself") {
		t.Errorf("%q, %q, %v", reply.Text, reply.Stopped, err)
	}
	if heard > 2000 {
		t.Errorf("%d bytes were heard before it was stopped", heard)
	}
}

func TestAFormThatIsFilledWithoutEndIsAskedForOnceMore(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: `{"why":"` + strings.Repeat("and so on ", 500)}, llmtest.Reply{Text: `{"relevant":true,"why":"it names the year"}`})
	var v verdict
	if err := c.Structured(t.Context(), ask(llmtest.ChatModel, "Is it relevant?"), &v); err != nil || v.Why == "" {
		t.Fatal(err)
	}
	if told := s.Chats()[1].Messages[2].Content; !strings.Contains(told, "it repeats itself") {
		t.Errorf("it was told %q", told)
	}
}

func TestAnEmptyFormIsAskedForOnceMore(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: " \n"}, llmtest.Reply{Text: ""})
	wants(t, c.Structured(t.Context(), ask(llmtest.ChatModel, "Is it relevant?"), &verdict{}), llm.ErrFormat)
	if told := s.Chats()[1].Messages[2].Content; len(s.Chats()) != 2 || !strings.Contains(told, "it is empty") {
		t.Errorf("it was told %q", told)
	}
}

func TestAModelThatThinksWithoutEndIsStopped(t *testing.T) {
	endless := strings.Repeat("hm ", 5000)
	for name, reply := range map[string]llmtest.Reply{
		"as the server tells": {Think: endless, Text: "Fine."},
		"in marks":            {Text: "<think> " + endless},
		"up to its budget":    {Think: "hm hm hm", Full: true},
	} {
		c, s := scripted(t)
		s.Script(reply)
		got, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
		wants(t, err, llm.ErrEndless)
		if got.Text != "" || llm.Transient(err) {
			t.Errorf("%s: %q, %v", name, got.Text, err)
		}
	}
}

func TestThoughtsAreNoPartOfAnAnswer(t *testing.T) {
	for said, want := range map[string]string{
		"<think> hm </think> The rent is 900.": "The rent is 900.",
		"\n<think>\n\n</think>\n\nThe rent.":   "The rent.",
		"<thin":                                "<thin",
		"<b>bold</b> <think> is a word":        "<b>bold</b> <think> is a word",
		" The rent.":                           " The rent.",
	} {
		c, s := scripted(t)
		s.Script(llmtest.Reply{Text: said, Think: "well"})
		heard := ""
		reply, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "What is the rent?"), func(piece string) error { heard += piece; return nil })
		if err != nil || reply.Text != want || heard != want {
			t.Errorf("%q: %q, heard %q, %v", said, reply.Text, heard, err)
		}
	}
}

func TestAListenersErrorEndsAStreamThatWasHeldBack(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: "<"})
	enough := errors.New("enough")
	if _, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Less than?"), func(string) error { return enough }); err != enough {
		t.Errorf("%v", err)
	}
}
