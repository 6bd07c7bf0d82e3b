package checked

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/tuning"
)

func TestOneUncitedSentenceCostsThreePercent(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round(notice+" It begins on the day of the letter.", strings.Replace(fine, "0.9", "0.88", 1), scores)
	h := d.ask(question)
	if math.Abs(h.Round.Confidence-.8536) > 1e-9 || h.Round.Audit.Uncited != 1 || h.Decision != finalize {
		t.Errorf("%v %+v", h.Round.Confidence, h.Round.Audit)
	}
}

func TestAnInventedCitationIsAFlagAndNeverReachesTheAnswer(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Config.Retries = 0
	d.round("The notice period is three months [1][7].", strings.Replace(fine, "0.9", "1", 1), strings.ReplaceAll(scores, "0.9", "1"))
	h := d.ask(question)
	r := h.Best
	if !r.Critique.Hallucination || math.Abs(r.Confidence-.5) > 1e-9 || !slices.Equal(r.Audit.Invalid, []int{7}) || h.Decision != ask {
		t.Errorf("%+v", r)
	}
	if r.Evaluation.Faithfulness != .40 || !r.Evaluation.Clamped {
		t.Errorf("%+v", r.Evaluation)
	}
	if h.Answer.Text != notice || len(h.Answer.Citations) != 1 || strings.Contains(h.Text, "7") {
		t.Errorf("%q %q", h.Answer.Text, h.Text)
	}
}

func TestAHallucinationFlagIsEnoughForARetry(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("Three weeks [1].", strings.Replace(fine, "false", "true", 1), scores)
	d.round(notice, fine, scores)
	h := d.ask(question)
	if h.Answer.Text != notice || len(h.Metrics.Retries) != 1 || !h.Metrics.Retries[0].Hallucination || !strings.Contains(d.Prompt(3), "It claims something that no passage says") {
		t.Errorf("%q %+v", h.Answer.Text, h.Metrics)
	}
}

func TestFaithfulnessIsClampedByTheAudit(t *testing.T) {
	c := Defaults()
	for _, x := range []struct {
		audit         proof.Audit
		hallucination bool
		want          float64
	}{
		{proof.Audit{}, false, 1}, {proof.Audit{Uncited: 4}, false, 1}, {proof.Audit{Uncited: 5}, false, .5}, {proof.Audit{Uncited: 10}, false, .3},
		{proof.Audit{}, true, .4}, {proof.Audit{Invalid: []int{9}}, false, .4}, {proof.Audit{Uncited: 5, Invalid: []int{9}}, true, .4}, {proof.Audit{Uncited: 11}, true, .3},
	} {
		e := c.clamp(Evaluation{Faithfulness: 1, Relevance: 1, Completeness: 1, Citations: 1}, x.audit, x.hallucination)
		if e.Faithfulness != x.want || math.Abs(e.Overall-(.35*x.want+.65)) > 1e-9 || e.Clamped != (x.want < 1) {
			t.Errorf("%+v: %+v", x, e)
		}
	}
	if e := c.clamp(Evaluation{Faithfulness: .1}, proof.Audit{Uncited: 99}, true); e.Faithfulness != .1 || e.Clamped {
		t.Errorf("a clamp raised it: %+v", e)
	}
}

func TestScoresAboveOneAreReadAsPercent(t *testing.T) {
	for raw, want := range map[string]float64{"0.5": .5, "1": 1, "85": .85, "100": 1, "0": 0, "1.5": .015} {
		var s score
		if err := json.Unmarshal([]byte(raw), &s); err != nil || math.Abs(s.value-want) > 1e-9 || !s.given {
			t.Errorf("%s: %+v %v", raw, s, err)
		}
	}
	for _, raw := range []string{"-1", "101", `"high"`, "1e999", "[]"} {
		var s score
		if err := json.Unmarshal([]byte(raw), &s); err == nil {
			t.Errorf("%s was read as %v", raw, s.value)
		}
	}
}

func TestAFigureThatNoCitedPageHoldsIsToldToCriticAndPerson(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("The rent is 950 euros [1].", fine, scores)
	h := d.ask("What is the rent?")
	if len(h.Round.Audit.Unsupported) != 1 || !strings.Contains(d.Prompt(1), "The figure 950 euros is not what the pages cited for it say") || !strings.Contains(h.Answer.Message, "950 euros") {
		t.Errorf("%+v %q", h.Round.Audit, h.Answer.Message)
	}
}

func TestConflictingEvidenceNamesPassagesThatWereOffered(t *testing.T) {
	d := newDesk(t)
	library(d)
	critique := strings.Replace(fine, `"conflicting_evidence":[]`, `"conflicting_evidence":[{"about":"The period","passages":[1,99]},{"about":"Nothing","passages":[77]},{"about":" ","passages":[1]}]`, 1)
	d.round(notice, critique, scores)
	m := d.made(d.ask(question).State)
	if len(m.Conflicts) != 1 || m.Conflicts[0].About != "The period" || !slices.Equal(m.Conflicts[0].Passages, []string{"id-Lease/0"}) {
		t.Errorf("%+v", m.Conflicts)
	}
}

func TestWhatTheCriticListsIsBounded(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	got := w.findings(slices.Repeat([]string{strings.Repeat("契約 ", 500), "", "  "}, 40))
	if len(got) != 6 || len([]rune(got[0])) != 241 {
		t.Errorf("%d findings, the first of %d characters", len(got), len([]rune(got[0])))
	}
}

func TestConfigChecksWhatBelongsTogether(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"threshold of a retry":  func(c *Config) { c.RetryThreshold = .7 },
		"candidates of a retry": func(c *Config) { c.RetryCandidates = 5 },
		"weights":               func(c *Config) { c.RelevanceShare = .5 },
		"many below some":       func(c *Config) { c.ManyUncited = 2 },
		"clamps":                func(c *Config) { c.ManyClamp = .9 },
		"no candidates":         func(c *Config) { c.Candidates = 0 },
	} {
		c := Defaults()
		if change(&c); c.Validate() == nil {
			t.Errorf("%s was not seen", name)
		}
	}
	for _, key := range []string{"finalConfidence", "threshold", "retryThreshold"} {
		if f, ok := tuning.Find(new(Config), key); !ok || !strings.Contains(f.Help.String(), "move together") {
			t.Errorf("of %s it isn't said that the thresholds move together", key)
		}
	}
}

func TestWordsForScores(t *testing.T) {
	for x, want := range map[float64]string{.75: "Strong", .749: "Partial", .5: "Partial", .4: "Weak", 0: "Weak"} {
		if got := messages.Text(word(x)); got != want {
			t.Errorf("%v: %s", x, got)
		}
	}
}

func TestMadeHasNoNulls(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	if raw := string(rag.MustJSON(w.made(State{}))); strings.Contains(raw, "null") {
		t.Error(raw)
	}
}

func TestNoScoreOutvotesWhatTheDocumentsContradict(t *testing.T) {
	d := newDesk(t)
	library(d)
	sure := strings.Replace(fine, "0.9", "1", 1)
	d.round("The insurance pays for floods [1].", sure, scores)
	d.round("The insurance does not pay for floods [1].", sure, scores)
	h := d.ask("Does the insurance in @Policy pay for floods?")
	if len(h.Metrics.Retries) != 1 || h.Metrics.Retries[0].Confidence != .4 || !strings.Contains(h.Metrics.Retries[0].Reason, "the documents contradict it (“The insurance pays for floods.”)") {
		t.Fatalf("%+v", h.Metrics)
	}
	if again := d.Prompt(3); !strings.Contains(again, "This is wrong: The insurance pays for floods.") {
		t.Errorf("%q", again)
	}
	if h.Answer.Text != "The insurance does not pay for floods [1]." || h.Round.Confidence != 1 || h.Answer.Proof.Verified != 1 {
		t.Errorf("%q %+v", h.Answer.Text, h.Round)
	}
}

func TestAnAnswerOfWhichNothingIsProvedIsNeverSure(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.round("Whoever leaves needs patience [1].", strings.Replace(fine, "0.9", "1", 1), scores)
	if h := d.ask(question); h.Decision != finalize || h.Round.Confidence != d.Config.FinalConfidence || d.made(h.State).Confidence.Word == "Strong" {
		t.Errorf("%s %+v", h.Decision, h.Round)
	}
}
