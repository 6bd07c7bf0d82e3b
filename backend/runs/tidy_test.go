package runs

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph"
)

func TestALongConversationForgetsEarlyStepsButNoWayOn(t *testing.T) {
	d := newDesk(t)
	var asked []Started
	for i := range stepsKept + tidyEvery {
		q := Question{Text: fmt.Sprint("hello number ", i), Mode: "chat"}
		if i > 0 {
			q.Conversation = asked[0].Conversation
		}
		d.says(fmt.Sprint("answer ", i))
		asked = append(asked, d.ask(q))
	}
	if err := d.idle(asked[0].Conversation); err != nil { // it has tidied up
		t.Fatal(err)
	}
	detail := func(i int) error {
		step := d.turn(asked[i]).Steps[0]
		_, err := d.StepDetail(asked[i].Run, step.Checkpoint, step.Task)
		return err
	}
	if err := detail(2); err == nil || !strings.Contains(err.Error(), "no longer kept") {
		t.Errorf("an early step: %v", err)
	}
	if err := detail(tidyEvery); err != nil {
		t.Errorf("a late step: %v", err)
	}
	if _, err := d.StartOver(asked[2].Run, d.turn(asked[2]).Steps[1].Checkpoint); err == nil || !strings.Contains(err.Error(), "no longer kept") {
		t.Errorf("starting over from a step that is gone: %v", err)
	}
	d.says("another answer")
	branch := d.ask(Question{Text: "hello instead", Mode: "chat", Conversation: asked[0].Conversation, Instead: asked[3].Run})
	if turn := d.turn(branch); turn.Answer != "another answer" || turn.Branch != 2 {
		t.Errorf("%+v", turn)
	}
	prompt := d.server.Chats()[len(d.server.Chats())-1]
	if said := fmt.Sprint(prompt.Messages); !strings.Contains(said, "answer 2") || strings.Contains(said, "answer 3") {
		t.Errorf("the branch was told %s", said)
	}
	keys, _, err := d.checkpoints.Scan(t.Context(), asked[0].Conversation, "c/@")
	if err != nil || len(keys) > 3*(stepsKept+1)+tidyEvery+4 {
		t.Errorf("%d checkpoints, %v", len(keys), err)
	}
	if _, err := graph.Inspect(t.Context(), d.checkpoints, asked[0].Conversation, "", 2); err == nil {
		t.Error("checkpoint 2 is still there")
	}
}
