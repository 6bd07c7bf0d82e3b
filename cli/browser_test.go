package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// site is browser mode under way.
type site struct {
	*http.Client
	t       *testing.T
	address string // without the token
	token   string // sent with every request
}

// serveTest starts browser mode in a process of its own.
func serveTest(t *testing.T, b *bench) *site {
	c := b.command("--json", "serve")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil {
			t.Errorf("browser mode ended with %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(lines[struct{ Address string }](t, line)[0].Address)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{&http.Client{Jar: jar, Timeout: 20 * time.Second}, t, "http://" + u.Host, u.Query().Get("token")}
	if code, _ := s.get("/?token=" + s.token); code != http.StatusOK {
		t.Fatalf("the printed address answers %d", code)
	}
	return s
}

func (s *site) do(r *http.Request) (int, string) {
	s.t.Helper()
	if s.token != "" {
		r.Header.Set("X-Lectern-Token", s.token)
	}
	reply, err := s.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply.StatusCode, string(body)
}

func (s *site) request(method, path, body string) *http.Request {
	r, err := http.NewRequest(method, s.address+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *site) get(path string) (int, string) { return s.do(s.request("GET", path, "")) }

func (s *site) call(name, args string) (int, string) {
	return s.do(s.request("POST", "/api/call", `{"name":"main.bound.`+name+`","args":`+args+`}`))
}

func TestBrowserModeAnswersOnlyItsOwnPage(t *testing.T) {
	s := serveTest(t, newBench(t))
	if code, body := s.get("/"); code != http.StatusOK || !strings.Contains(body, `<script src="/bridge.js">`) {
		t.Errorf("the page: %d %s", code, body)
	}
	if code, body := s.call("Greet", `["Ada"]`); code != http.StatusOK || !strings.Contains(body, "Hello Ada") {
		t.Errorf("a call: %d %s", code, body)
	}
	for name, change := range map[string]func(*http.Request){
		"another host":   func(r *http.Request) { r.Host = "evil.example" },
		"another origin": func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
	} {
		r := s.request("POST", "/api/call", `{"name":"main.bound.Greet","args":["x"]}`)
		change(r)
		if code, _ := s.do(r); code != http.StatusForbidden {
			t.Errorf("%s: %d", name, code)
		}
	}
}

func TestBadCallsAreErrorsOfTheCall(t *testing.T) {
	b := newBench(t)
	s := serveTest(t, b)
	for args, says := range map[string]string{`[]`: "takes 1 arguments", `[5]`: "argument 1", `["a","b"]`: "takes 1 arguments"} {
		if _, body := s.call("Greet", args); !strings.Contains(body, says) {
			t.Errorf("%s: %s", args, body)
		}
	}
	if _, body := s.call("Nothing", `[]`); !strings.Contains(body, "no method") {
		t.Error(body)
	}
	_, body := s.call("Panics", `[]`)
	id := regexp.MustCompile(`look for ([0-9a-f]{8}) in lectern\.log`).FindStringSubmatch(body)
	if !strings.Contains(body, "went wrong") || strings.Contains(body, "purpose") || id == nil {
		t.Fatal(body)
	}
	log, err := os.ReadFile(filepath.Join(b.home, "log", "lectern.log"))
	if err != nil || !strings.Contains(string(log), id[1]) || !strings.Contains(string(log), "(*bound).Panics") || strings.Contains(string(log), "purpose") {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestAnUploadBecomesADocumentWhoseBytesAreServedInRanges(t *testing.T) {
	s := serveTest(t, newBench(t))
	listen := s.request("GET", "/api/events", "")
	listen.Header.Set("X-Lectern-Token", s.token)
	events, err := s.Do(listen)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	r, err := http.NewRequest("POST", s.address+"/api/upload?name=..%2F..%2FLease.pdf", bytes.NewReader(lease()))
	if err != nil {
		t.Fatal(err)
	}
	if code, body := s.do(r); code != http.StatusOK {
		t.Fatalf("%d %s", code, body)
	}
	id := ""
	for scan := bufio.NewScanner(events.Body); id == "" && scan.Scan(); {
		if data, ok := strings.CutPrefix(scan.Text(), "data: "); ok {
			e := lines[struct {
				Name string
				Data []json.RawMessage // and the event's number
			}](t, data)[0]
			if e.Name != "documents" {
				continue
			}
			if d := lines[[]struct{ ID, Name, State string }](t, string(e.Data[0]))[0][0]; d.State == "ready" {
				id = d.ID
			}
		}
	}
	if _, body := s.call("Names", `[]`); !strings.Contains(body, `["Lease"]`) {
		t.Errorf("names: %s", body)
	}
	r = s.request("GET", "/doc/"+id, "")
	r.Header.Set("Range", "bytes=0-4")
	if code, body := s.do(r); code != http.StatusPartialContent || body != "%PDF-" {
		t.Errorf("a range: %d %q", code, body)
	}
	for _, path := range []string{"/doc/nothing", "/doc/..%2f..%2flibrary.db", "/doc/"} {
		if code, _ := s.get(path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}
