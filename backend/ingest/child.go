package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"lectern/backend/messages"
)

var (
	errTotal  = messages.Error("worker.took-too-long")
	errStall  = messages.Error("worker.no-sign-of-life")
	errCPU    = messages.Error("worker.cpu-used-up")
	errMemory = messages.Error("worker.memory-used-up")
	errDied   = messages.Error("worker.died")
	errStart  = messages.Error("worker.cannot-be-started")
)

// run has one conversation with a worker. The transcript holds what was said, also after an error.
func (r *Reader) run(ctx context.Context, input io.Reader, t *transcript, how order) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c, err := r.command(ctx, t, how)
	if err != nil {
		return fmt.Errorf("%w: %v", errStart, err)
	}
	c.Stdin = input
	var last head
	c.Stderr = &last
	out, err := c.StdoutPipe()
	if err != nil {
		return fmt.Errorf("%w: %v", errStart, err)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("%w: %v", errStart, err)
	}
	stall := time.AfterFunc(t.limits.Stall, func() { cancel(errStall) })
	defer stall.Stop()
	err = t.listen(bufio.NewReaderSize(out, 64<<10), func() { stall.Reset(t.limits.Stall) })
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		cancel(err) // nothing more is believed: end it now
	}
	exit := c.Wait()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil, t.fault != 0:
		return err
	}
	return death(exit, last.Bytes())
}

func (r *Reader) command(ctx context.Context, t *transcript, how order) (*exec.Cmd, error) {
	program, args := r.Program, r.Args
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	if args == nil {
		args = []string{"worker"}
	}
	l := t.limits
	how.cache, how.memory, how.cpu, how.pages, how.page, how.text, how.warm = r.CacheDir, l.Memory, l.CPU, l.Pages, l.Page, l.Text, t.warm
	c := exec.CommandContext(ctx, program, append(args[:len(args):len(args)], how.args()...)...)
	c.Env = append(os.Environ(), "GOTRACEBACK=none")
	c.WaitDelay = 5 * time.Second
	tether(c)
	return c, nil
}

// death finds out what a worker died of: from its exit code, or the Go runtime's last words. Where the system gives it no
// memory the runtime doesn't always say so: its collector may fall over a nil of its own. What dies on the runtime's
// stack, and not in a goroutine, died of that.
func death(exit error, words []byte) error {
	has := func(s string) bool { return bytes.Contains(words, []byte(s)) }
	var e *exec.ExitError
	errors.As(exit, &e)
	switch {
	case e != nil && e.ExitCode() == exitCPU:
		return errCPU
	case e != nil && e.ExitCode() == exitMemory, has("out of memory"), has("allocate"), has("reserve"),
		has("pthread_create"), has("create new OS thread"), // there was no room for its stack
		has("\nruntime stack:"), has("\ngoroutine 0 "):
		return errMemory
	}
	return errDied
}

// head keeps the beginning of what is written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	const limit = 4 << 10
	if room := limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
