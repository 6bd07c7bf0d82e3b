package chat

import (
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/store"
)

// warranty is a question that the library of the tests doubts.
const warranty = "How long is the warranty for the insurance by Zirkonium?"

func weighing(t *testing.T, mode string, replies ...string) (*desk, heard) {
	t.Helper()
	d := newDesk(t)
	library(d)
	d.Config.Sufficiency = SufficiencyAlways
	d.Script(replies...)
	return d, d.ask(mode, warranty, "id-Policy")
}

func verdict(enough, missing string) string {
	return `{"asked":"the warranty","given":"fire is insured","missing":"` + missing + `","enough":"` + enough + `"}`
}

func TestPassagesThatAreEnoughAreAnsweredFrom(t *testing.T) {
	d, h := weighing(t, Auto, verdict("yes", ""), "Fire is insured [1].")
	if h.err != nil || h.Answer.Text != "Fire is insured [1]." || h.Answer.Mode != "model" || d.Calls() != 2 {
		t.Errorf("%v %+v, %d calls", h.err, h.Answer, d.Calls())
	}
	ragtest.Golden(t, filepath.Join("testdata", "sufficiency.golden"), d.Prompt(0))
	if !strings.Contains(d.Prompt(1), `stand nowhere in the documents: "Zirkonium", "warranty".`) {
		t.Errorf("the writer was given\n%s", d.Prompt(1))
	}
}

func TestWhatIsMissingIsToldToTheModelThatAnswers(t *testing.T) {
	d, h := weighing(t, Auto, verdict("partly", "how long it lasts"), "Fire is insured [1].")
	if h.err != nil || !h.Noted("Missing: how long it lasts") || !strings.Contains(d.Prompt(1), "They seem not to say: how long it lasts") || d.Calls() != 2 {
		t.Errorf("%v %q\n%s", h.err, h.Notes, d.Prompt(1))
	}
}

func TestPassagesThatDontAnswerAreShownAndNothingIsMadeUp(t *testing.T) {
	d, h := weighing(t, Documents, verdict("no", "any *warranty*"))
	if h.err != nil || d.Calls() != 1 || h.Answer.Mode != "passages" || h.Text != h.Answer.Text || len(h.Answer.Citations) == 0 {
		t.Fatalf("%v %d calls %+v", h.err, d.Calls(), h.Answer)
	}
	for _, want := range []string{`The document doesn't tell. Missing: any \*warranty\*`, "This file doesn't mention “Zirkonium”.", "The nearest passages:", "> The insurance pays for fire. [1]"} {
		if !strings.Contains(h.Answer.Text, want) {
			t.Errorf("%q is missing in\n%s", want, h.Answer.Text)
		}
	}
}

func TestInAutoModeGeneralKnowledgeFollowsThePassagesAndCitesNothing(t *testing.T) {
	d, h := weighing(t, Auto, verdict("no", "any warranty"), "Usually two years [1].")
	if h.err != nil || d.Calls() != 2 || h.Answer.Mode != "model" || strings.Contains(d.Prompt(1), "<knowledge_base") {
		t.Fatalf("%v %d calls %+v", h.err, d.Calls(), h.Answer)
	}
	before, after, ok := strings.Cut(h.Answer.Text, "*Not from your documents:*")
	if !ok || !strings.Contains(before, "> The insurance pays for fire. [1]") || !strings.Contains(after, "Usually two years") || strings.Contains(after, "[1]") || h.Text != h.Answer.Text {
		t.Errorf("got\n%s\nsaid\n%s", h.Answer.Text, h.Text)
	}
}

func TestAJudgementThatDoesntFitTwiceIsSaidAndTheModelAnswers(t *testing.T) {
	d, h := weighing(t, Auto, "no json", verdict("no", ""), "Fire is insured [1].")
	if h.err != nil || d.Calls() != 3 || !h.Noted("could not be asked whether the passages answer") || h.Answer.Text != "Fire is insured [1]." {
		t.Errorf("%v %d calls %q %+v", h.err, d.Calls(), h.Notes, h.Answer)
	}
}

func TestAJudgementIsRepairedOnce(t *testing.T) {
	d, h := weighing(t, Auto, verdict("maybe", ""), verdict("yes", ""), "Fire is insured [1].")
	if h.err != nil || d.Calls() != 3 || h.Noted("could not be asked") || h.Answer.Text != "Fire is insured [1]." {
		t.Errorf("%v %d calls %q %+v", h.err, d.Calls(), h.Notes, h.Answer)
	}
}

func TestAJudgementIsOnlyAskedForInDoubt(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("Three months [1].", verdict("yes", ""), "Yes [1].")
	if d.ask(Auto, "What is the notice period in @Lease?"); d.Calls() != 1 {
		t.Errorf("%d calls for a question on the subject", d.Calls())
	}
	other := newDesk(t)
	library(other)
	other.Script(verdict("yes", ""), "Yes [1].")
	if h := other.ask(Documents, "Which quarks does the insurance of Zirkonium Hadrons pay?"); h.err != nil || other.Calls() != 2 {
		t.Errorf("%v, %d calls, %+v", h.err, other.Calls(), h.Subject)
	}
}

func TestWithoutAModelTheFactsStandBeforeThePassages(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(Documents, "Does the insurance of Zirkonium come with a warranty?")
	if h.err != nil || !strings.HasPrefix(h.Answer.Text, "“Zirkonium” occurs nowhere in these 4 files.") && !strings.HasPrefix(h.Answer.Text, "None of these 4 files mentions “Zirkonium”.") ||
		!strings.Contains(h.Answer.Text, "The insurance pays for fire.") || d.Calls() != 0 {
		t.Errorf("%v\n%s", h.err, h.Answer.Text)
	}
}

func TestDocumentsInAnotherLanguageAreNotSaidToBeSilent(t *testing.T) {
	const another = "Die Dokumente sind in einer anderen Sprache als die Frage"
	d := newDesk(t)
	library(d)
	d.Model = ""
	const question = "Welche Risiken bestehen durch den Wettbewerb?"
	if h := d.ask(Documents, question); h.err != nil || !strings.HasPrefix(h.Answer.Text, another) || h.Answer.Told.Told != store.ToldUnsure || len(h.Answer.Told.Missing) > 0 {
		t.Errorf("%v %+v\n%s", h.err, h.Answer.Told, h.Answer.Text)
	}
	d.Add("Wetter", "Das Wetter war gut, und die Sonne schien auf die Stadt. Es gab keinen Regen.")
	if h := d.ask(Documents, question); h.err != nil || strings.HasPrefix(h.Answer.Text, another) || h.Answer.Told.Told != store.ToldNo {
		t.Errorf("%v %+v\n%s", h.err, h.Answer.Told, h.Answer.Text)
	}
}

func TestADocumentThatIsNearByMeaningIsNotSaidToBeAboutSomethingElse(t *testing.T) {
	const question = "Which quarks does the insurance of Zirkonium Hadrons pay?"
	d := newDesk(t)
	library(d)
	d.Model = ""
	if h := d.ask(Documents, question); !h.Subject.Off() {
		t.Errorf("by words alone: %+v", h.Subject)
	}
	d.Embedder = d.Vectors()
	d.Config.ProbeDistance = 2 // everything is near
	if h := d.ask(Documents, question); h.err != nil || h.Subject.Off() || !h.Subject.Doubtful() || !strings.Contains(h.Answer.Text, "“Zirkonium Hadrons” occurs nowhere in these 4 files.") {
		t.Errorf("%v %+v\n%s", h.err, h.Subject, h.Answer.Text)
	}
}
