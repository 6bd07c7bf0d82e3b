package cli

import (
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAPDFIsCheckedAsItIsRead(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	b.must("add", write(t, dir, "Lease.pdf", lease()))
	memo := write(t, dir, "memo", pdftest.Text("The notice period is three months.", "The notice period is five months."))
	code, stdout, stderr := b.run("check", memo)
	if code != ExitUnproved || !strings.Contains(stdout, "✓ The notice period is three months.") || !strings.Contains(stdout, "✗ The notice period is five months.") || !strings.Contains(stdout, "1 of 2 statements verified") {
		t.Errorf("%d %s %s", code, stdout, stderr)
	}
	broken := write(t, dir, "broken.pdf", []byte("%PDF-1.7\nnothing else"))
	if code, _, stderr := b.run("check", broken); code != ExitFailed || !strings.HasPrefix(stderr, "lectern: ") {
		t.Errorf("%d %q", code, stderr)
	}
}

func TestATextOfWhichNothingCanBeCheckedSaysSo(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	b.must("add", write(t, dir, "Lease.pdf", lease()))
	code, stdout, _ := b.run("check", write(t, dir, "notes.md", []byte("# Notes\n\n- Who pays?\n- And when?\n")))
	if code != ExitUnproved || !strings.Contains(stdout, "Nothing in this text could be checked") {
		t.Errorf("%d %s", code, stdout)
	}
}
