//go:build unix

package graphtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"lectern/backend/graph"
)

// Copies takes so many copies of a store's folder while a process works in it, which is paused for that at random
// moments. Each of them can be opened, and its threads go on to the right end without doing anything again.
func Copies(t *testing.T, h Harness, copies int, seed uint64) {
	if home, isChild := os.LookupEnv(childHome); isChild {
		h.toil(t, home)
		return
	}
	random := rand.New(rand.NewPCG(seed, 0))
	home, ending := t.TempDir(), toiling.ending(t)
	process := startChild(t, home)
	process.await(t)
	last := 0
	for range copies {
		time.Sleep(time.Duration(random.Int64N(int64(15 * time.Millisecond))))
		copied := filepath.Join(t.TempDir(), "copy")
		process.pause(t)
		if err := os.CopyFS(copied, os.DirFS(home)); err != nil {
			t.Fatal(err)
		}
		process.resume(t)
		last = h.goOnIn(t, copied, ending)
	}
	process.kill(t)
	t.Logf("copied while working on %d threads, seed %d", last+1, seed)
}

// goOnIn finishes the thread that was being worked on in a folder, looks at the one before it, and removes the folder.
func (h Harness) goOnIn(t *testing.T, folder string, ending State) (thread int) {
	t.Helper()
	log, err := os.Open(filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines(t, log) {
		thread = line.thread
	}
	store, shut := h.openFor(t, folder)
	c := graph.Config{Store: store}
	toiling.goOn(t, c, fmt.Sprint(thread), ending)
	if thread > 0 {
		r := stands(t, toiling.workflow(t, c), fmt.Sprint(thread-1))
		equal(t, r.State, ending)
		due(t, r, "")
	}
	shut()
	if err := errors.Join(log.Close(), os.RemoveAll(folder)); err != nil {
		t.Fatal(err)
	}
	return thread
}

// pause returns when the process stands still.
func (c child) pause(t *testing.T) {
	t.Helper()
	if err := c.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus
	_, err := syscall.Wait4(c.Process.Pid, &status, syscall.WUNTRACED, nil)
	for errors.Is(err, syscall.EINTR) {
		_, err = syscall.Wait4(c.Process.Pid, &status, syscall.WUNTRACED, nil)
	}
	if err != nil || !status.Stopped() {
		t.Fatalf("the child doesn't stand still: %v %v", status, err)
	}
}

func (c child) resume(t *testing.T) {
	t.Helper()
	if err := c.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
}
