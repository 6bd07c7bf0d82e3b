package report

import (
	"strings"
	"testing"
)

func TestASmallModelIsNotAskedForAReport(t *testing.T) {
	b := leaseOnly(t)
	b.Small = true
	h := b.ask(asked)
	if h.err != nil || b.Calls() != 0 || !h.Best.Plain || len(h.Answer.Citations) == 0 || !strings.Contains(h.Answer.Text, "three months") {
		t.Errorf("%v, %d calls: %q", h.err, b.Calls(), h.Answer.Text)
	}
	if !h.failed("is too small") {
		t.Errorf("%q", h.Errors)
	}
}
