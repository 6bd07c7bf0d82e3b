package export

import (
	"encoding/json"
	"slices"
	"strings"

	"lectern/backend/graph/research"
	"lectern/backend/messages"
	"lectern/backend/runs"
)

// found is what a research that has no document yet came to so far, in Markdown: the findings of its tasks, and those that
// weren't done; "" for any other turn.
func found(say messages.Messages, t runs.Turn) string {
	var made research.Output
	if t.Workflow != "research" || json.Unmarshal(t.Made, &made) != nil || len(made.Findings) == 0 {
		return ""
	}
	var parts, open []string
	for _, task := range made.Plan {
		at := slices.IndexFunc(made.Findings, func(f research.Finding) bool { return f.Task == task.ID })
		if at < 0 {
			open = append(open, "- "+plain(task.Text))
			continue
		}
		parts = append(parts, "# "+heading(task.Text), made.Findings[at].Text)
	}
	if len(open) > 0 {
		parts = append(parts, "# "+heading(say.Text("research.open")), strings.Join(open, "\n"))
	}
	return strings.Join(parts, "\n\n")
}
