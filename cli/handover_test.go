package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
)

// typed is a command in a folder of its own.
func (b *bench) typed(dir, stdin string, args ...string) string {
	c := b.command(args...)
	c.Dir, c.Stdin = dir, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	_ = c.Run()
	return fmt.Sprintf("%v: %d\n%s\n-- \n%s", args, c.ProcessState.ExitCode(), out.String(), errs.String())
}

// changing is what differs from one run of a program to the next.
var changing = regexp.MustCompile(`\b[0-9a-f]{8,32}\b|\d{4}-\d\d-\d\d[T ]?[\d:.]*(?:Z|[+-]\d\d:\d\d)?|[\d.]+ ?ms|,"millis":[\d.]+|passages to measure \(\d+\)|[\d.]+ (?:kB|KB|MB|bytes)|\d+ files?`)

func TestACommandBesideAnOpenProgramDoesTheSame(t *testing.T) {
	t.Parallel()
	script := [][]string{
		{"add", "Filings", "lease.pdf", "nothing.pdf"},
		{"list"},
		{"--json", "list"},
		{"search", "notice", "-k", "2"},
		{"--json", "ask", "What is the notice period of @lease?"},
		{"ask", "What is the notice period of @lease?"},
		{"check", "-"},
		{"check", "said.txt"},
		{"info", "lease", "--company", "Quay"},
		{"show", "lease", "--page", "1"},
		{"tables", "lease"},
		{"facts", "rent", "of", "lease"},
		{"move", "lease", "--to", "Flats"},
		{"list", "--folder", "Flats"},
		{"memory"},
		{"settings"},
		{"web"},
		{"embed"},
		{"doctor"},
		{"compact"},
		{"workspaces", "add", "Other"},
		{"--workspace", "Other", "list"},
		{"--workspace", "None", "list"},
		{"workspaces"},
		{"backup", "all.zip"},
		{"backup", "all.zip"},
		{"export", "ffff", "answer.md"},
		{"remove", "lease", "nobody"},
		{"restore", "all.zip"},
		{"list"},
		{"nonsense"},
	}
	results := map[bool][]string{}
	for _, open := range []bool{false, true} {
		b, dir := newBench(t), t.TempDir()
		put(t, filepath.Join(dir, "Filings", "Annual.pdf"), pdftest.Text("The dividend was two euros."))
		put(t, filepath.Join(dir, "lease.pdf"), lease())
		put(t, filepath.Join(dir, "said.txt"), []byte("The dividend was three euros."))
		if open {
			serveTest(t, b)
		}
		for _, args := range script {
			said := b.typed(dir, "The dividend was two euros.", args...)
			said = strings.NewReplacer(b.home, "HOME", dir, "HERE").Replace(said)
			lines := strings.Split(changing.ReplaceAllString(said, ""), "\n")
			if args[0] == "add" { // two files at a time, whichever is done first
				slices.Sort(lines)
			}
			results[open] = append(results[open], strings.Join(lines, "\n"))
		}
		if _, err := os.Stat(filepath.Join(dir, "all.zip")); err != nil {
			t.Error(err)
		}
	}
	for i := range script {
		if alone, beside := results[false][i], results[true][i]; alone != beside {
			t.Errorf("alone:\n%s\nbeside:\n%s", alone, beside)
		}
	}
}

func TestASecondStartTellsWhereTheFirstIsAndHandsFilesOver(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("there is a display")
	}
	b := newBench(t)
	s := serveTest(t, b)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "lease.pdf"), lease())
	if said := b.typed(dir, "", "lease.pdf"); !strings.Contains(said, s.address) || !strings.Contains(said, "[lease.pdf]: 0") {
		t.Errorf("second start: %s", said)
	}
	for until := time.Now().Add(20 * time.Second); !strings.Contains(b.must("list"), "lease"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the file was not added")
		}
	}
	if said := b.typed(dir, "", "lsit"); !strings.Contains(said, "[lsit]: 2") || !strings.Contains(said, "no command") {
		t.Errorf("a slip: %s", said)
	}
}

func TestACommandBesideIsStopped(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	b := newBench(t)
	serveTest(t, b)
	c := b.command("check", "-")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	_ = c.Process.Signal(os.Interrupt)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
	b.must("list")
}
