// Package ingesttest lets a test binary be the worker that reads PDFs. Built for the race detector the worker would take
// minutes to compile pdfium, and run into its own limits; so then a plain one stands for it, which is built unless
// LECTERN_TEST_PLAIN_WORKER names it.
package ingesttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/backend/ingest"
	"lectern/backend/racetest"
)

// plainWorker names the plain worker for child processes.
const plainWorker = "LECTERN_TEST_PLAIN_WORKER"

// Main runs the tests, or the worker if the arguments say so. A test package calls it from TestMain.
func Main(m *testing.M) int {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		return worker()
	}
	if racetest.Detector && os.Getenv(plainWorker) == "" {
		dir, err := os.MkdirTemp("", "lectern-worker-*")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "worker")
		build := exec.Command("go", "build", "-o", path, "lectern/backend/ingest/ingesttest/worker")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building the worker: %v\n%s", err, out)
			return 1
		}
		os.Setenv(plainWorker, path)
	}
	return m.Run()
}

func worker() int {
	path := os.Getenv(plainWorker)
	if path == "" {
		return ingest.Worker(os.Stdin, os.Stdout, os.Args[2:])
	}
	// In its place: a process of the race detector beside it would begin as slowly, and sleep for a second when it ends.
	fmt.Fprintln(os.Stderr, syscall.Exec(path, append([]string{path}, os.Args[2:]...), os.Environ()))
	return 1
}
