package research

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/text"
)

// asking is a desk with the asking back switched on, over a library in which every search finds the same.
func askingDesk(t testing.TB) *desk {
	d := newDesk(t)
	d.lease()
	d.Config.AskBack = 1
	return d
}

// answering replies to questions in words, and to plans with nothing.
func answering(texts ...string) func(rag.Card, int) rag.Reply {
	return func(c rag.Card, n int) rag.Reply {
		if c.Kind == "plan" {
			return rag.Reply{}
		}
		return rag.Reply{Text: texts[min(n, len(texts)-1)]}
	}
}

func TestAskingGoesRoundUntilThePersonEndsIt(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.reply = answering("The one in Berlin.", "go on to the plan")
	h := d.ask("Wie hoch ist die Miete?")
	want := []string{"init", "generate queries", "retrieve", "analyze", "questions", "answer", "answer", "generate queries", "retrieve", "analyze", "questions", "answer", "answer", "finalize"}
	got := slices.DeleteFunc(slices.Clone(h.Steps), func(s string) bool { return s == "asking back" })
	if h.err != nil || len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%v, steps %v", h.err, h.Steps)
	}
	if m := h.made; m.EndReason != UserEnd || m.Rounds != 2 || m.Anchor.Language != "German" || !slices.Equal(m.Anchor.Clarifications, []string{"The one in Berlin."}) ||
		m.Anchor.Question != "Wie hoch ist die Miete?" || len(m.Queries) != 1 {
		t.Errorf("%+v", m)
	}
	// Two rounds of three calls, finalize, plan; one task with two passages, of which the model reads one a call; document, check.
	if calls := d.Calls(); calls != 2*3+2+1+2+1+2 {
		t.Errorf("%d calls: %v", calls, d.calls)
	}
	if c := h.cards[0]; c.Kind != "text" || !strings.Contains(c.Text, "1. Which flat?\n2. Which year?") || !slices.Contains(c.Options, "Go on to the plan") || !strings.Contains(c.Help, "Round 1 of at most 2") {
		t.Errorf("%+v", c)
	}
	if p := d.prompt["queries"][1]; !strings.Contains(p, "The one in Berlin.") || !strings.Contains(p, "which flat") {
		t.Error("the second round's queries don't know the answer and the gaps", p)
	}
}

func TestTheCostIsToldAfterEveryCallAndWhileAnAnswerIsWaitedFor(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.reply = answering("The one in Berlin.", "/end")
	runner, err := d.Runner(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	var h heard
	h.follow(runner.Start(t.Context(), ragtest.Thread, d.Turn("What is the rent?")), nil)
	for asked := 0; h.err == nil && len(h.Questions) > 0; asked++ {
		if n := h.made.Cost.Calls; n != d.Calls() || n == 0 || h.made.Cost.TokensIn == 0 {
			t.Errorf("question %d: %+v after %d calls", asked, h.made.Cost, d.Calls())
		}
		h.follow(d.again().AnswerAll(t.Context(), ragtest.Thread, h.answers(d)), nil) // as after a start
	}
	told := 0
	for _, raw := range h.Shown {
		var m Output
		if err := json.Unmarshal(raw, &m); err != nil || m.Cost.Calls > told+1 || m.Cost.Calls < told {
			t.Errorf("%v, %d calls after %d", err, m.Cost.Calls, told)
		}
		told = m.Cost.Calls
	}
	if h.err != nil || told != d.Calls() || h.made.Cost.Calls != told {
		t.Errorf("%v, told of %d calls, of %d at the end, there were %d", h.err, told, h.made.Cost.Calls, d.Calls())
	}
}

func TestAskingEndsAtItsCeiling(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.reply = answering("Hm.")
	h := d.ask("What is the rent?")
	if h.err != nil || h.made.EndReason != MaxIterations || h.made.Rounds != 2 || h.Count("analyze") != 2 || d.did("questions") != 2 {
		t.Errorf("%v %+v, %d rounds", h.err, h.made.EndReason, h.Count("analyze"))
	}
}

func TestConvergenceNeedsAllThree(t *testing.T) {
	t.Parallel()
	w := &Workflow{Config: Defaults()}
	good := Asking{Round: 2, Coverage: .8, Found: 10, Again: 7, Gaps: []string{"a", "b"}}
	if !w.converged(good) {
		t.Error("all three hold")
	}
	for name, s := range map[string]Asking{
		"coverage":   {Round: 2, Coverage: .79, Found: 10, Again: 7},
		"duplicates": {Round: 2, Coverage: .8, Found: 10, Again: 6},
		"gaps":       {Round: 1, Coverage: .8, Found: 10, Again: 7, Gaps: []string{"a", "b", "c"}},
		"nothing":    {Round: 1, Coverage: .8},
	} {
		if w.converged(s) {
			t.Error(name, "doesn't hold")
		}
	}
	d := askingDesk(t)
	d.says["analyze"] = []string{`{"analysis":"","gaps":["x"],"coverage":0.9}`}
	d.reply = answering("Berlin.")
	h := d.ask("What is the rent?") // nothing is asked that the documents leave no doubt about
	if h.err != nil || h.made.EndReason != Convergence || h.made.Rounds != 1 || d.did("questions") != 0 {
		t.Errorf("%v %q after %d rounds", h.err, h.made.EndReason, h.made.Rounds)
	}
}

func TestFallbacksOfAsking(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		note string
		ok   func(heard, *desk) bool
	}{
		"queries":   {"the question alone is searched", func(h heard, d *desk) bool { return h.made.EndReason == UserEnd }},
		"analyze":   {"nothing counts as covered", func(h heard, d *desk) bool { return h.made.EndReason == UserEnd }},
		"questions": {"could not ask back", func(h heard, d *desk) bool { return h.made.EndReason == NoQuestions && len(h.cards) == 1 }},
		"finalize": {"could not sum up", func(h heard, d *desk) bool {
			return slices.Equal(h.made.Queries, []string{"What is the rent?", "which flat"}) && h.made.Anchor.Question != ""
		}},
	} {
		for way, reply := range map[string]llmtest.Reply{"dropped": {Cut: true}, "no form": {Text: "I can't."}} {
			t.Run(kind+" "+way, func(t *testing.T) {
				d := askingDesk(t)
				d.fails[kind] = reply
				d.reply = answering("/end")
				if h := d.ask("What is the rent?"); h.err != nil || !h.Noted(c.note) || !c.ok(h, d) || len(h.Answer.Citations) == 0 {
					t.Errorf("%v %q %+v", h.err, h.Notes, h.made)
				}
			})
		}
	}
}

func TestOffThereIsOneQuestionAndOnlyIfNeeded(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	if h := d.ask("What is the rent?"); h.err != nil || len(h.cards) != 1 || h.Count("clarify") != 0 || h.made.Anchor.Scope != "the rent" {
		t.Errorf("%v %+v", h.err, h.cards)
	}
	d = newDesk(t)
	d.lease()
	d.says["analyze query"] = []string{`{"concepts":[],"entities":[],"scope":"","language":"English","clarification_needed":true,"clarification":"Which flat?"}`}
	d.reply = answering("In Berlin.")
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.cards) != 2 || h.cards[0].Text != "Which flat?" || !slices.Equal(h.made.Anchor.Clarifications, []string{"In Berlin."}) {
		t.Errorf("%v %+v %+v", h.err, h.cards, h.made.Anchor)
	}
	d = newDesk(t)
	d.lease()
	d.fails["analyze query"] = llmtest.Reply{Status: 500, Error: "broken"}
	if h := d.ask("What is the rent?"); h.err != nil || !h.Noted("taken as it stands") || h.made.Anchor.Question != "What is the rent?" {
		t.Errorf("%v %q", h.err, h.Notes)
	}
}

func TestTheAnchorStandsInEveryLaterPrompt(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.Config.Method = ByModel
	d.reply = answering("The <flat> in Berlin. /end")
	d.says["references"] = []string{`{"references":[{"type":"document_mention","target":"House Rules","original":"rent","document":""}]}`}
	d.says["quality"] = []string{`{"faults":["short"],"factual_accuracy":50,"semantic_validity":50,"structure":50,"citations":50,"relevance":50}`}
	if h := d.ask("Was kostet die Wohnung und wann?"); h.err != nil {
		t.Fatal(h.err)
	}
	for _, kind := range []string{"plan", "extract", "references", "gate", "reevaluate", "synthesize", "quality", "decide"} {
		for _, p := range d.prompt[kind] {
			if !strings.Contains(p, "<anchor>\nQuestion: Was kostet die Wohnung und wann?\nLanguage: German\nKey entities: Lease") || !strings.Contains(p, "The < flat> in Berlin.") {
				t.Errorf("%s has no anchor:\n%s", kind, p)
			}
		}
		if len(d.prompt[kind]) == 0 {
			t.Error(kind, "wasn't called")
		}
	}
	if p := d.prompt["queries"]; !strings.Contains(p[len(p)-1], "<anchor>") {
		t.Error("a task's queries have no anchor")
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"Wie hoch ist die Miete?": "German", "What is the rent?": "English", "家賃はいくらですか。": "Japanese", "Kündigungsfrist Wohnung": "German",
		"42": "", "Which rules apply to the «Widerruf»?": "English",
	} {
		if got := text.LanguageName(text.Language(question)); got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
}

func TestWithoutModelOrDocumentsNothingBegins(t *testing.T) {
	t.Parallel()
	d := askingDesk(t)
	d.Model = ""
	if h := d.ask("What is the rent?"); h.err == nil || !strings.Contains(h.err.Error(), d.Why.String()) || d.Calls() != 0 {
		t.Error(h.err)
	}
	d = newDesk(t)
	if h := d.ask("What is the rent?"); h.err == nil || !strings.Contains(h.err.Error(), "add a PDF") || d.Calls() != 0 {
		t.Error(h.err)
	}
	d = newDesk(t)
	d.lease()
	d.Server.Models(llmtest.EmbedModel)
	if h := d.ask("What is the rent?"); h.err == nil || !strings.Contains(h.err.Error(), "is not installed") {
		t.Error(fmt.Sprint("a model that isn't there is no reason to do without: ", h.err))
	}
}
