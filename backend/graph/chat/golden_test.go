package chat

import (
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"lectern/backend/graph/rag/ragtest"
)

func TestTheDrawingIsTheGraph(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	ragtest.Golden(t, "graph.md", "# Document chat\n\nMade from the graph itself; `go test ./backend/graph/chat -update` draws it anew.\n\n```mermaid\n"+w.graph().Mermaid()+"```\n")
}

func TestNumbersHoldTogether(t *testing.T) {
	ragtest.Numbers(t, About())
	c := Defaults()
	if c.AnswerTokens = c.ContextTokens; c.Validate() == nil {
		t.Error("an answer as large as the context window")
	}
}

func TestFilledPrompts(t *testing.T) {
	prompts, err := template.ParseFS(files, "prompts/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		prompt string
		data   any
	}{
		"documents-auto": {"documents.md", map[string]any{"Only": false, "Language": ""}},
		"documents-only": {"documents.md", map[string]any{"Only": true, "Language": "Deutsch"}},
		"plain":          {"plain.md", map[string]any{"Language": ""}},
		"intent":         {"intent.md", map[string]any{"Names": []string{"Lease", "Policy"}, "Question": "Do floods matter?"}},
		"rewrite": {"rewrite.md", map[string]any{
			"Names": []string{"Lease"}, "Question": "Why?",
			"History": []promptTurn{{"user", "What is the rent?"}, {"assistant", "900 euros."}},
		}},
	} {
		var b strings.Builder
		if err := prompts.ExecuteTemplate(&b, c.prompt, c.data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		ragtest.Golden(t, filepath.Join("testdata", name+".golden"), b.String())
	}
}
