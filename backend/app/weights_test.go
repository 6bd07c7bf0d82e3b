package app

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// filing is a company's annual report as they are, but short: a page for each item.
func filing() []byte {
	return pdftest.Text(
		"# UNITED STATES SECURITIES AND EXCHANGE COMMISSION\nForm 10-K\nAnnual report for the fiscal year ended December 31, 2022\nNorthwind Packaging Corporation\nCommission file number 001-04567",
		"# Item 1. Business\nNorthwind Packaging Corporation makes corrugated boxes and paper bags.\nIts customers are grocers and mail-order houses in North America.\n"+
			"As of December 31, 2022 the corporation employed approximately 12,400 persons.\nAbout a third of the workforce is represented by unions.",
		"# Item 1A. Risk Factors\nThe price of recovered fibre varies widely and can't always be passed on.\nA mill fire or a flood could halt production for months.\n"+
			"Hackers might encrypt the computers that steer the mills.",
		"# Item 2. Properties\nThe headquarters is a leased tower in Columbus, Ohio.\nThe corporation owns nine mills and forty-one converting plants.",
		"# Item 3. Legal Proceedings\nNeighbours of the Dayton mill brought suit over the smell of the ponds.\nThe corporation believes that the claims are without merit.",
		"# Item 8. Consolidated statements of income\n(in millions of US dollars)\n2022 2021\nNet sales 1,577.0 1,261.6\nCost of goods sold 1,102.3 910.4\nOperating income 214.5 160.2\nNet income 141.9 98.7",
		"# Item 7. Management's discussion\nNet sales grew because prices rose and volumes held.\nOperating income grew as freight became cheaper in the second half.\n"+
			"Capital expenditures were 96.0 million dollars, mostly for the Toledo mill.",
	)
}

// weighted is the program over a real server with real models, and the filing in its library. It hears what runs tell.
type weighted struct {
	*Core
	t    *testing.T
	host string

	mu     sync.Mutex
	events []store.Event
}

func openWeighted(t *testing.T, names ...string) *weighted {
	t.Helper()
	w := &weighted{t: t, host: llmtest.Weights(t, names...)}
	core, err := Open(Config{Home: t.TempDir(), Workspace: "Library", Event: w.hear})
	if err != nil {
		t.Fatal(err)
	}
	w.Core, core.Shell = core, &listening{}
	t.Cleanup(func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	// Everything bounded: a small model reads slowly, and goes on about nothing.
	if err := core.Models.Save(t.Context(), models.Settings{OllamaHost: w.host, ChatModel: llmtest.SmolLM, EmbedModel: llmtest.MiniLM, Advanced: map[string]float64{
		models.ContextTokens: 1024, "chat.answerTokens": 64,
	}}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "Northwind 10-K 2022.pdf")
	if err := os.WriteFile(path, filing(), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := core.Library.Add(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if d = core.Embed(t.Context(), d); d.State != "ready" || d.KeywordOnly {
		t.Fatalf("the filing wasn't embedded: %+v", d)
	}
	return w
}

func (w *weighted) hear(e store.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, e)
}

// streamed is the text of a run so far, as it was told.
func (w *weighted) streamed(run string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var said strings.Builder
	for _, e := range w.events {
		if e.Run == run && e.Kind == "token" {
			said.WriteString(e.Text)
		}
	}
	return said.String()
}

// ended waits for a run's end, which must come.
func (w *weighted) ended(run string) runs.Turn {
	w.t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Runs.Wait(run)
	}()
	select {
	case <-done:
	case <-time.After(4 * time.Minute):
		w.t.Error("the run hangs")
		w.Runs.Stop(run)
	}
	turn, err := w.Runs.Turn(run)
	if err != nil {
		w.t.Fatal(err)
	}
	return turn
}

func TestRealParaphraseWithoutACommonWordIsFound(t *testing.T) {
	w := openWeighted(t, llmtest.MiniLM)
	for question, quote := range map[string]string{
		"How many people work there?":           "12,400 persons",
		"What could a cyberattack do?":          "Hackers might encrypt",
		"Why do nearby residents litigate?":     "brought suit",
		"In which city does management reside?": "Columbus, Ohio",
	} {
		byWords, err := w.Search(t.Context(), SearchRequest{Text: question, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range byWords.Hits {
			if strings.Contains(textOf(h), quote) {
				t.Errorf("%q is no paraphrase of %q: words find it", question, quote)
			}
		}
		byMeaning, err := w.Search(t.Context(), SearchRequest{Text: question, Limit: 2, Meaning: true})
		if err != nil || !byMeaning.ByMeaning || byMeaning.Note != "" {
			t.Fatalf("%+v, %v", byMeaning, err)
		}
		found := false
		for _, h := range byMeaning.Hits {
			found = found || strings.Contains(textOf(h), quote)
		}
		if !found {
			t.Errorf("%q doesn't find %q by meaning, but %+v", question, quote, byMeaning.Hits)
		}
	}
}

// textOf is a found passage without its marks.
func textOf(h FoundPassage) string {
	var b strings.Builder
	for _, p := range h.Pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestRealAnswerIsStreamedStoppedAndContinued(t *testing.T) {
	w := openWeighted(t, llmtest.SmolLM, llmtest.MiniLM)
	const enough = 120 // tokens: long enough to be stopped in, too short for such a model to repeat itself, which ends an answer uncounted
	s, err := w.Ask(runs.Question{Text: "Tell me a long story about a paper mill.", Mode: "chat", Numbers: []store.Override{{Name: "answerTokens", Value: enough}}})
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); len(w.streamed(s.Run)) < 40; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no answer is streamed: %+v", w.ended(s.Run))
		}
	}
	if err := w.Stop(s.Run); err != nil {
		t.Fatal(err)
	}
	stopped := w.ended(s.Run)
	if stopped.Status != store.Stopped || len(stopped.Answer) < 40 {
		t.Fatalf("stopped in the middle it is %q, with %q", stopped.Status, stopped.Answer)
	}
	if _, err := w.Resume(s.Run); err != nil {
		t.Fatal(err)
	}
	whole := w.ended(s.Run)
	if whole.Status != store.Answered || whole.Answer == "" || whole.Model != llmtest.SmolLM {
		t.Fatalf("continued it is %q with %q by %q (%s)", whole.Status, whole.Answer, whole.Model, whole.Message)
	}
	receipt, err := w.Runs.Receipt(s.Run)
	if err != nil {
		t.Fatal(err)
	}
	last := receipt.Calls[len(receipt.Calls)-1]
	if last.Counted < 20 || last.Answer < 5 || last.Cut {
		t.Errorf("the receipt has %+v", last)
	}
}

// writes has the model write, as a person may want whatever its size.
func (w *weighted) writes() {
	w.t.Helper()
	settings := w.Models.Settings()
	settings.Answering = models.Writes
	if err := w.Models.Save(w.t.Context(), settings); err != nil {
		w.t.Fatal(err)
	}
}

func TestRealFilingThroughEachWorkflow(t *testing.T) {
	w := openWeighted(t, llmtest.SmolLM, llmtest.MiniLM)
	all := map[string]struct {
		question string
		numbers  map[string]float64 // where it writes, everything bounded
	}{
		"chat":     {"How many persons did Northwind employ?", map[string]float64{"answerTokens": 64, "keep": 2}},
		"checked":  {"What could halt production at the mills?", map[string]float64{"answerTokens": 64, "retries": 0, "questions": 0, "candidates": 3, "retryCandidates": 3, "threshold": 0, "retryThreshold": 0, "finalConfidence": 0}},
		"analyst":  {"How did net sales grow from 2021 to 2022?", map[string]float64{"answerTokens": 96, "heals": 0, "retrievals": 1, "topK": 4, "keep": 2}},
		"report":   {"Which risks does Northwind describe?", map[string]float64{"answerTokens": 96, "loops": 0, "claims": 1, "passages": 1, "sources": 3, "parts": 2}},
		"research": {"What does Northwind own?", map[string]float64{"answerTokens": 256, "replyTokens": 128, "askBack": 0, "firstTasks": 1, "mostTasks": 1, "depth": 0, "rounds": 1, "queries": 1, "taskQueries": 1, "taskPassages": 1, "iterations": 1, "retries": 0, "quality": 0, "perQuery": 1, "method": 0, "references": 0}},
	}
	for workflow, c := range all {
		t.Run(workflow, func(t *testing.T) {
			w.through(t, runs.Question{Text: c.question, Workflow: workflow})
		})
	}
	w.writes()
	for workflow, c := range all {
		t.Run(workflow+" that writes", func(t *testing.T) {
			q := runs.Question{Text: c.question, Workflow: workflow}
			for name, value := range c.numbers {
				q.Numbers = append(q.Numbers, store.Override{Name: name, Value: value})
			}
			if calls := w.through(t, q); calls == 0 {
				t.Error("the model was never asked")
			}
		})
	}
}

// through asks a question, says what has to be said to what it is asked back, and gives the calls that it took.
func (w *weighted) through(t *testing.T, q runs.Question) (calls int) {
	t.Helper()
	begun := time.Now()
	s, err := w.Ask(q)
	if err != nil {
		t.Fatal(err)
	}
	turn := w.ended(s.Run)
	for n := 0; turn.Status == store.NeedsPerson && n < 5; n++ {
		reply := store.Reply{Text: "As it is."}
		if turn.Cards[0].Kind == "plan" {
			reply.Text = "Approve"
		}
		if _, err := w.Reply(s.Run, turn.Cards[0].ID, reply); err != nil {
			t.Fatal(err)
		}
		turn = w.ended(s.Run)
	}
	receipt, err := w.Runs.Receipt(s.Run)
	if err != nil {
		t.Fatal(err)
	}
	in, out := 0, 0
	for _, call := range receipt.Calls {
		in, out = in+call.Counted, out+call.Answer
	}
	t.Logf("%s in %v: %d calls, %d tokens in, %d out; %s: %.200q %s", turn.Status, time.Since(begun).Round(time.Second/10), len(receipt.Calls), in, out, turn.AnswerMode, turn.Answer, turn.Message)
	if turn.Status != store.Answered || strings.TrimSpace(turn.Answer) == "" {
		t.Errorf("it is %q, with %q: %s", turn.Status, turn.Answer, turn.Message)
	}
	return len(receipt.Calls)
}
