package analyst

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

func TestFromAQuestionToAnAnswerWithFiguresCalculationAndChart(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(), prose)
	h := d.ask(question)
	d.counts(h, 4, 1)
	if want := []string{"retrieval", "retrieval/memory and query", "retrieval/retrieval", "retrieval/validation", "analysis", "analysis/analysis", "analysis/validation",
		"generation", "generation/text explanation", "generation/synthesis", "generation/quality check", "generation/memory update"}; !slices.Equal(h.Way, want) {
		t.Errorf("steps %q", h.Way)
	}
	if h.err != nil || !strings.HasPrefix(h.Answer.Text, wholeCap) || h.Text != h.Answer.Text || h.Answer.Message != "" || h.Sources != 2 {
		t.Errorf("%v\n%q\non the screen %q, %q %q", h.err, h.Answer.Text, h.Text, h.Answer.Message, h.Notes)
	}
	if !strings.Contains(h.Answer.Text, `$$\text{Growth of revenue} = \frac{1{,}577 - 1{,}261.6}{1{,}261.6} \times 100 = 25\ \%$$`) {
		t.Errorf("%q", h.Answer.Text)
	}
	if c := h.Answer.Citations; len(c) != 3 || c[1].Quote != "The revenue of Acme was $1,577.00 million in 2022." || c[1].Page != 1 || len(h.Cited) != len(c) {
		t.Errorf("%+v, %d told", c, len(h.Cited))
	}
	m := h.made
	if len(m.Metrics) != 2 || m.Metrics[1].Figure.Value != "1577000000" || m.Metrics[1].Figure.Shown != "$1,577 million" || len(m.Metrics[1].Flags) != 0 ||
		m.Metrics[1].Figure.Cells[0].Text != "$1,577.00 million" || m.Primary != "m2" || m.Finding != "Revenue grew by 25%" {
		t.Errorf("%+v", m)
	}
	if c := m.Calculations; len(c) != 1 || c[0].Value != "25" || c[0].Unit != "%" || c[0].Shown != "25%" || c[0].Period != "2021–2022" || !slices.Equal(c[0].Operands, []string{"m1", "m2"}) {
		t.Errorf("%+v", c)
	}
	if c := m.Charts; len(c) != 1 || c[0].Kind != bar || c[0].Title != "Revenue" || c[0].Unit != "million $" || !slices.Equal(c[0].Labels, []string{"2021", "2022"}) ||
		!slices.Equal(values(c[0].Series[0]), []string{"1261.6", "1577"}) || c[0].Series[0].Points[1].Number != 1577 || c[0].Series[0].Points[1].ID != "m2" || !slices.Equal(c[0].Metrics, []string{"m1", "m2"}) {
		t.Errorf("%+v", c)
	}
	if len(m.FailedChecks) != 0 || len(m.Missing) != 0 || m.Filter.Documents != 1 || m.Filter.Of != 2 || !slices.Equal(m.Filter.Companies, []string{"Acme"}) {
		t.Errorf("%+v", m)
	}
	if last := h.Messages[len(h.Messages)-1]; last.Role != "assistant" || last.Text != h.Answer.Text {
		t.Errorf("%+v", last)
	}
	chats := d.Server.Chats()
	for i, wanted := range []float64{0, 0, 0, .3} {
		if chats[i].Options["temperature"] != wanted || (chats[i].Format == nil) != (i == 3) {
			t.Errorf("call %d: temperature %v", i, chats[i].Options["temperature"])
		}
	}
}

func TestTheAnswerAndWhatWasMadeAreToldBeforeTheMemory(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(), prose)
	run := d.begin(question)
	said, made := "", false
	for e := range run.Events() {
		if e.Node == "memory update" && e.Path != "" {
			if !strings.HasPrefix(said, wholeCap) || !made {
				t.Errorf("only %q was told, and what was made: %v", said, made)
			}
			break
		}
		if r, ok := e.Data.(rag.Report); ok {
			said += r.Text[:len(r.Text)*b2i(r.Kind == rag.KindToken)]
			made = made || r.Kind == rag.KindOutput && strings.Contains(string(r.Made), `"chart1"`)
		}
	}
	h := d.listen(d.compiled().Continue(t.Context(), "thread")) // as after a crash
	if ms, err := d.Workspace.Memories.List(); err != nil || h.err != nil || len(ms) != 1 || ms[0].Run != "run1" || !strings.HasPrefix(ms[0].Summary, "Revenue grew by 25%") {
		t.Error(ms, err, h.err)
	}
	if d.Calls() != 4 || !strings.HasPrefix(h.Answer.Text, wholeCap) {
		t.Errorf("%d calls, %q", d.Calls(), h.Answer.Text)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestThreeRetrievalsAreTheMostAndTheAnswerNamesWhatWasNotFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, gap, `{"keywords":["turnover"]}`, strings.Replace(gap, "2020", "2019", 1), `{"keywords":["top line"]}`, gap, read(), prose)
	h := d.ask(question)
	d.counts(h, 8, 3)
	if h.err != nil || h.Count("retrieval/refinement") != 2 || !slices.Equal(h.Retrieval.Query.Keywords, []string{"net sales", "turnover", "top line"}) ||
		!strings.Contains(h.Retrieval.Query.Text, "top line") {
		t.Errorf("%v %q %+v", h.err, h.Way, h.Retrieval)
	}
	if !strings.Contains(h.Answer.Text, "**Not found**\n\n- Revenue of 2020") || !slices.Equal(h.made.Missing, []string{"Revenue of 2020"}) || h.Answer.Message == "" {
		t.Errorf("%q %q", h.Answer.Text, h.made.Missing)
	}
	if !strings.Contains(d.Prompt(2), "Revenue of 2020") || !strings.Contains(d.Prompt(4), "turnover") || !strings.Contains(d.Prompt(7), "Revenue of 2020") {
		t.Error("gaps and searched words must be told")
	}
}

func TestUnchangedGapsEndTheLoopEarly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, gap, `{"keywords":["turnover"]}`, strings.Replace(gap, "Revenue of 2020", "2020 revenue", 1), read(), prose)
	h := d.ask(question)
	if d.counts(h, 6, 2); h.err != nil || h.Retrieval.Stuck == "" || len(h.made.Missing) != 1 {
		t.Errorf("%v %+v", h.err, h.Retrieval)
	}
}

func TestNoNewWordsEndTheLoop(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, gap, `{"keywords":["Net Sales",""]}`, read(), prose)
	h := d.ask(question)
	if d.counts(h, 5, 1); h.err != nil || h.Retrieval.Stuck == "" {
		t.Errorf("%v %+v", h.err, h.Retrieval)
	}
}

func TestAnErrorEndsTheRunWithoutMemory(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Script(asked)
	h := d.ask(question)
	runner, err := d.Runner(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	if s, err := runner.Continue(t.Context(), ragtest.Thread).Result(); err != nil || s.Failed != h.Error || s.Answer.Text != "" {
		t.Errorf("%v, %q, %q", err, s.Failed, s.Answer.Text)
	}
	if h.err != nil || h.Error == "" || h.Count("analysis") != 0 || h.Count("generation/memory update") != 0 || h.made.Error != "" {
		t.Errorf("%v %q %q", h.err, h.Error, h.Way)
	}
	// Removed between the subgraphs.
	d = newDesk(t)
	library(d)
	d.Script(asked, enough)
	d.Saved = func(key, value string) {
		if strings.HasPrefix(key, "c/@") && strings.Contains(value, `"node":"analysis"`) {
			for _, id := range []string{"id-Acme", "id-Other"} {
				if err := d.Workspace.Documents.Remove(id); err != nil && !errors.Is(err, store.ErrNotFound) {
					t.Error(err)
				}
			}
		}
	}
	r, err := d.begin(question).Result()
	if err != nil || !strings.Contains(r.State.Error, "removed meanwhile") || len(r.Next) != 0 || r.State.Response.Draft.Name != "" || len(r.State.Retrieval.Passages) == 0 {
		t.Errorf("%v %+v", err, r.State)
	}
	if ms, err := d.Workspace.Memories.List(); err != nil || len(ms) != 0 {
		t.Error(ms, err)
	}
}

func TestWithoutAModelAndWithoutTablesThePassagesAreQuoted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Model = ""
	h := d.ask(question)
	if h.err != nil || d.Calls() != 0 || h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Text, "> The revenue of Acme was") || len(h.Answer.Citations) == 0 {
		t.Errorf("%v %d calls, %+v", h.err, d.Calls(), h.Answer)
	}
}

func TestNothingFoundAsksNoModelForFigures(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Other", "Pets are allowed in the flat.\n")
	d.Script(`{"entities":[],"periods":[],"document_types":[],"keywords":[]}`, `{"keywords":["zirconium"]}`)
	h := d.ask("quarks")
	d.counts(h, 2, 2)
	if h.err != nil || !strings.HasPrefix(h.Answer.Text, "The documents don't tell.") || !slices.Equal(h.made.Missing, []string{messages.Text(nothingFound)}) || h.Text != h.Answer.Text {
		t.Errorf("%v %q %+v", h.err, h.Answer.Text, h.made)
	}
}

func TestScopeAndMentionsHoldInEverySearch(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Add("Acme copy", income+"Copied.\n")
	for _, q := range []struct {
		text  string
		scope []string
	}{{"What was the revenue in @\"Acme copy\"?", nil}, {"What was the revenue?", []string{"id-Acme copy"}}} {
		d.Script(`{"entities":[],"periods":["2022"],"document_types":[],"keywords":[]}`, gap, `{"keywords":["turnover"]}`, enough, `{"metrics":[],"calculations":[],"charts":[],"primary":"","finding":""}`, "It is there [1].")
		h := d.ask(q.text, q.scope...)
		for _, id := range h.Retrieval.Passages {
			if !strings.HasPrefix(id, "id-Acme copy/") {
				t.Error(q.text, id)
			}
		}
		if len(h.Retrieval.Passages) == 0 || h.err != nil {
			t.Error(h.err)
		}
	}
}

func TestTheRunnerTellsAnswerAndWhatWasMade(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(), prose)
	r, err := d.Runner(d.Store.Checkpoints)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Workspace.Runs.Save(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
		t.Fatal(err)
	}
	s, err := r.Start(t.Context(), "thread", rag.Turn{Run: "run", Question: question}).Result()
	if err != nil || s.Run != "run" || !strings.HasPrefix(s.Answer.Text, wholeCap) || !strings.Contains(string(s.Made), `"value":"1577000000"`) {
		t.Errorf("%v %+v %s", err, s.Answer, s.Made)
	}
}

func TestARetrievalGivesThirtyAndKeepsTheBest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var pages []string
	for i := range 40 {
		pages = append(pages, strings.Repeat("Acme again. ", i)+"The revenue of Acme grew.\n")
	}
	d.Add("Acme", pages...)
	d.Script(asked, enough, `{"metrics":[],"calculations":[],"charts":[],"primary":"","finding":""}`, "It grew [1].")
	h := d.ask(question)
	if h.err != nil || len(h.Retrieval.Passages) != 12 || !h.Ended("Kept 12 of 30 passages found by words") {
		t.Errorf("%v %d %q", h.err, len(h.Retrieval.Passages), h.Ends)
	}
}

func TestEachSubgraphRunsAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.compiled() // for its prompts
	if err := d.Workspace.Runs.Save(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
		t.Fatal(err)
	}
	d.Script(asked, enough)
	s := alone(t, d.retrieving(), State{Conversation: rag.Conversation{Turn: rag.Turn{Run: "run", Question: question}}})
	if !s.Retrieval.Sufficient || len(s.Retrieval.Passages) == 0 || s.Analysis.Metrics != nil {
		t.Errorf("%+v", s)
	}
	d.Script(read())
	if s = alone(t, d.analysing(), s); !s.Analysis.Valid || len(s.Analysis.Metrics) != 2 || s.Response.Draft.Name != "" {
		t.Errorf("%+v", s)
	}
	d.Script(prose)
	if s = alone(t, d.generating(), s); !s.Response.Valid || !strings.HasPrefix(s.Answer.Text, wholeCap) {
		t.Errorf("%+v", s)
	}
}

func alone(t *testing.T, g *graph.Graph[State], s State) State {
	t.Helper()
	w, err := g.Compile(graph.Config{Store: new(graphtest.Memory), StepLimit: Defaults().StepLimit})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Start(t.Context(), "thread", func(State) State { return s }).Result()
	if err != nil {
		t.Fatal(err)
	}
	return r.State
}

func TestAQuestionAfterAnotherBeginsAfresh(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, gap, `{"keywords":["turnover"]}`, enough, read(), prose)
	d.ask(question)
	d.Script(`{"entities":[],"periods":[],"document_types":[],"keywords":[]}`, enough)
	d.fails()
	d.Script("It employs people [1].")
	h := d.ask("How many people work there?")
	if h.err != nil || h.Retrieval.Attempts != 1 || len(h.Analysis.Metrics) != 0 || len(h.Messages) != 4 || h.Response.Heals != 0 || slices.Contains(h.Retrieval.Query.Keywords, "turnover") {
		t.Errorf("%v %+v", h.err, h.State)
	}
}

func TestGermanAndJapaneseAnswers(t *testing.T) {
	t.Parallel()
	for language, want := range map[string][]string{
		"Deutsch": {"1.577 Mio. $", "**Berechnungen**", "25 %", "**Nicht gefunden**"}, "日本語": {"1,577百万$", "**計算**", "25%", "**見つからなかったもの**"},
	} {
		d := newDesk(t)
		library(d)
		d.Config.Retrievals = 1
		d.Script(asked, gap, read(), "{{m2}}、{{c1}}。")
		if err := d.Workspace.Runs.Save(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
			t.Fatal(err)
		}
		h := d.listen(d.compiled().Start(t.Context(), "thread", rag.Asking[State](rag.Turn{Run: "run", Question: question, Language: language})))
		for _, part := range want {
			if !strings.Contains(h.Answer.Text, part) {
				t.Errorf("%s: no %q in %q (%v)", language, part, h.Answer.Text, h.err)
			}
		}
		if !strings.Contains(d.Prompt(3), "this language: "+language) || !h.Response.Valid {
			t.Errorf("%s: %+v", language, h.Response)
		}
	}
}

func values(s Series) (out []string) {
	for _, p := range s.Points {
		out = append(out, p.Value)
	}
	return out
}
