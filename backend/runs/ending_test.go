package runs

import (
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestAnErrorThatStandsInTheStateEndsTheRunAsFailed(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.server.Script(llmtest.Reply{Text: `{"entities":[],"periods":[],"document_types":[],"keywords":["revenue"]}`})
	turn := d.turn(d.ask(Question{Text: "How did the revenue grow?", Workflow: "analyst"}))
	const says = "There is no document to answer from. Add a PDF, then ask again."
	if turn.Status != store.Failed || turn.Message != says || turn.Answer != "" || !strings.Contains(string(turn.Made), says) {
		t.Errorf("%+v %s", turn, turn.Made)
	}
	done := d.events[len(d.events)-1]
	if done.Kind != "done" || done.Status != store.Failed || done.Text != says || len(done.Output) == 0 {
		t.Errorf("%+v", done)
	}
}

func TestWhatIsMeasuredOfModelsIsKeptOverAStart(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	for start := range 2 {
		d := open(t, home, server)
		d.Keep(d.store.Settings)
		if start == 0 {
			d.add("Lease", "The notice period is three months.")
		}
		server.Script(llmtest.Reply{Text: "The notice period is three months [1]."},
			llmtest.Reply{Text: `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`},
			llmtest.Reply{Text: `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`})
		before := server.Embeds()
		turn := d.turn(d.ask(Question{Text: "What is the notice period?", Workflow: "checked"}))
		if n := server.Embeds() - before; turn.Status != store.Answered || n != 1 { // the question
			t.Errorf("start %d: %q, %d calls to embed", start, turn.Status, n)
		}
		server.Script(llmtest.Reply{Text: `{"queries":["rent","notice"]}`}, llmtest.Reply{Text: `{"analysis":"A lease.","gaps":["which"],"coverage":0.5}`},
			llmtest.Reply{Text: `{"questions":["Which lease?"]}`})
		turn = d.turn(d.ask(Question{Text: "What is the notice period?", Workflow: "research", Numbers: []store.Override{{Name: "askBack", Value: 1}}}))
		kept := map[string]rag.Cost{}
		if err := d.store.Settings.Get("speeds", &kept); err != nil || turn.Status != store.NeedsPerson || kept[llmtest.ChatModel].Calls != 2*(start+1) { // but for each start's first
			t.Errorf("start %d: %v, %q, %+v", start, err, turn.Status, kept)
		}
		d.close()
	}
}
