package report

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/pdfout"
)

func TestProblemsStandInTheReportsLanguageWithErrorsOfOthersAsTheyAre(t *testing.T) {
	for question, want := range map[string]string{
		"Wie hoch ist die Miete in der Lease?": "Das PDF konnte nicht erzeugt werden: no ink.",
		"Leaseの家賃はいくらですか。":                     "PDFを作成できませんでした（no ink）。",
		"What is the rent?":                    "The PDF could not be made: no ink.",
	} {
		b := leaseOnly(t)
		b.PDF = func(io.Writer, string, pdfout.Options) error { return errors.New("no ink") }
		b.Server.Always(byPurpose)
		h := b.ask(question)
		md, err := os.ReadFile(h.Paths.Markdown)
		if h.err != nil || err != nil || !h.failed(want) || !strings.Contains(string(md), escapeLine(want)) {
			t.Errorf("%v %v %q", h.err, err, h.Errors)
		}
	}
	b := many(t, 1)
	b.Server.Script(llmtest.Reply{Text: "Die Miete beträgt 900 Euro [S1]."}, llmtest.Reply{Status: 500, Error: "broken"})
	if h := b.ask("Wie hoch ist die Miete?"); h.err != nil || !h.failed("Runde 1 wurde nur nach Wörtern und Zahlen geprüft: ") || !h.failed("broken") {
		t.Errorf("%v %q", h.err, h.Errors)
	}
}
