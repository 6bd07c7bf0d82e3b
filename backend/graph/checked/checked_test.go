package checked

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lectern/backend/messages"
	"lectern/backend/store"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/tuning"
)

const question = "What is the notice period of the lease?"

func TestAGoodDraftTakesThreeCallsAndOneRetrieval(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round(notice, fine, scores)
	h := d.ask(question)
	d.counts(h, 3, 1)
	if want := []string{"supervisor", "researcher", "synthesizer", "critic", "evaluator", "supervisor"}; !slices.Equal(h.Steps, want) {
		t.Errorf("steps %v", h.Steps)
	}
	if h.err != nil || h.Decision != finalize || h.Answer.Text != notice || h.Text != notice || h.Answer.Message != "" ||
		len(h.Answer.Citations) != 1 || h.Answer.Citations[0].Passage != "id-Lease/0" || h.Sources == 0 {
		t.Errorf("%v, %q, streamed %q, %+v", h.err, h.Answer.Text, h.Text, h.Answer)
	}
	if m := h.Messages[len(h.Messages)-1]; m.Role != "assistant" || m.Text != notice {
		t.Errorf("%+v", m)
	}
	m := d.made(h.State)
	if m.Confidence.Value != .9 || m.Confidence.Word != "Strong" || math.Abs(m.Scores.Overall.Value-(.35*.9+.25*.8+.25*.7+.15)) > 1e-9 ||
		m.Scores.Completeness.Word != "Partial" || !m.Audited || !m.Scored || m.Amber || m.Attempts != 1 || len(m.Retries) != 0 {
		t.Errorf("%+v", m)
	}
	if !slices.ContainsFunc(h.Ends, func(s string) bool {
		return strings.Contains(s, "researcher: Kept ") && strings.Contains(s, "dropped") && strings.Contains(s, "mean score") && strings.Contains(s, "threshold 0.60")
	}) {
		t.Errorf("%q", h.Ends)
	}
	chats := d.Server.Chats()
	if chats[0].Options["temperature"] != .3 || chats[1].Options["temperature"] != 0.0 || chats[2].Options["temperature"] != 0.0 ||
		chats[0].Format != nil || chats[1].Format == nil || chats[2].Format == nil {
		t.Error("the draft is prose at .3, the audit and the scores are structured at 0")
	}
}

func TestARetryWidensTheSearchAndHandsTheFindingsOn(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("The rent falls [1]. It is cheap.", doubts, scores)
	d.round(notice, fine, scores)
	h := d.ask(question)
	d.counts(h, 6, 2)
	if h.err != nil || h.Answer.Text != notice || h.Text != notice || h.Retries != 1 || h.Rounds != 2 {
		t.Errorf("%v %q, streamed %q, %d retries", h.err, h.Answer.Text, h.Text, h.Retries)
	}
	if h.Search.Threshold != .55 || !strings.Contains(h.Query, "The rent falls") || !strings.Contains(h.Query, "Says nothing on the rent") {
		t.Errorf("threshold %v, query %q", h.Search.Threshold, h.Query)
	}
	second := d.Prompt(3)
	for _, want := range []string{"No passage supports: The rent falls", "Missing or not following: Says nothing on the rent", "Sentences without a citation: 1 of 2", question} {
		if !strings.Contains(second, want) {
			t.Errorf("the second draft was not told %q:\n%s", want, second)
		}
	}
	if r := h.Metrics.Retries; len(r) != 1 || !strings.Contains(r[0].Reason, "48.5 %") || r[0].Round != 1 || len(h.Metrics.Confidence) != 2 {
		t.Errorf("%+v %v", r, h.Metrics.Confidence)
	}
	if h.Question != question {
		t.Errorf("the question became %q", h.Question)
	}
}

func TestARetryLooksAtMoreCandidates(t *testing.T) {
	d := newDesk(t)
	var pages []string
	for i := range 30 {
		pages = append(pages, "The notice period is three months. "+strings.Repeat("Again. ", i))
	}
	d.Add("Lease", pages...)
	d.Config.PerPage = 30
	d.round(notice, doubts, scores)
	d.round(notice, fine, scores)
	d.ask(question)
	var candidates []int
	for _, s := range ragtest.States(t, d.compiled(), ragtest.Thread) {
		candidates = append(candidates, s.Search.Candidates)
	}
	if got := fmt.Sprint(slices.Compact(candidates)); got != "[0 10 20]" {
		t.Errorf("%s candidates", got)
	}
}

func TestAfterTwoRetriesThePersonIsAskedWithTheBestDraft(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("First [1].", strings.Replace(doubts, "0.5", "0.4", 1), scores)
	d.round("The second draft is best [1].", doubts, strings.Replace(scores, "0.9", "0.6", 1))
	d.round("Third [1].", strings.Replace(doubts, "0.5", "0.3", 1), scores)
	h := d.ask(question)
	d.counts(h, 9, 3)
	if h.err != nil || len(h.questions) != 1 || h.NeedsPerson != exhausted || h.Best.Number != 2 {
		t.Fatalf("%v, %d questions, %q, best %d", h.err, len(h.questions), h.NeedsPerson, h.Best.Number)
	}
	var card rag.Card
	if err := json.Unmarshal(h.questions[0].Value, &card); err != nil || !strings.HasPrefix(card.Text, "After 2 attempts") || !strings.Contains(card.Text, "Says nothing on the rent") {
		t.Errorf("%v %+v", err, card)
	}
	if h.Answer.Text != "The second draft is best [1]." || h.Text != h.Answer.Text || !strings.HasPrefix(h.Answer.Message, "After 2 attempts") {
		t.Errorf("%q, on the screen %q, %q", h.Answer.Text, h.Text, h.Answer.Message)
	}
	m := d.made(h.State)
	if !m.Amber || m.Shown != 2 || m.Scores.Faithfulness.Value != .6 || m.Confidence.Word != "Partial" || len(m.Retries) != 2 ||
		!slices.Equal(m.ConfidenceHistory, []float64{.4, .5, .3}) || len(m.Notes) == 0 {
		t.Errorf("%+v", m)
	}
	if len(h.Steps) > d.Config.StepLimit || len(h.Steps) != 17 {
		t.Errorf("%d steps: %v", len(h.Steps), h.Steps)
	}
}

func TestThePersonsAnswerStandsBesideTheQuestionAndTheRoundsBeginAnew(t *testing.T) {
	d := newDesk(t)
	library(d)
	for range 3 {
		d.round("Draft [1].", doubts, scores)
	}
	d.ask(question)
	for range 2 {
		d.round("Another [1].", strings.Replace(doubts, "0.5", "0.4", 1), scores)
	}
	d.round(notice, fine, scores)
	h := d.reply("I mean the flat's quarter")
	if h.err != nil || h.Answer.Text != notice || h.NeedsPerson != "" || h.Retries != 2 || h.Rounds != 6 {
		t.Fatalf("%v %q %+v", h.err, h.Answer.Text, h.State)
	}
	d.counts(h, 18, 6)
	if !slices.Equal(h.Steps[:3], []string{"person", "supervisor", "researcher"}) || len(h.Steps) != 17 {
		t.Errorf("%v", h.Steps)
	}
	for call := 9; call < 18; call++ {
		if p := d.Prompt(call); !strings.Contains(p, "I mean the flat's quarter") || !strings.Contains(p, question) {
			t.Errorf("call %d doesn't have it:\n%s", call, p)
		}
	}
	if strings.Contains(d.Prompt(9), "faults") {
		t.Error("the first draft after the answer was told the faults of those before")
	}
	if !strings.Contains(h.Query, "flat's quarter") || h.Question != question {
		t.Errorf("%q %q", h.Query, h.Question)
	}
}

func TestARetryThatFindsNothingNewEndsWithoutACall(t *testing.T) {
	d := newDesk(t)
	library(d)
	gaps := strings.NewReplacer(`"The rent falls"`, "", "Says nothing on the rent", "The rent, whether it is paid in advance").Replace(doubts)
	d.round("First [1].", gaps, scores)
	d.round("Second [1].", gaps, scores) // the rent was found by now
	h := d.ask(question)
	d.counts(h, 6, 3)
	if h.err != nil || h.NeedsPerson != nothingNew || len(h.questions) != 1 || !strings.Contains(h.Answer.Message, "no passage that wasn't read already") || !h.Ended("nothing that wasn't read") {
		t.Fatalf("%v %q %q %q", h.err, h.NeedsPerson, h.Answer.Message, h.Ends)
	}
	ids := map[string]bool{}
	for _, e := range h.Evidence {
		if ids[e.ID] {
			t.Errorf("%s is there twice", e.ID)
		}
		ids[e.ID] = true
	}
	if !ids["id-Lease/0"] || !ids["id-Lease/1"] {
		t.Errorf("what was good before, and what is new, should be there: %+v", h.Evidence)
	}

	d = newDesk(t)
	library(d)
	d.round("First [1].", doubts, scores)
	d.round("Second [1].", doubts, scores)
	d.round(notice, fine, scores)
	h = d.ask(question) // what is wrong is written anew, whether or not there is more to read
	d.counts(h, 9, 3)
	if h.err != nil || h.Answer.Text != notice {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}

func TestTheLongestWayFitsTheStepLimit(t *testing.T) {
	d := newDesk(t)
	library(d)
	for range 6 {
		d.round("Draft [1].", doubts, scores)
	}
	d.ask(question)
	h := d.reply("More")
	if h.err != nil || len(h.Steps) != 18 || len(h.Steps) > d.Config.StepLimit || len(h.questions) != 1 {
		t.Errorf("%v, %d steps, limit %d", h.err, len(h.Steps), d.Config.StepLimit)
	}
	c := Defaults()
	most, _ := tuning.Find(&c, "retries")
	if c.Retries = int(most.Max); c.steps() != 3+5*(c.Retries+1) {
		t.Errorf("%d", c.steps())
	}
}

func TestThePersonMayLeaveItAsItIsOrSearchAgain(t *testing.T) {
	for _, text := range []string{"", messages.Text(asItIs)} {
		d := newDesk(t)
		library(d)
		d.Config.Retries = 0
		d.round("Draft [1].", doubts, scores)
		d.ask(question)
		h := d.reply(text)
		d.counts(h, 3, 1)
		if h.err != nil || len(h.questions) != 0 || h.Answer.Text != "Draft [1]." || h.Decision != giveUp || !d.made(h.State).Amber || h.Text != "Draft [1]." {
			t.Errorf("%q: %v %+v", text, h.err, h.Answer)
		}
	}
	d := newDesk(t)
	library(d)
	d.Config.Retries = 0
	d.round("Draft [1].", doubts, scores)
	d.ask(question)
	d.round(notice, fine, scores)
	h := d.reply(messages.Text(searchAgain))
	if d.counts(h, 6, 2); h.Answer.Text != notice || len(h.Said) != 0 || d.made(h.State).Amber {
		t.Errorf("%+v", h.Answer)
	}
}

func TestQuestionsHaveACeiling(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Config.Retries, d.Config.Questions = 0, 2
	for range 3 {
		d.round("Draft [1].", doubts, scores)
	}
	d.ask(question)
	d.reply("One")
	h := d.reply("Two")
	d.counts(h, 9, 3)
	if h.err != nil || len(h.questions) != 0 || h.Answer.Text != "Draft [1]." || h.Answer.Message == "" || h.Questions != 2 {
		t.Errorf("%v, %d questions, %+v", h.err, len(h.questions), h.Answer)
	}
}

func TestNothingFoundAndAllTooWeakAreTwoQuestions(t *testing.T) {
	for name, c := range map[string]struct{ question, why, says string }{
		"no words at all": {"zirconium quarks", nothingFound, "add documents that cover this"},
		"one of many":     {"Which notice must quarks give photons beside zirconium with hadrons nightly", nothingFound, "add documents"},
		"some words":      {"What notice do quarks give nightly hadrons", allTooWeak, "in the documents' own words"},
	} {
		d := newDesk(t)
		library(d)
		h := d.ask(c.question)
		d.counts(h, 0, 1)
		if h.err != nil || h.NeedsPerson != c.why || !strings.Contains(h.Clarification, c.says) || len(h.questions) != 1 {
			t.Errorf("%s: %v, %q: %q (best %.2f)", name, h.err, h.NeedsPerson, h.Clarification, h.Search.Best)
		}
		if want := []string{"supervisor", "researcher", "supervisor", "person"}; !slices.Equal(h.Steps, want) {
			t.Errorf("%s: %v", name, h.Steps)
		}
		if h = d.reply(""); h.err != nil || h.Answer.Text == "" || h.Text != h.Answer.Text || len(h.questions) != 0 || h.Answer.Mode != "passages" {
			t.Errorf("%s: left as it is: %v %q", name, h.err, h.Answer.Text)
		}
	}
	d := newDesk(t)
	if h := d.ask(question); h.NeedsPerson != nothingFound || len(h.questions) != 1 {
		t.Errorf("an empty library: %+v", h.State)
	}
}

func TestNothingPassingInARetryAsksWithTheDraftThatThereIs(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("Draft [1].", doubts, scores)
	d.Saved = func(_, value string) {
		if strings.Contains(value, `"checkedDecision":"retry"`) {
			for _, n := range []string{"Lease", "Policy"} {
				if err := d.Workspace.Documents.Remove("id-" + n); err != nil && !errors.Is(err, store.ErrNotFound) {
					t.Error(err)
				}
			}
		}
	}
	r, err := d.begin(question).Result()
	if err != nil || r.State.NeedsPerson != nothingFound || len(r.Questions) != 1 || r.State.Answer.Text != "Draft ." || len(r.State.Answer.Citations) != 0 || !d.made(r.State).Amber {
		t.Errorf("%v %+v", err, r.State)
	}
	d.counts(heard{State: r.State}, 3, 2)
}

func TestWithoutTheCriticTheCitationEngineDecides(t *testing.T) {
	broken := llmtest.Reply{Status: 500, Error: "broken"}
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "The notice period is three months [1]. It is so."}, broken, llmtest.Reply{Text: scores})
	h := d.ask(question)
	d.counts(h, 3, 1)
	if h.err != nil || h.Decision != finalize || !strings.Contains(h.Answer.Message, "Not audited by a model") || d.made(h.State).Audited || !h.Noted("Not audited") {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
	d = newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "Three months [7]."}, broken, llmtest.Reply{Text: scores})
	d.round(notice, fine, scores)
	if h := d.ask(question); h.Answer.Text != notice || len(h.Metrics.Retries) != 1 || !h.Metrics.Retries[0].InvalidCitation {
		t.Errorf("an invalid id: %+v %+v", h.Answer, h.Metrics)
	}
}

func TestACriticThatAnswersInNoFormIsAskedOnceMore(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: notice}, llmtest.Reply{Text: "It is good."}, llmtest.Reply{Text: fine}, llmtest.Reply{Text: scores})
	if h := d.ask(question); h.err != nil || !d.made(h.State).Audited {
		t.Errorf("%v", h.err)
	}
	d = newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: notice}, llmtest.Reply{Text: "It is good."}, llmtest.Reply{Text: `{"confidence":900}`}, llmtest.Reply{Text: scores})
	if h := d.ask(question); h.err != nil || d.made(h.State).Audited || h.Decision != finalize {
		t.Errorf("%v", h.err)
	}
}

func TestWithoutTheEvaluatorItIsNotScored(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: notice}, llmtest.Reply{Text: fine}, llmtest.Reply{Text: "Good"}, llmtest.Reply{Text: "{}"})
	h := d.ask(question)
	if m := d.made(h.State); h.err != nil || h.Decision != finalize || m.Scored || m.Scores.Overall.Word != "" || !strings.Contains(h.Answer.Message, "Not scored") {
		t.Errorf("%v %+v", h.err, m)
	}
}

func TestACallThatBreaksOffIsTriedAgain(t *testing.T) {
	dropped := llmtest.Reply{Cut: true}
	d := newDesk(t)
	library(d)
	d.Server.Script(dropped, llmtest.Reply{Text: notice}, dropped, llmtest.Reply{Text: fine}, dropped, dropped, llmtest.Reply{Text: scores})
	h := d.ask(question)
	if m := d.made(h.State); h.err != nil || !m.Audited || !m.Scored || h.Answer.Text != notice {
		t.Errorf("%v %+v", h.err, m)
	}
	d = newDesk(t)
	library(d)
	d.Server.Script(dropped, dropped, dropped)
	if h := d.ask(question); !errors.Is(h.err, llm.ErrDropped) || h.Answer.Text != "" {
		t.Errorf("without a draft there is no answer: %v", h.err)
	}
	d.round(notice, fine, scores)
	if h := d.listen(d.compiled().Continue(context.Background(), "thread")); h.err != nil || h.Answer.Text != notice {
		t.Errorf("resumed: %v", h.err)
	}
}

func TestWithoutAModelThePersonIsTold(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	if h := d.ask(question); !errors.Is(h.err, llm.ErrNoModel) || h.err == nil || len(h.Steps) != 1 {
		t.Errorf("%v %v", h.err, h.Steps)
	}
}

func TestScopeAndMentionsHoldInTheSearch(t *testing.T) {
	for _, c := range []struct {
		question string
		scope    []string
	}{{"What is the notice period in @Lease?", nil}, {"What is the notice period?", []string{"id-Lease"}}, {"What is the notice period in @Lease?", []string{"id-Policy"}}} {
		d := newDesk(t)
		library(d)
		d.Add("Other", "The notice period is three months in the other. ")
		d.round(notice, fine, scores)
		h := d.ask(c.question, c.scope...)
		for _, e := range h.Evidence {
			if !strings.HasPrefix(e.ID, "id-Lease/") {
				t.Errorf("%+v: %s", c, e.ID)
			}
		}
		if !slices.Equal(h.Asked, []string{"id-Lease"}) || !h.Documents || len(h.Evidence) == 0 {
			t.Errorf("%v %v", h.Asked, h.Evidence)
		}
	}
}

func TestANewQuestionStartsFresh(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Config.Retries = 0
	d.round("Draft [1].", doubts, scores)
	d.ask(question)
	d.round("The rent is 900 euros [1].", fine, scores)
	h := d.ask("What is the rent?")
	if h.err != nil || h.Rounds != 1 || h.NeedsPerson != "" || h.Questions != 0 || len(h.Metrics.Confidence) != 1 || h.Best.Number != 1 || len(h.Messages) != 4 {
		t.Errorf("%v %+v", h.err, h.State)
	}
}
