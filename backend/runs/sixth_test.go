package runs

import (
	"slices"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag/ragtest/brief"
	"lectern/backend/llm/llmtest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// What a workflow that nobody here has heard of needs is its package, and its line in the list.
func TestAnotherWorkflowNeedsALineInTheListAndNothingElse(t *testing.T) {
	d := newDesk(t)
	d.workflows = append(d.workflows, workflow{brief.About(), over(brief.New)})
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		if llmtest.Purpose(r) != "brief" {
			t.Errorf("a call for %q", llmtest.Purpose(r))
		}
		return llmtest.Reply{Text: "Three months [1]."}
	})
	turn := d.turn(d.ask(Question{Text: "What is the notice period?", Workflow: "brief", Numbers: []store.Override{{Name: "keep", Value: 1}}}))
	var steps []string
	for _, s := range turn.Steps {
		steps = append(steps, s.Node)
	}
	if turn.Status != store.Answered || turn.Answer != "Three months [1]." || len(turn.Citations) != 1 || !slices.Equal(steps, []string{"find", "write"}) {
		t.Errorf("%s %q by %v, citing %+v: %s", turn.Status, turn.Answer, steps, turn.Citations, turn.Message)
	}
	all := choice(messages.In("en"), d.workflows)
	if last := all[len(all)-1]; last != (Workflow{"brief", "Brief", "A few sentences from a few passages"}) || all[0].Name != "chat" {
		t.Errorf("%+v", all)
	}
}
