package research

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

func texts(list []rag.Item) (out []string) {
	for _, i := range list {
		out = append(out, i.Text)
	}
	return out
}

func TestThePersonMakesOfThePlanWhatTheyWant(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["plan"] = []string{`{"tasks":["Find the rent","Find the flat","Find the owner"," find the RENT "]}`}
	d.reply = func(c rag.Card, n int) rag.Reply {
		if c.Kind != "plan" || len(c.Items) != 3 || !strings.Contains(c.Help, "at most 15") || !strings.Contains(c.Help, "about 27 calls of scripted:latest") {
			t.Errorf("%+v", c)
		}
		return rag.Reply{Items: []rag.Item{c.Items[2], {Text: "Find the rent of 2020"}, {ID: c.Items[0].ID, Text: "Find the rent in Berlin"}, {Text: "  "}}}
	}
	h := d.ask("What is the rent?")
	want := []string{"Find the owner", "Find the rent of 2020", "Find the rent in Berlin"}
	if h.err != nil || !slices.Equal(texts(h.made.Plan), want) || !h.Noted("1 added, 1 removed") || d.did("reevaluate") != 3 {
		t.Errorf("%v %v %q", h.err, h.made.Plan, h.Notes)
	}
	for i, f := range h.made.Findings {
		if f.Task != h.made.Plan[i].ID || !h.made.Plan[i].Done {
			t.Errorf("%+v", f)
		}
	}
}

func TestARemarkChangesThePlanAndThePersonIsAskedAgain(t *testing.T) {
	t.Parallel()
	for what, says := range map[string]string{"changed": `{"tasks":["Find the rent","Find the <deposit>"]}`, "no use": "I can't."} {
		d := newDesk(t)
		d.lease()
		d.says["plan"] = []string{`{"tasks":["Find the rent","Find the flat"]}`}
		d.says["amend"] = []string{says, says, says}
		var shown [][]string
		d.reply = func(c rag.Card, n int) rag.Reply {
			shown = append(shown, texts(c.Items))
			if n == 0 {
				return rag.Reply{Text: "the <deposit> instead of the flat", Items: c.Items}
			}
			return rag.Reply{Text: "approve", Items: c.Items}
		}
		h := d.ask("What is the rent?")
		want := []string{"Find the rent", "Find the <deposit>"}
		if what == "no use" {
			want[1] = "Find the flat"
		}
		if h.err != nil || len(shown) != 2 || !slices.Equal(shown[1], want) || !slices.Equal(texts(h.made.Plan), want) {
			t.Errorf("%s: %v %q %v", what, h.err, shown, h.made.Plan)
		}
		if p := d.prompt["amend"][0]; !strings.Contains(p, "deposit") || strings.Contains(p, "<deposit>") || !strings.Contains(p, "- Find the flat") {
			t.Error(p)
		}
	}
}

func TestAPlanHasAtMostItsTasks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.Config.MostTasks, d.Config.FirstTasks = 3, 2
	d.reply = func(c rag.Card, n int) rag.Reply {
		return rag.Reply{Items: []rag.Item{{Text: "a rent"}, {Text: "b rent"}, {Text: "c rent"}, {Text: "d rent"}}}
	}
	d.says["reevaluate"] = []string{`{"findings":"x","gap":"","queries":[],"tasks":["never fits"]}`}
	if h := d.ask("What is the rent?"); h.err != nil || !slices.Equal(texts(h.made.Plan), []string{"a rent", "b rent", "c rent"}) || !h.Noted("1 of yours left out") {
		t.Errorf("%v %v %q", h.err, h.made.Plan, h.Notes)
	}
}

func TestTasksThatComeUpAreAddedAsTheProgramsOwn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	var says []string
	for i := range 20 {
		says = append(says, fmt.Sprintf(`{"findings":"x","gap":"","queries":[],"tasks":["more %d","find the RENT","again %d"]}`, i, i))
	}
	d.says["reevaluate"] = says
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.made.Plan) != 15 || h.made.Plan[0].Own || !h.made.Plan[14].Own || d.did("reevaluate") != 15 {
		t.Errorf("%v, %d tasks", h.err, len(h.made.Plan))
	}
	ids := map[string]bool{}
	for _, i := range h.made.Plan {
		ids[i.ID] = true
	}
	if len(ids) != 15 {
		t.Error("two tasks have the same id", h.made.Plan)
	}
}

func TestWithoutAPlanTheQueriesAreTheTasks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.fails["plan"] = llmtest.Reply{Text: "no"}
	if h := d.ask("What is the rent?"); h.err != nil || !h.Noted("each research query is a task") || !slices.Equal(texts(h.made.Plan), []string{"What is the rent?", "amount of the rent"}) {
		t.Errorf("%v %v", h.err, h.made.Plan)
	}
	w := &Workflow{Config: Defaults(), Tools: rag.Tools{Speeds: new(rag.Speeds)}}
	u, err := w.queriesAsTasks(context.Background(), State{Anchor: Anchor{Question: "What?"}}, noUse{llm.ErrFormat})
	if err != nil || len(u.Plan) != 1 || u.Plan[0].Text != "What?" {
		t.Error("no query, so one task", err, u)
	}
}

func TestARunWithResearchQueriesBeginsWithThePlan(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.Config.AskBack = 1
	w, err := d.Compile(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Start(t.Context(), "thread", func(s State) State {
		s = rag.Asking[State](d.Turn("What is the rent?"))(s)
		s.Brief.Queries = []string{"rent"}
		return s
	}).Result()
	if err != nil || len(r.Questions) != 1 || r.State.Anchor.Question != "What is the rent?" || d.Calls() != 1 {
		t.Errorf("%v %+v", err, r.State)
	}
}

func TestThePlanCanBeChangedWhileItRuns(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["plan"] = []string{`{"tasks":["rent one","rent two","rent three"]}`}
	d.says["reevaluate"] = []string{`{"findings":"x","gap":"","queries":[],"tasks":["own one"]}`, `{"findings":"x","gap":"","queries":[],"tasks":[]}`}
	wish := func(items ...rag.Item) {
		raw, err := json.Marshal(items)
		if err == nil {
			err = d.Workspace.Outputs.Save("run1", PlanEditsName, raw)
		}
		if err != nil {
			t.Error(err)
		}
	}
	d.meanwhile = func(kind string, n int) { // in the middle of a task, which the node waits for
		switch {
		case kind != "reevaluate":
		case n == 0: // two before three is dropped, a new one comes first
			wish(rag.Item{Text: "rent zero"}, rag.Item{ID: "t3", Text: "rent three!"}, rag.Item{ID: "t1", Text: "rent one"})
		case n == 2: // and at the second nothing new: what the program added meanwhile stays
			if err := d.Workspace.Outputs.Save("run1", PlanEditsName, []byte("{broken")); err != nil {
				t.Error(err)
			}
		}
	}
	runner, err := d.Runner(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	var h heard
	h.follow(runner.Start(t.Context(), "thread", d.Turn("What is the rent?")), nil)
	shown := 0
	var seen []rag.Item
	h.follow(runner.AnswerAll(t.Context(), "thread", h.answers(d)), func(e graph.Event) {
		if r, ok := e.Data.(rag.Report); ok && r.Kind == rag.KindOutput {
			var m Output
			if err := json.Unmarshal(r.Made, &m); err != nil {
				t.Error(err)
			}
			if !slices.Equal(m.Plan, seen) {
				shown++
			}
			seen = m.Plan
		}
	})
	want := []string{"rent one", "rent zero", "rent three!", "own one"}
	if h.err != nil || !slices.Equal(texts(h.made.Plan), want) || !h.Noted("1 added, 1 removed") || !h.Noted("could not be read") || !slices.Equal(texts(seen), want) || shown != 5 {
		t.Errorf("%v %v %q shown %d %v", h.err, h.made.Plan, h.Notes, shown, seen)
	}
	if last := seen[3]; !last.Done || !last.Own {
		t.Errorf("%+v", last)
	}
}

func TestTheEstimateFollowsItsFormula(t *testing.T) {
	t.Parallel()
	w := &Workflow{Config: Defaults(), Tools: rag.Tools{Speeds: new(rag.Speeds)}}
	w.Model = "m"
	c, rate := w.estimate(2, 300, rag.Cost{})
	if c.Calls != 2*(2+4+1)+(1+2+1)+1 || c.Millis != 0 || rate != 0 || !strings.Contains(sayCost(c, "m", rate).String(), "isn't known yet") {
		t.Errorf("%+v %v", c, rate)
	}
	w.Speeds.Add("m", rag.Cost{Calls: 1, TokensIn: 1000, TokensOut: 100, Millis: 60000}) // the first call may have loaded the model
	w.Speeds.Add("m", rag.Cost{Calls: 1, TokensIn: 1000, TokensOut: 100, Millis: 2000})
	if rate := w.Speeds.Of("m"); rate != 100 {
		t.Error(rate)
	}
	c, rate = w.estimate(2, 300, rag.Cost{})
	if want := int64((float64(c.TokensOut) + float64(c.TokensIn)/10) / 100 * 1000); rate != 100 || c.Millis != want {
		t.Errorf("%+v, want %d ms", c, want)
	}
	if _, rate := (&Workflow{Config: Defaults(), Tools: rag.Tools{Speeds: new(rag.Speeds)}}).estimate(1, 300, rag.Cost{Calls: 1, TokensIn: 0, TokensOut: 50, Millis: 1000}); rate != 50 {
		t.Error("without a measured model, what the run itself took", rate)
	}
	if c, _ := (&Workflow{Config: Config{TaskQueries: 1, TaskPassages: 1, Batch: 4, Method: ByRegex}, Tools: rag.Tools{Speeds: new(rag.Speeds)}}).estimate(1, 300, rag.Cost{}); c.Calls != 3+2 {
		t.Errorf("patterns alone make no calls: %+v", c)
	}
}

func TestEveryNumberCanBeSetWithinItsBounds(t *testing.T) {
	t.Parallel()
	c := Defaults()
	if c.MostTasks = 1; c.Validate() != nil || c.firstTasks() != 1 {
		t.Error("a first plan of more tasks than a plan may have")
	}
	if c.MostQuestions = 1; c.Validate() == nil {
		t.Error("fewer questions at most than about")
	}
}

func TestWhenTheTimeIsUpWhatWasFoundIsWritten(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.Config.Budget = 1
	plan := []Task{{Item: rag.Item{ID: "t1", Done: true}, Passages: []string{"a/0"}}, {Item: rag.Item{ID: "t2"}}}
	for millis, want := range map[int64]string{47_999: anotherTask, 48_000: allDone} {
		if got := d.afterTask(State{Plan: plan, Cost: rag.Cost{Millis: millis}}); got != want {
			t.Errorf("after %d ms: %s", millis, got)
		}
	}
	if got := d.afterTask(State{Plan: plan[1:], Cost: rag.Cost{Millis: 60_000}}); got != nothingFound {
		t.Error(got)
	}
	end, err := d.ending(State{Plan: plan[1:]}, true)
	if err != nil || !strings.Contains(end, "(not researched: the time was up)") {
		t.Errorf("%v %q", err, end)
	}
}
