package chat

import (
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

func smallDesk(t *testing.T) *desk {
	d := newDesk(t)
	d.Small = true
	library(d)
	return d
}

func TestASmallModelsAnswerIsMadeOfTheDocumentsSentences(t *testing.T) {
	d := smallDesk(t)
	d.Script(`{"best": "1", "also": "none"}`)
	h := d.ask(Auto, "What is the rent in @Lease?")
	if h.err != nil || d.Calls() != 1 {
		t.Fatalf("%v, %d calls", h.err, d.Calls())
	}
	ragtest.Golden(t, filepath.Join("testdata", "choose.golden"), d.Prompt(0))
	if !strings.HasPrefix(h.Answer.Text, "This is what your documents say:") || !strings.Contains(h.Answer.Text, "> The rent is 900 euros. [1]") {
		t.Errorf("answer %q", h.Answer.Text)
	}
	if len(h.Answer.Citations) != 1 || h.Answer.Citations[0].Quote != "The rent is 900 euros." || !strings.Contains(h.Answer.Message, "small") {
		t.Errorf("%+v, %q", h.Answer.Citations, h.Answer.Message)
	}
}

func TestWhatASmallModelPicksComesWithTheSentenceThatFitsBest(t *testing.T) {
	d := smallDesk(t)
	d.Script(`{"best": "2", "also": "none"}`)
	h := d.ask(Auto, "Does the insurance in @Policy pay for floods?")
	for _, want := range []string{"does not pay for floods", "pays for fire"} {
		if !strings.Contains(h.Answer.Text, want) {
			t.Errorf("%q is missing in %q", want, h.Answer.Text)
		}
	}
	if len(h.Answer.Citations) != 2 {
		t.Errorf("%+v", h.Answer.Citations)
	}
}

func TestASmallModelThatFindsNoAnswerSaysSoAndInventsNone(t *testing.T) {
	d := smallDesk(t)
	d.Script(`{"best": "none", "also": "none"}`)
	h := d.ask(Auto, "What is the rent of the garage with a gate in @Lease?")
	if !strings.HasPrefix(h.Answer.Text, "The document doesn't tell.") || h.Answer.Mode != "passages" || d.Calls() != 1 {
		t.Errorf("%s %q, %d calls", h.Answer.Mode, h.Answer.Text, d.Calls())
	}
}

func TestASmallModelsNoIsNotBelievedAgainstTheWords(t *testing.T) {
	d := smallDesk(t)
	d.Script(`{"best": "none", "also": "none"}`)
	h := d.ask(Auto, "What is the rent in @Lease?")
	if !strings.HasPrefix(h.Answer.Text, "These sentences of your documents fit the question best:") || !strings.Contains(h.Answer.Text, "> The rent is 900 euros. [1]") {
		t.Errorf("%s %q", h.Answer.Mode, h.Answer.Text)
	}
}

func TestASentenceThatDoesNotExistIsSentBackOnce(t *testing.T) {
	d := smallDesk(t)
	d.Script(`{"best": "8", "also": "none"}`, `{"best": "1", "also": "none"}`)
	if h := d.ask(Auto, "What is the rent in @Lease?"); h.err != nil || d.Calls() != 2 || !strings.Contains(d.Prompt(1), "there is no sentence 8") {
		t.Errorf("%v, %d calls, %q", h.err, d.Calls(), d.Prompts())
	}
}

func TestASmallModelThatCannotChooseLeavesThePassages(t *testing.T) {
	d := smallDesk(t)
	d.Script("I think that", "it is this one")
	h := d.ask(Auto, "What is the rent in @Lease?")
	if h.err != nil || h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Text, "900 euros") {
		t.Errorf("%v %s %q", h.err, h.Answer.Mode, h.Answer.Text)
	}
}

func TestASmallModelSearchesAFollowUpWithTheQuestionBefore(t *testing.T) {
	d := smallDesk(t)
	d.Server.Script(llmtest.Reply{Text: `{"best": "1", "also": "none"}`}, llmtest.Reply{Text: `{"best": "1", "also": "none"}`})
	d.ask(Auto, "What is the rent in @Lease?")
	h := d.ask(Auto, "And pets?")
	if len(h.Plan.Searches) != 1 || !strings.Contains(h.Plan.Searches[0].Text, "the rent") || d.Calls() != 2 {
		t.Errorf("plan %+v, %d calls", h.Plan, d.Calls())
	}
}

func TestAFilesNameIsNotLookedForInTheFile(t *testing.T) {
	d := smallDesk(t)
	d.Add("3276a5b991c4", "The rent is 900 euros.")
	d.Script(`{"best": "1", "also": "none"}`)
	if h := d.ask(Auto, "What is the rent in @3276a5b991c4?"); len(h.Subject.Nowhere) > 0 || !strings.HasPrefix(h.Answer.Text, "This is what") {
		t.Errorf("%q, %q", h.Subject.Nowhere, h.Answer.Text)
	}
}
