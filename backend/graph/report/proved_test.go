package report

import (
	"os"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

func TestWhatTheDocumentsContradictIsLeftOutOfTheReportAndTold(t *testing.T) {
	b := newBench(t)
	library3(b)
	b.Config.Loops = 0
	b.round("The insurance pays for fire [S2].\n\n- The insurance pays for floods above 2,000 euros [S1].\n- It pays for fire [S2].", checks(.9))
	h := b.ask("Does the insurance pay for floods?")
	md, err := os.ReadFile(h.Paths.Markdown)
	if h.err != nil || err != nil {
		t.Fatal(h.err, err)
	}
	if strings.Contains(h.Answer.Text, "floods") || strings.Contains(summary(string(md)), "floods") || h.Text != h.Answer.Text {
		t.Errorf("%q\n%s", h.Answer.Text, md)
	}
	if !h.failed("Left out, because the documents say otherwise (1 statement): “The insurance pays for floods above 2,000 euros.”") {
		t.Errorf("%q", h.Errors)
	}
	if h.Answer.Proof == nil {
		t.Fatal("the answer has no proof")
	}
	if line := rag.Proved(messages.In("en"), h.Answer.Proof.Audit); line == "" || !strings.Contains(string(md), line) {
		t.Errorf("the report doesn't say %q:\n%s", line, md)
	}
}

func summary(md string) string {
	_, md, _ = strings.Cut(md, "## Summary")
	md, _, _ = strings.Cut(md, "## Methodology")
	return md
}
