package serve

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"lectern/backend/runs/runstest"
)

func TestAnUploadThatIsTooLargeIsRefusedBeforeItIsRead(t *testing.T) {
	l := listen(t, usual)
	l.upmost = 1 << 20
	// It is told beforehand, and refused before a byte of it came.
	status, _, said := l.raw(request("POST /api/upload?name=Big.pdf", "", hostLine, cookieLine, tokenLine, "Content-Length: 1048577", "Expect: 100-continue"))
	if status != http.StatusRequestEntityTooLarge || !strings.Contains(said, "Big.pdf is larger than 1 MB") || !strings.Contains(said, "Split it") {
		t.Errorf("%d %s", status, said)
	}
	if _, _, said := l.raw(request("GET /bridge.js", "", hostLine)); !strings.Contains(said, "upmost = 1048576;") {
		t.Errorf("the page isn't told: %.300s", said)
	}
	// One that doesn't tell is refused while it is read.
	pieces := strings.Repeat("1000\r\n"+strings.Repeat("a", 4096)+"\r\n", 300)
	status, _, said = l.raw("POST /api/upload?name=Big.pdf HTTP/1.1\r\n" + hostLine + "\r\n" + cookieLine + "\r\n" + tokenLine + "\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces + "0\r\n\r\n")
	if status != http.StatusRequestEntityTooLarge && status != 0 || status != 0 && !strings.Contains(said, "Big.pdf is larger than 1 MB") { // 0: the answer was lost with what was still on its way
		t.Errorf("%d %s", status, said)
	}
	if left, err := filepath.Glob(filepath.Join(l.core.Store.Home(), "incoming", "*")); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
	if newBrowser().upmost != 1<<30 {
		t.Error("the limit is not the reader's")
	}
}

func TestAnUploadThatCantBeTakenOverIsSaidAsItIs(t *testing.T) {
	if _, err := io.Copy(io.Discard, unbroken{iotest.ErrReader(io.ErrUnexpectedEOF)}); !errors.Is(err, errBroken) {
		t.Errorf("broken off: %v", err)
	}
	if _, err := io.Copy(io.Discard, unbroken{iotest.ErrReader(os.ErrDeadlineExceeded)}); !isTimeout(err) || errors.Is(err, errBroken) {
		t.Errorf("slow: %v", err)
	}
	l := listen(t, usual)
	if err := os.RemoveAll(filepath.Join(l.core.Store.Home(), "incoming")); err != nil {
		t.Fatal(err)
	}
	status, _, said := l.raw(request("POST /api/upload?name=Lease.pdf", string(runstest.Lease()), hostLine, cookieLine, tokenLine))
	if status != http.StatusInternalServerError || strings.Contains(said, "free some space") || !strings.Contains(said, "Lease.pdf could not be taken over") {
		t.Errorf("%d %s", status, said)
	}
}
