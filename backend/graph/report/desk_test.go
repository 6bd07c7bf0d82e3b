package report

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/pdfout"
	"lectern/backend/web"
)

// bench is the workflow at a desk, with a folder for reports.
type bench struct {
	*ragtest.Desk
	*Workflow
}

func newBench(t testing.TB) *bench {
	d := ragtest.New(t)
	config := Defaults()
	config.Parts = 0 // most tests are about a draft as a whole
	return &bench{d, &Workflow{
		Config: config, Tools: d.Given(), Folder: t.TempDir(), Now: func() time.Time { return ragtest.Noon }, PDF: noPaper,
	}}
}

// noPaper takes the place of the PDF where a test is about something else: fonts take their time.
func noPaper(w io.Writer, _ string, _ pdfout.Options) error {
	_, err := io.WriteString(w, "%PDF-")
	return err
}

func library3(b *bench) {
	b.Add("Lease", "The notice period is three months to the end of a quarter. It begins on the day that the letter arrives. ",
		"The rent is 900 euros a month. It is paid in advance. ", "Pets are allowed in the flat. ")
	b.Add("Policy", "The insurance pays for fire. ", "The insurance does not pay for floods above 2,000 euros. ")
}

// heard is what a run told and came to.
type heard struct {
	ragtest.Heard
	State
	err error
}

// failed tells whether an error was noted that holds a text.
func (h heard) failed(part string) bool { return ragtest.Any(h.Errors, part) }

func (b *bench) listen(run *graph.Run[State]) (h heard) {
	b.T.Helper()
	var r graph.Result[State]
	h.Heard, r, h.err = ragtest.Follow(run)
	h.State = r.State
	for _, raw := range h.Shown {
		if err := json.Unmarshal(raw, new(Output)); err != nil {
			b.T.Error(err)
		}
	}
	return h
}

// fresh is the workflow as another program start would make it.
func (b *bench) fresh() *Workflow {
	w := b.Workflow
	return &Workflow{Config: w.Config, Tools: w.Tools, Folder: w.Folder, Web: w.Web, On: w.On, Pages: w.Pages, Reader: w.Reader, Now: w.Now, PDF: w.PDF}
}

func (b *bench) compiled() *graph.Workflow[State] {
	b.T.Helper()
	b.Workflow = b.fresh()
	return ragtest.Compiled[State](b.Desk, b.Workflow)
}

func (b *bench) begin(question string, scope ...string) *graph.Run[State] {
	b.T.Helper()
	return b.compiled().Start(context.Background(), ragtest.Thread, rag.Asking[State](b.Turn(question, scope...)))
}

func (b *bench) ask(question string, scope ...string) heard {
	b.T.Helper()
	return b.listen(b.begin(question, scope...))
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
func (b *bench) round(draft, verification string) { b.Script(draft, verification) }

// counts checks model calls, retrievals and what went to the web.
func (b *bench) counts(h heard, calls, retrievals, online int) {
	b.T.Helper()
	if n := b.Calls(); n != calls || h.Retrievals != retrievals || h.WebCalls != online {
		b.T.Errorf("%d model calls, %d retrievals, %d to the web; not %d, %d and %d", n, h.Retrievals, h.WebCalls, calls, retrievals, online)
	}
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
