package report

import (
	"lectern/backend/graph/rag"

	"lectern/backend/messages"
)

// About tells what the workflow is called, and what of it can be set.
func About() rag.About {
	return rag.About{
		Name: "report", Title: messages.New("report.title"), Label: messages.New("report.label"), Hint: messages.New("report.about"),
		Nodes:    []string{"verification"},
		Defaults: func() rag.Config { c := Defaults(); return &c },
	}
}
