package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/pdfout"
	"lectern/backend/store"
	"lectern/backend/web"
)

// bench is a workflow over a real store, a scripted Ollama, and a made-up web.
type bench struct {
	saved func(key, value string) // hears every record when it is in the store
	*Workflow
	t      testing.TB
	server *llmtest.Server
	store  *store.Store
	n      int
}

// noon is when everything happens in tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newBench(t testing.TB) *bench {
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
	return &bench{t: t, server: server, store: s, Workflow: &Workflow{Config: Defaults(), Folder: t.TempDir(), Now: func() time.Time { return noon }, PDF: noPaper, Tools: rag.Tools{
		Workspace: w, Client: client, Model: llmtest.ChatModel, Why: "There is no model.", Attempts: 3, Wait: time.Millisecond,
	}}}
}

// noPaper takes the place of the PDF where a test is about something else: fonts take their time.
func noPaper(w io.Writer, _ string, _ pdfout.Options) error {
	_, err := io.WriteString(w, "%PDF-")
	return err
}

// add puts a document into the library, a page for each text.
func (b *bench) add(name string, pages ...string) {
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
	if _, err := b.Workspace.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		b.t.Fatal(err)
	}
}

func library3(b *bench) {
	b.add("Lease", "The notice period is three months to the end of a quarter. It begins on the day that the letter arrives. ",
		"The rent is 900 euros a month. It is paid in advance. ", "Pets are allowed in the flat. ")
	b.add("Policy", "The insurance pays for fire. ", "The insurance does not pay for floods above 2,000 euros. ")
}

// heard is what a run told.
type heard struct {
	State
	steps, notes, ends []string
	text               string // of the answer, as it stands on the screen
	sources            int
	cited              []store.Citation
	err                error
}

func (h heard) noted(part string) bool {
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

func (h heard) failed(part string) bool {
	return slices.ContainsFunc(h.Errors, func(n string) bool { return strings.Contains(n, part) })
}

// listen follows a run to where it stops.
func (b *bench) listen(run *graph.Run[State]) (h heard) {
	b.t.Helper()
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
			h.text, h.cited = "", nil
		case rag.Sources:
			h.sources = len(r.Sources)
		case rag.Cited:
			h.cited = append(h.cited, r.Citation)
		case rag.Made:
			var m Made
			if err := json.Unmarshal(r.Made, &m); err != nil {
				b.t.Error(err)
			}
		}
	}
	r, err := run.Result()
	h.State, h.err = r.State, err
	return h
}

// compiled is the workflow as another program start would make it, over the same store.
func (b *bench) compiled() *graph.Workflow[State, Update] {
	b.t.Helper()
	w := b.Workflow
	b.Workflow = &Workflow{Config: w.Config, Tools: w.Tools, Folder: w.Folder, Web: w.Web, Pages: w.Pages, Reader: w.Reader, Now: w.Now, PDF: w.PDF}
	app, err := b.Compile(witness{b.store.Checkpoints, b})
	if err != nil {
		b.t.Fatal(err)
	}
	return app
}

// witness lets a test do something exactly when something has been saved, while the run waits.
type witness struct {
	graph.Store
	*bench
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
func (b *bench) begin(app *graph.Workflow[State, Update], turn rag.Turn) *graph.Run[State] {
	b.t.Helper()
	b.n++
	turn.Run = fmt.Sprintf("run%d", b.n)
	if err := b.Workspace.SaveRun(store.Run{ID: turn.Run, Conversation: "thread", Question: turn.Question, Status: store.Running, Asked: noon}, "title"); err != nil {
		b.t.Fatal(err)
	}
	return app.Start(context.Background(), "thread", Update{TalkUpdate: rag.Ask(turn)})
}

func (b *bench) ask(question string, scope ...string) heard {
	b.t.Helper()
	return b.listen(b.begin(b.compiled(), rag.Turn{Question: question, Scope: scope}))
}

// What the scripted model says.
const (
	asked  = "What is the notice period of the lease?"
	notice = "The notice period is three months to the end of a quarter [S1]."
)

// checks scripts a verification that gives every claim a confidence.
func checks(confidence float64, contradiction ...string) string {
	type check struct {
		Claim         int     `json:"claim"`
		Confidence    float64 `json:"confidence"`
		Contradiction string  `json:"contradiction"`
	}
	var out struct {
		Checks []check `json:"checks"`
	}
	for i := range Defaults().Claims {
		out.Checks = append(out.Checks, check{i + 1, confidence, strings.Join(contradiction, " ")})
	}
	raw, _ := json.Marshal(out)
	return string(raw)
}

// round scripts the two calls of a round.
func (b *bench) round(draft, verification string) {
	b.server.Script(llmtest.Reply{Text: draft}, llmtest.Reply{Text: verification})
}

// counts checks model calls, retrievals and what went to the web.
func (b *bench) counts(h heard, calls, retrievals, online int) {
	b.t.Helper()
	if n := len(b.server.Chats()); n != calls || h.Retrievals != retrievals || h.WebCalls != online {
		b.t.Errorf("%d model calls, %d retrievals, %d to the web; not %d, %d and %d", n, h.Retrievals, h.WebCalls, calls, retrievals, online)
	}
}

// prompt is everything that a call was sent.
func (b *bench) prompt(call int) string { return sent(b.server.Chats()[call]) }

func sent(r api.ChatRequest) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// net is a made-up web: what searches find, what the server reads, and what is fetched.
type net struct {
	first, second []web.Result
	pages         map[string]string   // that the search server reads
	fetched       map[string]web.Page // that the program fetches itself
	asked         []string            // queries, and addresses
	err           error               // of every question
	check         func()              // before anything leaves the machine
}

func (n *net) Host() string { return "searches.example.com" }

func (n *net) leaves(what string) {
	n.asked = append(n.asked, what)
	if n.check != nil {
		n.check()
	}
}

func (n *net) Search(_ context.Context, query string, limit int) ([]web.Result, error) {
	n.leaves("search " + query)
	return n.first[:min(limit, len(n.first))], n.err
}

func (n *net) Summaries(_ context.Context, query string, limit int) ([]web.Result, error) {
	n.leaves("summaries " + query)
	return n.second[:min(limit, len(n.second))], n.err
}

func (n *net) Page(_ context.Context, address string) (string, error) {
	n.leaves("page " + address)
	if text, ok := n.pages[address]; ok {
		return text, nil
	}
	return "", web.ErrNoTool
}

func (n *net) Fetch(_ context.Context, address string) (web.Page, error) {
	n.leaves("fetch " + address)
	if p, ok := n.fetched[address]; ok {
		return p, nil
	}
	return web.Page{}, &web.StatusError{Status: 404}
}

type chatRequest = api.ChatRequest
