package chat

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// desk is a workflow over a real store and a scripted Ollama.
type desk struct {
	*Workflow
	t      *testing.T
	server *llmtest.Server
	store  *store.Store
	n      int
}

// heard is what a turn told.
type heard struct {
	State
	steps, notes []string
	text         string
	err          error
}

func (h heard) noted(part string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

func newDesk(t *testing.T) *desk {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.New(t)
	client, err := llm.New(llm.Config{Host: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	config := Defaults()
	config.Wait = .001
	return &desk{t: t, server: server, store: s, Workflow: &Workflow{
		Config: config,
		Tools:  rag.Tools{Workspace: w, Client: client, Model: llmtest.ChatModel, Why: "There is no model.", Attempts: config.Attempts, Wait: config.Pause()},
	}}
}

// withVectors gives the documents vectors and the workflow an embedder.
func (d *desk) withVectors() {
	d.Embedder = &rag.Embedder{Client: d.Client, Model: llmtest.EmbedModel, Size: 10}
	docs, err := d.Workspace.Documents()
	if err != nil {
		d.t.Fatal(err)
	}
	for _, doc := range docs {
		var refs []store.Ref
		for i := range doc.Passages {
			refs = append(refs, store.Ref{Document: doc.ID, Passage: i})
		}
		texts, err := d.Workspace.Texts(refs)
		if err != nil {
			d.t.Fatal(err)
		}
		var in []string
		for _, x := range texts {
			in = append(in, x.Text)
		}
		vs, digest, err := d.Client.Embed(d.t.Context(), llmtest.EmbedModel, llm.Document, in, nil)
		if err != nil {
			d.t.Fatal(err)
		}
		if err := d.Workspace.PutVectors(doc.ID, store.VectorSpace{Model: llmtest.EmbedModel, Digest: digest, Dim: llmtest.Dim}, vs); err != nil {
			d.t.Fatal(err)
		}
	}
}

// add puts a document into the library, a page for each text.
func (d *desk) add(name string, pages ...string) {
	c := &store.Content{Reader: "test", Language: "en"}
	for i, text := range pages {
		c.Pages = append(c.Pages, store.Page{Number: i + 1, Label: "1", Text: text, Sentences: []store.Span{{Start: 0, End: len(text)}}})
		c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{Start: 0, End: len(text)}})
	}
	if _, err := d.Workspace.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		d.t.Fatal(err)
	}
}

// ask runs a turn in the one conversation.
func (d *desk) ask(mode, question string, scope ...string) (h heard) {
	d.t.Helper()
	app, err := d.Compile(d.store.Checkpoints)
	if err != nil {
		d.t.Fatal(err)
	}
	d.n++
	run := app.Start(context.Background(), "thread", Update{TalkUpdate: rag.Ask(rag.Turn{Run: string(rune('a' + d.n)), Question: question, Mode: mode, Scope: scope})})
	for e := range run.Events() {
		if e.Kind == graph.KindStart {
			h.steps = append(h.steps, e.Node)
		}
		if r, ok := e.Data.(rag.Report); ok && r.Kind == rag.Note {
			h.notes = append(h.notes, r.Text)
		} else if ok && r.Kind == rag.Token {
			h.text += r.Text
		}
	}
	r, err := run.Result()
	h.State, h.err = r.State, err
	return h
}

func library(d *desk) {
	d.add("Lease", "The notice period is three months to the end of a quarter.", "The rent is 900 euros.", "Pets are allowed.")
	d.add("Policy", "The insurance pays for fire.", "The insurance does not pay for floods.")
	for _, n := range []string{"One", "Two"} {
		d.add(n, "Text about "+n+" and gardening.")
	}
}

func TestWithoutHistoryTheRewriterMakesNoCall(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "Fine [1]."})
	h := d.ask(Auto, "Compare @Lease and @Policy")
	if len(d.server.Chats()) != 1 || len(h.Plan.Targets) != 2 {
		t.Errorf("%d calls, plan %+v", len(d.server.Chats()), h.Plan)
	}
	names := map[string]bool{}
	for _, id := range h.Passages {
		names[strings.Split(id, "/")[0]] = true
	}
	if len(names) != 2 {
		t.Errorf("passages of %v", names)
	}
}

func TestARewriterThatFailsFallsBackAndSaysSo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "900 [1]."}, llmtest.Reply{Status: 500, Error: "broken"}, llmtest.Reply{Text: "Fine."})
	d.ask(Auto, "What is the rent in @Lease?")
	h := d.ask(Auto, "Why?")
	if h.err != nil || !h.noted("could not be rewritten") || h.Plan.Question != "Why?" {
		t.Errorf("%v %q %+v", h.err, h.notes, h.Plan)
	}
}

func TestAMentionThatFitsNoFileIsSaid(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "900 [1]."})
	h := d.ask(Documents, "What is the rent in @Leese?")
	if !h.noted("“Leese”") || !strings.Contains(h.Answer.Text, "No document is called “Leese”") {
		t.Errorf("notes %q, answer %q", h.notes, h.Answer.Text)
	}
}

func TestChatModeSetsMentionsAsideAndSaysSo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "Hello."})
	if h := d.ask(Chat, "Hello @Lease"); !h.noted("set aside") || len(h.Passages) != 0 {
		t.Errorf("notes %q", h.notes)
	}
}

func TestTheFirstPassagesOfAMentionedFileComeAlong(t *testing.T) {
	d := newDesk(t)
	var pages []string
	for i := range 30 {
		pages = append(pages, "Page about subject number "+strings.Repeat("x", i+1))
	}
	pages[20] = "The zebra lives here."
	d.add("Book", pages...)
	d.server.Script(llmtest.Reply{Text: "There [1]."})
	h := d.ask(Auto, "Where does the zebra live in @Book?")
	if h.Passages[0] != "id-Book/20" {
		t.Errorf("best %s", h.Passages[0])
	}
	for _, id := range []string{"id-Book/0", "id-Book/1", "id-Book/2", "id-Book/19", "id-Book/21"} {
		if !slices.Contains(h.Passages, id) {
			t.Errorf("%s is missing in %v", id, h.Passages)
		}
	}
}

func TestAnswersCarryOnlyCitationsThatResolve(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "The notice period is three months [1]. The moon is cheese [42]."})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.Answer.Text != "The notice period is three months [1]. The moon is cheese ." || len(h.Answer.Citations) != 1 ||
		!strings.Contains(h.Answer.Citations[0].Quote, "three months") || !h.noted("Dropped 1 reference") {
		t.Errorf("%q %+v %q", h.Answer.Text, h.Answer.Citations, h.notes)
	}
	if h.text != h.Answer.Text {
		t.Errorf("streamed %q", h.text)
	}
}

func TestWithoutAModelTheBestPassagesAreShown(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(Auto, "What is the notice period?")
	if h.err != nil || h.Answer.Mode != "passages" || len(h.Answer.Citations) == 0 || h.Answer.Message != d.Why || len(d.server.Chats()) != 0 {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}

func TestAModelThatIsNotInstalledGivesPassagesWithTheReason(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Models(llmtest.EmbedModel)
	h := d.ask(Documents, "What is the notice period?")
	if h.err != nil || h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Message, "is not installed") {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}

func TestDocumentsThatDontTell(t *testing.T) {
	d := newDesk(t)
	library(d)
	if h := d.ask(Documents, "zirkonium quarks"); !strings.Contains(h.Answer.Text, "don't tell") || len(d.server.Chats()) != 0 {
		t.Errorf("documents only: %q", h.Answer.Text)
	}
	d.server.Script(llmtest.Reply{Text: `{"searches":[{"document":"","query":"zirkonium quarks"}],"sections":[]}`}, llmtest.Reply{Text: "Quarks are small."})
	h := d.ask(Auto, "What does the report say of zirkonium quarks")
	if !strings.HasPrefix(h.Answer.Text, "The documents don't tell.") || !strings.Contains(h.Answer.Text, "Not from your documents") || len(h.Answer.Citations) != 0 {
		t.Errorf("auto: %q %v", h.Answer.Text, h.err)
	}
}

func TestAnEmptyLibraryIsSaid(t *testing.T) {
	d := newDesk(t)
	for _, mode := range []string{Documents, Auto} {
		if h := d.ask(mode, "What does the contract say?"); !strings.Contains(h.Answer.Text, "library is empty") {
			t.Errorf("%s: %q %v", mode, h.Answer.Text, h.err)
		}
	}
}

func TestThePromptFitsTheContextAndSaysWhatWasLeftOut(t *testing.T) {
	d := newDesk(t)
	var pages []string
	for range 12 {
		pages = append(pages, "The zebra. "+strings.Repeat("Stripes are black and white. ", 40))
	}
	for i := range pages {
		pages[i] += strings.Repeat("!", i)
	}
	d.add("Zebra", pages...)
	d.Config.ContextTokens, d.Config.AnswerTokens = 2048, 512
	client, err := llm.New(llm.Config{Host: d.server.URL, NumCtx: 2048})
	if err != nil {
		t.Fatal(err)
	}
	d.Client = client
	d.server.Script(llmtest.Reply{Text: "Black [1]."})
	h := d.ask(Auto, "What is @Zebra about?")
	if !h.noted("Left out") {
		t.Errorf("notes %q", h.notes)
	}
	chat := d.server.Chats()[0]
	chars := 0
	for _, m := range chat.Messages {
		chars += len(m.Content)
	}
	if chat.Options["num_ctx"] != float64(2048) || chars > 3*(2048-512)+400 || *chat.Truncate || *chat.Shift {
		t.Errorf("options %v, %d characters, truncate %v", chat.Options, chars, *chat.Truncate)
	}
}

func TestAPromptThatTheServerRefusesIsMadeSmaller(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Status: 400, Error: "the input length exceeds the context length"}, llmtest.Reply{Text: "Three [1]."})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.err != nil || !h.noted("too long") || h.Answer.Mode != "model" {
		t.Errorf("%v %q", h.err, h.notes)
	}
}

func TestAStreamThatBreaksOffIsAnErrorAndItsTextWasSaid(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "The notice period is ", Cut: true})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.err == nil || !strings.Contains(h.text, "notice period is") {
		t.Errorf("%v, said %q", h.err, h.text)
	}
}

func TestHistoryIsCutFromTheOldEnd(t *testing.T) {
	d := newDesk(t)
	long := strings.Repeat("blah ", 1200)
	for range 4 {
		d.server.Script(llmtest.Reply{Text: long})
		d.ask(Chat, "Talk to me")
	}
	d.server.Script(llmtest.Reply{Text: "Fine."})
	h := d.ask(Chat, "And now?")
	chats := d.server.Chats()
	last := chats[len(chats)-1].Messages
	if !h.noted("oldest message") || last[0].Role != "system" || last[len(last)-1].Content != "And now?" {
		t.Errorf("notes %q, %d messages", h.notes, len(last))
	}
}

func TestANewQuestionStartsFresh(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "900 [1]."}, llmtest.Reply{Text: "Hi."})
	d.ask(Auto, "What is the rent in @Lease?")
	h := d.ask(Chat, "Hello")
	if len(h.Passages) != 0 || h.Plan.Question != "" || len(h.Messages) != 4 {
		t.Errorf("passages %v, plan %+v, %d messages", h.Passages, h.Plan, len(h.Messages))
	}
}

func TestTheLongestWayFitsTheStepLimit(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.server.Script(llmtest.Reply{Text: "900 [1]."})
	h := d.ask(Auto, "What is the rent in @Lease?")
	if want := []string{"router", "rewriter", "retriever", "generator"}; !slices.Equal(h.steps, want) || len(want) > d.Config.StepLimit {
		t.Errorf("steps %v, limit %d", h.steps, d.Config.StepLimit)
	}
}
