package ingest

import (
	"os"
	"testing"
)

// The test binary is the worker too, and a few ill-behaved ones: see fakeWorkers.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "worker" {
		if fake := fakeWorkers[os.Getenv("INGEST_FAKE_WORKER")]; fake != nil {
			os.Exit(fake())
		}
		os.Exit(Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	os.Exit(m.Run())
}

var fakeWorkers = map[string]func() int{}
