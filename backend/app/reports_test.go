package app

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph/report"
	"lectern/backend/store"
	"lectern/backend/web"
	"lectern/backend/web/webtest"
)

// screen is a Shell that remembers what it was to open and to tell.
type screen struct {
	Shell
	browser bool
	opened  []string
	status  []Status
	refuses error
}

func (s *screen) Browser() bool { return s.browser }

func (s *screen) OpenFile(path string) error {
	s.opened = append(s.opened, path)
	return s.refuses
}

func (s *screen) Emit(name string, data ...any) {
	if name == "status" {
		s.status = append(s.status, data[0].(Status))
	}
}

func TestTheSearchServerIsSwitchedOnTriedAndTold(t *testing.T) {
	home := t.TempDir()
	a, _, end := opened(t, home)
	shell := &screen{}
	a.Shell = shell
	server := &webtest.Server{}
	hs := httptest.NewServer(server.Handler())
	defer hs.Close()
	s, err := a.Settings(t.Context())
	if err != nil || s.Web.On || s.Web.Args == nil || now(t, a).Web != "" {
		t.Fatalf("%v %+v, %q", err, s.Web, now(t, a).Web)
	}
	s.OllamaHost, s.Web.On = "127.0.0.1:9", true
	if err := a.SaveSettings(t.Context(), s); err == nil || !strings.Contains(err.Error(), "name the search server's program or its address") || now(t, a).Web != "" || len(shell.status) != 0 {
		t.Errorf("without an address: %v, %q", err, now(t, a).Web)
	}
	s.Web.Address, s.Web.Args = hs.URL, []string{"-y", "two words"}
	if said, err := a.CheckSearchServer(t.Context(), s.Web); err != nil || !strings.Contains(said, "answers, and has "+webtest.Search) || len(server.Asked()) != 0 {
		t.Errorf("%q, %v", said, err)
	}
	if err := a.SaveSettings(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(hs.URL, "http://")
	if now(t, a).Web != host || len(shell.status) != 1 || shell.status[0].Web != host {
		t.Errorf("%q, told %+v", now(t, a).Web, shell.status)
	}
	end()
	a, _, end = opened(t, home)
	defer end()
	a.Shell = shell
	if kept, err := a.Settings(t.Context()); err != nil || !reflect.DeepEqual(kept.Web, s.Web) || now(t, a).Web != host {
		t.Errorf("after a restart: %v %+v", err, kept.Web)
	}
	s.Web.On = false
	if err := a.SaveSettings(t.Context(), s); err != nil || now(t, a).Web != "" {
		t.Errorf("%v, %q", err, now(t, a).Web)
	}
	if kept, err := a.Settings(t.Context()); err != nil || kept.Web.Address != hs.URL {
		t.Errorf("what was set is gone with the switch: %v %+v", err, kept.Web)
	}
	wrong := web.Defaults()
	wrong.Program = "/nowhere/search"
	if said, err := a.CheckSearchServer(t.Context(), wrong); err == nil || said != "" || !strings.Contains(err.Error(), "no program") {
		t.Errorf("%q, %v", said, err)
	}
}

func TestAReportIsOpenedFromItsRecordAlone(t *testing.T) {
	a, _, end := opened(t, t.TempDir())
	defer end()
	shell := &screen{}
	a.Shell = shell
	reports, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a.Runs.Reports = reports
	folder := filepath.Join(reports, "session_1")
	made := report.Output{Paths: report.Paths{Folder: folder, PDF: filepath.Join(folder, "report.pdf"), Markdown: filepath.Join(folder, "report.md")}}
	raw, err := json.Marshal(made)
	if err == nil {
		err = a.Workspace.Runs.Save(store.Run{ID: "one", Conversation: "c", Workflow: "report", Status: store.Answered, Output: raw, Asked: time.Now()}, "A report")
	}
	if err == nil {
		err = os.Mkdir(folder, 0o700)
	}
	for _, path := range []string{made.Paths.PDF, made.Paths.Markdown} {
		if err == nil {
			err = os.WriteFile(path, []byte("%PDF-"), 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"pdf", "markdown", "folder"} {
		if address, err := a.OpenReport("one", what); err != nil || address != "" {
			t.Errorf("%s: %q, %v", what, address, err)
		}
	}
	if !slices.Equal(shell.opened, []string{made.Paths.PDF, made.Paths.Markdown, folder}) {
		t.Errorf("opened %q", shell.opened)
	}
	for run, what := range map[string]string{"one": "../../etc/passwd", "../one": "pdf", "gone": "folder"} {
		if address, err := a.OpenReport(run, what); err == nil {
			t.Errorf("%s of %s: %q", what, run, address)
		}
	}
	shell.refuses = errors.New("no program for it")
	if _, err := a.OpenReport("one", "folder"); !errors.Is(err, shell.refuses) {
		t.Errorf("%v", err)
	}
	shell.browser, shell.opened = true, nil
	if address, err := a.OpenReport("one", "pdf"); err != nil || address != "/report/one/report.pdf" || len(shell.opened) != 0 {
		t.Errorf("in a browser: %q, %v, opened %q", address, err, shell.opened)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if address, err := a.OpenReport("one", "pdf"); err == nil || address != "" || !strings.Contains(err.Error(), "not there any more") {
		t.Errorf("gone: %q, %v", address, err)
	}
}
