package cli

import (
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAProtectedFileIsAddedWithItsPassword(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	locked := write(t, dir, "Payslip.pdf", pdftest.File{Pages: []pdftest.Page{{"The salary is 4,200 euros."}}, Password: "sesame"}.Bytes())
	wrong, right := write(t, dir, "wrong", []byte("Sesame\n")), write(t, dir, "right", []byte("sesame\r\n"))
	if code, _, stderr := b.run("add", locked); code != ExitFailed || !strings.Contains(stderr, "Payslip.pdf is protected by a password. Add it with its password") {
		t.Errorf("without: %d, %s", code, stderr)
	}
	if code, _, stderr := b.run("add", "--password-file", wrong, locked); code != ExitFailed || !strings.Contains(stderr, "doesn’t open Payslip.pdf") {
		t.Errorf("wrong: %d, %s", code, stderr)
	}
	if code, _, stderr := b.run("add", "--password-file", dir+"/nowhere", locked); code == 0 || !strings.Contains(stderr, "the password could not be read") {
		t.Errorf("unread: %d, %s", code, stderr)
	}
	added := lines[docLine](t, b.must("--json", "add", "--password-file", right, locked, write(t, dir, "Lease.pdf", lease())))
	if len(added) != 2 || added[0].State != "ready" || added[1].State != "ready" {
		t.Errorf("added %+v", added)
	}
	if out := b.must("search", "salary"); !strings.Contains(out, "4,200") {
		t.Error(out)
	}
}
