// Package storetest keeps data folders as versions of the program wrote them, and opens them with the present one.
package storetest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/ingest"
	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/library"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

var update = flag.Bool("update", false, "write the data folder of the present format, if there is none yet")

// TestMain lets the test binary be the worker.
func TestMain(m *testing.M) { os.Exit(ingesttest.Main(m)) }

// saved is a data folder of format 2, packed. It stays as it is: one of a later format lies beside it.
const saved = "testdata/format-2.zip"

// program is the program over a data folder, with a scripted model.
type program struct {
	t         *testing.T
	store     *store.Store
	workspace *store.Workspace
	models    *models.Models
	library   *library.Library
	runs      *runs.Runs
	sent      []string                          // to the model
	says      func(purpose, sent string) string // of the model
}

func start(t *testing.T, home string, server *llmtest.Server) *program {
	t.Helper()
	s, err := store.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, store: s}
	p.workspace, err = s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	if p.models, err = models.Open(s); err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "lectern")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	reader := &ingest.Reader{Program: os.Args[0], Args: []string{"worker"}, CacheDir: cache}
	p.library = library.New(p.workspace, reader, p.models, log, nil)
	p.runs = runs.New(p.workspace, s.Checkpoints, p.models, log, nil)
	t.Cleanup(p.end)
	server.Always(func(r api.ChatRequest) llmtest.Reply {
		var sent strings.Builder
		for _, m := range r.Messages {
			sent.WriteString(m.Content + "\n")
		}
		p.sent = append(p.sent, sent.String())
		return llmtest.Reply{Text: p.says(llmtest.Purpose(r), sent.String())}
	})
	return p
}

// end closes everything; ending again is no error.
func (p *program) end() {
	p.runs.Close()
	p.library.Close()
	if err := p.store.Close(); err != nil {
		p.t.Error(err)
	}
}

// settings are those of the saved folder, with the address of the server that stands for Ollama.
func settings(host string) models.Settings {
	return models.Settings{OllamaHost: host, Advanced: map[string]float64{"checked.retries": 1, "chat.wait": .01}, Nodes: map[string]string{"checked.draft": llmtest.ChatModel}}
}

func (p *program) ask(q runs.Question) runs.Started {
	p.t.Helper()
	at := slices.IndexFunc(runstest.Questions, func(k runstest.Question) bool { return k.Workflow == cmp.Or(q.Workflow, "chat") })
	p.says = runstest.Questions[at].Says
	started, err := p.runs.Start(q)
	if err != nil {
		p.t.Fatal(err)
	}
	p.runs.Wait(started.Run)
	return started
}

// acme is a company's report with a table.
func acme() []byte {
	var page strings.Builder
	line := func(y int, cells ...string) {
		for i, cell := range cells {
			fmt.Fprintf(&page, "BT /F 11 Tf %d %d Td (%s) Tj ET ", []int{60, 360, 460}[i], y, cell)
		}
	}
	line(740, "Consolidated statements of income of Acme Inc.")
	line(724, `\(in millions of US dollars\)`)
	line(700, "", "2022", "2021")
	line(684, "Revenue", "1,577.00", "1,261.60")
	line(668, "Cost of revenue", "900.00", "800.50")
	line(652, "Gross profit", "677.00", "461.10")
	line(636, "Research", "120.00", "101.10")
	line(620, "Operating income", "557.00", "360.00")
	return pdftest.Drawn{Sheets: []pdftest.Sheet{{Content: page.String()}, {Content: "BT /F 11 Tf 60 740 Td (Revenue was driven by rockets.) Tj ET"}}}.Bytes()
}

// write fills a new data folder: two documents with vectors, of which a person edited one; a chat with a follow-up and
// two branches; figures from a table; a
// checked answer that asks the person; settings.
func write(t *testing.T, home string) {
	server := llmtest.New(t)
	p := start(t, home, server)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(p.models.Save(t.Context(), settings(server.URL)))
	for name, raw := range map[string][]byte{"Lease.pdf": runstest.Lease(), "Acme.pdf": acme()} {
		path := filepath.Join(t.TempDir(), name)
		ok(os.WriteFile(path, raw, 0o600))
		added := make(chan struct{})
		p.library.AddUpload(path, library.File{Path: filepath.Join("papers", name)}, func() { close(added) })
		<-added
	}
	ok(p.library.EmbedAll(t.Context()))
	ok(p.library.CompareAll(t.Context()))
	lease, err := p.workspace.Documents.Named("Lease")
	ok(err)
	ok(p.workspace.Descriptions.SetTags(lease.ID, []string{"home"}))
	ok(p.workspace.Names.Edit(lease.ID, []store.Name{{Text: "Contract of the flat"}}))
	ok(p.workspace.Descriptions.Edit(lease.ID, store.Metadata{Title: "The lease", Year: 2019, Language: "en"}))
	first := p.ask(runs.Question{Text: "What is the notice period of the lease?", Mode: "documents"})
	p.ask(runs.Question{Conversation: first.Conversation, Text: "And the rent?", Mode: "documents"})
	p.ask(runs.Question{Conversation: first.Conversation, Text: "What was Acme's revenue in 2022?", Mode: "documents", Instead: first.Run})
	p.ask(runs.Question{Text: "How did the revenue of Acme grow from 2021 to 2022?", Workflow: "analyst"})
	p.ask(runs.Question{Text: "What is the notice period of the lease?", Workflow: "checked"})
	p.end()
}

func TestAFolderOfTheFirstFormatIsReadWhole(t *testing.T) {
	if _, err := os.Stat(saved); errors.Is(err, os.ErrNotExist) && *update {
		home := filepath.Join(t.TempDir(), "home")
		write(t, home)
		if err := pack(saved, home); err != nil {
			t.Fatal(err)
		}
	}
	home := filepath.Join(t.TempDir(), "home")
	unpack(t, saved, home)
	server := llmtest.New(t)
	p := start(t, home, server)
	t.Run("documents", p.documents)
	t.Run("settings", func(t *testing.T) {
		got := p.models.Settings()
		want := settings(got.OllamaHost)
		if fmt.Sprint(got.Advanced, got.Nodes) != fmt.Sprint(want.Advanced, want.Nodes) || !strings.HasPrefix(got.OllamaHost, "http://127.0.0.1:") {
			t.Errorf("%+v", got)
		}
		if err := p.models.Save(t.Context(), settings(server.URL)); err != nil {
			t.Error(err)
		}
	})
	t.Run("search", p.search)
	t.Run("conversations", p.conversations)
	t.Run("checkpoints", p.checkpoints)
	if err := p.store.Wipe(); err != nil { // what was read can be written again
		t.Error(err)
	}
	p.end()
	if err := start(t, home, server).store.Trouble(); err != nil {
		t.Error(err)
	}
}

func (p *program) documents(t *testing.T) {
	docs, err := p.workspace.Documents.List()
	if err != nil || len(docs) != 2 || docs[0].Name != "Acme" || docs[1].Name != "Lease" {
		t.Fatalf("%+v %v", docs, err)
	}
	lease := docs[1]
	if lease.Pages != 2 || lease.Reader != "pdfium" || lease.Failed != "" || lease.Path != filepath.Join("papers", "Lease.pdf") {
		t.Errorf("%+v", lease)
	}
	if raw, err := os.ReadFile(p.workspace.Documents.FilePath(lease.ID)); err != nil || !bytes.Equal(raw, runstest.Lease()) {
		t.Errorf("the file has %d bytes: %v", len(raw), err)
	}
	page, err := p.workspace.Pages.Get(lease.ID, 2)
	if err != nil || !strings.Contains(page.Text, "Pets are allowed") || len(page.Sentences) != 1 {
		t.Errorf("%+v %v", page, err)
	}
	if rects, err := p.workspace.Pages.Quoted(lease.ID, 2, "Pets are allowed", "", ""); err != nil || len(rects) != 1 || rects[0].W <= 0 {
		t.Errorf("%+v %v", rects, err)
	}
	if c, err := p.workspace.Readings.Of(lease.ID); err != nil || c.Count(store.Confirmed) != 2 || !c.Compared {
		t.Errorf("%+v %v", c, err)
	}
	tables, err := p.workspace.Tables.Of(docs[0].ID, 1)
	if err != nil || len(tables) != 1 || tables[0].Rows[0].Cells[0].Value != "1577.00" || tables[0].Units.Exponent != 6 {
		t.Errorf("%+v %v", tables, err)
	}
	about, err := p.workspace.Descriptions.Of(lease.ID)
	if m := about.Metadata(); err != nil || m.Title != "The lease" || m.Year != 2019 || !slices.Equal(about.Tags, []string{"home"}) {
		t.Errorf("%+v %v", about, err)
	}
	names, err := p.workspace.Names.Of(lease.ID)
	if list := names.List(); err != nil || len(list) != 1 || list[0].Text != "Contract of the flat" {
		t.Errorf("%+v %v", names, err)
	}
	spaces, err := p.workspace.Vectors.Spaces()
	if want := (vector.Space{Model: llmtest.EmbedModel, Digest: "d1" + llmtest.EmbedModel, Dim: llmtest.Dim}); err != nil || len(spaces) != 2 || spaces[lease.ID] != want {
		t.Errorf("%+v %v", spaces, err)
	}
}

func (p *program) search(t *testing.T) {
	state := p.models.State()
	vectors, digest, err := state.Client.Embed(t.Context(), state.Embed, llm.Query, []string{"notice period"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]store.Query{
		"words":  {Text: "notice period", Limit: 5},
		"phrase": {Text: `"notice period"`, Limit: 5},
		"both":   {Text: "notice period", Limit: 5, Vector: vectors[0], Space: vector.Space{Model: state.Embed, Digest: digest, Dim: llmtest.Dim}},
	} {
		found, err := p.workspace.Passages.Find(t.Context(), q)
		if err != nil || len(found.Hits) == 0 {
			t.Fatalf("%s: %+v %v", name, found, err)
		}
		texts, err := p.workspace.Passages.Texts([]store.Ref{found.Hits[0].Ref})
		if err != nil || !strings.Contains(texts[0].Text, "The notice period is three months.") || texts[0].Name != "Lease" || texts[0].Verdict != store.Confirmed {
			t.Errorf("%s: %+v %v", name, texts, err)
		}
		if name == "both" && found.Hits[0].VectorRank == 0 {
			t.Errorf("its meaning wasn't searched: %+v", found.Hits[0])
		}
	}
}

func (p *program) conversations(t *testing.T) {
	cs, err := p.workspace.Conversations.List()
	if err != nil || len(cs) != 3 {
		t.Fatalf("%+v %v", cs, err)
	}
	chat := cs[2]
	_, all, err := p.workspace.Conversations.Get(chat.ID)
	if err != nil || len(all) != 3 || all[1].Parent != all[0].ID || all[2].Parent != "" || chat.Shown != all[2].ID || chat.Turns != 1 {
		t.Fatalf("%+v of %+v: %v", all, chat, err)
	}
	run := all[0]
	if run.Status != store.Answered || run.Answer == "" || len(run.Citations) != 1 || run.Citations[0].Doc != "Lease" || run.Audit == nil || run.Audit.Verified != 1 {
		t.Errorf("%+v", run)
	}
	if run.Citations[0].Quote != "The notice period is three months." {
		t.Errorf("quoted is %q", run.Citations[0].Quote)
	}
	events, err := p.workspace.Events.Of(run.ID, 0)
	if err != nil || len(events) < 5 || events[0].Kind != "start" || events[len(events)-1].Kind != "done" || events[len(events)-1].Seq != len(events) {
		t.Errorf("%+v %v", events, err)
	}
	receipt, err := p.workspace.Receipts.Of(run.ID)
	if err != nil || len(receipt.Calls) == 0 {
		t.Fatalf("%+v %v", receipt, err)
	}
	if text, err := p.workspace.Receipts.Text(run.ID, 1); err != nil || len(text.Messages) == 0 {
		t.Errorf("%+v %v", text, err)
	}
	_, asking, err := p.workspace.Conversations.Get(cs[0].ID)
	if err != nil || len(asking) != 1 || asking[0].Status != store.NeedsPerson || len(asking[0].Cards) == 0 || asking[0].Cards[0].Text == "" {
		t.Errorf("%+v %v", asking, err)
	}
	_, figures, err := p.workspace.Conversations.Get(cs[1].ID)
	if err != nil || len(figures) != 1 || figures[0].Status != store.Answered || len(figures[0].Output) == 0 {
		t.Fatalf("%+v %v", figures, err)
	}
	memories, err := p.workspace.Memories.List()
	if err != nil || len(memories) != 1 || memories[0].Run != figures[0].ID || len(memories[0].Vector) != llmtest.Dim {
		t.Errorf("%+v %v", memories, err)
	}
}

// checkpoints are read: the chat's first branch is shown again and followed up.
func (p *program) checkpoints(t *testing.T) {
	cs, err := p.workspace.Conversations.List()
	if err != nil {
		t.Fatal(err)
	}
	chat := cs[2]
	if _, err := p.runs.ShowBranch(chat.Runs[0]); err != nil {
		t.Fatal(err)
	}
	events, err := p.workspace.Events.Of(chat.Runs[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	for _, e := range events {
		if e.Kind == "stepdone" {
			if d, err := p.runs.StepDetail(e.Run, e.Checkpoint, e.Task); err != nil || len(d.In) == 0 {
				t.Errorf("%s: %+v %v", e.Node, d, err)
			}
			opened++
		}
	}
	if opened == 0 {
		t.Error("no step was opened")
	}
	p.sent = nil
	p.ask(runs.Question{Conversation: chat.ID, Text: "And when does it end?", Mode: "documents"})
	if all := strings.Join(p.sent, "\n"); !strings.Contains(all, "And the rent?") || strings.Contains(all, "What was Acme's revenue") {
		t.Errorf("what was asked before isn't what the branch has: %s", all)
	}
}

// pack writes a folder as one file.
func pack(path, folder string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	w := zip.NewWriter(out)
	return errors.Join(w.AddFS(os.DirFS(folder)), w.Close(), out.Close())
}

func unpack(t *testing.T, path, folder string) {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.CopyFS(folder, r), r.Close()); err != nil {
		t.Fatal(err)
	}
}
