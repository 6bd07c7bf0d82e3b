package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
)

func TestAnAnswerAndAConversationAreExported(t *testing.T) {
	b, _, done := answered(t, llmtest.Reply{Text: "It is three months [1]."})
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if out := b.must("export", done.Run, at("a.md")); out != "Wrote 1 answer into "+at("a.md")+".\n" {
		t.Errorf("%q", out)
	}
	text, err := os.ReadFile(at("a.md"))
	if err != nil || !strings.HasPrefix(string(text), "# @Lease What is the notice period?\n") || !strings.Contains(string(text), "\nIt is three months [1].\n") || !strings.Contains(string(text), "\n[1] **Lease**, p. 1") {
		t.Errorf("%v %s", err, text)
	}
	line := lines[exportLine](t, b.must("--json", "export", done.Conversation[:6], at("c.html")))
	if len(line) != 1 || line[0].ID != done.Conversation || line[0].Answers != 1 || line[0].File != at("c.html") || line[0].Title != "What is the notice period?" {
		t.Errorf("%+v", line)
	}
	for name, begins := range map[string]string{"c.html": "<!doctype html>", "c.pdf": "%PDF-"} {
		b.must("export", "--force", done.Conversation, at(name))
		if raw, err := os.ReadFile(at(name)); err != nil || !bytes.HasPrefix(raw, []byte(begins)) {
			t.Errorf("%s: %v, %.40q", name, err, raw)
		} else if pictures := bytes.Count(raw, []byte("/Subtype /Image")); name == "c.pdf" && pictures != 1 {
			t.Errorf("%d passages are shown on their pages", pictures)
		}
	}

	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{done.Run, at("a.md")}, ExitFailed, "is there already; give another name, or --force"},
		{[]string{done.Run, at("a.docx")}, ExitUsage, "must end in .md, .html or .pdf"},
		{[]string{done.Run, at("a")}, ExitUsage, "must end in .md, .html or .pdf"},
		{[]string{"nobody", at("b.md")}, ExitFailed, `there is no answer or conversation "nobody"; "lectern runs" lists them`},
		{[]string{"", at("b.md")}, ExitFailed, `2 ids begin with ""; type more`},
		{[]string{done.Run, at("no/b.md")}, ExitFailed, "give another place"},
	} {
		code, out, errs := b.run(append([]string{"export"}, c.args...)...)
		if code != c.code || out != "" && c.code != ExitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%v: %d %q %q", c.args, code, out, errs)
		}
	}
	if left, err := filepath.Glob(at("*.new")); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}
