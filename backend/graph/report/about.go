package report

import (
	_ "embed"

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
		Name: "report", Title: messages.New("report.title"), Label: messages.New("report.label"), Hint: messages.New("report.about"),
		Nodes:    []string{"verification"},
		Graph:    drawing,
		Defaults: func() rag.Config { c := Defaults(); return &c },
	}
}
