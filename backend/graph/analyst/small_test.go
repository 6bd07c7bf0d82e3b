package analyst

import (
	"strings"
	"testing"
)

func TestASmallModelPicksWhatAnswers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Small = true
	library(d)
	d.Script(`{"best": "4", "also": "none"}`)
	h := d.ask("What drove the revenue of Acme?")
	if h.err != nil || h.Error != "" || d.Calls() != 1 || !strings.Contains(h.Answer.Text, "> Revenue was driven by rockets and roller skates. [") {
		t.Errorf("%v %q, %d calls: %q", h.err, h.Error, d.Calls(), h.Answer.Text)
	}
	if !h.Noted("is too small") || !strings.HasPrefix(h.Answer.Message, "scripted:latest is small") || len(h.Answer.Citations) == 0 {
		t.Errorf("%q %q %+v", h.Notes, h.Answer.Message, h.Answer.Citations)
	}
}
