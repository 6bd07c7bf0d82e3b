package runs

import (
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/chat"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// shown lists the runs of the branch that is shown.
func (d *desk) shown(conversation string) (ids []string) {
	d.t.Helper()
	_, turns, err := d.Turns(conversation)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, t := range turns {
		ids = append(ids, t.Run)
	}
	return ids
}

// prompt is what the model was sent last.
func (d *desk) prompt() string {
	var b strings.Builder
	chats := d.server.Chats()
	for _, m := range chats[len(chats)-1].Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// sent checks which texts the model was sent last.
func (d *desk) sent(with, without []string) {
	d.t.Helper()
	p := d.prompt()
	for _, text := range with {
		if !strings.Contains(p, text) {
			d.t.Errorf("the model was not sent %q:\n%s", text, p)
		}
	}
	for _, text := range without {
		if strings.Contains(p, text) {
			d.t.Errorf("the model was sent %q:\n%s", text, p)
		}
	}
}

// step is the step of a node in a turn.
func (d *desk) step(s Started, node string) StepInfo {
	d.t.Helper()
	for _, step := range d.turn(s).Steps {
		if step.Node == node {
			return step
		}
	}
	d.t.Fatalf("there is no step %s", node)
	return StepInfo{}
}

// planned is a search as the model plans it.
var planned = llmtest.Reply{Text: `{"searches":[{"document":"","query":"notice period"}],"sections":[]}`}

// says has the model answer every question with the text; searches are planned as asked for.
func (d *desk) says(text string) {
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		if r.Format != nil {
			return planned
		}
		return llmtest.Reply{Text: text}
	})
}

func TestAnEditedQuestionStandsBesideTheOldOne(t *testing.T) {
	d := newDesk(t)
	d.says("Fine.")
	ada := d.ask(Question{Text: "My name is Ada", Mode: chat.Chat})
	in := ada.Conversation
	name := d.ask(Question{Conversation: in, Text: "What is my name?", Mode: chat.Chat})
	d.sent([]string{"Ada"}, nil)

	bob := d.ask(Question{Conversation: in, Text: "My name is Bob", Mode: chat.Chat, Instead: ada.Run})
	d.sent([]string{"Bob"}, []string{"Ada", "What is my name?"})
	if got := d.shown(in); !slices.Equal(got, []string{bob.Run}) {
		t.Errorf("shown %v", got)
	}
	if turn := d.turn(bob); turn.Branch != 2 || !slices.Equal(turn.Branches, []string{ada.Run, bob.Run}) {
		t.Errorf("%d of %v", turn.Branch, turn.Branches)
	}
	below := d.ask(Question{Conversation: in, Text: "Who am I?", Mode: chat.Chat})
	d.sent([]string{"Bob", "Who am I?"}, []string{"Ada"})

	if c, err := d.ShowBranch(ada.Run); err != nil || c != in {
		t.Fatal(c, err)
	}
	if got := d.shown(in); !slices.Equal(got, []string{ada.Run, name.Run}) {
		t.Errorf("the old branch is %v", got)
	}
	old := d.ask(Question{Conversation: in, Text: "And now?", Mode: chat.Chat})
	d.sent([]string{"Ada", "What is my name?", "And now?"}, []string{"Bob", "Who am I?"})
	if got := d.shown(in); !slices.Equal(got, []string{ada.Run, name.Run, old.Run}) {
		t.Errorf("the old branch grew to %v", got)
	}
	if _, err := d.ShowBranch(bob.Run); err != nil {
		t.Fatal(err)
	}
	if got := d.shown(in); !slices.Equal(got, []string{bob.Run, below.Run}) {
		t.Errorf("the new branch is %v", got)
	}
	if all, err := d.workspace.Conversations.List(); err != nil || all[0].Turns != 2 || len(all[0].Runs) != 5 {
		t.Errorf("%+v %v", all, err)
	}
}

func TestAskingAgainForgetsTheAnswerButNotWhatStandsAbove(t *testing.T) {
	d := newDesk(t)
	d.says("Above.")
	first := d.ask(Question{Text: "Remember the number seven", Mode: chat.Chat})
	d.says("A bad answer.")
	second := d.ask(Question{Conversation: first.Conversation, Text: "What number?", Mode: chat.Chat})
	again := d.ask(Question{Conversation: first.Conversation, Text: "What number?", Mode: chat.Chat, Instead: second.Run})
	d.sent([]string{"seven", "Above."}, []string{"A bad answer."})
	if got := d.shown(first.Conversation); !slices.Equal(got, []string{first.Run, again.Run}) {
		t.Errorf("shown %v", got)
	}
	old, _ := d.workspace.Runs.Get(second.Run)
	run, _ := d.workspace.Runs.Get(again.Run)
	if run.Parent != first.Run || run.Before == 0 || run.Before != old.Before {
		t.Errorf("it stands at %+v, the old one at %+v", run, old)
	}
}

func TestResumeGoesOnInABranchThatIsNotShown(t *testing.T) {
	d := newDesk(t)
	d.says("Fine.")
	first := d.ask(Question{Text: "My name is Ada", Mode: chat.Chat})
	d.server.Script(append([]llmtest.Reply{planned}, cut("Half an ")...)...)
	lost := d.ask(Question{Conversation: first.Conversation, Text: "And how long is the notice period in @Lease?", Mode: chat.Documents})
	other := d.ask(Question{Conversation: first.Conversation, Text: "Something else", Mode: chat.Chat, Instead: lost.Run})
	below := d.ask(Question{Conversation: first.Conversation, Text: "And below that", Mode: chat.Chat})
	if got := d.shown(first.Conversation); !slices.Equal(got, []string{first.Run, other.Run, below.Run}) {
		t.Fatalf("shown %v", got)
	}
	if _, err := d.Resume(other.Run); err == nil {
		t.Error("an answered run with another below was resumed")
	}
	calls := len(d.server.Chats())
	d.says("Three months [1].")
	if _, err := d.Resume(lost.Run); err != nil {
		t.Fatal(err)
	}
	d.Wait(lost.Run)
	if got := d.shown(first.Conversation); !slices.Equal(got, []string{first.Run, lost.Run}) {
		t.Errorf("shown %v", got)
	}
	d.sent([]string{"Ada", "notice period"}, []string{"Something else", "And below that"})
	if turn := d.turn(lost); turn.Answer != "Three months [1]." || len(d.server.Chats())-calls != 1 {
		t.Errorf("%d calls, %+v", len(d.server.Chats())-calls, turn)
	}
}

func TestAFailedRunWithAQuestionBelowIsNotResumed(t *testing.T) {
	d := newDesk(t)
	d.server.Script(cut("Half an ")...)
	lost := d.ask(Question{Text: "Hello there", Mode: chat.Chat})
	d.says("Fine.")
	d.ask(Question{Conversation: lost.Conversation, Text: "Never mind", Mode: chat.Chat})
	if _, err := d.Resume(lost.Run); err == nil || !strings.Contains(err.Error(), "later question") {
		t.Error(err)
	}
}

func TestDeletingAConversationDeletesAllItsBranches(t *testing.T) {
	d := newDesk(t)
	d.says("Fine.")
	other := d.ask(Question{Text: "Elsewhere", Mode: chat.Chat})
	first := d.ask(Question{Text: "One way", Mode: chat.Chat})
	second := d.ask(Question{Conversation: first.Conversation, Text: "Another way", Mode: chat.Chat, Instead: first.Run})
	if err := d.DeleteConversation(first.Conversation); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{first.Run, second.Run} {
		if _, err := d.workspace.Runs.Get(id); err == nil {
			t.Error("a run is left")
		}
		if left, err := d.workspace.Events.Of(id, 0); err != nil || len(left) != 0 {
			t.Errorf("%d events are left, %v", len(left), err)
		}
	}
	if keys, _, err := d.store.Checkpoints.Scan(t.Context(), first.Conversation, ""); err != nil || len(keys) != 0 {
		t.Errorf("%d checkpoint records are left, %v", len(keys), err)
	}
	if turn := d.turn(other); turn.Status != store.Answered {
		t.Errorf("the other conversation: %+v", turn)
	}
	d.ask(Question{Conversation: other.Conversation, Text: "Still there?", Mode: chat.Chat})
	d.sent([]string{"Elsewhere"}, []string{"One way", "Another way"})
}

func TestRunsOfEarlierVersionsCanBeAskedAnew(t *testing.T) {
	d := newDesk(t)
	d.says("Fine.")
	first := d.ask(Question{Text: "My name is Ada", Mode: chat.Chat})
	second := d.ask(Question{Conversation: first.Conversation, Text: "A second question", Mode: chat.Chat})
	for _, id := range []string{first.Run, second.Run} { // as they were recorded then
		run, err := d.workspace.Runs.Get(id)
		run.Before, run.Head = 0, 0
		if err != nil || d.workspace.Runs.Save(run, "") != nil {
			t.Fatal(err)
		}
	}
	d.ask(Question{Conversation: first.Conversation, Text: "Another second one", Mode: chat.Chat, Instead: second.Run})
	d.sent([]string{"Ada", "Another second one"}, []string{"A second question"})
}
