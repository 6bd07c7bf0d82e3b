package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/app"
	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

// TestMain lets the test binary be the program: with LECTERN_PROGRAM set it runs a command, and as "worker" it reads PDFs.
func TestMain(m *testing.M) {
	if os.Getenv("LECTERN_PROGRAM") != "" && os.Args[1] != app.WorkerCommand {
		page := fstest.MapFS{"index.html": {Data: []byte("<html><head></head><body>the page</body></html>")}}
		os.Exit(Run(os.Args[1:], Program{
			Page: page, Built: true, Bind: func(c *app.Core) any { return &bound{c} }, Stdout: os.Stdout, Stderr: os.Stderr,
		}))
	}
	os.Exit(ingesttest.Main(m))
}

// bound stands for what the page may call.
type bound struct{ core *app.Core }

func (b *bound) Names() (out []string, err error) {
	docs, err := b.core.Library.List()
	for _, d := range docs {
		out = append(out, d.Name)
	}
	return out, err
}

func (b *bound) Greet(name string) string { return "Hello " + name }
func (b *bound) Panics() string           { panic("on purpose") }

// Ready counts the documents that can be asked.
func (b *bound) Ready() (n int, err error) {
	docs, err := b.core.Library.List()
	for _, d := range docs {
		if d.State == "ready" {
			n++
		}
	}
	return n, err
}

// bench is a data folder with the program, and no Ollama unless a host is set.
type bench struct {
	t    *testing.T
	home string
	host string
}

func newBench(t *testing.T) *bench { return &bench{t, t.TempDir(), "127.0.0.1:9"} }

func (b *bench) command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	// A program that is built for the race detector sleeps for a second when it ends, for races at the last moment.
	c.Env = append(os.Environ(), "LECTERN_PROGRAM=1", "LECTERN_HOME="+b.home, "OLLAMA_HOST="+b.host, "GORACE=atexit_sleep_ms=0")
	return c
}

func (b *bench) run(args ...string) (code int, stdout, stderr string) {
	b.t.Helper()
	c := b.command(args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		b.t.Fatal(err)
	}
	for _, text := range []string{out.String(), errs.String()} {
		if strings.Contains(text, "goroutine ") || strings.Contains(text, "panic:") {
			b.t.Errorf("%v printed a stack:\n%s", args, text)
		}
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

func (b *bench) must(args ...string) string {
	b.t.Helper()
	code, stdout, stderr := b.run(args...)
	if code != 0 {
		b.t.Fatalf("%v ended with %d:\n%s%s", args, code, stdout, stderr)
	}
	return stdout
}

// lines decodes one JSON object a line.
func lines[T any](t *testing.T, out string) (all []T) {
	t.Helper()
	for line := range strings.Lines(out) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		all = append(all, v)
	}
	return all
}

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func lease() []byte { return runstest.Lease() }

func TestAddListSearchAskRemove(t *testing.T) {
	b := newBench(t)
	path := write(t, t.TempDir(), "Lease.pdf", lease())
	added := lines[docLine](t, b.must("--json", "add", path))
	if len(added) != 1 || added[0].State != "ready" || added[0].Name != "Lease" || added[0].Pages != 2 || added[0].Passages != 2 || added[0].Path != path {
		t.Fatalf("added %+v", added)
	}
	if again := lines[docLine](t, b.must("--json", "add", path)); again[0].State != "duplicate" || again[0].ID != added[0].ID || again[0].Reason == "" {
		t.Errorf("again %+v", again)
	}
	if listed := lines[docLine](t, b.must("--json", "list")); len(listed) != 1 || listed[0].ID != added[0].ID || listed[0].State != "ready" {
		t.Errorf("listed %+v", listed)
	}
	hits := lines[hitLine](t, b.must("--json", "search", "--file", "Lease.pdf", "-k", "5", "notice period"))
	if len(hits) != 2 || hits[0].Doc != "Lease" || hits[0].Page != 1 || hits[0].Rank != 1 || !strings.Contains(hits[0].Text, "three months") || hits[0].Chars == 0 {
		t.Errorf("hits %+v", hits)
	}
	events := lines[store.Event](t, b.must("--json", "ask", "What is the notice period?"))
	done := events[len(events)-1]
	if done.Kind != "done" || done.Status != "answered" || done.Mode != "passages" || len(done.Citations) == 0 || done.Citations[0].Doc != "Lease" ||
		done.Citations[0].Page != 1 || !strings.Contains(done.Citations[0].Quote, "three months") || done.Conversation == "" || done.Text == "" {
		t.Errorf("done %+v", done)
	}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("event %d has the number %d", i, e.Seq)
		}
	}
	b.must("--json", "ask", "--conversation", done.Conversation, "--file", "Lease", "And the rent?")
	b.must("remove", "Lease")
	if out := b.must("--json", "search", "notice period"); out != "" {
		t.Errorf("a removed document answers: %s", out)
	}
	if out := b.must("--json", "list"); out != "" {
		t.Errorf("still listed: %s", out)
	}
}

func TestAModelAnswersWithCitations(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	b.host = server.URL
	server.Script(llmtest.Reply{Text: "It is three months [1]."})
	added := lines[docLine](t, b.must("--json", "add", write(t, t.TempDir(), "Lease.pdf", lease())))
	if added[0].State != "ready" || added[0].Reason != "" || server.Embeds() == 0 {
		t.Errorf("%+v, %d embed calls", added, server.Embeds())
	}
	out := b.must("ask", "@Lease What is the notice period?")
	if !strings.Contains(out, "It is three months [1].") || !strings.Contains(out, "[1] Lease, p. 1: “The notice period is three months.”") {
		t.Error(out)
	}
	if hits := lines[hitLine](t, b.must("--json", "search", "notice period")); len(hits) == 0 || hits[0].Page != 1 {
		t.Errorf("%+v", hits)
	}
	server.Script(llmtest.Reply{Text: "It is three months [1]."})
	events := lines[store.Event](t, b.must("--json", "ask", "@Lease What is the notice period?"))
	receipt := events[len(events)-1].Receipt
	if receipt == nil || len(receipt.Calls) != 1 || len(receipt.Calls[0].Passages) == 0 || receipt.Calls[0].Passages[0].Doc != "Lease" || receipt.Calls[0].Counted == 0 {
		t.Errorf("the end tells of the model's call: %+v", receipt)
	}
}

func TestBadInputIsASentenceAndAnExitCode(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	good := write(t, dir, "good.pdf", lease())
	text, empty := write(t, dir, "text.pdf", []byte("hello")), write(t, dir, "empty.pdf", nil)
	cut := write(t, dir, "cut.pdf", lease()[:300])
	protected := write(t, dir, "protected.pdf", pdftest.File{Pages: []pdftest.Page{{"secret"}}, Password: "x"}.Bytes())
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"not a PDF", []string{"add", text}, ExitFailed, "not a PDF"},
		{"empty", []string{"add", empty}, ExitFailed, "empty"},
		{"cut short", []string{"add", cut}, ExitFailed, "cut"},
		{"protected", []string{"add", protected}, ExitFailed, "password"},
		{"not there", []string{"add", filepath.Join(dir, "none.pdf")}, ExitFailed, "not there"},
		{"a folder without PDFs", []string{"add", folder}, ExitFailed, "No PDFs"},
		{"good and bad", []string{"add", good, text}, ExitSome, "not a PDF"},
		{"no command like that", []string{"frobnicate"}, ExitUsage, "--help"},
		{"search for nothing", []string{"search"}, ExitUsage, "expected"},
		{"-k 0", []string{"search", "-k", "0", "x"}, ExitUsage, "-k"},
		{"an unknown mode", []string{"ask", "--mode", "magic", "x"}, ExitUsage, "magic"},
		{"a number out of its range", []string{"ask", "--workflow", "checked", "--set", "checked.questions=99", "x"}, ExitFailed, "questions must be between 0 and 20, not 99"},
		{"a number of another workflow", []string{"ask", "--set", "checked.retries=1", "x"}, ExitFailed, "chat has no number \"checked.retries\"; \"lectern settings\" lists them"},
		{"settings of no workflow", []string{"settings", "magic"}, ExitFailed, "choose one of chat"},
		{"an unknown file", []string{"ask", "--file", "nothing", "x"}, ExitFailed, "no document is called"},
		{"an unknown file to search", []string{"search", "--file", "nothing", "x"}, ExitFailed, "no document is called"},
		{"an unknown conversation", []string{"ask", "--conversation", "nothing", "x"}, ExitFailed, "no conversation"},
		{"removing what isn't there", []string{"remove", "nothing"}, ExitFailed, "no document is called"},
		{"an address that others reach", []string{"serve", "--listen", "0.0.0.0:0"}, ExitFailed, "127.0.0.1"},
		{"a data folder that can't be", []string{"--home", filepath.Join(good, "x"), "list"}, ExitFailed, "--home"},
	} {
		code, stdout, stderr := b.run(c.args...)
		if code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%s: code %d, said %q %q", c.name, code, stdout, stderr)
		}
	}
	if code, stdout, _ := b.run("--json", "add", good, empty); code != ExitSome || len(lines[docLine](t, stdout)) != 2 {
		t.Errorf("with --json: code %d, %s", code, stdout)
	}
}

func TestEveryNumberIsListedWithItsRange(t *testing.T) {
	b := newBench(t)
	code, stdout, stderr := b.run("settings", "checked")
	for _, want := range []string{"checked.retries=2  (0 to 5; Retries)\n    Rounds after the first, before you are asked.\n", "checked.questions=5  (0 to 20; not in Settings)\n"} {
		if code != ExitFine || !strings.Contains(stdout, want) || strings.Contains(stdout, "chat.") {
			t.Errorf("code %d, %q not in %s%s", code, want, stdout, stderr)
		}
	}
	if code, stdout, _ := b.run("--json", "settings"); code != ExitFine || len(lines[app.Number](t, stdout)) < 80 {
		t.Errorf("code %d: %s", code, stdout)
	}
}

func TestAnEmptyLibraryIsSaid(t *testing.T) {
	b := newBench(t)
	if out := b.must("ask", "What does the contract say?"); !strings.Contains(out, "library is empty") {
		t.Error(out)
	}
}

func TestASecondCopyOnTheSameFolderIsTold(t *testing.T) {
	b := newBench(t)
	s, err := store.Open(b.home)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if code, _, stderr := b.run("list"); code != ExitFailed || !strings.Contains(stderr, "another Lectern") {
		t.Errorf("code %d: %s", code, stderr)
	}
	code, stdout, _ := b.run("doctor")
	if code != ExitFailed || !strings.Contains(stdout, "nother Lectern") {
		t.Errorf("doctor: code %d: %s", code, stdout)
	}
}

func TestKilledInMidIngestNothingIsHalfThere(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	var paths []string
	for i := range 6 {
		var pages []string
		for p := range 60 {
			pages = append(pages, fmt.Sprintf("File %d, page %d.\nAll work and no play makes Jack a dull boy.", i, p))
		}
		paths = append(paths, write(t, dir, fmt.Sprintf("file%d.pdf", i), pdftest.Text(pages...)))
	}
	args := append([]string{"--json", "add"}, paths...)
	for i := range 8 {
		c := b.command(args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(30+90*i) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		for _, d := range lines[docLine](t, b.must("--json", "list")) {
			if d.State != "ready" || d.Pages != 60 || d.Passages == 0 {
				t.Errorf("after kill %d: %+v", i, d)
			}
		}
	}
	b.must(args...)
	listed := lines[docLine](t, b.must("--json", "list"))
	if len(listed) != 6 {
		t.Errorf("%d documents", len(listed))
	}
	files, err := os.ReadDir(filepath.Join(b.home, "files"))
	if err != nil || len(files) != 2*6 { // each with its sidecar
		t.Errorf("%d files left, %v", len(files), err)
	}
	if left, err := os.ReadDir(filepath.Join(b.home, "incoming")); err != nil || len(left) != 0 {
		t.Errorf("%d on their way in, %v", len(left), err)
	}
}

func TestKilledInMidAnswerTheRunGoesOnAtTheNextStart(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	b.host = server.URL
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	server.Script(llmtest.Reply{Text: llmtest.Words(1000), Pause: 20 * time.Millisecond})
	c := b.command("--json", "ask", "@Lease What is the notice period?")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var first store.Event
	for scan := bufio.NewScanner(out); scan.Scan(); {
		var e store.Event
		if err := json.Unmarshal(scan.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq == 1 {
			first = e
		}
		if e.Kind == "token" {
			break
		}
	}
	_ = c.Process.Kill()
	_ = c.Wait()

	server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Three months [1]."} })
	core, err := app.Open(app.Config{Home: b.home, Workspace: "Library"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OLLAMA_HOST", server.URL)
	defer core.Close()
	if err := core.Models.Save(t.Context(), core.Models.Settings()); err != nil {
		t.Fatal(err)
	}
	if err := core.Runs.Continue(); err != nil {
		t.Fatal(err)
	}
	core.Runs.Wait(first.Run)
	_, turns, err := core.Runs.Turns(first.Conversation)
	if err != nil || len(turns) != 1 || turns[0].Status != store.Answered || turns[0].Answer != "Three months [1]." || len(turns[0].Citations) != 1 {
		t.Errorf("%v %+v", err, turns)
	}
}
