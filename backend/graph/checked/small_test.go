package checked

import (
	"strings"
	"testing"
)

func TestASmallModelPicksTheDraftAndJudgesNothing(t *testing.T) {
	d := newDesk(t)
	d.Small = true
	library(d)
	d.Script(`{"best": "1", "also": "none"}`)
	h := d.ask(question)
	d.counts(h, 1, 1)
	if h.err != nil || h.Decision != finalize || !strings.Contains(h.Answer.Text, "> The notice period is three months to the end of a quarter. [1]") || len(h.Answer.Citations) != 1 {
		t.Errorf("%v %s %q %+v", h.err, h.Decision, h.Answer.Text, h.Answer.Citations)
	}
	if h.Text != h.Answer.Text || !strings.HasPrefix(h.Answer.Message, "scripted:latest is small") || !strings.Contains(h.Answer.Message, "Not audited by a model. Not scored.") {
		t.Errorf("streamed %q, told %q", h.Text, h.Answer.Message)
	}
	if a := h.Round.Audit; a.Uncited > 0 || len(a.Invalid)+len(a.Unsupported)+len(a.Doubtful) > 0 {
		t.Errorf("%+v", a)
	}
}

func TestAModelThatThePersonChoseForAStepJudgesWhateverItsSize(t *testing.T) {
	d := newDesk(t)
	d.Small, d.Smaller = true, map[string]string{"critic": "scripted:latest"}
	library(d)
	d.Script(`{"best": "1", "also": "none"}`, fine)
	if h := d.ask(question); h.err != nil || !h.Round.Critique.Audited || h.Round.Evaluation.Scored || d.Calls() != 2 {
		t.Errorf("%v %+v, %d calls", h.err, h.Round, d.Calls())
	}
}
