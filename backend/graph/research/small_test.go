package research

import (
	"strings"
	"testing"
)

func TestASmallModelIsNotAskedForADocument(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Small = true
	d.lease()
	h := d.ask("What is the rent?")
	if h.err != nil || d.Calls() != 0 || !strings.Contains(h.Answer.Text, "900 euros") || len(h.Answer.Citations) == 0 {
		t.Errorf("%v, %d calls: %q %+v", h.err, d.Calls(), h.Answer.Text, h.Answer.Citations)
	}
	if !h.Noted("too small") || h.Answer.Message == "" {
		t.Errorf("%q %q", h.Notes, h.Answer.Message)
	}
}
