package checked

import (
	"context"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
)

// desk is the workflow at a desk.
type desk struct {
	*ragtest.Desk
	*Workflow
}

func newDesk(t testing.TB) *desk {
	d := ragtest.New(t)
	return &desk{d, &Workflow{Config: Defaults(), Tools: d.Given()}}
}

func library(d *desk) {
	d.Add("Lease", "The notice period is three months to the end of a quarter. It begins on the day that the letter arrives. ",
		"The rent is 900 euros. It is paid in advance. ", "Pets are allowed. ")
	d.Add("Policy", "The insurance pays for fire. ", "The insurance does not pay for floods. ")
}

// heard is what a run told and came to.
type heard struct {
	ragtest.Heard
	State
	questions []graph.Question
	err       error
}

func (d *desk) listen(run *graph.Run[State]) (h heard) {
	var r graph.Result[State]
	h.Heard, r, h.err = ragtest.Follow(run)
	h.State, h.questions = r.State, r.Questions
	return h
}

// compiled is the workflow as another program start would make it, over the same store.
func (d *desk) compiled() *graph.Workflow[State] {
	d.T.Helper()
	d.Workflow = &Workflow{Config: d.Config, Tools: d.Tools}
	return ragtest.Compiled[State](d.Desk, d.Workflow)
}

func (d *desk) begin(question string, scope ...string) *graph.Run[State] {
	d.T.Helper()
	return d.compiled().Start(context.Background(), ragtest.Thread, rag.Asking[State](d.Turn(question, scope...)))
}

func (d *desk) ask(question string, scope ...string) heard {
	d.T.Helper()
	return d.listen(d.begin(question, scope...))
}

func (d *desk) reply(text string) heard {
	d.T.Helper()
	w := d.compiled()
	r, err := w.State(d.T.Context(), ragtest.Thread)
	if err != nil || len(r.Questions) != 1 {
		d.T.Fatal(err, r.Questions)
	}
	return d.listen(w.AnswerAll(context.Background(), ragtest.Thread, map[string]any{r.Questions[0].ID: rag.Reply{Text: text}}))
}

// What the scripted model says.
const (
	notice = "The notice period is three months [1]."
	fine   = `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`
	doubts = `{"hallucination":false,"unsupported_claims":["The rent falls"],"logical_gaps":["Says nothing on the rent"],"conflicting_evidence":[],"confidence":0.5}`
	scores = `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`
)

// round scripts the three calls of a round.
func (d *desk) round(draft, critique, evaluation string) { d.Script(draft, critique, evaluation) }

// counts checks model calls and retrievals.
func (d *desk) counts(h heard, calls, retrievals int) {
	d.T.Helper()
	if n := d.Calls(); n != calls || h.Retrievals != retrievals || h.Count("researcher") > retrievals {
		d.T.Errorf("%d model calls, %d retrievals; not %d and %d", n, h.Retrievals, calls, retrievals)
	}
}
