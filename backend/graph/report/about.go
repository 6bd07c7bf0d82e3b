package report

import "lectern/backend/graph/rag"

// About tells what the workflow is called, and what of it can be set.
func About() rag.About {
	return rag.About{
		Name: "report", Title: "Research report", Label: "Report", Hint: "A verified report as a PDF; takes a while",
		Nodes:    []string{"verification"},
		Defaults: func() rag.Config { c := Defaults(); return &c },
	}
}
