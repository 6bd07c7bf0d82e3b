package research

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// long is a desk whose run goes through every node: two rounds of asking, two tasks, references, two drafts.
func long(t testing.TB) *desk {
	d := askingDesk(t)
	d.Add("Annex", `The rent of 900 euros follows § 1 BDSG and document "Lost Rules".`)
	d.Add("BDSG", "§ 1 Clause of the statute. It says something.")
	d.reply = answering("In Berlin.", "/end")
	d.says["plan"] = []string{`{"tasks":["Find the rent","Find the day"]}`}
	d.says["reevaluate"] = []string{`{"findings":"900.","gap":"heating","queries":["heating"],"tasks":[]}`, `{"findings":"900.","gap":"","queries":[],"tasks":["Find the rent's law"]}`, `{"findings":"Third.","gap":"","queries":[],"tasks":[]}`}
	d.says["quality"] = []string{scores(50, "short"), scores(90)}
	d.says["decide"] = []string{`{"action":"retry","focus":"Be longer."}`}
	return d
}

// again is a workflow that knows nothing of what came before.
func (d *desk) again() rag.Runner {
	d.T.Helper()
	runner, err := d.fresh()
	if err != nil {
		d.T.Fatal(err)
	}
	return runner
}

func (d *desk) fresh() (rag.Runner, error) {
	return (&Workflow{Tools: d.Tools, Config: d.Config}).Runner(d.Checkpoints())
}

// measured is what differs from one time to the next: what was measured, and what is said of it.
var measured = regexp.MustCompile(`"millis":\d+|, (?:some [^;"]* a second|whose speed isn't known yet);`)

// journey is a way through the workflow as the desk stands.
func (d *desk) journey(question string) ragtest.Journey {
	return ragtest.Journey{
		Desk: d.Desk, Question: question, Fresh: d.fresh, Reply: d.reply,
		Plain: func(s string) string { return measured.ReplaceAllString(s, "") },
	}
}

func TestKilledAnywhereItComesToTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	t.Parallel()
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		return long(t).journey("What is the rent?")
	}, 12, 53)
	var made Output
	if err := json.Unmarshal(whole.Made, &made); err != nil || made.EndReason != UserEnd || made.Cost.Calls != len(whole.Calls) || len(whole.Cards) != 3 {
		t.Errorf("%v, %d questions, %d calls: %+v", err, len(whole.Cards), len(whole.Calls), made)
	}
	if len(whole.Answer.Citations) == 0 || stopped.Text != whole.Text || stopped.Text != whole.Answer.Text || stopped.Cuts < len(whole.Calls) {
		t.Errorf("%q, on the screen %q, with %d stops %q", whole.Answer.Text, whole.Text, stopped.Cuts, stopped.Text)
	}
	for _, node := range []string{"init", "finalize", "plan", "extract", "detect references", "gate", "resolve", "relevance", "reevaluate", "update plan", "synthesize", "decide", "attribution"} {
		if whole.Count(node) == 0 {
			t.Error(node, "was never run")
		}
	}
}

func TestOllamaGoneEndsTheRunAndItGoesOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.fails["extract"] = llmtest.Reply{Status: 500, Error: "model requires more system memory"}
	h := d.ask("What is the rent?")
	if h.err == nil || h.made.Plan[0].Done {
		t.Fatalf("%v %+v", h.err, h.made)
	}
	before := d.Calls()
	delete(d.fails, "extract")
	h.follow(d.again().Continue(t.Context(), "thread"), nil)
	if h.err != nil || d.Calls() != before+2+1+2 || len(h.Answer.Citations) == 0 {
		t.Errorf("%v, %d calls after %d", h.err, d.Calls(), before)
	}
}

func TestANewQuestionStartsFresh(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	first := d.ask("What is the rent?")
	var h heard
	h.follow(d.again().Start(t.Context(), ragtest.Thread, d.Turn("And the heating?")), nil)
	if h.err != nil || h.Run != "run2" || h.made.Anchor.Question != "And the heating?" || len(h.made.Findings) != 0 || h.made.Cost.Calls != 2 || first.Run != "run1" {
		t.Errorf("%v %+v", h.err, h.made)
	}
}

func TestTheLongestWayFitsTheStepLimits(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.reply = answering("Hm.")
	d.Config.MostTasks, d.Config.FirstTasks, d.Config.Iterations, d.Config.References, d.Config.SameDocument = 2, 2, 2, 3, 100
	d.Config.Rounds, d.Config.TaskQueries, d.Config.TaskPassages = 2, 1, 2
	laws(d, 4)
	for i := range 4 {
		d.Add(fmtName(i), "The gap"+fmtName(i)+" is here.", "The rent is due here, too.")
	}
	d.says["plan"] = []string{`{"tasks":["rent follows","rent due"]}`}
	d.says["reevaluate"] = []string{`{"findings":"x","gap":"gapAx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapBx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapCx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapDx","queries":[],"tasks":[]}`}
	d.says["quality"] = []string{scores(50)}
	d.says["decide"] = []string{`{"action":"retry","focus":"x"}`}
	h := d.ask("What is the rent?")
	outer, asking := 0, 0
	for _, s := range h.Steps {
		switch s {
		case "asking back", "plan", "approve", "rabbithole", "update plan", "synthesize", "quality check", "decide", "attribution":
			outer++
		case "init", "generate queries", "retrieve", "analyze", "questions", "answer", "finalize":
			asking++
		}
	}
	if h.err != nil || h.made.Rounds != 2 || h.made.Drafts != 2 || len(h.made.References) == 0 {
		t.Errorf("%v %+v", h.err, h.made)
	}
	c := d.Config
	if outer > c.steps()+3 || asking > c.askingSteps()+2 || c.askingSteps() != 12 { // those that asked ran twice
		t.Errorf("%d of %d, %d of %d", outer, c.steps(), asking, c.askingSteps())
	}
	// The longest way, node by node: all that the ceilings allow.
	found, led := c.TaskQueries*c.TaskPassages, max(c.ScopedPassages, c.BroadPassages)
	way := 1
	for range c.Iterations {
		way += 1 + 1 + found + 1 + 1
	}
	for range c.References {
		way += 2 + 1 + led
	}
	if way > c.taskSteps() {
		t.Errorf("%d steps of a task, the limit is %d", way, c.taskSteps())
	}
}

func fmtName(i int) string { return string(rune('A'+i)) + "x" }

func TestARunThatGoesOnWithAnothersTakesItsFindings(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	first := d.ask("What is the rent?")
	w, err := d.Compile(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	points, err := w.History(t.Context(), "thread")
	if err != nil {
		t.Fatal(err)
	}
	d.Turn("?")
	d.says["synthesize"] = []string{"Written anew: 900 euros [1]."}
	before := d.Calls()
	for _, p := range points {
		if !slices.Equal(p.Next, []string{"synthesize"}) {
			continue
		}
		runner := d.again()
		at, err := runner.Fork(t.Context(), "thread", p.Checkpoint, "run2")
		if err != nil {
			t.Fatal(err)
		}
		var h heard
		h.follow(runner.Continue(t.Context(), "thread", at), nil)
		if h.err != nil || h.Run != "run2" || h.written() != "Written anew: 900 euros [1]." || d.Calls() != before+2 || len(h.made.Findings) != 1 {
			t.Errorf("%v %+v", h.err, h.Outcome)
		}
		var text string
		if err := d.load("run1/draft 1 part 1", &text); err != nil || text == "" || first.Answer.Text == h.Answer.Text {
			t.Error("the first run's draft is gone", err)
		}
		return
	}
	t.Error("it was never about to write")
}
