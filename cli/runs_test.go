package cli

import (
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

// answered is a bench with a lease and a server, on which a question was asked.
func answered(t *testing.T, reply llmtest.Reply) (*bench, *llmtest.Server, store.Event) {
	t.Helper()
	b, server := newBench(t), llmtest.New(t)
	b.host = server.URL
	core, err := app.Open(app.Config{Home: b.home, Workspace: "Library"})
	if err != nil {
		t.Fatal(err)
	}
	once := models.Settings{OllamaHost: server.URL, Advanced: map[string]float64{"chat.attempts": 1}}
	if err := core.Models.Save(t.Context(), once); err != nil {
		t.Fatal(err)
	}
	if err := core.Close(); err != nil {
		t.Fatal(err)
	}
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	server.Script(reply)
	_, out, _ := b.run("--json", "ask", "@Lease What is the notice period?")
	events := lines[store.Event](t, out)
	return b, server, events[len(events)-1]
}

func TestRunsTraceAndBranch(t *testing.T) {
	b, server, done := answered(t, llmtest.Reply{Text: "It is three months [1]."})
	listed := lines[app.AskedRun](t, b.must("--json", "runs"))
	if len(listed) != 1 || listed[0].Run != done.Run || listed[0].Conversation != done.Conversation || listed[0].Status != store.Answered ||
		listed[0].Branch != 1 || listed[0].Branches != 1 || listed[0].Question != "@Lease What is the notice period?" || listed[0].Asked == "" {
		t.Fatalf("%+v", listed)
	}
	steps := lines[stepLine](t, b.must("--json", "trace", done.Run))
	if len(steps) != 4 || steps[3].Step != 4 || steps[3].Node != "generator" || steps[3].Checkpoint == 0 || steps[3].Model != llmtest.ChatModel || steps[3].TokensOut == 0 {
		t.Errorf("%+v", steps)
	}
	one := lines[stepLine](t, b.must("--json", "trace", done.Run, "--step", "4"))
	if len(one) != 1 || one[0].StepDetail == nil || len(one[0].In) == 0 || len(one[0].Out) != 2 || one[0].Out[0].Name != "answer" {
		t.Errorf("%+v", one)
	}
	text := b.must("trace", done.Run, "--step", "3")
	for _, part := range []string{"3. retriever: Kept", "tokens read", "What went in", "What came out", "passages: ["} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}

	server.Script(llmtest.Reply{Text: "A quarter of a year [1]."})
	if out := b.must("branch", done.Run, "4"); !strings.Contains(out, "A quarter of a year [1].") || !strings.Contains(out, "[1] Lease, p. 1:") {
		t.Error(out)
	}
	if n := len(server.Chats()); n != 2 {
		t.Errorf("%d calls", n)
	}
	server.Script(llmtest.Reply{Text: "Elsewhere."})
	b.must("ask", "--mode", "chat", "Hello there")
	listed = lines[app.AskedRun](t, b.must("--json", "runs"))
	if len(listed) != 3 || listed[0].Question != "Hello there" || listed[1].Branch != 2 || listed[1].Branches != 2 || listed[2].Run != done.Run || listed[2].Branch != 1 {
		t.Errorf("%+v", listed)
	}
	all := strings.Split(strings.TrimSpace(b.must("runs", "--conversation", done.Conversation)), "\n")
	if len(all) != 2 || !strings.Contains(all[0], "  2/2  ") || !strings.HasPrefix(all[1], done.Run) || !strings.Contains(all[1], "  1/2  ") {
		t.Errorf("%q", all)
	}
}

func TestResumeGoesOnWithWhatBrokeOff(t *testing.T) {
	b, server, done := answered(t, llmtest.Reply{Text: "It is three ", Cut: true})
	if done.Status != store.Failed {
		t.Fatalf("%+v", done)
	}
	server.Script(llmtest.Reply{Text: "It is ", Cut: true}, llmtest.Reply{Text: "It is three months [1]."})
	if code, stdout, stderr := b.run("resume", done.Run); code != ExitFailed || !strings.Contains(stdout, "It is") || !strings.Contains(stderr, "Resume") {
		t.Errorf("code %d: %s %s", code, stdout, stderr)
	}
	events := lines[store.Event](t, b.must("--json", "resume", done.Run))
	if last := events[len(events)-1]; last.Kind != "done" || last.Answer != "It is three months [1]." || last.Run != done.Run || events[0].Seq <= done.Seq {
		t.Errorf("%+v", last)
	}
	if code, _, stderr := b.run("resume", done.Run); code != ExitFailed || !strings.Contains(stderr, "answered already") {
		t.Errorf("code %d: %s", code, stderr)
	}
}

func TestRunsAndStepsThatAreNotThereAreSentences(t *testing.T) {
	b, _, done := answered(t, llmtest.Reply{Text: "It is three months [1]."})
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"trace", "gone"}, ExitFailed, "that run is not there"},
		{[]string{"resume", "gone"}, ExitFailed, "that run is not there"},
		{[]string{"branch", "gone", "1"}, ExitFailed, "that run is not there"},
		{[]string{"trace", done.Run, "--step", "9"}, ExitFailed, "its steps are 1 to 4"},
		{[]string{"trace", done.Run, "--step", "0"}, ExitFailed, "has no step 0"},
		{[]string{"branch", done.Run, "5"}, ExitFailed, "its steps are 1 to 4"},
		{[]string{"runs", "--conversation", "gone"}, ExitFailed, "no conversation"},
		{[]string{"branch", done.Run}, ExitUsage, "expected"},
		{[]string{"branch", done.Run, "last"}, ExitUsage, "--help"},
	} {
		for _, args := range [][]string{c.args, append([]string{"--json"}, c.args...)} {
			if code, stdout, stderr := b.run(args...); code != c.code || stdout != "" && c.code == ExitFailed || !strings.Contains(stdout+stderr, c.says) {
				t.Errorf("%v: code %d, said %q %q", args, code, stdout, stderr)
			}
		}
	}
	if out := newBench(t).must("--json", "runs"); out != "" {
		t.Errorf("nothing was asked, but: %s", out)
	}
}

func TestARunThatAsksIsAnsweredFromTheTerminal(t *testing.T) {
	b, _, _ := answered(t, llmtest.Reply{Text: "It is three months [1]."})
	code, out, _ := b.run("--json", "ask", "--workflow", "checked", "Which zebra painted the ceiling?")
	events := lines[store.Event](t, out)
	done := events[len(events)-1]
	if code != ExitFine || done.Status != store.NeedsPerson {
		t.Fatalf("%d %+v", code, done)
	}
	text := b.must("ask", "--workflow", "checked", "Which zebra painted the ceiling?")
	if !strings.Contains(text, "documents") || !strings.Contains(text, "Leave it as it is") {
		t.Error(text)
	}
	events = lines[store.Event](t, b.must("--json", "answer", done.Run, "Leave", "it", "as", "it", "is"))
	if last := events[len(events)-1]; last.Run != done.Run || last.Status != store.Answered || len(last.Output) == 0 {
		t.Errorf("%+v", last)
	}
	if code, _, said := b.run("answer", done.Run, "again"); code != ExitFailed || !strings.Contains(said, "asks nothing") {
		t.Error(code, said)
	}
	if code, _, said := b.run("ask", "--workflow", "magic", "x"); code != ExitFailed || !strings.Contains(said, "choose one of chat") {
		t.Error(code, said)
	}
}
