// Package ragtest is the room in which workflows are tested: a desk with a library and a scripted Ollama, what a run
// tells, a run that is cut off wherever it can be, a model that says anything, and golden files. What belongs to one
// workflow alone stays with its own tests.
package ragtest

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/vector"
	"lectern/backend/text"
)

// Noon is when the first run is asked; each further one is asked an hour later.
var Noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Thread is the one conversation.
const Thread = "thread"

// Desk is what a workflow under test works at: a real store in a temporary folder, and a scripted Ollama.
type Desk struct {
	T      testing.TB
	Server *llmtest.Server
	Store  *store.Store
	Lines  bool                    // a line of a document is a sentence, whatever stands in it
	Saved  func(key, value string) // hears every record of a checkpoint when it is in the store, while the run waits

	workspace *store.Workspace
	client    *llm.Client
	runs      int
}

// New makes a desk; it ends with the test.
func New(t testing.TB) *Desk {
	d := &Desk{T: t, Server: llmtest.New(t)}
	var err error
	if d.Store, err = store.Open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.must(d.Store.Close()) })
	d.workspace, err = d.Store.Workspace("Library")
	d.must(err)
	d.client, err = llm.New(llm.Config{Host: d.Server.URL})
	d.must(err)
	return d
}

func (d *Desk) must(err error) {
	d.T.Helper()
	if err != nil {
		d.T.Fatal(err)
	}
}

// Given are the tools of a workflow at this desk, without a model that embeds.
func (d *Desk) Given() rag.Tools {
	return rag.Tools{
		Workspace: d.workspace, Client: d.client, Model: llmtest.ChatModel, Why: messages.Plain("There is no model."), Attempts: 3, Wait: time.Millisecond,
	}
}

// Narrow is a client that gives models so many tokens of context.
func (d *Desk) Narrow(tokens int) *llm.Client {
	d.T.Helper()
	client, err := llm.New(llm.Config{Host: d.Server.URL, NumCtx: tokens})
	d.must(err)
	return client
}

// Add puts a document into the library, with a page and a passage for each text. A sentence ends with its line or,
// unless Lines says otherwise, with a full stop and a blank.
func (d *Desk) Add(name string, pages ...string) {
	d.T.Helper()
	c := &store.Content{Reader: "test", Language: cmp.Or(text.MainLanguage(pages), "en")}
	for i, text := range pages {
		p := store.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text}
		at := 0
		for line := range strings.Lines(text) {
			pieces := []string{line}
			if !d.Lines {
				pieces = strings.SplitAfter(line, ". ")
			}
			for _, s := range pieces {
				if n := len(strings.TrimRight(s, " \n")); n > 0 {
					p.Sentences = append(p.Sentences, store.Span{Start: at, End: at + n})
				}
				at += len(s)
			}
		}
		c.Pages = append(c.Pages, p)
		c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{Start: 0, End: len(text)}})
	}
	_, err := d.workspace.Documents.Add(store.Document{ID: "id-" + name, Name: name}, c)
	d.must(err)
}

// AddTable puts ACME_2023_10K into the library: a page with a table of net sales and what they cost in two years, whose passage
// is of the table's rows (1), or of the page's text (0).
func (d *Desk) AddTable(table int) {
	d.T.Helper()
	lines := []string{"Consolidated Statements of Income", "(in millions) 2023 2022", "Net sales $ 1,200 $ 1,000", "Cost of sales 700 600"}
	page := store.Page{Number: 1, Label: "1", Text: strings.Join(lines, "\n")}
	at := 0
	for _, line := range lines {
		page.Sentences = append(page.Sentences, store.Span{Start: at, End: at + len(line)})
		at += len(line) + 1
	}
	of := store.Table{Page: 1, Caption: lines[0], Units: store.Units{Text: "in millions", Currency: "USD", Exponent: 6, From: store.UnitsTable}, Confidence: .9, Span: store.Span{End: len(page.Text)}}
	for _, year := range []string{"2023", "2022"} {
		of.Columns = append(of.Columns, store.Column{Heads: []string{year}})
	}
	for _, r := range [][]string{{"Net sales", "$1,200", "$1,000"}, {"Cost of sales", "700", "600"}} {
		row := store.Row{Label: r[0]}
		for i, cell := range r[1:] {
			row.Cells = append(row.Cells, store.Cell{Column: i, Text: cell, Value: strings.NewReplacer(",", "", "$", "").Replace(cell)})
		}
		of.Rows = append(of.Rows, row)
	}
	_, err := d.workspace.Documents.Add(store.Document{ID: "acme", Name: "ACME_2023_10K"}, &store.Content{
		Pages: []store.Page{page}, Tables: []store.Table{of}, Reader: "test", Language: "en",
		Passages: []store.Passage{{Page: 1, Span: store.Span{End: len(page.Text)}, Table: table, Rows: store.Span{End: 2}}},
	})
	d.must(err)
}

// Vectors gives the documents of these names, or of none all of them, vectors, and an embedder for questions.
func (d *Desk) Vectors(names ...string) *rag.Embedder {
	d.T.Helper()
	library, err := d.workspace.Documents.List()
	d.must(err)
	if len(names) == 0 {
		for _, doc := range library {
			names = append(names, doc.Name)
		}
	}
	for _, name := range names {
		id := "id-" + name
		passages, err := d.workspace.Passages.Of(id)
		d.must(err)
		refs, in := make([]store.Ref, len(passages)), make([]string, len(passages))
		for i := range refs {
			refs[i] = store.Ref{Document: id, Passage: i}
		}
		texts, err := d.workspace.Passages.Texts(refs)
		d.must(err)
		for i, x := range texts {
			in[i] = x.Text
		}
		vectors, digest, err := d.client.Embed(d.T.Context(), llmtest.EmbedModel, llm.Document, in, nil)
		d.must(err)
		d.must(d.workspace.Vectors.Put(id, vector.Space{Model: llmtest.EmbedModel, Digest: digest, Dim: llmtest.Dim}, vectors))
	}
	return &rag.Embedder{Client: d.client, Model: llmtest.EmbedModel, Size: 100}
}

// Turn records a further run of the conversation, run1, run2, …, and gives what it starts with.
func (d *Desk) Turn(question string, scope ...string) rag.Turn {
	d.T.Helper()
	d.runs++
	turn := rag.Turn{Run: fmt.Sprintf("run%d", d.runs), Question: question, Scope: scope}
	d.must(d.workspace.Runs.Save(store.Run{
		ID: turn.Run, Conversation: Thread, Question: question, Status: store.Running, Asked: Noon.Add(time.Duration(d.runs-1) * time.Hour),
	}, "title"))
	return turn
}

// Script queues texts as the model's next answers.
func (d *Desk) Script(texts ...string) {
	for _, t := range texts {
		d.Server.Script(llmtest.Reply{Text: t})
	}
}

// Sent is everything that a call was sent.
func Sent(r api.ChatRequest) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// Prompts are what the calls were sent, in order.
func (d *Desk) Prompts() (out []string) {
	for _, r := range d.Server.Chats() {
		out = append(out, Sent(r))
	}
	return out
}

// Prompt is what one call was sent, counted from 0.
func (d *Desk) Prompt(call int) string { return d.Prompts()[call] }

// Calls is how many the chat model got.
func (d *Desk) Calls() int { return len(d.Server.Chats()) }

// Checkpoints are the store's, with Saved told of each record.
func (d *Desk) Checkpoints() graph.Store { return witness{d.Store.Checkpoints, d} }

type witness struct {
	graph.Store
	desk *Desk
}

func (w witness) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	err := w.Store.Save(ctx, thread, keys, values)
	for i := range keys {
		if w.desk.Saved != nil {
			w.desk.Saved(keys[i], string(values[i]))
		}
	}
	return err
}
