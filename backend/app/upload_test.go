package app

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"syscall"
	"testing"
	"testing/iotest"

	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

func TestWhatWentWrongWithAnUploadIsSaidAsItIs(t *testing.T) {
	if err := fill(io.Discard, iotest.ErrReader(syscall.ENOSPC)); !errors.Is(err, syscall.ENOSPC) || errors.Is(err, store.ErrFull) {
		t.Errorf("a body that could not be read: %v", err)
	}
	if err := fill(writerFunc(func([]byte) (int, error) { return 0, syscall.EDQUOT }), bytes.NewReader(runstest.Lease())); !errors.Is(err, store.ErrFull) {
		t.Errorf("a quota: %v", err)
	}
	if err := fill(writerFunc(func([]byte) (int, error) { return 0, syscall.EACCES }), bytes.NewReader(runstest.Lease())); errors.Is(err, store.ErrFull) || !errors.Is(err, syscall.EACCES) {
		t.Errorf("a folder that can't be written: %v", err)
	}
	if runtime.GOOS == "linux" {
		disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer disk.Close()
		if err := fill(disk, bytes.NewReader(runstest.Lease())); !errors.Is(err, store.ErrFull) {
			t.Errorf("a full disk: %v", err)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
