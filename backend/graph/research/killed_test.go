package research

import (
	"context"
	"errors"
	"slices"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

// long is a desk whose run goes through every node: two rounds of asking, two tasks, references, two drafts.
func long(t *testing.T) *desk {
	d := askingDesk(t)
	d.checkpoints = d.store.Checkpoints
	d.add("Annex", `The rent of 900 euros follows § 1 BDSG and document "Lost Rules".`)
	d.add("BDSG", "§ 1 Clause of the statute. It says something.")
	d.reply = answering("In Berlin.", "/end")
	d.says["plan"] = []string{`{"tasks":["Find the rent","Find the day"]}`}
	d.says["reevaluate"] = []string{`{"findings":"900.","gap":"heating","queries":["heating"],"tasks":[]}`, `{"findings":"900.","gap":"","queries":[],"tasks":["Find the rent's law"]}`, `{"findings":"Third.","gap":"","queries":[],"tasks":[]}`}
	d.says["quality"] = []string{scores(50, "short"), scores(90)}
	d.says["decide"] = []string{`{"action":"retry","focus":"Be longer."}`}
	return d
}

var subgraphs = []string{"asking back", "rabbithole"}

// again is the same desk with a workflow that knows nothing of what came before.
func (d *desk) again() rag.Runner {
	d.t.Helper()
	fresh := &Workflow{Tools: d.Tools, Config: d.Config}
	runner, err := fresh.Runner(d.checkpoints)
	if err != nil {
		d.t.Fatal(err)
	}
	return runner
}

// toTheEnd follows a run to its end, each time cutting it off as cut says, with a fresh workflow each time.
func (d *desk) toTheEnd(cut func(run rag.Run, cancel context.CancelFunc) func(graph.Event)) (h heard, cuts int) {
	d.t.Helper()
	d.begin("r1")
	ctx, cancel := context.WithCancel(context.Background())
	run := d.again().Start(ctx, "thread", rag.Turn{Run: "r1", Question: "What is the rent?"})
	for {
		h.text, h.cited = "", nil
		h.follow(run, cut(run, cancel))
		cancel()
		ctx, cancel = context.WithCancel(context.Background())
		defer cancel()
		switch {
		case errors.Is(h.err, graph.ErrDrained) || errors.Is(h.err, context.Canceled):
			if cuts++; cuts > 500 {
				d.t.Fatal("it never ends")
			}
			run = d.again().Continue(ctx, "thread")
		case h.err != nil:
			d.t.Fatal(h.err)
		case len(h.Questions) > 0:
			again, err := d.again().Continue(ctx, "thread").Result() // the program ends while it waits
			if err != nil || len(again.Questions) != 1 || again.Questions[0].ID != h.Questions[0].ID {
				d.t.Fatalf("the question isn't asked any more: %v %+v", err, again.Questions)
			}
			run = d.again().AnswerAll(ctx, "thread", h.answers(d))
		default:
			return h, cuts
		}
	}
}

func TestKilledAtEveryStepItComesToTheSame(t *testing.T) {
	t.Parallel()
	whole := long(t)
	want, _ := whole.toTheEnd(func(rag.Run, context.CancelFunc) func(graph.Event) { return nil })
	d := long(t)
	got, cuts := d.toTheEnd(func(run rag.Run, _ context.CancelFunc) func(graph.Event) {
		return func(e graph.Event) { // one step and no more, wherever it stands
			if e.Kind == graph.KindStart && !slices.Contains(subgraphs, e.Node) {
				run.Drain()
			}
		}
	})
	if got.Answer.Text != want.Answer.Text || len(want.Answer.Citations) == 0 || got.text != want.text || got.made.EndReason != UserEnd {
		t.Errorf("%q, not %q", got.Answer.Text, want.Answer.Text)
	}
	if d.total() != whole.total() || cuts < whole.total() {
		t.Errorf("%d calls in %d pieces, %d in one", d.total(), cuts, whole.total())
	}
	if a, b := got.made, want.made; a.Cost.Calls != b.Cost.Calls || a.Cost.Calls != whole.total() || len(a.References) != len(b.References) || a.Scores.Sum != b.Scores.Sum {
		t.Errorf("%+v, not %+v", a, b)
	}
	for _, node := range []string{"init", "finalize", "plan", "extract", "detect references", "gate", "resolve", "relevance", "reevaluate", "update plan", "synthesize", "decide", "attribution"} {
		if want.count(node) == 0 {
			t.Error(node, "was never run")
		}
	}
}

func TestCutOffInACallOnlyThatCallIsMadeAgain(t *testing.T) {
	t.Parallel()
	want, _ := long(t).toTheEnd(func(rag.Run, context.CancelFunc) func(graph.Event) { return nil })
	for _, node := range []string{"extract", "synthesize"} {
		d, done := long(t), false
		got, cuts := d.toTheEnd(func(_ rag.Run, cancel context.CancelFunc) func(graph.Event) {
			return func(e graph.Event) {
				if e.Kind == graph.KindEmit && e.Node == node && !done {
					done = true
					cancel()
				}
			}
		})
		if cuts != 1 || got.Answer.Text != want.Answer.Text || d.total() > want.made.Cost.Calls+1 {
			t.Errorf("%s: %d cuts, %d calls of %d, %q", node, cuts, d.total(), want.made.Cost.Calls, got.Answer.Text)
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
	before := d.total()
	delete(d.fails, "extract")
	h.follow(d.again().Continue(t.Context(), "thread"), nil)
	if h.err != nil || d.total() != before+2+2+1+2 || len(h.Answer.Citations) == 0 {
		t.Errorf("%v, %d calls after %d", h.err, d.total(), before)
	}
}

func TestANewQuestionStartsFresh(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	first := d.ask("What is the rent?")
	d.begin("r2")
	var h heard
	h.follow(d.again().Start(t.Context(), "thread", rag.Turn{Run: "r2", Question: "And the heating?"}), nil)
	if h.err != nil || h.Run != "r2" || h.made.Anchor.Question != "And the heating?" || len(h.made.Findings) != 0 || h.made.Cost.Calls != 2 || first.Run != "r1" {
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
		d.add(fmtName(i), "The gap"+fmtName(i)+" is here.", "The rent is due here, too.")
	}
	d.says["plan"] = []string{`{"tasks":["rent follows","rent due"]}`}
	d.says["reevaluate"] = []string{`{"findings":"x","gap":"gapAx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapBx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapCx","queries":[],"tasks":[]}`, `{"findings":"x","gap":"gapDx","queries":[],"tasks":[]}`}
	d.says["quality"] = []string{scores(50)}
	d.says["decide"] = []string{`{"action":"retry","focus":"x"}`}
	h := d.ask("What is the rent?")
	outer, asking := 0, 0
	for _, s := range h.steps {
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
		way += 1 + 2*found + 1 + 1
	}
	for range c.References {
		way += 2 + 2*led
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
	w, err := d.Compile(d.checkpoints)
	if err != nil {
		t.Fatal(err)
	}
	points, err := w.History(t.Context(), "thread")
	if err != nil {
		t.Fatal(err)
	}
	d.begin("r2")
	d.says["synthesize"] = []string{"Written anew: 900 euros [1]."}
	before := d.total()
	for _, p := range points {
		if !slices.Equal(p.Next, []string{"synthesize"}) {
			continue
		}
		runner := d.again()
		at, err := runner.Fork(t.Context(), "thread", p.Checkpoint, "r2")
		if err != nil {
			t.Fatal(err)
		}
		var h heard
		h.follow(runner.Continue(t.Context(), "thread", at), nil)
		if h.err != nil || h.Run != "r2" || h.Answer.Text != "Written anew: 900 euros [1]." || d.total() != before+2 || len(h.made.Findings) != 1 {
			t.Errorf("%v %+v", h.err, h.Standing)
		}
		var text string
		if err := d.load("r1/draft 1 part 1", &text); err != nil || text == "" || first.Answer.Text == h.Answer.Text {
			t.Error("the first run's draft is gone", err)
		}
		return
	}
	t.Error("it was never about to write")
}
