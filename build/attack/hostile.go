package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// memoryLimit is what the program and its workers may hold together, whatever they are given to read.
const memoryLimit = 1 << 30

// hostile adds files that were made to hurt whoever reads them, all at once.
func hostile(y *yard) {
	files, err := hostileFiles(y)
	if err != nil {
		y.broke("%v", err)
		return
	}
	dir, h := y.folder("files"), y.house("home")
	paths := map[string]string{}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		at := filepath.Join(dir, fmt.Sprintf("%03d %s.pdf", i, strings.Map(plain, name)))
		if err := os.WriteFile(at, files[name], 0o600); err != nil {
			y.broke("%v", err)
			return
		}
		paths[at] = name
	}
	if _, err := h.must("doctor"); err != nil { // compiles the PDF reader
		y.broke("%v", err)
	}
	o := h.watched("add", dir)
	y.peak = o.peak
	if err := o.ended(0, 1, 3); err != nil {
		y.broke("%v", err)
	}
	said, err := lines[listed](o.out)
	if err != nil {
		y.broke("%v", err)
	}
	verdicts := map[string]listed{}
	for _, d := range said {
		verdicts[d.Path] = d
	}
	states := map[string]int{}
	for at, name := range paths {
		y.try(name, func() error { return judged(verdicts[at]) })
		states[verdicts[at].State]++
	}
	y.note("%d ready, %d failed, %d duplicates", states["ready"], states["failed"], states["duplicate"])
	if y.over() {
		return
	}
	if y.peak > memoryLimit {
		y.broke("%d MB of memory were held, which is more than %d", y.peak>>20, memoryLimit>>20)
	}
	_, searched := h.must("search", "revenue")
	if err := errors.Join(h.agrees(), searched); err != nil {
		y.broke("afterwards: %v", err)
	}
}

// judged says what is wrong with a verdict.
func judged(d listed) error {
	switch d.State {
	case "ready":
		return nil
	case "failed", "duplicate":
		if d.Reason == "" {
			return fmt.Errorf("%s without a reason", d.State)
		}
		return nil
	}
	return fmt.Errorf("no verdict: %+v", d)
}

// hostileFiles are at least 500 files. The short form has none that is stopped by a limit alone: each takes a minute.
func hostileFiles(y *yard) (map[string][]byte, error) {
	if !y.short {
		files := crafted(y.random, 1)
		spoilt, err := mutated(y.random, spoiltFiles(len(files)))
		maps.Copy(files, spoilt)
		return files, err
	}
	const smaller, every, some = 100, 3, 30
	files := lies(y.random, smaller)
	maps.Copy(files, rubble(y.random, smaller))
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if i%every != 0 {
			delete(files, name)
		}
	}
	spoilt, err := mutated(y.random, some)
	maps.Copy(files, spoilt)
	return files, err
}

// spoiltFiles is how many files to mutate beside so many that were crafted.
func spoiltFiles(crafted int) int { return max(520-crafted, 300) }

// plain keeps what a name of a file can hold.
func plain(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) {
		return '_'
	}
	return r
}

// watched runs the program to its end, and tells the most memory that it and its workers held together.
func (h *house) watched(args ...string) outcome {
	c := h.command(h.y.ctx, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	o := outcome{args: args, code: -1}
	if err := c.Start(); err != nil {
		o.err = err.Error()
		return o
	}
	g := watch(c.Process.Pid)
	_ = c.Wait() // the code tells
	o.code, o.out, o.err, o.peak = c.ProcessState.ExitCode(), out.String(), errs.String(), g.end()
	return o
}
