package analyst

import (
	"context"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
)

// desk is the workflow at a desk.
type desk struct {
	*ragtest.Desk
	*Workflow
	n int // pages that were made up
}

func newDesk(t testing.TB) *desk {
	d := ragtest.New(t)
	d.Lines = true
	return &desk{Desk: d, Workflow: &Workflow{Config: Defaults(), Tools: d.Given()}}
}

const income = `Results of Acme
The revenue of Acme was $1,261.60 million in 2021.
The revenue of Acme was $1,577.00 million in 2022.
Its net income was $100 million in 2021.
`

func library(d *desk) {
	d.Add("Acme", income, "Revenue was driven by rockets and roller skates.\nThe company employs 5,000 people in 2022.\n")
	d.Add("Other", "Pets are allowed in the flat.\n")
}

// heard is what a run told and came to.
type heard struct {
	ragtest.Heard
	State
	made Output // as it was told last
	err  error
}

func (d *desk) listen(run *graph.Run[State]) (h heard) {
	d.T.Helper()
	var r graph.Result[State]
	h.Heard, r, h.err = ragtest.Follow(run)
	if h.State = r.State; h.LastMade(&h.made) != nil {
		d.T.Errorf("%s", h.Shown)
	}
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

// What the scripted model says.
const (
	question = "How did the revenue of Acme grow from 2021 to 2022?"
	asked    = `{"entities":["Acme"],"periods":["2021","2022"],"document_types":[],"keywords":["net sales"]}`
	enough   = `{"sufficient":true,"missing":[]}`
	gap      = `{"sufficient":false,"missing":["Revenue of 2020"]}`
	prose    = "Revenue grew by {{c1}} to {{m2}}. Rockets drove it [2]."
	wholeCap = "Revenue grew by 25% [1] [2] to $1,577 million [2]. Rockets drove it [3]."
)

// read is an analysis of revenue in both years, with one calculation and one chart; swap changes it.
func read(swap ...string) string {
	return strings.NewReplacer(swap...).Replace(`{"measures":[],"companies":[],"periods":[],"metrics":[
{"id":"a","label":"Revenue","company":"Acme","period":"2021","from":"F1","column":""},
{"id":"b","label":"Revenue","company":"Acme","period":"2022","from":"F2","column":""}],
"calculations":[{"id":"g","label":"Growth of revenue","operation":"growth","operands":["a","b"]}],
"charts":[{"kind":"bar","of":["a","b"]}],"primary":"b","finding":"Revenue grew by {{g}}"}`)
}

// fails scripts replies that no attempt gets anything out of.
func (d *desk) fails() { d.Script("no", "no") }

// counts checks model calls and retrievals.
func (d *desk) counts(h heard, calls, retrievals int) {
	d.T.Helper()
	if n := d.Calls(); n != calls || h.Retrieval.Attempts != retrievals || h.Count("retrieval/retrieval") != retrievals {
		d.T.Errorf("%d model calls, %d retrievals (%d steps); not %d and %d", n, h.Retrieval.Attempts, h.Count("retrieval/retrieval"), calls, retrievals)
	}
}
