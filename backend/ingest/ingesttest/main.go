// Package ingesttest lets a test binary be the worker that reads PDFs. Built for the race detector the worker would take
// minutes to compile pdfium, and run into its own limits; so then a plain one is built, once, and stands for it.
package ingesttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"lectern/backend/ingest"
)

// plainWorker names the plain worker for child processes.
const plainWorker = "LECTERN_TEST_PLAIN_WORKER"

// Main runs the tests, or the worker if the arguments say so. A test package calls it from TestMain.
func Main(m *testing.M) int {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		return worker()
	}
	if RaceDetector && os.Getenv(plainWorker) == "" {
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
	c := exec.Command(path, os.Args[2:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	tether(c)
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
