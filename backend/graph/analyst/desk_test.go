package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// desk is a workflow over a real store and a scripted Ollama.
type desk struct {
	saved func(key, value string) // hears every record when it is in the store
	*Workflow
	t      testing.TB
	server *llmtest.Server
	store  *store.Store
	n      int
}

func newDesk(t testing.TB) *desk {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.New(t)
	client, err := llm.New(llm.Config{Host: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, server: server, store: s, Workflow: &Workflow{Config: Defaults(), Tools: rag.Tools{
		Workspace: w, Client: client, Model: llmtest.ChatModel, Why: "There is no model.", Attempts: 3, Wait: time.Millisecond,
	}}}
}

// add puts a document into the library, a page for each text and a sentence for each line.
func (d *desk) add(name string, pages ...string) {
	c := &store.Content{Reader: "test", Language: "en"}
	for i, text := range pages {
		p := store.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text}
		at := 0
		for line := range strings.Lines(text) {
			if n := len(strings.TrimRight(line, "\n")); n > 0 {
				p.Sentences = append(p.Sentences, store.Span{Start: at, End: at + n})
			}
			at += len(line)
		}
		c.Pages = append(c.Pages, p)
		c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{Start: 0, End: len(text)}})
	}
	if _, err := d.Workspace.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		d.t.Fatal(err)
	}
}

const income = `Consolidated statements of income
(in millions of US dollars, except per share amounts)
2022 2021
Revenue 1,577.00 1,261.60
Net income (120) 100
Earnings per share 2.50 2.00
`

func library(d *desk) {
	d.add("Acme", income, "Revenue was driven by rockets and roller skates.\nThe company employs 5,000 people in 2022.\n")
	d.add("Other", "Pets are allowed in the flat.\n")
}

// withVectors gives the workflow an embedder, and vectors to the documents of these names.
func (d *desk) withVectors(names ...string) {
	d.Embedder = &rag.Embedder{Client: d.Client, Model: llmtest.EmbedModel, Size: 10}
	for _, name := range names {
		ps, err := d.Workspace.Passages("id-" + name)
		if err != nil {
			d.t.Fatal(err)
		}
		var refs []store.Ref
		for i := range ps {
			refs = append(refs, store.Ref{Document: "id-" + name, Passage: i})
		}
		texts, err := d.Workspace.Texts(refs)
		if err != nil {
			d.t.Fatal(err)
		}
		var in []string
		for _, x := range texts {
			in = append(in, x.Text)
		}
		vs, digest, err := d.Client.Embed(d.t.Context(), llmtest.EmbedModel, llm.Document, in, nil)
		if err != nil {
			d.t.Fatal(err)
		}
		if err := d.Workspace.PutVectors("id-"+name, store.VectorSpace{Model: llmtest.EmbedModel, Digest: digest, Dim: llmtest.Dim}, vs); err != nil {
			d.t.Fatal(err)
		}
	}
}

// heard is what a run told.
type heard struct {
	State
	steps, notes, ends []string // steps as subgraph/node
	screen             string
	cited              int
	sources            int
	made               Made
	err                error
}

func (h heard) noted(part string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

func (h heard) count(step string) (n int) {
	for _, s := range h.steps {
		if s == step {
			n++
		}
	}
	return n
}

// listen follows a run to where it stops.
func (d *desk) listen(run *graph.Run[State]) (h heard) {
	d.t.Helper()
	for e := range run.Events() {
		if e.Kind == graph.KindStart {
			h.steps = append(h.steps, strings.TrimPrefix(outer(e.Path)+"/"+e.Node, "/"))
		}
		r, ok := e.Data.(rag.Report)
		if !ok {
			continue
		}
		switch r.Kind {
		case rag.Note:
			h.notes = append(h.notes, r.Text)
		case rag.Summary:
			h.ends = append(h.ends, r.Text)
		case rag.Token:
			h.screen += r.Text
		case rag.Cited:
			h.cited++
		case rag.Restart:
			h.screen, h.cited = "", 0
		case rag.Sources:
			h.sources = len(r.Sources)
		case rag.Made:
			if err := json.Unmarshal(r.Made, &h.made); err != nil {
				d.t.Error(err)
			}
		}
	}
	r, err := run.Result()
	h.State, h.err = r.State, err
	return h
}

// outer is the node that a path leads through.
func outer(path string) string {
	parts := strings.Split(path, ".")
	if len(parts) < 2 {
		return ""
	}
	return parts[1]
}

// compiled is the workflow as another program start would make it, over the same store.
func (d *desk) compiled() *graph.Workflow[State, Update] {
	d.t.Helper()
	d.Workflow = &Workflow{Config: d.Config, Tools: d.Tools}
	app, err := d.Compile(witness{d.store.Checkpoints, d})
	if err != nil {
		d.t.Fatal(err)
	}
	return app
}

// witness lets a test do something exactly when something has been saved, while the run waits.
type witness struct {
	graph.Store
	*desk
}

func (w witness) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	err := w.Store.Save(ctx, thread, keys, values)
	for i := range keys {
		if w.saved != nil {
			w.saved(keys[i], string(values[i]))
		}
	}
	return err
}

// begin makes a run in the one conversation.
func (d *desk) begin(app *graph.Workflow[State, Update], question string, scope ...string) *graph.Run[State] {
	d.t.Helper()
	d.n++
	turn := rag.Turn{Run: fmt.Sprintf("run%d", d.n), Question: question, Scope: scope}
	asked := time.Date(2026, 1, 1, d.n, 0, 0, 0, time.UTC)
	if err := d.Workspace.SaveRun(store.Run{ID: turn.Run, Conversation: "thread", Question: question, Status: store.Running, Asked: asked}, "title"); err != nil {
		d.t.Fatal(err)
	}
	return app.Start(context.Background(), "thread", Update{TalkUpdate: rag.Ask(turn)})
}

func (d *desk) ask(question string, scope ...string) heard {
	d.t.Helper()
	return d.listen(d.begin(d.compiled(), question, scope...))
}

// What the scripted model says.
const (
	question = "How did the revenue of Acme grow from 2021 to 2022?"
	asked    = `{"entities":["Acme"],"periods":["2021","2022"],"document_types":[],"keywords":["net sales"]}`
	enough   = `{"sufficient":true,"missing":[]}`
	gap      = `{"sufficient":false,"missing":["Revenue of 2020"]}`
	prose    = "Revenue grew by {{c1}} to {{m2}}. Rockets drove it [2]."
	wholeCap = "Revenue grew by 25% [1] to 1,577.00 million USD [1]. Rockets drove it [2]."
)

// read is an analysis of revenue in both years, with one calculation and one chart; swap changes it.
func read(swap ...string) string {
	return strings.NewReplacer(swap...).Replace(`{"metrics":[
{"id":"a","label":"Revenue","row":"Revenue","figure":"1,261.60","passage":1,"period":"2021","unit":"","currency":"USD","scale":"million"},
{"id":"b","label":"Revenue","row":"Revenue","figure":"1,577.00","passage":1,"period":"2022","unit":"","currency":"USD","scale":"million"}],
"calculations":[{"id":"g","label":"Growth of revenue","operation":"growth","operands":["a","b"]}],
"charts":[{"kind":"bar","metrics":["a","b"]}],"primary":"b","finding":"Revenue grew by {{g}}"}`)
}

func (d *desk) script(texts ...string) {
	for _, t := range texts {
		d.server.Script(llmtest.Reply{Text: t})
	}
}

// fails scripts replies that no attempt gets anything out of.
func (d *desk) fails() {
	d.server.Script(llmtest.Reply{Text: "no"}, llmtest.Reply{Text: "no"})
}

// counts checks model calls and retrievals.
func (d *desk) counts(h heard, calls, retrievals int) {
	d.t.Helper()
	if n := len(d.server.Chats()); n != calls || h.Retrieval.Attempts != retrievals || h.count("retrieval/retrieval") != retrievals {
		d.t.Errorf("%d model calls, %d retrievals (%d steps); not %d and %d", n, h.Retrieval.Attempts, h.count("retrieval/retrieval"), calls, retrievals)
	}
}

// prompt is everything that a call was sent.
func (d *desk) prompt(call int) string {
	var b strings.Builder
	for _, m := range d.server.Chats()[call].Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}
