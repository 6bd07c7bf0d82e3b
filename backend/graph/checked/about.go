package checked

import (
	_ "embed"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// drawing is the graph as it was reviewed, which a test holds against the graph itself.
//
//go:embed graph.md
var drawing string

// About tells what the workflow is called, and what of it can be set.
func About() rag.About {
	return rag.About{
		Name: "checked", Title: messages.New("checked.title"), Label: messages.New("checked.label"), Hint: messages.New("checked.about"),
		Nodes:    []string{"critic", "evaluator"},
		Graph:    drawing,
		Defaults: func() rag.Config { c := Defaults(); return &c },
	}
}

// New makes the workflow runnable with numbers that About's Defaults are.
func New(t rag.Tools, c rag.Config, checkpoints graph.Store) (rag.Runner, error) {
	return (&Workflow{Tools: t, Config: *c.(*Config)}).Runner(checkpoints)
}
