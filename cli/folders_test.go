package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestFoldersAreGroups(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "Filings", "Annual.pdf"), pdftest.Text("The dividend was two euros."))
	lone := put(t, filepath.Join(dir, "Lone.pdf"), pdftest.Text("The dividend was one euro."))
	b.must("add", filepath.Join(dir, "Filings"), lone)
	if out := b.must("list"); !strings.Contains(out, "\nFilings\n✓ Annual") {
		t.Errorf("list: %s", out)
	}
	if out := b.must("search", "--folder", "filings", "dividend"); strings.Contains(out, "Lone") || !strings.Contains(out, "Annual") {
		t.Errorf("search: %s", out)
	}
	b.must("move", "Lone", "--to", "Filings/Later")
	if out := b.must("--json", "list", "--folder", "Filings"); strings.Count(out, "\n") != 2 || !strings.Contains(out, `"folder":"Filings/Later"`) {
		t.Errorf("moved: %s", out)
	}
	b.must("move", "Annual", "Lone", "--to", "")
	if out := b.must("list", "--folder", dir); strings.Contains(out, "Filings") || strings.Count(out, "✓") != 2 {
		t.Errorf("taken out: %s", out)
	}
}
