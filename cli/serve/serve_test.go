package serve

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/ingest/ingesttest"
	"lectern/backend/runs/runstest"
)

// The test binary is the worker, too.
func TestMain(m *testing.M) { os.Exit(ingesttest.Main(m)) }

// bound stands for what the page may call.
type bound struct{}

func (bound) Greet(name string) string { return "Hello " + name }

// Sleeps takes longer than any time limit of a test.
func (bound) Sleeps(ms int) string {
	time.Sleep(time.Duration(ms) * time.Millisecond)
	return "slept"
}

// lease is the path of a document.
func lease(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "Lease.pdf")
	if err := os.WriteFile(path, runstest.Lease(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
