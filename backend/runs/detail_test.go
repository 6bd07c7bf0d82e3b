package runs

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func names(fields []Field) (out []string) {
	for _, f := range fields {
		out = append(out, f.Name)
	}
	return out
}

func TestStepsTellWhatTheyWereGivenAndWhatTheyChanged(t *testing.T) {
	d := newDesk(t)
	s := d.followUp()
	turn := d.turn(s)
	changed := map[string][]string{
		"router": {"documents", "route"}, "rewriter": {"plan"}, "retriever": {"hits", "passages", "subject"}, "generator": {"answer", "messages"},
	}
	for _, step := range turn.Steps {
		detail, err := d.StepDetail(s.Run, step.Checkpoint, step.Task)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(detail.Out); !slices.Equal(got, changed[step.Node]) {
			t.Errorf("%s changed %v", step.Node, got)
		}
		if in := names(detail.In); !slices.IsSorted(in) || !slices.Contains(in, "question") || !slices.Contains(in, "messages") {
			t.Errorf("%s was given %v", step.Node, in)
		}
	}
	detail, err := d.StepDetail(s.Run, turn.Steps[3].Checkpoint, turn.Steps[3].Task)
	if err != nil || !strings.HasPrefix(detail.Out[0].Value, "{\n  \"citations\": [\n    {") || !strings.Contains(detail.Out[0].Value, `"text": "The old answer [1]."`) {
		t.Errorf("%v %+v", err, detail.Out)
	}
	i := slices.IndexFunc(detail.In, func(f Field) bool { return f.Name == "question" })
	if detail.In[i].Value != `"And how long exactly is the notice period?"` {
		t.Errorf("%+v", detail.In[i])
	}
}

func TestAStepChangedWhatItsOwnBranchMadeOfIt(t *testing.T) {
	d := newDesk(t)
	old := d.followUp()
	at := d.step(old, "generator")
	d.says("The new answer [1].")
	s, err := d.StartOver(old.Run, at.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	for run, answer := range map[string]string{old.Run: "The old answer", s.Run: "The new answer"} {
		turn, err := d.Turn(run)
		if err != nil {
			t.Fatal(err)
		}
		for k, field := range map[int]string{2: "passages", 3: "answer"} {
			detail, err := d.StepDetail(run, turn.Steps[k].Checkpoint, turn.Steps[k].Task)
			i := slices.IndexFunc(detail.Out, func(f Field) bool { return f.Name == field })
			if err != nil || i < 0 || k == 3 && !strings.Contains(detail.Out[i].Value, answer) {
				t.Errorf("step %d of %s: %v %+v", k+1, run, err, detail.Out)
			}
		}
	}
}

func TestAStepThatDidNotFinishChangedNothing(t *testing.T) {
	d := newDesk(t)
	d.server.Script(cut("Half an ")...)
	s := d.ask(Question{Text: "What is the notice period in @Lease?"})
	step := d.step(s, "generator")
	detail, err := d.StepDetail(s.Run, step.Checkpoint, step.Task)
	if err != nil || len(detail.In) == 0 || detail.Out == nil || len(detail.Out) != 0 {
		t.Errorf("%v %+v", err, detail)
	}
}

func TestDetailsThatAreNotKeptAreSentences(t *testing.T) {
	d := newDesk(t)
	s := d.followUp()
	for _, c := range []struct {
		run        string
		checkpoint uint64
		task       string
	}{{"gone", 1, "1.router.0"}, {s.Run, 99, "99.router.0"}, {s.Run, 0, ""}, {s.Run, 1, "1.part.0/2.node.0"}} {
		if _, err := d.StepDetail(c.run, c.checkpoint, c.task); err == nil || !strings.HasPrefix(err.Error(), "that ") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestStepsTellTheirModelAndItsTokens(t *testing.T) {
	d := newDesk(t)
	turn := d.turn(d.followUp())
	for i, model := range []string{"", llmtest.ChatModel, llmtest.EmbedModel, llmtest.ChatModel} {
		step := turn.Steps[i]
		if step.Model != model || (step.TokensIn > 0) != (model != "") || (step.TokensOut > 0) != (model == llmtest.ChatModel) {
			t.Errorf("%+v", step)
		}
		if step.Checkpoint == 0 || !strings.Contains(step.Task, step.Node) {
			t.Errorf("%+v", step)
		}
	}
}

func TestStepsOfOneNodeAreToldApartByTheirTask(t *testing.T) {
	turn := Turn{}
	for _, e := range []store.Event{
		{Kind: "step", Node: "check", Task: "1.check.0", Text: "Checking one"},
		{Kind: "step", Node: "check", Task: "1.check.1", Text: "Checking two"},
		{Kind: "note", Node: "check", Task: "1.check.0", Text: "of one"},
		{Kind: "stepdone", Node: "check", Task: "1.check.0", Text: "One", Model: "m", TokensIn: 3, TokensOut: 2},
		{Kind: "stepdone", Node: "check", Task: "1.check.1"},
		{Kind: "step", Node: "check", Task: "2.check.0", Text: "Checking again"},
		{Kind: "step", Node: "check", Task: "2.check.0", Text: "Still checking"},
		{Kind: "note", Node: "check", Text: "of the last"}, // as told before tasks were known
	} {
		turn.replay(e)
	}
	if len(turn.Steps) != 3 || turn.Steps[0].Summary != "One" || turn.Steps[0].Notes[0].Text != "of one" || turn.Steps[0].TokensIn != 3 ||
		turn.Steps[1].Summary != "done" || turn.Steps[2].Title != "Still checking" || turn.Steps[2].Notes[0].Text != "of the last" {
		t.Errorf("%+v", turn.Steps)
	}
}
