package chat

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
)

func TestWordsAreCountedOnEveryPageWithoutAModel(t *testing.T) {
	d := newDesk(t)
	library(d)
	h := d.ask(Auto, "How often is the rent mentioned in @Lease?")
	if h.err != nil || h.Answer.Mode != rag.Read || !strings.Contains(h.Answer.Text, "“rent” stands **once** on 1 page of 1 file") || !strings.Contains(h.Answer.Text, "Read: all 3 passages of 1 file.") {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
	if err := d.Cites(h.Answer); err != nil || d.Calls() != 0 {
		t.Errorf("%v; %d calls", err, d.Calls())
	}
	if !slices.Equal(h.Steps, []string{"router", "reader"}) || !slices.Equal(h.LastTargets, nil) || !slices.Equal(h.Asked, []string{"id-Lease"}) {
		t.Errorf("steps %v, asked %v", h.Steps, h.Asked)
	}
}

func TestWhatOnlyAModelCouldListIsShownByItsWords(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(Documents, "List every insurance")
	if h.Answer.Mode != rag.Read || !strings.Contains(h.Answer.Text, "Only a model could tell what is meant by “insurance”") || len(h.Answer.Citations) != 2 {
		t.Errorf("%+v", h.Answer)
	}
}

func TestWhatNoWordStandsForIsAnsweredFromTheBestPassages(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(Documents, "List every duty that fire has")
	if h.Answer.Mode != "passages" || h.Route.Intent != IntentDirect || !slices.Contains(h.Steps, "retriever") {
		t.Errorf("steps %v, %+v", h.Steps, h.Answer)
	}
}
