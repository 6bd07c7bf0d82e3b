package serve

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lectern/backend/app"
	"lectern/backend/graph/report"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/cli/page"
)

// shelf is browser mode over runs that wrote reports, without a process of its own.
type shelf struct {
	*browser
	t       *testing.T
	reports string
}

func newShelf(t *testing.T) *shelf {
	home := t.TempDir()
	s, err := store.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	r := runs.New(w, s.Checkpoints, m, slog.New(slog.DiscardHandler), nil)
	r.Reports = filepath.Join(home, "reports")
	t.Cleanup(func() {
		r.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b := newBrowser()
	core := &app.Core{Program: &app.Program{Store: s, Models: m, Shell: b, Log: slog.New(slog.DiscardHandler)}, Workspace: w, Runs: r}
	b.attach(&bound{}, fstest.MapFS{"index.html": {Data: []byte("the page")}}, core, "127.0.0.1:80")
	return &shelf{b, t, r.Reports}
}

// wrote records a run that wrote a PDF at a path.
func (s *shelf) wrote(run, path string) {
	s.t.Helper()
	raw, err := json.Marshal(report.Output{Paths: report.Paths{PDF: path}})
	if err == nil {
		err = s.core.Workspace.Runs.Save(store.Run{ID: run, Conversation: "c-" + run, Workflow: "report", Status: store.Answered, Output: raw, Asked: time.Now()}, "A report")
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, []byte("%PDF-1.7 the report"), 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shelf) get(method, path string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1:80"+path, nil)
	r.Host = s.host
	r.AddCookie(&http.Cookie{Name: s.cookie, Value: s.ticket})
	r.Header.Set(tokenHeader, s.token)
	for _, c := range change {
		c(r)
	}
	out := httptest.NewRecorder()
	s.ServeHTTP(out, r)
	return out
}

func TestAReportsPDFIsServedToItsOwnPage(t *testing.T) {
	s := newShelf(t)
	s.wrote("one", filepath.Join(s.reports, "session_1", "report.pdf"))
	address := app.ReportAddress("one")
	out := s.get("GET", address)
	if out.Code != http.StatusOK || out.Body.String() != "%PDF-1.7 the report" {
		t.Fatalf("%d %q", out.Code, out.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Content-Disposition": `inline; filename="report.pdf"`, "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		"Content-Security-Policy": page.Policy,
	} {
		if got := out.Header().Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if out := s.get("GET", address, func(r *http.Request) { r.Header.Set("Range", "bytes=0-4") }); out.Code != http.StatusPartialContent || out.Body.String() != "%PDF-" {
		t.Errorf("a range: %d %q", out.Code, out.Body)
	}
	for name, change := range map[string]func(*http.Request){
		"without the cookie": func(r *http.Request) { r.Header.Del("Cookie") },
		"without the token":  func(r *http.Request) { r.Header.Del(tokenHeader) },
		"another port":       func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"another host":       func(r *http.Request) { r.Host = "evil.example" },
		"another origin":     func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
	} {
		if out := s.get("GET", address, change); out.Code != http.StatusUnauthorized && out.Code != http.StatusForbidden || strings.Contains(out.Body.String(), "%PDF") {
			t.Errorf("%s: %d", name, out.Code)
		}
	}
	if err := os.Remove(filepath.Join(s.reports, "session_1", "report.pdf")); err != nil {
		t.Fatal(err)
	}
	if out := s.get("GET", address); out.Code != http.StatusNotFound || !strings.Contains(out.Body.String(), "not there any more") {
		t.Errorf("gone: %d %q", out.Code, out.Body)
	}
}

func TestNoAddressLeadsOutOfTheReports(t *testing.T) {
	s := newShelf(t)
	outside := filepath.Join(filepath.Dir(s.reports), "elsewhere", "report.pdf")
	s.wrote("outside", outside)
	s.wrote("one", filepath.Join(s.reports, "session_1", "report.pdf"))
	s.wrote("linked", filepath.Join(s.reports, "session_2", "report.pdf"))
	linked := filepath.Join(s.reports, "session_2", "report.pdf")
	if err := os.Remove(linked); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, linked); err != nil {
		t.Skip("this system has no links:", err)
	}
	for _, path := range []string{
		app.ReportAddress("outside"), app.ReportAddress("linked"), app.ReportAddress("nothing"), app.ReportAddress("../one"), "/report/", "/report/one", "/report/one/", "/report/one/report.md",
		"/report/one/question.json", "/report/..%2felsewhere/report.pdf", "/report/one%2f..%2f..%2felsewhere/report.pdf", "/report/one/..%2f..%2felsewhere%2freport.pdf",
		"/report/%2e%2e/report.pdf", "/report//report.pdf",
	} {
		if out := s.get("GET", path); out.Code == http.StatusOK || strings.Contains(out.Body.String(), "%PDF") {
			t.Errorf("%s: %d %q", path, out.Code, out.Body)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if out := s.get(method, app.ReportAddress("one")); out.Code != http.StatusMethodNotAllowed && out.Code != http.StatusNotFound {
			t.Errorf("%s: %d", method, out.Code)
		}
	}
}
