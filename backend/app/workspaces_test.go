package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/library"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// page is a Shell that hears of which workspace it is told what.
type page struct {
	Shell
	mu   sync.Mutex
	told map[string][]string // events, by the workspace that they are of
}

func (p *page) Browser() bool { return true }
func (p *page) Emit(name string, data ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of := data[len(data)-1].(string)
	p.told[of] = append(p.told[of], name)
}

func (p *page) heard(of string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.told[of], " ")
}

// twoWorkspaces is the program with a page, and nobody who answers. In the first workspace there is everything, in the second
// nothing.
func twoWorkspaces(t *testing.T, home string) (full, empty *Core, shell *page, close func()) {
	t.Helper()
	t.Setenv("OLLAMA_HOST", "127.0.0.1:9")
	shell = &page{told: map[string][]string{}}
	full, err := OpenForPage(t.Context(), Config{Home: home}, shell)
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	close = func() {
		once.Do(func() {
			if err := full.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(close)
	if err := full.Start(); err != nil {
		t.Fatal(err)
	}
	id, err := full.AddWorkspace("Thesis")
	if err == nil {
		empty, err = full.In(id)
	}
	if err != nil {
		t.Fatal(err)
	}
	return full, empty, shell, close
}

const (
	secret       = "Zanzibar"
	conversation = "c-" + secret
	asked        = "r-" + secret
)

// furnished puts a document, an answer with its citation and receipt, a memory and a draft into a workspace, all of them of the
// same word. It returns the document's id.
func furnished(t *testing.T, c *Core) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), secret+".pdf")
	page := "Rents of " + secret + " rose by 12 percent in 2023.\nThe island of " + secret + " lies in the ocean."
	if err := os.WriteFile(path, pdftest.Text(page), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := c.Library.Add(t.Context(), path)
	if err != nil || d.State != library.Ready {
		t.Fatalf("%+v, %v", d, err)
	}
	run := store.Run{
		ID: asked, Conversation: conversation, Question: "How much did rents of " + secret + " rise?", Status: store.Answered, Asked: time.Now(), Files: []string{d.ID},
		Answer: secret + ": 12 percent [1].", Citations: []store.Citation{{N: 1, Document: d.ID, Doc: d.Name, Page: 1, Label: "1", Quote: secret, Passage: d.ID + ":0"}},
	}
	err = errors.Join(
		c.Workspace.Runs.Save(run, run.Question, store.Event{Run: asked, Conversation: conversation, Seq: 1, Kind: "done", Answer: run.Answer, Citations: run.Citations, Status: store.Answered}),
		c.Workspace.Receipts.Add(asked, store.Call{}, store.CallText{}),
		c.Workspace.Memories.Save(store.Memory{Run: asked, Runs: []string{asked}, Conversation: conversation, Asked: run.Asked, Question: run.Question, Summary: run.Answer}),
		c.Library.SaveDetails(d.ID, library.Metadata{Metadata: store.Metadata{Company: secret}, Tags: []string{secret}}),
		c.KeepPlace(Place{Conversation: conversation, Document: d.ID, Page: 1, Drafts: []Draft{{"", secret}}}),
	)
	if err != nil {
		t.Fatal(err)
	}
	return d.ID
}

// useCases are what a page and a terminal may do, on what there is in one workspace. Where nothing is found there, they say
// so, or change nothing.
func useCases(c *Core, document string) map[string]func() (any, error) {
	t := func(f func() error) func() (any, error) { return func() (any, error) { return nil, f() } }
	ctx := context.Background()
	return map[string]func() (any, error){
		"list":           func() (any, error) { return c.Library.List() },
		"labels":         func() (any, error) { return c.Library.Labels() },
		"details":        func() (any, error) { return c.Library.Details(document) },
		"save details":   t(func() error { return c.Library.SaveDetails(document, library.Metadata{Tags: []string{"mine"}}) }),
		"adding":         func() (any, error) { return c.Library.Adding(), nil },
		"first":          t(func() error { return c.Library.First(document) }),
		"cancel":         t(func() error { return c.Library.Cancel(document) }),
		"cancel all":     t(func() error { return c.Library.CancelAll() }),
		"unlock":         t(func() error { return c.Library.Unlock(document, "x") }),
		"remove":         t(func() error { return c.Library.Remove(document) }),
		"remove, wipe":   t(func() error { return c.RemoveAndWipe(document) }),
		"retry":          t(func() error { return c.Library.Retry(document) }),
		"read again":     t(func() error { return c.Library.RereadSoon(document) }),
		"use hidden":     t(func() error { return c.Library.UseHiddenSoon(document, true) }),
		"named":          func() (any, error) { return c.Named(secret) },
		"reading report": func() (any, error) { return c.ReadingReport(document) },
		"page text":      func() (any, error) { return c.PageText(document, 1) },
		"hidden text":    func() (any, error) { return c.HiddenText(document, 1) },
		"outline":        func() (any, error) { return c.Outline(document) },
		"quote":          func() (any, error) { return c.QuoteRects(document, 1, secret, "", "") },
		"find inside":    func() (any, error) { return c.FindInDocument(document, secret) },
		"tables":         func() (any, error) { return c.Tables(document) },
		"page tables":    func() (any, error) { return c.PageTables(document, 1) },
		"table file":     func() (any, error) { name, b, err := c.TableFile(document, 0, "csv"); return name + string(b), err },
		"search":         func() (any, error) { return c.Search(ctx, SearchRequest{Text: "rents island", Limit: 9}) },
		"search in it": func() (any, error) {
			return c.Search(ctx, SearchRequest{Text: "rents island", Documents: []string{document}, Limit: 9})
		},
		"facets": func() (any, error) { return c.Facets() },
		"narrow": func() (any, error) { return c.Narrow(runs.Question{Text: "What of rents in 2023?"}) },
		"check":  func() (any, error) { return c.Check(ctx, CheckRequest{Text: "Rents rose by 12 percent in 2023."}) },
		"fact":   func() (any, error) { return c.Fact(ctx, "rents in 2023", nil) },
		"facts":  func() (any, error) { return c.AllFacts(secret) },
		"ask":    func() (any, error) { return c.Ask(runs.Question{Text: "How much?", Files: []string{secret}}) },
		"ask on": func() (any, error) { return c.Ask(runs.Question{Text: "And then?", Conversation: conversation}) },
		"instead": func() (any, error) {
			return c.Ask(runs.Question{Text: "Or this?", Conversation: conversation, Instead: asked})
		},
		"conversations":       func() (any, error) { return c.Conversations() },
		"conversation":        func() (any, error) { return c.Conversation(conversation) },
		"history":             func() (any, error) { return c.History("") },
		"find messages":       func() (any, error) { return c.FindMessages(secret) },
		"rename conversation": t(func() error { return c.RenameConversation(conversation, "Mine") }),
		"delete conversation": t(func() error { return c.DeleteConversation(conversation) }),
		"show branch":         func() (any, error) { return c.ShowBranch(asked) },
		"stop":                t(func() error { return c.Stop(asked) }),
		"resume":              func() (any, error) { return c.Resume(asked) },
		"start over":          func() (any, error) { return c.StartOver(asked, 1) },
		"reply":               func() (any, error) { return c.Reply(asked, "", store.Reply{}) },
		"mend":                func() (any, error) { return c.MendFigure(asked, 0, "13") },
		"undo mend":           func() (any, error) { return c.UndoMend(asked, 0) },
		"judge":               func() (any, error) { return c.Runs.JudgeAnswer(ctx, asked) },
		"change plan":         t(func() error { return c.Runs.ChangePlan(asked, nil) }),
		"events":              func() (any, error) { return c.Runs.Events(asked, 0) },
		"turn":                func() (any, error) { return c.Runs.Turn(asked) },
		"step":                func() (any, error) { return c.Runs.StepDetail(asked, 1, "") },
		"receipt":             func() (any, error) { return c.Runs.Receipt(asked) },
		"receipt text":        func() (any, error) { return c.Runs.ReceiptText(asked, 0) },
		"why":                 func() (any, error) { return c.Why(ctx, asked, document+":0") },
		"report":              func() (any, error) { return c.OpenReport(asked, "pdf") },
		"memories":            func() (any, error) { return c.Runs.Memories() },
		"forget":              t(func() error { return c.Forget(asked) }),
		"forget all":          t(c.ForgetAll),
		"export an answer":    func() (any, error) { _, b, err := c.ExportFile(asked, "md"); return string(b), err },
		"export all":          func() (any, error) { _, b, err := c.ExportFile(conversation, "md"); return string(b), err },
		"copy answer":         func() (any, error) { return c.CopyAnswer(asked) },
		"comparison":          func() (any, error) { name, b, err := c.ComparisonFile(asked, "csv"); return name + string(b), err },
		"identified":          func() (any, error) { return c.Identified("r-") },
		"place":               func() (any, error) { return c.LastPlace() },
	}
}

func TestNothingOfAWorkspaceIsSeenOrChangedFromAnother(t *testing.T) {
	full, empty, shell, _ := twoWorkspaces(t, t.TempDir())
	document := furnished(t, full)
	look := func(c *Core) string {
		all := useCases(c, document)
		var b strings.Builder
		for _, name := range []string{"list", "labels", "page text", "conversation", "events", "memories", "place"} {
			is, err := all[name]()
			raw, _ := json.Marshal(is)
			fmt.Fprintln(&b, name, string(raw), err)
		}
		return b.String()
	}
	before := look(full)
	if n := strings.Count(before, secret); n < 12 {
		t.Fatalf("there is too little to see: %s", before)
	}
	found := 0
	for name, do := range useCases(full, document) {
		if strings.Contains("list labels details named search facets conversations history memories place events turn export copy answer", name) {
			is, err := do()
			if raw, _ := json.Marshal(is); err != nil || !strings.Contains(string(raw), secret) {
				t.Errorf("%s finds nothing where it is: %s, %v", name, raw, err)
			}
			found++
		}
	}
	if found < 12 {
		t.Errorf("only %d were tried where there is something", found)
	}
	heard := shell.heard(full.Workspace.ID())
	for name, do := range useCases(empty, document) {
		is, err := do()
		raw, _ := json.Marshal(is)
		if seen := string(raw) + fmt.Sprint(err); strings.Contains(strings.NewReplacer(asked, "", conversation, "").Replace(seen), secret) && name != "named" && name != "ask" && name != "facts" { // what was typed is told back
			t.Errorf("%s sees it: %s", name, seen)
		}
	}
	if after := look(full); after != before {
		t.Errorf("it was\n%sand is\n%s", before, after)
	}
	if now := shell.heard(full.Workspace.ID()); now != heard {
		t.Errorf("of the other was told %q", strings.TrimPrefix(now, heard))
	}
}

func TestWhatWasBegunInAWorkspaceIsDoneThere(t *testing.T) {
	full, empty, shell, _ := twoWorkspaces(t, t.TempDir())
	before := full.Shown()
	if err := full.ShowWorkspace(empty.Workspace.ID()); err != nil {
		t.Fatal(err)
	}
	if full.Shown() != empty || before != full {
		t.Error("another one is shown")
	}
	furnished(t, before)
	if docs, err := empty.Library.List(); err != nil || len(docs) != 0 {
		t.Errorf("in the other are %+v, %v", docs, err)
	}
	if told := shell.heard(empty.Workspace.ID()); strings.Contains(told, "documents") {
		t.Errorf("of the other was told %q", told)
	}
	if told := shell.heard(full.Workspace.ID()); !strings.Contains(told, "documents") {
		t.Errorf("was told %q", told)
	}
	if status, err := full.Shown().Status(); err != nil || status.Workspace != "Thesis" || status.WorkspaceID != empty.Workspace.ID() {
		t.Errorf("%+v, %v", status, err)
	}
}

func TestTheWorkspaceThatWasShownLastIsShownAfterARestart(t *testing.T) {
	home := t.TempDir()
	full, empty, _, done := twoWorkspaces(t, home)
	furnished(t, full)
	is := Place{Drafts: []Draft{{"", "Of the thesis"}}, Source: 500}
	if err := errors.Join(full.ShowWorkspace(empty.Workspace.ID()), full.Shown().KeepPlace(is)); err != nil {
		t.Fatal(err)
	}
	done()
	again, err := OpenForPage(t.Context(), Config{Home: home}, &page{told: map[string][]string{}})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Workspace.Name() != "Thesis" {
		t.Errorf("it begins in %q", again.Workspace.Name())
	}
	if place, err := again.LastPlace(); err != nil || len(place.Drafts) != 1 || place.Drafts[0].Text != "Of the thesis" {
		t.Errorf("%+v, %v", place, err)
	}
	if err := again.Start(); err != nil {
		t.Fatal(err)
	}
	other, err := again.In("Library")
	if err != nil {
		t.Fatal(err)
	}
	if place, err := other.LastPlace(); err != nil || place.Conversation != conversation {
		t.Errorf("%+v, %v", place, err)
	}
	// A terminal goes by names, not by what a window showed.
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "Library", "thesis": "Thesis"} {
		c, err := Open(Config{Home: home, Workspace: name, Existing: true})
		if err != nil {
			t.Fatal(err)
		}
		if is := c.Workspace.Name(); is != want {
			t.Errorf("%q is %q", name, is)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(Config{Home: home, Workspace: "Thesys", Existing: true}); err == nil || !strings.Contains(err.Error(), `no workspace is called "Thesys"`) {
		t.Errorf("one that isn't there: %v", err)
	}
}

func TestARemovedWorkspaceTakesAllOfItsOwnWithIt(t *testing.T) {
	full, empty, shell, _ := twoWorkspaces(t, t.TempDir())
	document := furnished(t, full)
	file := full.Workspace.Documents.FilePath(document)
	if all, err := full.Workspaces(); err != nil || len(all) != 2 || all[0].Documents != 1 || all[0].Conversations != 1 || !all[0].Shown || all[1].Shown || all[1].Name != "Thesis" {
		t.Errorf("%+v, %v", all, err)
	}
	if err := full.RemoveWorkspace(full.Workspace.ID()); err != nil {
		t.Fatal(err)
	}
	if full.Shown() != empty {
		t.Error("another one is not shown")
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its file: %v", err)
	}
	if _, err := full.In("Library"); !errors.Is(err, store.ErrNoWorkspace) {
		t.Errorf("it is still there: %v", err)
	}
	if err := full.RemoveWorkspace(empty.Workspace.ID()); err != nil {
		t.Errorf("the last: %v", err)
	}
	if all, err := full.Workspaces(); err != nil || len(all) != 1 || all[0].ID == empty.Workspace.ID() || !all[0].Shown || all[0].Name != "Library" {
		t.Errorf("in its place: %+v %v", all, err)
	}
	if told := shell.heard(""); !strings.HasSuffix(told, "workspaces") {
		t.Errorf("was told %q", told)
	}
	if _, err := full.Conversations(); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("whoever still holds it: %v", err)
	}
}
