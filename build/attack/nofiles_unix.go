//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/runs/runstest"
)

const noSpecials = ""

// Answers to what is no file, and to the system that wants the program to end. Both have room for a busy machine: without
// it the program takes a tenth of them.
const (
	atOnce = 2 * time.Second
	toEnd  = 5 * time.Second
)

// noFiles adds what only looks like a file, and tells the program to end at any moment.
func noFiles(y *yard) {
	dir, h := y.folder("special"), y.house("home")
	good := filepath.Join(dir, "good.pdf")
	at := func(name string) string { return filepath.Join(dir, name) }
	// A socket's path mustn't be long.
	sock, err := os.MkdirTemp("", "")
	if err != nil {
		y.broke("%v", err)
		return
	}
	defer os.RemoveAll(sock)
	listener, err := net.Listen("unix", filepath.Join(sock, "socket.pdf"))
	if err == nil {
		defer listener.Close()
	}
	err = errors.Join(err, os.WriteFile(good, runstest.Lease(), 0o600), syscall.Mkfifo(at("fifo.pdf"), 0o600), os.Mkdir(at("folder.pdf"), 0o700),
		os.Symlink("/dev/zero", at("device.pdf")), os.Symlink(at("fifo.pdf"), at("link.pdf")), os.Symlink(at("loop.pdf"), at("loop.pdf")), os.Symlink(at("gone"), at("dangling.pdf")),
		os.Symlink("/dev/stdin", at("input.pdf")), os.WriteFile(at("unreadable.pdf"), runstest.Lease(), 0))
	if err != nil {
		y.broke("%v", err)
		return
	}
	if _, err := h.must("doctor"); err != nil { // compiles the PDF reader
		y.broke("%v", err)
	}
	specials := []string{at("fifo.pdf"), at("folder.pdf"), at("device.pdf"), at("link.pdf"), at("loop.pdf"), at("dangling.pdf"), at("input.pdf"), filepath.Join(sock, "socket.pdf"), "/dev/zero", "/dev/null", "/proc/self/mem", "/proc/kmsg", dir + "/../special/fifo.pdf"}
	for _, path := range specials {
		y.try(fmt.Sprintf("add %q", path), func() error {
			o := h.run("add", path)
			err := o.ended(1)
			if o.took > atOnce && !y.short {
				err = errors.Join(err, fmt.Errorf("it took %v", o.took))
			}
			return err
		})
	}
	y.try("what is no file doesn't hold up the others", func() error {
		o := h.run(append([]string{"add", good}, specials[:8]...)...)
		said, err := lines[listed](o.out)
		ready := false
		for _, d := range said {
			ready = ready || d.Path == good && (d.State == "ready" || d.State == "duplicate")
		}
		if !ready {
			err = errors.Join(err, errors.New("the honest file was not added"))
		}
		return errors.Join(err, o.ended(3))
	})
	y.try("a file that grows", func() error { return grows(h, at("growing.pdf")) })
	told(y, h)
	if err := h.agrees(); err != nil && !y.over() {
		y.broke("afterwards: %v", err)
	}
}

// grows adds a file that somebody writes on and on.
func grows(h *house, path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(h.y.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer out.Close()
		_, _ = out.Write([]byte("%PDF-1.4\n"))
		block := bytes.Repeat([]byte{' '}, 1<<16)
		for written := 0; written < 1<<30 && ctx.Err() == nil; written += len(block) {
			_, _ = out.Write(block)
		}
	}()
	o := h.run("add", path)
	cancel()
	<-done
	return errors.Join(o.ended(1), os.Remove(path))
}

// told ends the program over every command, as the system does before it kills.
func told(y *yard, h *house) {
	dir := y.folder("books")
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("Book%d.pdf", i)), pdftest.Text(strings.Split(strings.Repeat("All work and no play makes Jack a dull boy.\n", 400), "\n")...), 0o600); err != nil {
			y.broke("%v", err)
			return
		}
	}
	commands := [][]string{{"add", dir}, {"list"}, {"search", "work"}, {"ask", "What is the notice period?"}, {"show", "good", "--again"}, {"embed", "--again"}, {"doctor"}, {"serve"}, {"remove", "--wipe", "Book1"}, {"check", filepath.Join(dir, "Book0.pdf")}, {"tables", "good"}, {"doctor", "--rebuild"}}
	for i := range y.much(48, len(commands)) {
		args := commands[i%len(commands)]
		wait := time.Duration(y.random.Float64() * float64(1500*time.Millisecond))
		y.try(fmt.Sprintf("SIGTERM over %s after %v", args[0], wait.Round(time.Millisecond)), func() error {
			c := h.command(y.ctx, args...)
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			if err := c.Start(); err != nil {
				return err
			}
			ended := make(chan struct{})
			go func() { defer close(ended); _ = c.Wait() }() // the code tells
			t := time.NewTimer(wait)
			defer t.Stop()
			select {
			case <-ended:
			case <-t.C:
				_ = c.Process.Signal(syscall.SIGTERM) // it may have ended
				asked := time.Now()
				<-ended
				if took := time.Since(asked); took > toEnd && !y.short {
					return fmt.Errorf("it took %v to end", took)
				}
			}
			code := c.ProcessState.ExitCode()
			if s, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() && s.Signal() == syscall.SIGTERM {
				code = 1 // before it could listen
			}
			return outcome{args: args, code: code, out: out.String() + "told to end"}.ended(0, 1, 3, 4) // silence is right here
		})
	}
}
