package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"lectern/backend/ingest/pdftest"
)

const noFull = ""

// full fills the disk of a data folder, a small one of its own, to so many free bytes before a command, and makes room again.
func full(y *yard) {
	const size = 48 << 20
	disk := y.folder("disk")
	if err := syscall.Mount("lectern-attack", disk, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		y.note("not possible here: a small disk can't be mounted (%v)", err)
		return
	}
	defer func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			y.broke("%v", err)
		}
	}()
	h, dir := &house{y, filepath.Join(disk, "home"), nobody}, y.folder("files")
	for i := range 4 {
		var pages []string
		for p := range 40 {
			pages = append(pages, fmt.Sprintf("Book %d, page %d.\n%s", i, p, strings.Repeat("The notice period is three months.\n", 20)))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("Book%d.pdf", i)), pdftest.Text(pages...), 0o600); err != nil {
			y.broke("%v", err)
			return
		}
	}
	if _, err := h.must("add", dir); err != nil {
		y.broke("%v", err)
		return
	}
	again := filepath.Join(dir, "Book0.pdf")
	for _, args := range [][]string{{"add", again}, {"ask", "What is the notice period?"}, {"remove", "Book1"}, {"remove", "--wipe", "Book2"}, {"doctor"}, {"show", "Book3", "--again"}, {"doctor", "--rebuild"}} {
		steps := []int{0, 1, 4, 16, 64, 256, 600, 1024, 2048, 4096, 8192, 16384} // kB
		if y.short {
			steps = []int{0, 4096}
		}
		for _, kb := range steps {
			if args[0] == "add" {
				_, _ = h.must("remove", "Book0") // it may not be there
			} else if args[0] == "remove" {
				_, _ = h.must("add", dir) // what an earlier step removed
			}
			y.try(fmt.Sprintf("%s with %d kB free", strings.Join(args, " "), kb), func() error { return h.cramped(disk, kb<<10, args) })
		}
	}
}

// cramped runs a command on a full disk, and looks that all is there and works when there is room.
func (h *house) cramped(disk string, free int, args []string) error {
	stone := filepath.Join(disk, "stone")
	if err := fill(disk, stone, free); err != nil {
		return err
	}
	o := h.run(args...)
	err := o.ended(0, 1, 3)
	said := strings.ToLower(o.out + o.err)
	if o.code != 0 && !strings.Contains(said, "full") && !strings.Contains(said, "no space") && !strings.Contains(said, "space") {
		err = errors.Join(err, fmt.Errorf("it doesn't tell that the disk is full: %s", end(o.out+o.err, 300)))
	}
	err = errors.Join(err, os.Remove(stone))
	out, found := h.must("search", "notice period")
	if found == nil && strings.TrimSpace(out) == "" {
		found = errors.New("nothing is found any more")
	}
	return errors.Join(err, h.agrees(), found)
}

// fill leaves so many bytes of a disk free.
func fill(disk, stone string, free int) error {
	var s syscall.Statfs_t
	if err := syscall.Statfs(disk, &s); err != nil {
		return err
	}
	n := int(s.Bavail)*int(s.Bsize) - free
	return os.WriteFile(stone, bytes.Repeat([]byte{1}, max(n, 0)), 0o600)
}
