package research

import (
	"context"
	"encoding/json"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/ingest/ingesttest"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400)     // the client makes a buffer of half a megabyte for each call
	os.Exit(ingesttest.Main(m)) // the test binary is the worker, too
}

// desk is the workflow at a desk whose model answers by what a call is for.
type desk struct {
	*ragtest.Desk
	*Workflow
	reply func(r rag.Card, n int) rag.Reply // of the person to their nth question

	mu     sync.Mutex
	says   map[string][]string // answers in order; the last one stays
	fails  map[string]llmtest.Reply
	calls  map[string]int
	prompt map[string][]string // of each kind, as sent
	asked  map[string][]string // the same, each once

	meanwhile func(kind string, n int) // what happens while the model works on its n-th call of a kind, from 0; may be nil
}

// usual are the answers of a model that gets along.
func usual() map[string][]string {
	return map[string][]string{
		"queries":       {`{"queries":["rent of flats","amount due monthly"]}`},
		"analyze":       {`{"analysis":"There is a lease.","gaps":["which flat"],"coverage":0.5}`},
		"questions":     {`{"questions":["Which flat?","Which year?"]}`},
		"finalize":      {`{"analysis":"About the rent.","queries":["amount of the rent"],"context":"The flat in Berlin.","entities":["Lease"],"scope":"the rent"}`},
		"analyze query": {`{"concepts":["amount of the rent"],"entities":["Lease"],"scope":"the rent","language":"English","clarification_needed":false,"clarification":""}`},
		"plan":          {`{"tasks":["Find the rent"]}`},
		"extract":       {`{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":"The rent is 900 euros.","sentences":[1]}]}`},
		"references":    {`{"references":[]}`},
		"gate":          {`{"reason":"it tells the amount","follow":true}`},
		"reevaluate":    {`{"findings":"The rent is 900 euros.","gap":"","queries":[],"tasks":[]}`},
		"outline":       {`{"sections":[{"group":1,"heading":"What is due"}]}`},
		"opening":       {"The rent is 900 euros [1]."},
		"synthesize":    {"The rent is 900 euros [1].\n\n## Rent\n\nIt is due monthly [1]."},
		"quality":       {`{"faults":[],"factual_accuracy":90,"semantic_validity":90,"structure":90,"citations":90,"relevance":90}`},
		"decide":        {`{"action":"accept","focus":""}`},
	}
}

func newDesk(t testing.TB) *desk {
	at := ragtest.New(t)
	d := &desk{
		Desk: at, Workflow: &Workflow{Config: Defaults(), Tools: at.Given()},
		says: usual(), fails: map[string]llmtest.Reply{}, calls: map[string]int{}, prompt: map[string][]string{}, asked: map[string][]string{},
	}
	d.Attempts = 2
	d.Config.AskBack = 0
	d.reply = func(rag.Card, int) rag.Reply { return rag.Reply{} }
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		d.mu.Lock()
		defer d.mu.Unlock()
		kind, prompt := llmtest.Purpose(r), r.Messages[0].Content+"\n"+r.Messages[len(r.Messages)-1].Content
		if !slices.Contains(d.asked[kind], prompt) {
			d.asked[kind] = append(d.asked[kind], prompt)
		}
		n := slices.Index(d.asked[kind], prompt) // a call that is made again gets the same answer
		if d.meanwhile != nil {
			d.meanwhile(kind, d.calls[kind])
		}
		d.calls[kind]++
		d.prompt[kind] = append(d.prompt[kind], prompt)
		if f, ok := d.fails[kind]; ok {
			return f
		}
		list := d.says[kind]
		if len(list) == 0 {
			t.Errorf("an unexpected call: %s", r.Messages[0].Content)
			return llmtest.Reply{Text: "?"}
		}
		return llmtest.Reply{Text: list[min(n, len(list)-1)]}
	})
	return d
}

// heard is what a run told and came to.
type heard struct {
	ragtest.Heard
	rag.Outcome
	made  Output
	cards []rag.Card
	err   error
}

// written is the document without the list of what was read.
func (h heard) written() string {
	text, _, _ := strings.Cut(h.Answer.Text, "\n\n## What was read, and what was not\n")
	return text
}

// ask runs a question to its end, answering what is asked.
func (d *desk) ask(question string, scope ...string) (h heard) {
	d.T.Helper()
	runner, err := d.Runner(d.Checkpoints())
	if err != nil {
		d.T.Fatal(err)
	}
	run := runner.Start(llm.WithUsage(context.Background(), rag.Used), ragtest.Thread, d.Turn(question, scope...))
	for {
		h.follow(run, nil)
		if h.err != nil || len(h.Questions) == 0 {
			return h
		}
		run = runner.AnswerAll(context.Background(), ragtest.Thread, h.answers(d))
	}
}

// answers are the person's to the open questions.
func (h *heard) answers(d *desk) map[string]any {
	out := map[string]any{}
	for _, q := range h.Questions {
		var c rag.Card
		if err := json.Unmarshal(q.Value, &c); err != nil {
			d.T.Fatal(err)
		}
		out[q.ID] = d.reply(c, len(h.cards))
		h.cards = append(h.cards, c)
	}
	return out
}

func (h *heard) follow(run rag.Run, hear func(graph.Event)) {
	for e := range run.Events() {
		if hear != nil {
			hear(e)
		}
		h.Hear(e)
	}
	h.Outcome, h.err = run.Result()
	h.made = Output{}
	_ = json.Unmarshal(h.Made, &h.made) // of a run that never began
}

// lease is a small library.
func (d *desk) lease() {
	d.Add("Lease", "The rent is 900 euros. It is due on the third day of each month.")
	d.Add("House Rules", "Quiet hours begin at ten. The rent covers heating.")
}

func (d *desk) did(kind string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls[kind]
}
