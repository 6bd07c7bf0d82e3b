package app

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/metadata"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// listening is a Shell that remembers which events it was to tell.
type listening struct {
	Shell
	told []string
	with []any // the last one
}

func (l *listening) Emit(name string, data ...any) { l.told, l.with = append(l.told, name), data }

// opened is the program over a data folder, without a model, and what closes it.
func opened(t *testing.T, home string) (*Core, *listening, func()) {
	t.Helper()
	s, err := store.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	log, shell := slog.New(slog.DiscardHandler), &listening{}
	core := &Core{Program: &Program{Store: s, Models: m, Shell: shell}, Workspace: w}
	core.Library = library.New(w, nil, m, log, nil)
	core.Runs = runs.New(w, s.Checkpoints, m, log, nil)
	return core, shell, func() {
		core.Runs.Close()
		core.Library.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// add puts a document of one page into the library, as a version did that found nothing out about it.
func add(t *testing.T, a *Core, name, text string) {
	t.Helper()
	d := store.Document{ID: "id-" + name, Name: name, Path: "/papers/" + name + ".pdf", Bytes: 1200, Added: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if _, err := a.Workspace.Documents.Add(d, &store.Content{Pages: []store.Page{{Number: 1, Label: "1", Text: text}}}); err != nil {
		t.Fatal(err)
	}
}

func known(t *testing.T, a *Core, id string) library.Details {
	t.Helper()
	d, err := a.Library.Details(id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func called(names []store.Name) (out []string) {
	for _, n := range names {
		out = append(out, n.Text)
	}
	return out
}

func TestDetailsStayAsThePersonWantsThem(t *testing.T) {
	home := t.TempDir()
	a, _, end := opened(t, home)
	add(t, a, "Acme 2022 10K", "Annual Policy (hereinafter “AP”)")
	d := known(t, a, "id-Acme 2022 10K")
	found := store.Metadata{Title: "Annual Policy", Company: "Acme", Year: 2022, Type: "10-K"}
	if d.Name != "Acme 2022 10K" || d.Path != "/papers/Acme 2022 10K.pdf" || d.Pages != 1 || d.Bytes != 1200 || d.Added != "2026-01-02T03:04:05Z" ||
		d.Current.Metadata != found || d.Found.Metadata != found || !slices.Equal(d.Current.Names, d.Found.Names) ||
		!slices.Equal(called(d.Found.Names), []string{"Acme 2022 10K", "Annual Policy", "AP"}) {
		t.Fatalf("%+v", d)
	}
	wanted := library.Metadata{Metadata: store.Metadata{Company: " Acme AG ", Year: 2022}, Names: []store.Name{{Text: "Acme 2022 10K"}, {Text: "The Report"}}}
	if err := a.Library.SaveDetails(d.ID, wanted); err != nil {
		t.Fatal(err)
	}
	end()

	a, _, end = opened(t, home)
	defer end()
	w := a.Workspace
	again := store.Metadata{Company: "Acme Inc.", Year: 2023, Type: "annual report"}
	if err := w.Descriptions.SaveFound(0, map[string]store.Finding{d.ID: {Metadata: again}}); err != nil { // by other rules, and then by these once more
		t.Fatal(err)
	}
	for range 2 {
		d = known(t, a, d.ID)
		if d.Current.Metadata != (store.Metadata{Company: "Acme AG", Year: 2022}) || d.Found.Metadata != found || !slices.Equal(called(d.Current.Names), []string{"Acme 2022 10K", "The Report"}) {
			t.Errorf("%+v", d)
		}
	}
	documents, err := w.Documents.List()
	if err != nil {
		t.Fatal(err)
	}
	if about, err := metadata.Metadata(w, documents); err != nil || about[d.ID].Company != "Acme AG" || about[d.ID].Type != "" {
		t.Error("searches are narrowed by something else", about, err)
	}
	if entries, err := metadata.Registry(w); err != nil || len(entries) != 1 || !slices.Equal(called(entries[0].List()), called(d.Current.Names)) {
		t.Error("references are resolved by something else", entries, err)
	}
	if err := a.Library.SaveDetails(d.ID, d.Found); err != nil { // put back
		t.Fatal(err)
	}
	if d = known(t, a, d.ID); d.Current.Metadata != found || !slices.Equal(d.Current.Names, d.Found.Names) {
		t.Errorf("%+v", d)
	}
}

func TestDetailsThatCantBeKeptAreSentences(t *testing.T) {
	a, _, end := opened(t, t.TempDir())
	defer end()
	add(t, a, "Lease", "The rent is 900 euros.")
	many := make([]store.Name, 51)
	for says, wanted := range map[string]library.Metadata{
		"12 is no year":              {Metadata: store.Metadata{Year: 12}},
		"longer than 120 characters": {Metadata: store.Metadata{Company: strings.Repeat("é", 121)}},
		"shorten it":                 {Names: []store.Name{{Text: strings.Repeat("x", 121)}}},
		"can have 50 names":          {Names: many},
	} {
		if err := a.Library.SaveDetails("id-Lease", wanted); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", says, err)
		}
	}
	if err := a.Library.SaveDetails("id-Lease", library.Metadata{Metadata: store.Metadata{Company: strings.Repeat("é", 120)}}); err != nil {
		t.Error(err)
	}
	if err := a.Library.Remove("id-Lease"); err != nil {
		t.Fatal(err)
	}
	_, err := a.Library.Details("id-Lease")
	for _, err := range []error{err, a.Library.SaveDetails("id-Lease", library.Metadata{})} {
		if err == nil || err.Error() != "that document is not in the library (any more)" {
			t.Error(err)
		}
	}
	add(t, a, "Lease", "The rent is 900 euros.")
	if d := known(t, a, "id-Lease"); d.Current.Metadata.Company != "" {
		t.Error("what was learnt of it came back with it")
	}
}

func TestMemoriesAreSeenAndForgotten(t *testing.T) {
	a, shell, end := opened(t, t.TempDir())
	defer end()
	w := a.Workspace
	if list, err := a.Runs.Memories(); list == nil || len(list) != 0 || err != nil {
		t.Error(list, err)
	}
	for i, run := range []string{"r1", "r2", "r3", "r4"} {
		conversation := "c" + run[1:]
		asked := time.Date(2026, 1, 1, i, 0, 0, 0, time.UTC)
		if err := w.Runs.Save(store.Run{ID: run, Conversation: conversation, Asked: asked}, "Title of "+conversation); err != nil {
			t.Fatal(err)
		}
		if err := w.Memories.Save(store.Memory{Run: run, Runs: []string{"r0", run}, Conversation: conversation, Asked: asked, Question: "What?", Summary: "That."}); err != nil {
			t.Fatal(err)
		}
	}
	remembered := func() (out []string) {
		t.Helper()
		list, err := a.Runs.Memories()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			out = append(out, m.Run)
		}
		return out
	}
	list, err := a.Runs.Memories()
	want := runs.Memory{Run: "r4", Conversation: "c4", Title: "Title of c4", Question: "What?", Summary: "That.", Asked: "2026-01-01T03:00:00Z", Turns: 2}
	if err != nil || len(list) != 4 || list[0] != want || list[3].Run != "r1" {
		t.Fatal(list, err)
	}
	if err := a.Forget("r2"); err != nil || !slices.Equal(remembered(), []string{"r4", "r3", "r1"}) {
		t.Error(err, remembered())
	}
	if err := a.Forget("r2"); err == nil || !strings.Contains(err.Error(), "nothing is remembered of that run") {
		t.Error(err)
	}
	if err := a.DeleteConversation("c4"); err != nil || !slices.Equal(remembered(), []string{"r3", "r1"}) {
		t.Error("it goes with its conversation", err, remembered())
	}
	shell.told = nil
	if err := a.ForgetAll(); err != nil || len(remembered()) != 0 || !slices.Equal(shell.told, []string{"memories"}) {
		t.Error(err, remembered(), shell.told)
	}
}
