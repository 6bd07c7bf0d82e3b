package checked

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

// add puts a document into the library, a page for each text.
func (d *desk) add(name string, pages ...string) {
	c := &store.Content{Reader: "test", Language: "en"}
	for i, text := range pages {
		p := store.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text}
		at := 0
		for s := range strings.SplitAfterSeq(text, ". ") {
			p.Sentences = append(p.Sentences, store.Span{Start: at, End: at + len(s)})
			at += len(s)
		}
		c.Pages = append(c.Pages, p)
		c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{Start: 0, End: len(text)}})
	}
	if _, err := d.Workspace.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		d.t.Fatal(err)
	}
}

// withVectors gives the workflow an embedder, and vectors to the documents of these names.
func (d *desk) withVectors(names ...string) {
	d.Embedder = &rag.Embedder{Client: d.Client, Model: llmtest.EmbedModel, Size: 10}
	for _, name := range names {
		var refs []store.Ref
		ps, err := d.Workspace.Passages("id-" + name)
		if err != nil {
			d.t.Fatal(err)
		}
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

func library(d *desk) {
	d.add("Lease", "The notice period is three months to the end of a quarter. It begins on the day that the letter arrives. ",
		"The rent is 900 euros. It is paid in advance. ", "Pets are allowed. ")
	d.add("Policy", "The insurance pays for fire. ", "The insurance does not pay for floods. ")
}

// heard is what a run told.
type heard struct {
	State
	steps, notes, ends []string
	text               string // of the answer, as it stands on the screen
	sources            int
	last               Made // told while it ran
	questions          []graph.Question
	err                error
}

func (h heard) noted(part string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

// listen follows a run to where it stops.
func (d *desk) listen(run *graph.Run[State]) (h heard) {
	d.t.Helper()
	for e := range run.Events() {
		if e.Kind == graph.KindStart {
			h.steps = append(h.steps, e.Node)
		}
		r, ok := e.Data.(rag.Report)
		if !ok {
			continue
		}
		switch r.Kind {
		case rag.Note:
			h.notes = append(h.notes, r.Text)
		case rag.Summary:
			h.ends = append(h.ends, e.Node+": "+r.Text)
		case rag.Token:
			h.text += r.Text
		case rag.Restart:
			h.text = ""
		case rag.Sources:
			h.sources = len(r.Sources)
		case rag.Made:
			if err := json.Unmarshal(r.Made, &h.last); err != nil {
				d.t.Error(err)
			}
		}
	}
	r, err := run.Result()
	h.State, h.err, h.questions = r.State, err, r.Questions
	return h
}

// compiled is the workflow as another program start would make it, over the same store.
func (d *desk) compiled() *graph.Workflow[State, Update] {
	d.t.Helper()
	d.Workflow = &Workflow{Config: d.Config, Tools: d.Tools, Scales: d.Scales}
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
	if err := d.Workspace.SaveRun(store.Run{ID: turn.Run, Conversation: "thread", Question: question, Status: store.Running, Asked: time.Now()}, "title"); err != nil {
		d.t.Fatal(err)
	}
	return app.Start(context.Background(), "thread", Update{TalkUpdate: rag.Ask(turn)})
}

func (d *desk) ask(question string, scope ...string) heard {
	d.t.Helper()
	return d.listen(d.begin(d.compiled(), question, scope...))
}

func (d *desk) reply(text string) heard {
	d.t.Helper()
	return d.listen(d.compiled().Answer(context.Background(), "thread", rag.Reply{Text: text}))
}

// What the scripted model says.
const (
	notice = "The notice period is three months [1]."
	fine   = `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`
	doubts = `{"hallucination":false,"unsupported_claims":["The rent falls"],"logical_gaps":["Says nothing on the rent"],"conflicting_evidence":[],"confidence":0.5}`
	scores = `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`
)

// round scripts the three calls of a round.
func (d *desk) round(draft, critique, evaluation string) {
	d.server.Script(llmtest.Reply{Text: draft}, llmtest.Reply{Text: critique}, llmtest.Reply{Text: evaluation})
}

// counts checks model calls and retrievals.
func (d *desk) counts(h heard, calls, retrievals int) {
	d.t.Helper()
	searched := 0
	for _, s := range h.steps {
		if s == "researcher" {
			searched++
		}
	}
	if n := len(d.server.Chats()); n != calls || h.Retrievals != retrievals || searched > retrievals {
		d.t.Errorf("%d model calls, %d retrievals; not %d and %d", n, h.Retrievals, calls, retrievals)
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
