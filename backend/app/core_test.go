package app

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
)

// The test binary is the worker, too.
func TestMain(m *testing.M) { os.Exit(ingesttest.Main(m)) }

func TestPDFsOfTheWebAreReadInTheWorker(t *testing.T) {
	core, err := Open(Config{Home: t.TempDir(), Workspace: "Library"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	}()
	path := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(path, pdftest.File{Pages: []pdftest.Page{{"Rents rose."}, {"Wages did not."}}}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := core.Runs.Reader(t.Context(), path); err != nil || text != "Rents rose.\n\nWages did not." {
		t.Errorf("%q, %v", text, err)
	}
}
