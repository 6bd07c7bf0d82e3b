package research

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the client makes a buffer of half a megabyte for each call
	os.Exit(m.Run())
}

// begins tells what a prompt is for by how it begins.
var begins = map[string]string{
	"You prepare searches": "queries", "Judge how well": "analyze", "A person wants": "questions", "Sum up what": "finalize",
	"Say what a question": "analyze query", "Plan how": "plan", "Extract from": "extract", "Find the references": "references",
	"Decide whether a reference": "gate", "A task of a research": "reevaluate", "You write": "synthesize", "Score a document": "quality",
	"A document was scored": "decide",
}

func kindOf(r api.ChatRequest) string {
	for start, kind := range begins {
		if strings.HasPrefix(r.Messages[0].Content, start) {
			return kind
		}
	}
	return "unknown"
}

// desk is a workflow over a real store and a scripted Ollama, which answers by what a prompt is for.
type desk struct {
	*Workflow
	t           *testing.T
	server      *llmtest.Server
	store       *store.Store
	checkpoints graph.Store
	reply       func(r rag.Card, n int) rag.Reply // of the person to their nth question

	mu     sync.Mutex
	says   map[string][]string // answers in order; the last one stays
	fails  map[string]llmtest.Reply
	calls  map[string]int
	prompt map[string][]string // of each kind, as sent
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
		"extract":       {`{"relevance":0.9,"lines":[{"text":"The rent is 900 euros.","sentences":[1]}]}`},
		"references":    {`{"references":[]}`},
		"gate":          {`{"reason":"it tells the amount","follow":true}`},
		"reevaluate":    {`{"findings":"The rent is 900 euros.","gap":"","queries":[],"tasks":[]}`},
		"synthesize":    {"The rent is 900 euros [1].\n\n## Rent\n\nIt is due monthly [1]."},
		"quality":       {`{"faults":[],"factual_accuracy":90,"semantic_validity":90,"structure":90,"citations":90,"relevance":90}`},
		"decide":        {`{"action":"accept","focus":""}`},
	}
}

func newDesk(t *testing.T) *desk {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	ws, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.New(t)
	client, err := llm.New(llm.Config{Host: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{
		t: t, server: server, store: s, checkpoints: new(graph.Memory), says: usual(), fails: map[string]llmtest.Reply{}, calls: map[string]int{}, prompt: map[string][]string{},
		Workflow: &Workflow{
			Config: Defaults(),
			Tools:  rag.Tools{Workspace: ws, Client: client, Model: llmtest.ChatModel, Why: "There is no model.", Attempts: 2, Wait: time.Millisecond},
		},
	}
	d.Config.AskBack = 0
	d.reply = func(rag.Card, int) rag.Reply { return rag.Reply{} }
	server.Always(func(r api.ChatRequest) llmtest.Reply {
		d.mu.Lock()
		defer d.mu.Unlock()
		kind := kindOf(r)
		n := d.calls[kind]
		d.calls[kind]++
		d.prompt[kind] = append(d.prompt[kind], r.Messages[0].Content+"\n"+r.Messages[len(r.Messages)-1].Content)
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

// add puts a document into the library, a page and a passage for each text, its sentences ending in full stops.
func (d *desk) add(name string, pages ...string) {
	c := &store.Content{Reader: "test", Language: "en"}
	for i, text := range pages {
		p := store.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text}
		for from := 0; from < len(text); {
			end := len(text)
			if at := strings.Index(text[from:], ". "); at >= 0 {
				end = from + at + 1
			}
			p.Sentences = append(p.Sentences, store.Span{Start: from, End: end})
			from = min(end+1, len(text))
			if end == len(text) {
				break
			}
		}
		c.Pages = append(c.Pages, p)
		c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{Start: 0, End: len(text)}})
	}
	if _, err := d.Workspace.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		d.t.Fatal(err)
	}
}

// heard is what a run told.
type heard struct {
	rag.Standing
	made         Made
	steps, notes []string
	cards        []rag.Card
	text         string
	cited        []store.Citation
	sources      int
	err          error
}

func (h heard) noted(part string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

func (h heard) count(node string) (n int) {
	for _, s := range h.steps {
		if s == node {
			n++
		}
	}
	return n
}

// ask runs a question to its end, answering what is asked.
func (d *desk) ask(question string, scope ...string) (h heard) {
	d.t.Helper()
	d.begin("r1")
	runner, err := d.Runner(d.checkpoints)
	if err != nil {
		d.t.Fatal(err)
	}
	run := runner.Start(llm.WithUsage(context.Background(), rag.Used), "thread", rag.Turn{Run: "r1", Question: question, Scope: scope})
	for {
		h.follow(run, nil)
		if h.err != nil || len(h.Questions) == 0 {
			return h
		}
		run = runner.AnswerAll(context.Background(), "thread", h.answers(d))
	}
}

func (d *desk) begin(run string) {
	if _, err := d.Workspace.Run(run); errors.Is(err, store.ErrNotFound) {
		if err := d.Workspace.SaveRun(store.Run{ID: run, Conversation: "c", Question: "?", Status: store.Running, Asked: time.Now()}, "title"); err != nil {
			d.t.Fatal(err)
		}
	}
}

// answers are the person's to the open questions.
func (h *heard) answers(d *desk) map[string]any {
	out := map[string]any{}
	for _, q := range h.Questions {
		var c rag.Card
		if err := json.Unmarshal(q.Value, &c); err != nil {
			d.t.Fatal(err)
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
		r, ok := e.Data.(rag.Report)
		switch {
		case e.Kind == graph.KindStart:
			h.steps = append(h.steps, e.Node)
		case !ok:
		case r.Kind == rag.Note:
			h.notes = append(h.notes, r.Text)
		case r.Kind == rag.Token:
			h.text += r.Text
		case r.Kind == rag.Cited:
			h.cited = append(h.cited, r.Citation)
		case r.Kind == rag.Sources:
			h.sources = len(r.Sources)
		}
	}
	h.Standing, h.err = run.Result()
	h.made = Made{}
	_ = json.Unmarshal(h.Made, &h.made) // of a run that never began
}

// lease is a small library.
func (d *desk) lease() {
	d.add("Lease", "The rent is 900 euros. It is due on the third day of each month.")
	d.add("House Rules", "Quiet hours begin at ten. The rent covers heating.")
}

func (d *desk) total() (n int) { return len(d.server.Chats()) }

func (d *desk) did(kind string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls[kind]
}
