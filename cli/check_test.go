package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestATextIsCheckedSentenceBySentence(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	if code, _, stderr := b.run("check", write(t, dir, "any.txt", []byte("The notice period is three months."))); code != ExitFailed || !strings.Contains(stderr, "no documents") {
		t.Errorf("%d %q", code, stderr)
	}
	b.must("add", write(t, dir, "Lease.pdf", lease()))
	check := func(text string, args ...string) (int, app.CheckedText) {
		t.Helper()
		var out app.CheckedText
		code, stdout, stderr := b.run(append([]string{"--json", "check", write(t, dir, "text.txt", []byte(text))}, args...)...)
		if err := json.Unmarshal([]byte(stdout), &out); err != nil || strings.Contains(stdout, "null,") {
			t.Fatalf("%v %s %s", err, stdout, stderr)
		}
		return code, out
	}
	code, out := check("The notice period is three months.", "--file", "Lease")
	if code != ExitFine || len(out.Sentences) != 1 || out.Sentences[0].Verdict != store.Verified || len(out.Sentences[0].Places) == 0 ||
		out.Sentences[0].Places[0].Doc != "Lease" || out.Sentences[0].Places[0].Page != 1 || out.Citations[0].Quote != "The notice period is three months." {
		t.Errorf("%d %+v", code, out)
	}
	code, out = check("The notice period is five months. Whales sing in the deep ocean at night.")
	if code != ExitUnproved || len(out.Sentences) != 2 || out.Sentences[0].Verdict != store.Contradicted || !out.Sentences[0].Places[0].Against ||
		out.Sentences[1].Verdict != store.NotFound || len(out.Sentences[1].Citations) != 0 {
		t.Errorf("%d %+v", code, out)
	}
	if code, stdout, _ := b.run("check", write(t, dir, "text.txt", []byte("The notice period is five months."))); code != ExitUnproved || !strings.Contains(stdout, "✗ The notice period is five months.") || !strings.Contains(stdout, "0 of 1 statement verified") {
		t.Errorf("%d %s", code, stdout)
	}
	for _, wrong := range [][]string{{"check", write(t, dir, "empty.txt", nil)}, {"check", dir + "/none.txt"}, {"check", "--file", "nothing", write(t, dir, "text.txt", []byte("A sentence of words."))}} {
		if code, _, stderr := b.run(wrong...); code != ExitFailed || !strings.HasPrefix(stderr, "lectern: ") {
			t.Errorf("%v: %d %q", wrong, code, stderr)
		}
	}
}

func TestASentenceThatContradictsItselfIsToldSo(t *testing.T) {
	b := newBench(t)
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	file := write(t, t.TempDir(), "text.txt", []byte("The rent rose to 800 euros a month from 900 euros a month."))
	if code, stdout, _ := b.run("check", file); code != ExitUnproved || !strings.Contains(stdout, "It contradicts itself. “rose” doesn't fit: 800 euros is less than 900 euros.") {
		t.Errorf("%d %s", code, stdout)
	}
	_, stdout, _ := b.run("--json", "check", file)
	var told struct {
		Sentences []store.Claim
	}
	if err := json.Unmarshal([]byte(stdout), &told); err != nil || len(told.Sentences) != 1 || told.Sentences[0].Verdict != store.Contradicted || told.Sentences[0].Reason != "inside" {
		t.Errorf("%v %s", err, stdout)
	}
}

func TestAnAnswerCarriesItsProof(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	b.host = server.URL
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	server.Script(llmtest.Reply{Text: "The notice period is three months [1]. The notice period is nine months [1]. Somebody pays 77 euros for it [8]."})
	events := lines[store.Event](t, b.must("--json", "ask", "@Lease What is the notice period?"))
	done := events[len(events)-1]
	if a := done.Audit; a == nil || len(a.Sentences) != 3 || a.Verified != 1 || a.Contradicted != 1 || len(a.Marks) != 2 || a.Marks[0].Verdict != store.Verified ||
		a.Marks[1].Verdict != store.Contradicted || len(a.Invented) != 1 || a.Invented[0] != 8 || !strings.Contains(a.Sentences[2].Why, "passage 8") {
		t.Errorf("%+v", a)
	}
	if n := len(done.FigureChecks); n != 1 || done.FigureChecks[0].Verdict != "open" || done.Receipt == nil {
		t.Errorf("%+v", done)
	}
	server.Script(llmtest.Reply{Text: "The notice period is nine months [1]."})
	if _, _, stderr := b.run("ask", "@Lease What is the notice period?"); !strings.Contains(stderr, "0 of 1 statement verified.") || !strings.Contains(stderr, "✗ The notice period is nine months.") {
		t.Error(stderr)
	}
}
