package chat

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// desk is the workflow at a desk.
type desk struct {
	*ragtest.Desk
	*Workflow
	preferred []string // ids of the documents that questions speak of
}

// heard is what a turn told and came to.
type heard struct {
	ragtest.Heard
	State
	err error
}

func newDesk(t testing.TB) *desk {
	d := &desk{Desk: ragtest.New(t)}
	d.Workflow = &Workflow{Config: Defaults(), Tools: d.Given()}
	return d
}

// ask runs a turn in the one conversation.
func (d *desk) ask(mode, question string, scope ...string) (h heard) {
	d.T.Helper()
	app, err := d.Compile(d.Checkpoints())
	if err != nil {
		d.T.Fatal(err)
	}
	turn := d.Turn(question, scope...)
	turn.Mode, turn.Preferred = mode, d.preferred
	var r graph.Result[State]
	h.Heard, r, h.err = ragtest.Follow(app.Start(context.Background(), ragtest.Thread, rag.Asking[State](turn)))
	h.State = r.State
	return h
}

func library(d *desk) {
	d.Add("Lease", "The notice period is three months to the end of a quarter.", "The rent is 900 euros.", "Pets are allowed.")
	d.Add("Policy", "The insurance pays for fire.", "The insurance does not pay for floods.")
	for _, n := range []string{"One", "Two"} {
		d.Add(n, "Text about "+n+" and gardening.")
	}
}

func TestWithoutHistoryTheRewriterMakesNoCall(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("Fine [1].")
	h := d.ask(Auto, "Compare @Lease and @Policy")
	if d.Calls() != 1 || len(h.Plan.Targets) != 2 {
		t.Errorf("%d calls, plan %+v", d.Calls(), h.Plan)
	}
	names := map[string]bool{}
	for _, id := range h.Passages {
		names[strings.Split(id, "/")[0]] = true
	}
	if len(names) != 2 {
		t.Errorf("passages of %v", names)
	}
}

func TestDocumentsThatAQuestionSpeaksOfLeadAndLimitOnlyWhatIsReadWhole(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model, d.preferred = "", []string{"id-Two"}
	h := d.ask(Documents, "What is said about gardening?")
	if len(h.Plan.Targets) != 0 || len(h.Passages) < 2 || h.Passages[0] != "id-Two/0" {
		t.Errorf("plan %+v, passages %v", h.Plan, h.Passages)
	}
	h = d.ask(Documents, "How often is gardening mentioned?")
	if !slices.Equal(h.Asked, []string{"id-Two"}) || !strings.Contains(h.Answer.Text, "of 1 file") {
		t.Errorf("asked %v: %s", h.Asked, h.Answer.Text)
	}
}

func TestARewriterThatFailsFallsBackAndSaysSo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "900 [1]."}, llmtest.Reply{Status: 500, Error: "broken"}, llmtest.Reply{Text: "Fine."})
	d.ask(Auto, "What is the rent in @Lease?")
	h := d.ask(Auto, "Why?")
	if h.err != nil || !h.Noted("could not be rewritten") || h.Plan.Question != "Why?" {
		t.Errorf("%v %q %+v", h.err, h.Notes, h.Plan)
	}
}

func TestAMentionThatFitsNoFileIsSaid(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("900 [1].")
	h := d.ask(Documents, "What is the rent in @Leese?")
	if !h.Noted("“Leese”") || !strings.Contains(h.Answer.Text, "No document is called “Leese”") {
		t.Errorf("notes %q, answer %q", h.Notes, h.Answer.Text)
	}
}

func TestChatModeSetsMentionsAsideAndSaysSo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("Hello.")
	if h := d.ask(Chat, "Hello @Lease"); !h.Noted("set aside") || len(h.Passages) != 0 {
		t.Errorf("notes %q", h.Notes)
	}
}

func TestTheFirstPassagesOfAMentionedFileComeAlong(t *testing.T) {
	d := newDesk(t)
	var pages []string
	for i := range 30 {
		pages = append(pages, "Page about subject number "+strings.Repeat("x", i+1))
	}
	pages[20] = "The zebra lives here."
	d.Add("Book", pages...)
	d.Script("There [1].")
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
	d.Script("The notice period is three months [1]. The moon is cheese [42].")
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.Answer.Text != "The notice period is three months [1]. The moon is cheese ." || len(h.Answer.Citations) != 1 ||
		!strings.Contains(h.Answer.Citations[0].Quote, "three months") || !h.Noted("Dropped 1 reference") {
		t.Errorf("%q %+v %q", h.Answer.Text, h.Answer.Citations, h.Notes)
	}
	if h.Text != h.Answer.Text {
		t.Errorf("streamed %q", h.Text)
	}
}

func TestWithoutAModelTheBestPassagesAreShown(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(Auto, "What is the notice period?")
	if h.err != nil || h.Answer.Mode != "passages" || len(h.Answer.Citations) == 0 || h.Answer.Message != d.Why.String() || d.Calls() != 0 {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}

func TestAModelThatIsNotInstalledGivesPassagesWithTheReason(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Models(llmtest.EmbedModel)
	h := d.ask(Documents, "What is the notice period?")
	if h.err != nil || h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Message, "is not installed") {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}

func TestDocumentsThatDontTell(t *testing.T) {
	d := newDesk(t)
	library(d)
	if h := d.ask(Documents, "zirkonium quarks"); !strings.Contains(h.Answer.Text, "don't tell") || d.Calls() != 0 {
		t.Errorf("documents only: %q", h.Answer.Text)
	}
	d.Server.Script(llmtest.Reply{Text: `{"searches":[{"document":"","query":"zirkonium quarks"}],"sections":[]}`}, llmtest.Reply{Text: "Quarks are small."})
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
	for i := range 12 {
		pages = append(pages, "The zebra "+string(rune('A'+i))+". "+strings.Repeat("Stripes are black and white. ", 40))
	}
	d.Add("Zebra", pages...)
	d.Config.ContextTokens, d.Config.AnswerTokens = 2048, 512
	d.Client = d.Narrow(2048)
	d.Script("Black [1].")
	h := d.ask(Auto, "What is @Zebra about?")
	if !h.Noted("Left out") || !h.Noted("Zebra, p. ") || !h.Noted("tokens, ") {
		t.Errorf("notes %q", h.Notes)
	}
	chat := d.Server.Chats()[0]
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
	d.Server.Script(llmtest.Reply{Status: 400, Error: "the input length exceeds the context length"}, llmtest.Reply{Text: "Three [1]."})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.err != nil || !h.Noted("too long") || h.Answer.Mode != "model" {
		t.Errorf("%v %q", h.err, h.Notes)
	}
}

func TestAStreamThatBreaksOffIsAnErrorAndItsTextWasSaid(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "The notice period is ", Cut: true})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.err == nil || !strings.Contains(h.Text, "notice period is") {
		t.Errorf("%v, said %q", h.err, h.Text)
	}
}

func TestAModelThatRepeatsItselfLeavesWhatItSaidFirst(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "The notice period is three months [1].\n" + strings.Repeat("The rent is 900 euros [2].\n", 200)})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if want := "The notice period is three months [1].\nThe rent is 900 euros [2]."; h.err != nil || strings.TrimSpace(h.Answer.Text) != want || strings.TrimSpace(h.Text) != want {
		t.Errorf("%v, %q, on the screen %q", h.err, h.Answer.Text, h.Text)
	}
	if len(h.Answer.Citations) != 2 || !strings.Contains(h.Answer.Message, "repeat itself") {
		t.Errorf("%q, %d citations", h.Answer.Message, len(h.Answer.Citations))
	}
}

func TestAModelThatThinksWithoutEndIsReplacedByThePassages(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Think: strings.Repeat("hm ", 4000)})
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if h.err != nil || h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Message, "thought for") {
		t.Errorf("%v, %+v", h.err, h.Answer)
	}
}

func TestHistoryIsCutFromTheOldEnd(t *testing.T) {
	d := newDesk(t)
	long := llmtest.Words(1000)
	for range 4 {
		d.Server.Script(llmtest.Reply{Text: long})
		d.ask(Chat, "Talk to me")
	}
	d.Script("Fine.")
	h := d.ask(Chat, "And now?")
	chats := d.Server.Chats()
	last := chats[len(chats)-1].Messages
	if !h.Noted("oldest message") || last[0].Role != "system" || last[len(last)-1].Content != "And now?" {
		t.Errorf("notes %q, %d messages", h.Notes, len(last))
	}
}

func TestANewQuestionStartsFresh(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "900 [1]."}, llmtest.Reply{Text: "Hi."})
	d.ask(Auto, "What is the rent in @Lease?")
	h := d.ask(Chat, "Hello")
	if len(h.Passages) != 0 || h.Plan.Question != "" || len(h.Messages) != 4 {
		t.Errorf("passages %v, plan %+v, %d messages", h.Passages, h.Plan, len(h.Messages))
	}
}

func TestTheLongestWayFitsTheStepLimit(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("900 [1].")
	h := d.ask(Auto, "What is the rent in @Lease?")
	if want := []string{"router", "rewriter", "retriever", "generator"}; !slices.Equal(h.Steps, want) || len(want) > d.Config.StepLimit {
		t.Errorf("steps %v, limit %d", h.Steps, d.Config.StepLimit)
	}
}
