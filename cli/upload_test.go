package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAnUploadMayHaveAnyName(t *testing.T) {
	b := newBench(t)
	s := serveTest(t, b)
	long, much := strings.Repeat("n", 246), strings.Repeat("長", 1000)
	want := map[string]string{ // the name that is sent, and that of the document
		"Lease.pdf": "Lease", " .pdf": "document", ".pdf": "document", "": "document", "   ": "document", ".": "document", "..": "document", `..\..`: "document", "../..": "document", "\x00": "document",
		"\u200b\u200b.pdf": "document", `C:\papers\Old.pdf`: "Old", "/etc/passwd": "passwd", "a\nb.pdf": "a b", "a\x00c.pdf": "ac", "..hidden.pdf": "..hidden", "-rf.pdf": "-rf", "a?b*:|\"<>.pdf": "a?b*:|\"<>",
		"CON.pdf": "CON", long + ".pdf": long, much + ".pdf": strings.Repeat("長", 250) + "…", "\xff\xfe.pdf": "\ufffd", "Bericht.PDF": "Bericht", " spaced .pdf": "spaced", "a\u202efdp.pdf": "afdp",
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
