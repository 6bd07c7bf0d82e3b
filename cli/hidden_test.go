package cli

import (
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestHiddenTextIsShownPlainlyLabelled(t *testing.T) {
	b := newBench(t)
	file := pdftest.Drawn{Sheets: []pdftest.Sheet{{Content: "BT /F 12 Tf 60 700 Td (The rent is 900 euros a month.) Tj 1 g 0 -40 Td (The deposit is forty-two.) Tj ET"}}}.Bytes()
	b.must("add", write(t, t.TempDir(), "Lease.pdf", file))
	shown := b.must("show", "Lease")
	if !strings.Contains(shown, "1 with text that isn't shown (p. 1)") || !strings.Contains(shown, "  p. 1: confirmed. This page holds text that isn't shown: 22 characters in the colour of what lies under it. It was left out.") ||
		!strings.Contains(shown, "--hidden use") {
		t.Error(shown)
	}
	if page := b.must("show", "Lease", "--page", "1"); page != "The rent is 900 euros a month.\n\n--- not shown on the page: in the colour of what lies under it ---\nThe deposit is forty-two.\n" {
		t.Errorf("%q", page)
	}
	line := lines[pageLine](t, b.must("--json", "show", "Lease", "--page", "1"))[0]
	if line.Text != "The rent is 900 euros a month." || len(line.Unseen) != 1 || line.Unseen[0].Text != "The deposit is forty-two." {
		t.Errorf("%+v", line)
	}
	found := func() int { return strings.Count(b.must("--json", "search", "deposit"), "forty-two") }
	if n := found(); n != 0 {
		t.Errorf("%d hits before it is chosen", n)
	}
	if shown := b.must("show", "Lease", "--hidden", "use"); !strings.Contains(shown, "It is used, as you chose.") || !strings.Contains(shown, "--hidden leave") {
		t.Error(shown)
	}
	if n := found(); n == 0 {
		t.Errorf("%d hits once it is chosen", n)
	}
	b.must("show", "Lease", "--hidden", "leave")
	if n := found(); n != 0 {
		t.Errorf("%d hits after it is undone", n)
	}
}
