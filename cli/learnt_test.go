package cli

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/library"
	"lectern/backend/runs"
	"lectern/backend/store"
)

func called(names []store.Name) (out []string) {
	for _, n := range names {
		out = append(out, n.Text)
	}
	return out
}

func TestInfoShowsAndChangesWhatIsKnownOfADocument(t *testing.T) {
	b := newBench(t)
	path := write(t, t.TempDir(), "Acme_2022_10K.pdf", pdftest.Text("Annual Policy (hereinafter \"AP\")"))
	b.must("add", path)
	info := func(args ...string) library.Details {
		t.Helper()
		out := lines[library.Details](t, b.must(append([]string{"--json", "info", "Acme_2022_10K"}, args...)...))
		if len(out) != 1 {
			t.Fatalf("%v: %+v", args, out)
		}
		return out[0]
	}
	found := store.Metadata{Title: "Annual Policy", Company: "Acme", Year: 2022, Type: "10-K"}
	names := []string{"Acme_2022_10K", "Acme 2022 10K", "Annual Policy", "AP"}
	if d := info(); d.Current.Metadata != found || !slices.Equal(called(d.Current.Names), names) || d.Pages != 1 || d.Path != path || d.Bytes == 0 || d.Added == "" {
		t.Fatalf("%+v", d)
	}
	d := info("--company", "Acme, Inc.", "--year", "0", "--type=", "--add-name", "The Policy, 2022", "--remove-name", "ap")
	names = append(names[:3], "The Policy, 2022")
	for range 2 { // the second time from what was stored
		if d.Current.Metadata != (store.Metadata{Title: "Annual Policy", Company: "Acme, Inc."}) || d.Found.Metadata != found || !slices.Equal(called(d.Current.Names), names) {
			t.Errorf("%+v", d)
		}
		d = info()
	}
	text := b.must("info", "acme_2022_10k.pdf")
	for _, part := range []string{
		"Name:     Acme_2022_10K\n", "Pages:    1, ", "File:     " + path + "\n", "Company:  Acme, Inc. (edited; found: Acme)\n",
		"Year:     none (edited; found: 2022)\n", "Type:     none (edited; found: 10-K)\n", "Called by 4 names:\n", "   Annual Policy (title)\n", "   The Policy, 2022 (added by you)\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
	if d := info("--reset", "--year", "2023"); d.Current.Metadata != (store.Metadata{Title: "Annual Policy", Company: "Acme", Year: 2023, Type: "10-K"}) || len(d.Current.Names) != 4 || d.Current.Names[3].Text != "AP" {
		t.Errorf("%+v", d)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"info", "nothing"}, ExitFailed, "no document is called"},
		{[]string{"info"}, ExitUsage, "expected"},
		{[]string{"info", "Acme_2022_10K", "--year", "soon"}, ExitUsage, "--year"},
		{[]string{"info", "Acme_2022_10K", "--year", "12"}, ExitFailed, "12 is no year"},
		{[]string{"info", "Acme_2022_10K", "--remove-name", "Bogus"}, ExitFailed, "isn't called"},
	} {
		if code, stdout, stderr := b.run(c.args...); code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%v: code %d, said %q %q", c.args, code, stdout, stderr)
		}
	}
	b.must("remove", "Acme_2022_10K")
	b.must("add", path)
	if d := info(); d.Current.Metadata != found {
		t.Errorf("what was learnt of a removed document came back: %+v", d)
	}
}

// remember has the data folder remember runs of one conversation each.
func (b *bench) remember(ids ...string) {
	b.t.Helper()
	core, err := app.Open(app.Config{Home: b.home, Workspace: "Library"})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, id := range ids {
		if err := core.Workspace.Runs.Save(store.Run{ID: id, Conversation: "c" + id, Status: store.Answered}, "title"); err != nil {
			b.t.Fatal(err)
		}
		if err := core.Workspace.Memories.Save(store.Memory{Run: id, Conversation: "c" + id, Question: "What of\n" + id + "?", Summary: "It rose."}); err != nil {
			b.t.Fatal(err)
		}
	}
	if err := core.Close(); err != nil {
		b.t.Fatal(err)
	}
}

func TestMemoryIsListedAndForgotten(t *testing.T) {
	b := newBench(t)
	if code, stdout, stderr := b.run("memory"); code != ExitFine || stdout != "" || !strings.Contains(stderr, "Nothing is remembered") {
		t.Errorf("code %d: %q %q", code, stdout, stderr)
	}
	b.remember("r1", "r2", "r3")
	if list := lines[runs.Memory](t, b.must("--json", "memory")); len(list) != 3 || list[0].Question == "" || list[0].Title != "title" || list[0].Turns != 1 {
		t.Errorf("%+v", list)
	}
	if text := b.must("memory"); !strings.Contains(text, "r2  ") || !strings.Contains(text, "What of r2?\n") || !strings.Contains(text, "It rose.") {
		t.Error(text)
	}
	if out := b.must("memory", "forget", "r2"); out != "Forgotten: What of r2?\n" {
		t.Errorf("%q", out)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"memory", "forget", "r2"}, ExitFailed, "nothing is remembered of that run"},
		{[]string{"memory", "forget"}, ExitUsage, "--all"},
		{[]string{"memory", "forget", "r1", "--all"}, ExitUsage, "--all"},
	} {
		if code, stdout, stderr := b.run(c.args...); code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%v: code %d, said %q %q", c.args, code, stdout, stderr)
		}
	}
	if list := lines[runs.Memory](t, b.must("--json", "memory", "forget", "--all")); len(list) != 2 {
		t.Errorf("%+v", list)
	}
	if out := b.must("--json", "memory"); out != "" {
		t.Errorf("still remembered: %s", out)
	}
}

func TestASearchCanBeNarrowedByWhatDocumentsAre(t *testing.T) {
	b := newBench(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Acme_2022_10K.pdf": "The harbour paid for its ferries.", "Acme_2023_10K.pdf": "The harbour sold its ferries.", "Bolt annual report 2022.pdf": "The harbour built its ferries.",
	} {
		b.must("add", write(t, dir, name, pdftest.Text(text)))
	}
	found := func(args ...string) (docs []string) {
		t.Helper()
		for _, h := range lines[hitLine](t, b.must(append([]string{"--json", "search", "harbour ferries"}, args...)...)) {
			docs = append(docs, h.Doc)
		}
		slices.Sort(docs)
		return docs
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"Acme_2022_10K", "Acme_2023_10K", "Bolt annual report 2022"}},
		{[]string{"--company", "acme"}, []string{"Acme_2022_10K", "Acme_2023_10K"}},
		{[]string{"--year", "2022"}, []string{"Acme_2022_10K", "Bolt annual report 2022"}},
		{[]string{"--year", "2022", "--type", "annual report"}, []string{"Bolt annual report 2022"}},
		{[]string{"--company", "acme", "--file", "Acme_2023_10K"}, []string{"Acme_2023_10K"}},
	} {
		if got := found(c.args...); !slices.Equal(got, c.want) {
			t.Errorf("%v found %v", c.args, got)
		}
	}
	b.must("info", "Acme_2022_10K", "--year", "1999", "--authors", "A. Author")
	if got := found("--author", "author", "--year", "1999"); !slices.Equal(got, []string{"Acme_2022_10K"}) {
		t.Errorf("edited: %v", got)
	}
	if code, _, stderr := b.run("search", "harbour", "--company", "Nobody"); code == 0 || !strings.Contains(stderr, "no document is like that") {
		t.Errorf("%d %q", code, stderr)
	}
}
