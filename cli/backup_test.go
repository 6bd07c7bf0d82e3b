package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
)

func TestALibraryIsBackedUpAndRestored(t *testing.T) {
	b, _, done := answered(t, llmtest.Reply{Text: "It is three months [1]."})
	file := filepath.Join(t.TempDir(), "lectern.zip")
	if out := b.must("backup", file); !strings.HasPrefix(out, "Backed up 1 document and 1 conversation, ") || !strings.HasSuffix(out, ", to "+file+".\n") {
		t.Errorf("%q", out)
	}
	if code, _, errs := b.run("backup", file); code != ExitFailed || !strings.Contains(errs, "is there already; give another name, or --force") {
		t.Errorf("%d %q", code, errs)
	}
	b.must("remove", "Lease")
	line := lines[backupLine](t, b.must("--json", "backup", "--force", file+"2"))
	if len(line) != 1 || line[0].Documents != 0 || line[0].Conversations != 1 || line[0].File != file+"2" {
		t.Errorf("%+v", line)
	}
	if out := b.must("restore", file); !strings.HasPrefix(out, "Restored 1 document and 1 conversation, ") || !strings.Contains(out, "What was in "+b.home+" before is in its quarantine; ") {
		t.Errorf("%q", out)
	}
	if out := b.must("list"); !strings.Contains(out, "Lease") {
		t.Errorf("%q", out)
	}
	if out := b.must("runs"); !strings.Contains(out, done.Run) {
		t.Errorf("%q", out)
	}
	if err := os.WriteFile(file, []byte("PK what is left of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := b.run("restore", file); code != ExitFailed || !strings.Contains(errs, "lectern.zip: it is no whole backup of Lectern, and nothing was changed") {
		t.Errorf("%d %q", code, errs)
	}
	if out := b.must("list"); !strings.Contains(out, "Lease") {
		t.Errorf("%q", out)
	}
	if out := b.must("compact"); !strings.Contains(out, " won: the databases took ") {
		t.Errorf("%q", out)
	}
}
