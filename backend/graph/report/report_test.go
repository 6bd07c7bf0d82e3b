package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/pdfout"
	"lectern/backend/store"
)

// leaseOnly makes the library's first strategy enough, so that retrievals are easily counted.
func leaseOnly(t testing.TB) *bench {
	b := newBench(t)
	library3(b)
	b.Config.Enough = 1
	return b
}

func TestAQuestionBecomesAReportWithTwoCallsAndOneRetrieval(t *testing.T) {
	b := leaseOnly(t)
	b.PDF = pdfout.Write
	b.round(notice, checks(.9))
	h := b.ask(asked)
	if h.err != nil {
		t.Fatal(h.err)
	}
	b.counts(h, 2, 1, 0)
	if want := []string{"input", "parts", "search", "processing", "llm", "verification", "report"}; !slices.Equal(h.Steps, want) {
		t.Errorf("steps %v", h.Steps)
	}
	if want := "The notice period is three months to the end of a quarter [1]."; h.Answer.Text != want || h.Text != want || len(h.Answer.Citations) != 1 ||
		h.Answer.Citations[0].Passage != "id-Lease/0" || len(h.Cited) != 1 || h.Sources == 0 || h.Answer.Mode != "model" {
		t.Errorf("%q, streamed %q, %+v", h.Answer.Text, h.Text, h.Answer)
	}
	if m := h.Messages[len(h.Messages)-1]; m.Role != "assistant" || m.Text != h.Answer.Text {
		t.Errorf("%+v", m)
	}
	for _, name := range []string{"question.json", "results.json", "processed.json", "draft.md", "verification-1.json", "report.md", "report.pdf"} {
		if info, err := os.Stat(filepath.Join(h.Paths.Folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := b.made(h.State)
	if v := m.Verification; v.Passed != 1 || v.PassRatio != 1 || v.MeanConfidence != .9 || v.NeedsMore || v.Loops != 0 || !v.ByModel || !slices.Equal(v.Claims[0].Sources, []int{1}) {
		t.Errorf("%+v", v)
	}
	if s := m.Sources; len(s) != 1 || s[0].S != "S1" || s[0].Document != "id-Lease" || s[0].Page != 1 || !s[0].Cited || s[0].Address != "" {
		t.Errorf("%+v", s)
	}
	if x := m.Metadata; x.Model != llmtest.ChatModel || x.Tries != 1 || x.Tokens == 0 || x.Language != "en" || len(m.Errors) != 0 || len(m.Queries) != 1 {
		t.Errorf("%+v", m)
	}
	if filepath.Base(h.Paths.Folder) != "session_20260301-120000" || !strings.Contains(h.Answer.Message, h.Paths.Folder) {
		t.Errorf("%s, %q", h.Paths.Folder, h.Answer.Message)
	}
	kept, err := b.Workspace.Outputs.Get(h.Report.Run, h.Report.Name)
	md, err2 := os.ReadFile(h.Paths.Markdown)
	if err != nil || err2 != nil || string(kept) != string(md) {
		t.Errorf("%v, %v; what is kept and what is written differ", err, err2)
	}
	chats := b.Server.Chats()
	if chats[0].Options["temperature"] != .3 || chats[1].Options["temperature"] != 0.0 || chats[0].Format != nil || chats[1].Format == nil {
		t.Error("the draft is prose at .3, the verification structured at 0")
	}
}

func TestClaimsThatDoNotHoldAreSearchedAgainToTheCeiling(t *testing.T) {
	b := leaseOnly(t)
	b.round("The rent is 900 euros a month [S1]. It is 950 euros in the insurance [S1].", checks(.9))
	b.round("The rent is 900 euros a month [S2]. The insurance pays for floods [S3].", checks(.2, "It does not pay for floods"))
	b.round("The rent is 800 euros [S2].", checks(.9))
	h := b.ask("What is the rent?")
	if h.err != nil {
		t.Fatal(h.err)
	}
	b.counts(h, 6, 3, 0)
	if h.Loops != 2 || len(h.Steps) != 15 || len(h.Steps) != b.Config.steps() || h.Steps[14] != "report" {
		t.Errorf("%d loops, steps %v", h.Loops, h.Steps)
	}
	if !strings.Contains(b.Prompt(2), "It is 950 euros in the insurance.") || strings.Contains(b.Prompt(0), "earlier draft") {
		t.Errorf("the second draft was not told what did not hold:\n%s", b.Prompt(2))
	}
	// The first round has one claim that fails by its figure alone; it is the best of the three.
	if h.Best.Number != 1 || !strings.Contains(h.Answer.Text, "950 euros") || h.Text != h.Answer.Text {
		t.Errorf("best %d: %q", h.Best.Number, h.Answer.Text)
	}
	v := b.made(h.State).Verification
	if v.Failed != 1 || v.Passed != 1 || !v.NeedsMore || v.Loops != 2 || v.Claims[1].Confidence != .3 {
		t.Errorf("%+v", v)
	}
	if !strings.Contains(h.Answer.Message, "1 of 2 claims passed the verification after 2 further searches; more search is advised.") {
		t.Errorf("%q", h.Answer.Message)
	}
	for _, q := range h.Queries[1:] {
		if q.Text == "" || q.Where != "library" {
			t.Errorf("%+v", h.Queries)
		}
	}
	for i := 1; i <= 3; i++ {
		if _, err := os.Stat(filepath.Join(h.Paths.Folder, "verification-"+string(rune('0'+i))+".json")); err != nil {
			t.Error(err)
		}
	}
}

func TestNumbersOfSourcesNeverChange(t *testing.T) {
	b := leaseOnly(t)
	b.Config.LibraryResults = 1
	b.round("The insurance pays for floods above 9,999 euros [S1].", checks(.1))
	b.round(notice, checks(.9))
	h := b.ask(asked)
	var first []SearchResult
	for _, then := range ragtest.States(t, b.compiled(), ragtest.Thread) {
		if !slices.Equal(then.Results[:min(len(first), len(then.Results))], first) {
			t.Errorf("%+v, then %+v", first, then.Results)
		}
		first = then.Results
	}
	if h.err != nil || h.Loops != 1 || len(h.Results) != 2 || h.Results[1].Passage != "id-Policy/1" {
		t.Errorf("%v %+v", h.err, h.State)
	}
}

func TestNothingFoundIsAReportThatSaysSo(t *testing.T) {
	for _, q := range []struct{ question, says string }{
		{"zirconium quarks", "Nothing was found"}, {"Zirkonium und Quarks, was ist das?", "nichts gefunden"}, {"ジルコニウムとクォークとは何ですか。", "見つかりません"},
	} {
		b := newBench(t)
		library3(b)
		h := b.ask(q.question)
		md, err := os.ReadFile(h.Paths.Markdown)
		if h.err != nil || err != nil || !strings.Contains(string(md), q.says) || !strings.Contains(h.Answer.Text, q.says) || h.Answer.Mode != "passages" || h.Paths.PDF == "" {
			t.Errorf("%v, %v: %q\n%s", h.err, err, h.Answer.Text, md)
		}
		if !strings.Contains(string(md), escapeLine(h.Queries[0].Text)) || b.Calls() != 0 || h.Loops != 0 || h.Retrievals != 2 {
			t.Errorf("%d calls, %d retrievals, %d loops\n%s", b.Calls(), h.Retrievals, h.Loops, md)
		}
	}
	b := newBench(t)
	if h := b.ask(asked); h.err != nil || h.Answer.Text == "" || h.Retrievals != 0 {
		t.Errorf("an empty library: %v %+v", h.err, h.Answer)
	}
}

func TestAnEmptyQuestionOrNoModelEndsWithASentence(t *testing.T) {
	b := leaseOnly(t)
	if h := b.ask("  \n "); h.err == nil || !strings.Contains(h.err.Error(), "There is no question") || len(h.Steps) != 1 {
		t.Errorf("%v %v", h.err, h.Steps)
	}
	b.Model = ""
	if h := b.ask(asked); !errors.Is(h.err, llm.ErrNoModel) || len(h.Steps) != 1 || !strings.Contains(h.err.Error(), "There is no model.") {
		t.Errorf("%v %v", h.err, h.Steps)
	}
	b.Model = "gone:7b"
	if h := b.ask(asked); !errors.Is(h.err, llm.ErrNoModel) || len(h.Steps) != 1 {
		t.Errorf("%v %v", h.err, h.Steps)
	}
	if b.Calls() != 0 {
		t.Error("a model was asked")
	}
}

func TestAReportThatLeansOnADoubtfulPageSaysSo(t *testing.T) {
	for _, q := range []struct{ question, says string }{
		{asked, "\n\nThis report leans on a page whose text is doubtful: Lease\\_A, p. 1 (two readers found different letters).\n\n## Methodology"},
		{"Was ist die notice period und der quarter?", "\n\nDieser Bericht stützt sich auf eine Seite, deren Text zweifelhaft ist: Lease\\_A, S. 1.\n\n## Vorgehen"},
		{"notice period と quarter は何ですか。", "\n\nこの報告は、テキストが疑わしいページに基づいています：Lease\\_A、1ページ。\n\n## 調査方法"},
	} {
		b := newBench(t)
		b.Config.Enough = 1
		b.Add("Lease_A", "The notice period is three months to the end of a quarter. ", "Pets are allowed in the flat. ")
		pages := []store.Verdict{{Page: 1, Label: "1", Verdict: store.Doubtful, Why: "Two readers found different letters (12 % alike)."}, {Page: 2, Label: "2", Verdict: store.Confirmed}}
		if err := b.Workspace.Readings.Save(store.ReadingReport{Document: "id-Lease_A", Pages: pages}); err != nil {
			t.Fatal(err)
		}
		printed := ""
		b.PDF = func(w io.Writer, md string, o pdfout.Options) error { printed = md; return noPaper(w, md, o) }
		b.round(notice, checks(.9))
		h := b.ask(q.question)
		md, err := os.ReadFile(h.Paths.Markdown)
		if h.err != nil || err != nil || strings.Count(string(md), q.says) != 1 || strings.Count(printed, q.says) != 1 {
			t.Errorf("%v, %v, want %s\n%s", h.err, err, q.says, md)
		}
		if strings.Contains(h.Answer.Text, "doubtful") { // the window says it of every answer
			t.Errorf("%q", h.Answer.Text)
		}
	}
}

func TestAFolderThatCannotBeWrittenDoesNotEndTheRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{filepath.Join(file, "reports"), file, ""} {
		b := leaseOnly(t)
		b.Folder = folder
		b.round(notice, checks(.9))
		h := b.ask(asked)
		md, err := b.Workspace.Outputs.Get(h.Report.Run, h.Report.Name)
		if h.err != nil || err != nil || h.Paths != (Paths{}) || len(h.Errors) != 1 || !strings.Contains(string(md), escapeLine(h.Errors[0])) || h.Answer.Text == "" {
			t.Errorf("%v, %v, %+v, %q\n%s", h.err, err, h.Paths, h.Errors, md)
		}
	}
}

func TestAPDFThatFailsLeavesTheMarkdown(t *testing.T) {
	b := leaseOnly(t)
	b.PDF = func(io.Writer, string, pdfout.Options) error { return errors.New("no ink") }
	b.round(notice, checks(.9))
	h := b.ask(asked)
	md, err := os.ReadFile(h.Paths.Markdown)
	if h.err != nil || err != nil || h.Paths.PDF != "" || !h.failed("no ink") || !strings.Contains(string(md), "no ink") || !strings.Contains(h.Answer.Message, "no ink") {
		t.Errorf("%v, %v, %+v, %q", h.err, err, h.Paths, h.Errors)
	}
}

func TestAFileThatCannotBeWrittenIsAnErrorAndItsPathEmpty(t *testing.T) {
	b := leaseOnly(t)
	b.PDF = func(w io.Writer, md string, o pdfout.Options) error { // report.md is a folder by then
		folders, _ := filepath.Glob(filepath.Join(b.Folder, "*"))
		if err := os.MkdirAll(filepath.Join(folders[0], "report.md", "in the way"), 0o755); err != nil {
			t.Error(err)
		}
		return noPaper(w, md, o)
	}
	b.round(notice, checks(.9))
	h := b.ask(asked)
	if h.err != nil || h.Paths.Markdown != "" || h.Paths.PDF == "" || !h.failed("report.md can't be written") {
		t.Errorf("%v, %+v, %q", h.err, h.Paths, h.Errors)
	}
}

func TestWithoutTheVerificationsModelWordsAndFiguresDecide(t *testing.T) {
	for name, reply := range map[string]llmtest.Reply{"an error": {Status: 500, Error: "broken"}, "no form": {Text: "They are fine."}, "an empty list": {Text: `{"checks":[]}`}} {
		b := leaseOnly(t)
		b.Server.Script(llmtest.Reply{Text: notice + " The rent is 12,345 euros [S1]."}, reply, reply)
		b.Config.Loops = 0
		h := b.ask(asked)
		v := b.made(h.State).Verification
		if h.err != nil || v.ByModel || len(v.Claims) != 2 || v.Claims[0].Status != failed || v.Claims[1].Status != passed || !h.failed("words and figures alone") {
			t.Errorf("%s: %v %+v %q", name, h.err, v, h.Errors)
		}
	}
}

func TestACallThatBreaksOffIsTriedAgain(t *testing.T) {
	dropped := llmtest.Reply{Cut: true}
	b := leaseOnly(t)
	b.Server.Script(dropped, llmtest.Reply{Text: notice}, dropped, dropped, llmtest.Reply{Text: checks(.9)})
	if h := b.ask(asked); h.err != nil || !h.Best.Verification.ByModel {
		t.Errorf("%v", h.err)
	}
	b = leaseOnly(t)
	b.Server.Script(dropped, dropped, dropped)
	if h := b.ask(asked); !errors.Is(h.err, llm.ErrDropped) || len(h.Results) == 0 || len(h.Processed) == 0 {
		t.Errorf("what was found stays: %v %+v", h.err, h.State)
	}
	b.round(notice, checks(.9))
	if h := b.listen(b.compiled().Continue(t.Context(), "thread")); h.err != nil || h.Paths.PDF == "" {
		t.Errorf("resumed: %v", h.err)
	}
}

func TestScopeAndMentionsHoldInEverySearch(t *testing.T) {
	for _, c := range []struct {
		question string
		scope    []string
	}{{"What is the notice period in @Lease?", nil}, {asked, []string{"id-Lease"}}, {"What is the notice period in @Lease?", []string{"id-Lease", "id-Policy"}}} {
		b := newBench(t)
		library3(b)
		b.Add("Other", "The notice period is three months in the other. ")
		b.Web = &net{check: func() { t.Error("a question limited to files went to the web") }}
		b.round("The notice period is nine months [S1].", checks(.1))
		b.round(notice, checks(.9))
		h := b.ask(c.question, c.scope...)
		for _, r := range h.Results {
			if !strings.HasPrefix(r.Passage, "id-Lease/") {
				t.Errorf("%+v: %s", c, r.Passage)
			}
		}
		if h.err != nil || len(h.Results) == 0 || h.Retrievals < 2 || h.WebCalls != 0 || !slices.Equal(h.Asked, []string{"id-Lease"}) {
			t.Errorf("%v, %v, asked %v", h.err, h.Results, h.Asked)
		}
	}
	b := newBench(t)
	library3(b)
	if h := b.ask(asked, "id-Gone"); h.err != nil || len(h.Results) != 0 || h.Retrievals != 0 {
		t.Errorf("a scope of nothing: %v %v", h.err, h.Results)
	}
}

func TestANewQuestionStartsFreshAndHasAFolderOfItsOwn(t *testing.T) {
	b := leaseOnly(t)
	b.round("The rent is 12 euros [S1].", checks(.1))
	b.Config.Loops = 0
	one := b.ask("What is the rent?")
	b.round(notice, checks(.9))
	two := b.ask(asked)
	if two.err != nil || two.Round.Number != 1 || len(two.Messages) != 4 || len(two.Errors) != 0 || one.Paths.Folder == two.Paths.Folder || two.Question != asked {
		t.Errorf("%v %+v %+v", two.err, one.Paths, two.State)
	}
}

func TestADocumentThatIsRemovedMeanwhileIsNotCited(t *testing.T) {
	b := leaseOnly(t)
	b.round(notice, checks(.9))
	b.Saved = func(key, value string) {
		if strings.HasPrefix(key, "c/@") && strings.Contains(value, `"node":"verification"`) {
			if err := b.Workspace.Documents.Remove("id-Lease"); err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		}
	}
	r, err := b.begin(asked).Result()
	if err != nil || len(r.State.Answer.Citations) != 0 || strings.Contains(r.State.Answer.Text, "[1]") {
		t.Errorf("%v %+v", err, r.State.Answer)
	}
}

func TestWhoeverRunsItGetsWhatWasMade(t *testing.T) {
	b := leaseOnly(t)
	for _, id := range []string{"run", "other"} {
		if err := b.Workspace.Runs.Save(store.Run{ID: id, Conversation: "thread", Status: store.Running, Asked: ragtest.Noon}, "title"); err != nil {
			t.Fatal(err)
		}
	}
	r, err := b.Runner(b.Store.Checkpoints)
	if err != nil {
		t.Fatal(err)
	}
	b.round(notice, checks(.9))
	s, err := r.Start(t.Context(), "thread", rag.Turn{Run: "run", Question: asked}).Result()
	if err != nil || s.Run != "run" || !strings.Contains(string(s.Made), `"s":"S1"`) || s.Answer.Text == "" {
		t.Fatalf("%v %+v", err, s)
	}
	// Another run goes on from the step before the report: it gets a folder of its own, with everything in it.
	points, err := r.History(t.Context(), "thread")
	if err != nil {
		t.Fatal(err)
	}
	at, err := r.Fork(t.Context(), "thread", points[1].Checkpoint, "other")
	if err != nil {
		t.Fatal(err)
	}
	s, err = r.Continue(t.Context(), "thread", at).Result()
	folder := filepath.Join(b.Folder, "session_20260301-120000-2")
	if err != nil || s.Run != "other" || !strings.Contains(string(s.Made), folder) {
		t.Errorf("%v %s", err, s.Made)
	}
	for _, name := range []string{"question.json", "results.json", "processed.json", "draft.md", "verification-1.json", "report.md", "report.pdf"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}

// The PDF shows what it cites of the library, once, with the words; in the Markdown the sources stand as a list.
func TestThePDFShowsWhatItCites(t *testing.T) {
	b := newBench(t)
	library3(b)
	var set string
	var shown [][]pdfout.Evidence
	b.PDF = func(w io.Writer, markdown string, o pdfout.Options) error {
		set, shown = markdown, o.Evidence
		return noPaper(w, markdown, o)
	}
	b.round(notice, checks(.9))
	h := b.ask(asked)
	if h.err != nil || len(shown) != 1 || len(shown[0]) != 1 {
		t.Fatalf("%v, %d lists", h.err, len(shown))
	}
	e := shown[0][0]
	if e.Verdict != "Proved" || e.Key != "S1" || e.Title != "Lease" || e.Place != "p. 1" || len(e.Quotes) != 1 || !strings.Contains(e.Quotes[0], "three months") || e.Picture != nil {
		t.Errorf("%+v", e)
	}
	md, err := os.ReadFile(h.Paths.Markdown)
	if err != nil {
		t.Fatal(err)
	}
	const listed, block = "- [S1] **Lease**", "```evidence 0"
	if strings.Contains(set, listed) || !strings.Contains(set, block) || !strings.Contains(string(md), listed) || strings.Contains(string(md), block) {
		t.Errorf("%s\n\n%s", set, md)
	}
	for _, want := range []string{"**Checked 1 statement", "## What was read, and what was not\n\n- Lease: "} {
		if !strings.Contains(string(md), want) {
			t.Errorf("no %q in\n%s", want, md)
		}
	}
}
