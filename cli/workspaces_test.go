package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestWorkspacesAreListedMadeRenamedAndRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "Lease.pdf"), pdftest.Text("The notice period is three months."))
	put(t, filepath.Join(dir, "Draft.pdf"), pdftest.Text("Zanzibar is an island."))
	b.must("add", filepath.Join(dir, "Lease.pdf"))
	if out := b.must("workspaces"); out != "Library: 1 document, 0 conversations\n" {
		t.Errorf("%q", out)
	}
	b.must("workspaces", "add", "Thesis")
	b.must("--workspace", "thesis", "add", filepath.Join(dir, "Draft.pdf"))
	b.must("--workspace", "Thesis", "ask", "Where is Zanzibar?")
	for _, args := range [][]string{{"list"}, {"search", "Zanzibar"}, {"runs"}} {
		if out := b.must(args...); strings.Contains(out, "Draft") || strings.Contains(out, "Zanzibar") {
			t.Errorf("%v shows what is in another one: %q", args, out)
		}
		if out := b.must(append([]string{"--workspace", "Thesis"}, args...)...); !strings.Contains(out, "Zanzibar") && !strings.Contains(out, "Draft") {
			t.Errorf("%v doesn't show what is there: %q", args, out)
		}
	}
	if code, _, errs := b.run("info", "Draft"); code != ExitFailed || !strings.Contains(errs, "no document is called") {
		t.Errorf("%d %q", code, errs)
	}
	for _, args := range [][]string{{"list"}, {"search", "rent"}, {"ask", "What?"}, {"runs"}} {
		code, _, errs := b.run(append([]string{"--workspace", "Thesys"}, args...)...)
		if code != ExitFailed || !strings.Contains(errs, `no workspace is called "Thesys"`) {
			t.Errorf("%v in one that isn't there: %d %q", args, code, errs)
		}
	}
	b.must("workspaces", "rename", "Library", "Household")
	if code, _, errs := b.run("workspaces", "rename", "Thesis", "household"); code != ExitFailed || !strings.Contains(errs, "already") {
		t.Errorf("two of a name: %d %q", code, errs)
	}
	all := lines[workspaceLine](t, b.must("--json", "workspaces", "list"))
	if len(all) != 2 || all[0].Name != "Household" || all[0].Documents != 1 || all[1].Name != "Thesis" || all[1].Conversations != 1 {
		t.Errorf("%+v", all)
	}
	if out := b.must("list"); !strings.Contains(out, "Lease") { // the first one, whatever it is called
		t.Errorf("%q", out)
	}
	if out := b.must("workspaces", "remove", "Thesis"); out != "Removed Thesis with 1 document and 1 conversation. The original files stay where they are.\n" {
		t.Errorf("%q", out)
	}
	if code, _, errs := b.run("workspaces", "remove", "Thesis"); code != ExitFailed || !strings.Contains(errs, "no workspace is called") {
		t.Errorf("again: %d %q", code, errs)
	}
	b.must("workspaces", "remove", "Household")
	if out := b.must("workspaces"); !strings.HasPrefix(out, "Library: 0 documents") || strings.Count(out, "\n") != 1 {
		t.Errorf("in the place of the last: %q", out)
	}
	if strings.Contains(contents(t, b.home), "Zanzibar") {
		t.Error("what was removed is still on the disk")
	}
}
