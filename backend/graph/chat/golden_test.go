package chat

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/template"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what people read with the file that was reviewed.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s has drifted (%v); look at it, then run the test with -update:\n%s", path, err, got)
	}
}

func TestTheDrawingIsTheGraph(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	golden(t, "graph.md", "# Document chat\n\nMade from the graph itself; `go test ./backend/graph/chat -update` draws it anew.\n\n```mermaid\n"+w.graph().Mermaid()+"```\n")
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
		golden(t, filepath.Join("testdata", name+".golden"), b.String())
	}
}
