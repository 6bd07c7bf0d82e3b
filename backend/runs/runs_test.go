package runs

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/chat"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

// desk is runs over a real store and a scripted Ollama.
type desk struct {
	*Runs
	t      *testing.T
	server *llmtest.Server
	store  *store.Store

	mu     sync.Mutex
	events []store.Event
}

func (d *desk) hear(e store.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
}

// said is the text of a run as its events tell it.
func (d *desk) said(run string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var b strings.Builder
	for _, e := range d.events {
		if e.Run == run && e.Kind == "restart" {
			b.Reset()
		}
		if e.Run == run && e.Kind == "token" {
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

// open wires everything over a data folder.
func open(t *testing.T, home string, server *llmtest.Server) *desk {
	t.Helper()
	s, err := store.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(t.Context(), models.Settings{OllamaHost: server.URL, Advanced: map[string]float64{"chat.wait": .01, "report.parts": 0}}); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, server: server, store: s}
	d.Runs = New(w, s.Checkpoints, m, slog.New(slog.DiscardHandler), d.hear)
	return d
}

func (d *desk) close() {
	d.t.Helper()
	d.Close()
	if err := d.store.Close(); err != nil {
		d.t.Error(err)
	}
}

func newDesk(t *testing.T) *desk {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.add("Lease", "The notice period is three months.")
	return d
}

func (d *desk) add(name, text string) { d.addAt(name+".pdf", text) }

// addAt adds a document of one page that was at a path.
func (d *desk) addAt(path, text string) {
	name := strings.TrimSuffix(filepath.Base(path), ".pdf")
	c := &store.Content{
		Pages:    []store.Page{{Number: 1, Label: "1", Text: text, Sentences: []store.Span{{Start: 0, End: len(text)}}}},
		Passages: []store.Passage{{Page: 1, Span: store.Span{Start: 0, End: len(text)}}},
	}
	if _, err := d.workspace.Documents.Add(store.Document{ID: "id-" + name, Name: name, Path: path}, c); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) start(q Question) Started {
	d.t.Helper()
	s, err := d.Start(q)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// ask has a question answered.
func (d *desk) ask(q Question) Started {
	d.t.Helper()
	s := d.start(q)
	d.Wait(s.Run)
	return s
}

// cut is an answer that breaks off at every attempt.
func cut(text string) []llmtest.Reply {
	return slices.Repeat([]llmtest.Reply{{Text: text, Cut: true}}, chat.Defaults().Attempts)
}

// until waits for something to come true.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func (d *desk) turn(s Started) Turn {
	d.t.Helper()
	_, turns, err := d.Turns(s.Conversation)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, t := range turns {
		if t.Run == s.Run {
			return t
		}
	}
	d.t.Fatal("the turn is not there")
	return Turn{}
}

func TestARunTellsNumberedEventsAndEndsWithDone(t *testing.T) {
	d := newDesk(t)
	d.server.Script(llmtest.Reply{Text: "It is three months [1]."})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	d.Wait(s.Run)
	stored, err := d.Events(s.Run, 0)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for i, e := range stored {
		if e.Seq != i+1 || e.Run != s.Run || e.Conversation != s.Conversation || e.Sources == nil || e.Citations == nil {
			t.Errorf("event %d: %+v", i, e)
		}
		kinds[e.Kind]++
	}
	last := stored[len(stored)-1]
	if last.Kind != "done" || last.Status != store.Answered || last.Mode != "model" || len(last.Citations) != 1 || last.Answer != "It is three months [1]." {
		t.Errorf("last: %+v", last)
	}
	if kinds["start"] != 1 || kinds["step"] != 4 || kinds["stepdone"] != 4 || kinds["sources"] != 1 || kinds["citation"] != 1 {
		t.Errorf("kinds %v", kinds)
	}
	turn := d.turn(s)
	if turn.Answer != last.Answer || len(turn.Steps) != 4 || turn.Steps[2].Summary == "" || len(turn.Sources) != 1 || turn.LastSeq != last.Seq {
		t.Errorf("turn %+v", turn)
	}
	if d.said(s.Run) != last.Answer {
		t.Errorf("streamed %q", d.said(s.Run))
	}
}

func TestStopKeepsTheTextAndResumeGoesOn(t *testing.T) {
	d := newDesk(t)
	d.server.Script(llmtest.Reply{Text: llmtest.Words(2000), Pause: 20 * time.Millisecond}, llmtest.Reply{Text: "All of it [1]."})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	until(t, "some text", func() bool { return strings.Contains(d.said(s.Run), "word1 word2") })
	began := time.Now()
	d.Stop(s.Run)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stopping took %v of an answer of 40 s", took)
	}
	turn := d.turn(s)
	if turn.Status != store.Stopped || !strings.HasPrefix(turn.Answer, "word1 word2") {
		t.Errorf("stopped: %s %q", turn.Status, turn.Answer)
	}
	if _, err := d.Resume(s.Run); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	turn = d.turn(s)
	if turn.Status != store.Answered || turn.Answer != "All of it [1]." || d.said(s.Run) != turn.Answer {
		t.Errorf("resumed: %s %q, streamed %q", turn.Status, turn.Answer, d.said(s.Run))
	}
	if n := len(d.server.Chats()); n != 2 {
		t.Errorf("%d chat calls", n)
	}
}

func TestOllamaLostInMidAnswerKeepsTheTextAndResumeWorks(t *testing.T) {
	d := newDesk(t)
	d.server.Script(cut("The notice period ")...)
	d.server.Script(llmtest.Reply{Text: "Three months [1]."})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	d.Wait(s.Run)
	turn := d.turn(s)
	if turn.Status != store.Failed || !strings.HasPrefix(turn.Answer, "The notice period") || !strings.Contains(turn.Message, "Resume") && !strings.Contains(turn.Message, "try again") {
		t.Errorf("lost: %s %q %q", turn.Status, turn.Answer, turn.Message)
	}
	if _, err := d.Resume(s.Run); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	if turn = d.turn(s); turn.Status != store.Answered || turn.Answer != "Three months [1]." || turn.Message != "" {
		t.Errorf("resumed: %+v", turn)
	}
}

func TestARunThatWasCutOffGoesOnAfterTheNextStart(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	d.add("Lease", "The notice period is three months.")
	server.Script(llmtest.Reply{Text: llmtest.Words(2000), Pause: 20 * time.Millisecond})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	until(t, "some text", func() bool { return strings.Contains(d.said(s.Run), "word") })
	began := time.Now()
	d.close()
	if took := time.Since(began); took < drainTime || took > drainTime+10*time.Second {
		t.Errorf("closing took %v in an answer of 40 s", took)
	}

	d = open(t, home, server)
	defer d.close()
	if turn := d.turn(s); turn.Status != store.Running || !strings.Contains(turn.Answer, "word") {
		t.Errorf("before: %s %q", turn.Status, turn.Answer)
	}
	server.Script(llmtest.Reply{Text: "Three months [1]."})
	if err := d.Continue(); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	turn := d.turn(s)
	if turn.Status != store.Answered || turn.Answer != "Three months [1]." {
		t.Errorf("after: %s %q", turn.Status, turn.Answer)
	}
	retrieved := 0
	for _, step := range turn.Steps {
		if step.Node == "retriever" {
			retrieved++
		}
	}
	if retrieved != 1 {
		t.Errorf("the passages were retrieved %d times", retrieved)
	}
}

func TestHalfAnAnswerIsNotGivenUpWhileThereIsNoModel(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	d.add("Lease", "The notice period is three months.")
	server.Script(cut("The notice ")...)
	server.Script(llmtest.Reply{Text: llmtest.Words(400), Pause: 20 * time.Millisecond})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	d.Wait(s.Run)
	server.Models(llmtest.EmbedModel)
	if _, err := d.Resume(s.Run); err == nil || !strings.Contains(err.Error(), "ollama pull") {
		t.Errorf("resumed without a model: %v", err)
	}
	if turn := d.turn(s); turn.Status != store.Failed || !strings.HasPrefix(turn.Answer, "The notice") {
		t.Errorf("after trying: %s %q", turn.Status, turn.Answer)
	}
	server.Models(llmtest.ChatModel, llmtest.EmbedModel)
	if _, err := d.Resume(s.Run); err != nil {
		t.Fatal(err)
	}
	until(t, "some text", func() bool { return strings.Contains(d.said(s.Run), "word1 word2") })
	d.close() // cut off again, and there is no model at the next start

	server.Models(llmtest.EmbedModel)
	d = open(t, home, server)
	defer d.close()
	if err := d.Continue(); err != nil {
		t.Fatal(err)
	}
	turn := d.turn(s)
	if turn.Status != store.Failed || !strings.Contains(turn.Answer, "word1 word2") || !strings.Contains(turn.Message, "Resume") {
		t.Errorf("continued without a model: %s %q %q", turn.Status, turn.Answer, turn.Message)
	}
}

func TestOneAnswerAtATimeInAConversation(t *testing.T) {
	d := newDesk(t)
	d.server.Always(func(api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: llmtest.Words(100), Pause: 10 * time.Millisecond}
	})
	s := d.start(Question{Text: "Hello there", Mode: "chat"})
	if _, err := d.Start(Question{Conversation: s.Conversation, Text: "Again"}); err == nil {
		t.Error("a second question was let in")
	}
	other := d.start(Question{Text: "Elsewhere", Mode: "chat"})
	d.Stop(s.Run)
	d.Stop(other.Run)
}

func TestDeletingAConversationStopsWhatIsLiveInIt(t *testing.T) {
	d := newDesk(t)
	d.server.Script(llmtest.Reply{Text: llmtest.Words(400), Pause: 20 * time.Millisecond})
	s := d.start(Question{Text: "Hello there", Mode: "chat"})
	until(t, "some text", func() bool { return d.said(s.Run) != "" })
	if err := d.DeleteConversation(s.Conversation); err != nil {
		t.Fatal(err)
	}
	if all, err := d.workspace.Conversations.List(); err != nil || len(all) != 0 {
		t.Errorf("%v %v", all, err)
	}
	if left, err := d.workspace.Events.Of(s.Run, 0); err != nil || len(left) != 0 {
		t.Errorf("%d events are left, %v", len(left), err)
	}
	if keys, _, err := d.store.Checkpoints.Scan(t.Context(), s.Conversation, ""); err != nil || len(keys) != 0 {
		t.Errorf("%d checkpoint records are left, %v", len(keys), err)
	}
}

func TestADocumentRemovedWhileItIsAskedAboutLeavesNoCitation(t *testing.T) {
	d := newDesk(t)
	d.server.Always(func(api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: "Three months [1]. " + llmtest.Words(50), Pause: 5 * time.Millisecond}
	})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	until(t, "some text", func() bool { return d.said(s.Run) != "" })
	if err := d.workspace.Documents.Remove("id-Lease"); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	if turn := d.turn(s); turn.Status != store.Answered {
		t.Errorf("%s: %s", turn.Status, turn.Message)
	}
	again := d.start(Question{Text: "What is the notice period in the lease?", Mode: "documents"})
	d.Wait(again.Run)
	if turn := d.turn(again); len(turn.Citations) != 0 || !strings.Contains(turn.Answer, "empty") {
		t.Errorf("a removed document answers: %q", turn.Answer)
	}
}

func TestBadQuestionsAreSentences(t *testing.T) {
	d := newDesk(t)
	for name, q := range map[string]Question{
		"empty": {Text: "  "}, "mode": {Text: "x", Mode: "magic"}, "file": {Text: "x", Files: []string{"Nothing"}},
		"conversation": {Text: "x", Conversation: "gone"},
	} {
		if _, err := d.Start(q); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := d.Resume("gone"); err == nil {
		t.Error("a run that isn't there was resumed")
	}
}

func TestTitles(t *testing.T) {
	for question, title := range map[string]string{
		"@3M_2018_10K what was capital expenditure?": "what was capital expenditure?",
		`@"annual report" why`:                       "why",
		"@Lease":                                     "Lease",
		`How did @"Harbour report" and @Lease fare?`: "How did Harbour report and Lease fare?",
		"@Lease, @Policy: who pays?":                 "who pays?",
		strings.Repeat("long ", 30):                  strings.TrimSpace(strings.Repeat("long ", 12))[:59] + "…",
		"@\"Harbour report\" の売上高は。":                 "Harbour report の売上高は。", "@港湾 売上高は。": "売上高は。",
	} {
		if got := Title(question); got != title {
			t.Errorf("%q: %q, not %q", question, got, title)
		}
	}
}
