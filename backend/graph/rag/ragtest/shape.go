package ragtest

import (
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

// Shape is what of a workflow is written down and reviewed: its numbers, its drawing (graph.md), the forms that models are
// held to (testdata/forms.golden) and its prompts, filled (testdata/NAME.golden).
type Shape struct {
	About    rag.About
	Drawings []Drawing // the whole first
	Forms    map[string]any
	Prompts  *template.Template
	Filled   map[string]Filled // by the golden file's name
	Blocks   []string          // ends of blocks that no text may bring: each stands in a prompt once at most
}

// Drawing is a graph with a title; a workflow of one graph needs none.
type Drawing struct{ Title, Mermaid string }

// Filled is a prompt with what it is filled with.
type Filled struct {
	Prompt string
	Data   any
}

// Test compares all of it with what was reviewed.
func (s Shape) Test(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { numbers(t, s.About) })
	t.Run("drawing", func(t *testing.T) { Golden(t, "graph.md", s.drawing()) })
	t.Run("forms", func(t *testing.T) { llmtest.Forms(t, s.Forms) })
	t.Run("prompts", func(t *testing.T) {
		for name, f := range s.Filled {
			got, err := rag.Render(s.Prompts, f.Prompt, f.Data)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, end := range s.Blocks {
				if strings.Count(got, end) > 1 {
					t.Errorf("%s: a text closed its block %s", name, end)
				}
			}
			Golden(t, filepath.Join("testdata", name+".golden"), got+"\n")
		}
	})
}

func (s Shape) drawing() string {
	how := "`go test ./backend/graph/" + s.About.Name + " -update`"
	if len(s.Drawings) == 1 {
		return "# " + s.About.Title.String() + "\n\nMade from the graph itself; " + how + " draws it anew.\n\n```mermaid\n" + s.Drawings[0].Mermaid + "```\n"
	}
	out := "# " + s.About.Title.String() + "\n\nMade from the graphs themselves; " + how + " draws them anew.\n"
	for _, d := range s.Drawings {
		out += "\n## " + d.Title + "\n\n```mermaid\n" + d.Mermaid + "```\n"
	}
	return out
}
