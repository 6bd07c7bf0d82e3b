package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/store"
)

func TestAnUploadMayHaveAnyName(t *testing.T) {
	b := newBench(t)
	s := serveTest(t, b)
	long, much := strings.Repeat("n", 246), strings.Repeat("長", 1000)
	want := map[string]string{ // the name that is sent, and that of the document
		"Lease.pdf": "Lease", " .pdf": "document", ".pdf": "document", "": "document", "   ": "document", ".": "document", "..": "document", `..\..`: "document", "../..": "document", "\x00": "document",
		"\u200b\u200b.pdf": "document", `C:\papers\Old.pdf`: "Old", "/etc/passwd": "passwd", "a\nb.pdf": "a b", "a\x00c.pdf": "ac", "..hidden.pdf": "..hidden", "-rf.pdf": "-rf", "a?b*:|\"<>.pdf": "a?b*:|\"<>",
		"CON.pdf": "CON", long + ".pdf": long, much + ".pdf": strings.Repeat("長", longestName-5) + "…", "\xff\xfe.pdf": "\ufffd", "Bericht.PDF": "Bericht", " spaced .pdf": "spaced", "a\u202efdp.pdf": "afdp",
		"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.pdf": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "%2e%2e.pdf": "%2e%2e", "no ending": "no ending", "😀.pdf": "😀",
	}
	i := 0
	added := map[string]int{}
	for name, called := range want {
		i++
		r := s.request("POST", "/api/upload?name="+url.QueryEscape(name), string(pdftest.Text(fmt.Sprintf("This is file number %d.", i))))
		if code, body := s.do(r); code != http.StatusOK {
			t.Errorf("%q: %d %s", name, code, body)
			continue
		}
		added[called]++
	}
	s.wait(len(want))
	_, body := s.call("Names", `[]`)
	var reply struct{ Result []string }
	if err := json.Unmarshal([]byte(body), &reply); err != nil {
		t.Fatal(err)
	}
	for _, name := range reply.Result {
		for called, n := range added { // one that is there already gets a number
			if n > 0 && (name == called || called == "document" && strings.HasPrefix(name, "document")) {
				added[called]--
				break
			}
		}
	}
	for called, n := range added {
		if n != 0 {
			t.Errorf("%d called %q are missing in %q", n, called, reply.Result)
		}
	}
}

// wait waits until so many documents are ready.
func (s *site) wait(n int) {
	s.t.Helper()
	for {
		_, body := s.call("Ready", `[]`)
		var reply struct{ Result int }
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			s.t.Fatal(err)
		}
		if reply.Result >= n {
			return
		}
		if s.t.Context().Err() != nil {
			s.t.Fatalf("%d of %d are ready", reply.Result, n)
		}
	}
}

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

func TestWhatWentWrongWithAnUploadIsSaidAsItIs(t *testing.T) {
	if err := fill(io.Discard, iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, errBroken) {
		t.Errorf("broken off: %v", err)
	}
	if err := fill(io.Discard, iotest.ErrReader(os.ErrDeadlineExceeded)); !isTimeout(err) || errors.Is(err, errBroken) {
		t.Errorf("slow: %v", err)
	}
	if err := fill(writerFunc(func([]byte) (int, error) { return 0, syscall.EDQUOT }), bytes.NewReader(lease())); !errors.Is(err, store.ErrFull) {
		t.Errorf("a quota: %v", err)
	}
	if err := fill(writerFunc(func([]byte) (int, error) { return 0, syscall.EACCES }), bytes.NewReader(lease())); errors.Is(err, store.ErrFull) || !errors.Is(err, syscall.EACCES) {
		t.Errorf("a folder that can't be written: %v", err)
	}
	if runtime.GOOS == "linux" {
		disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer disk.Close()
		if err := fill(disk, bytes.NewReader(lease())); !errors.Is(err, store.ErrFull) {
			t.Errorf("a full disk: %v", err)
		}
	}
	l := listen(t, usual)
	if err := os.RemoveAll(filepath.Join(l.core.Store.Home(), "incoming")); err != nil {
		t.Fatal(err)
	}
	status, _, said := l.raw(request("POST /api/upload?name=Lease.pdf", string(lease()), hostLine, cookieLine, tokenLine))
	if status != http.StatusInternalServerError || strings.Contains(said, "free some space") || !strings.Contains(said, "Lease.pdf could not be taken over") {
		t.Errorf("%d %s", status, said)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
