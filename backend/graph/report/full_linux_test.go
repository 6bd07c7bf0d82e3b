package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/pdfout"
)

// A disk that fills while the PDF is written leaves no half of one: the report stands in the conversation, and says why.
func TestADiskThatFillsWhileThePDFIsWrittenLeavesNoHalfOfIt(t *testing.T) {
	b := leaseOnly(t)
	b.Folder = t.TempDir()
	if err := syscall.Mount("lectern-test", b.Folder, "tmpfs", 0, "size=1048576"); err != nil {
		t.Skipf("a small disk can't be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(b.Folder, 0); err != nil {
			t.Error(err)
		}
	})
	b.PDF = func(w io.Writer, _ string, _ pdfout.Options) error {
		stone := filepath.Join(b.Folder, "stone") // as much as there is room for
		if err := os.WriteFile(stone, bytes.Repeat([]byte{1}, 2<<20), 0o600); err == nil {
			t.Error("the disk isn't full")
		}
		_, err := w.Write(bytes.Repeat([]byte{2}, 300<<10))
		return err
	}
	b.round(notice, checks(.9))
	h := b.ask(asked)
	if h.err != nil || h.Paths.PDF != "" || !h.failed("report.pdf can't be written") || !strings.Contains(h.Answer.Message, "report.pdf can't be written") || len(h.Answer.Citations) != 1 {
		t.Errorf("%v, %+v, %q, %q", h.err, h.Paths, h.Errors, h.Answer.Message)
	}
	left, err := filepath.Glob(filepath.Join(b.Folder, "*", "*"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range left {
		if name := filepath.Base(path); strings.Contains(name, "pdf") || strings.HasPrefix(name, ".") {
			t.Errorf("%s is left", name)
		}
	}
	kept, err := b.Workspace.Outputs.Get(h.Report.Run, h.Report.Name)
	if err != nil || !strings.Contains(string(kept), "three months to the end of a quarter") || !strings.Contains(string(kept), "report.pdf can't be written") {
		t.Errorf("%v %s", err, kept)
	}
}
