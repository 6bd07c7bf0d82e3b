package runs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/graph/report"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
	"lectern/backend/web"
	"lectern/backend/web/webtest"
)

// searches is a search server that knows one page, and the settings that lead to it. Everything that reaches it is counted.
type searches struct {
	webtest.Server
	settings web.Settings
	heard    atomic.Int32
	goodbye  chan bool
}

func newSearches(t *testing.T) *searches {
	s := &searches{settings: web.Defaults(), goodbye: make(chan bool, 10)}
	s.Pages = []webtest.Page{{Title: "Rents", Address: "https://example.com/rents", Summary: "What it costs", Content: "The notice period is three months in most towns."}}
	handler := s.Handler()
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.heard.Add(1)
		if handler.ServeHTTP(w, r); r.Method == http.MethodDelete {
			s.goodbye <- true
		}
	}))
	t.Cleanup(hs.Close)
	s.settings.Address = hs.URL
	return s
}

// switched has the search server switched on or off.
func (d *desk) switched(s *searches, on bool) {
	d.t.Helper()
	settings := d.models.Settings()
	settings.Web, settings.Web.On = s.settings, on
	if err := d.models.Save(d.t.Context(), settings); err != nil {
		d.t.Fatal(err)
	}
}

// reported has a report made, and reads it.
func (d *desk) reported(question string) (Turn, report.Output) {
	d.t.Helper()
	d.server.Script(llmtest.Reply{Text: "The notice period is three months [S1]."}, llmtest.Reply{Text: `{"checks":[{"claim":1,"confidence":0.9,"contradiction":""}]}`})
	turn := d.turn(d.ask(Question{Text: question, Workflow: "report"}))
	var made report.Output
	if err := json.Unmarshal(turn.Made, &made); err != nil || turn.Status != store.Answered {
		d.t.Fatalf("%v %+v", err, turn)
	}
	return turn, made
}

// left are the notes of a turn on what left the machine.
func left(t Turn) (texts []string) {
	for _, step := range t.Steps {
		for _, note := range step.Notes {
			if note.Leaves {
				texts = append(texts, note.Text)
			}
		}
	}
	return texts
}

const notice = "How long is the notice period?"

func TestAReportAsksTheSearchServerOnlyWhileItIsSwitchedOn(t *testing.T) {
	d, s := newDesk(t), newSearches(t)
	d.Reports = t.TempDir()
	for _, on := range []bool{false, true, false} {
		d.switched(s, on)
		before, asked := s.heard.Load(), len(s.Asked())
		turn, made := d.reported(notice)
		online := slices.ContainsFunc(made.Sources, func(s report.Source) bool { return s.Address == "https://example.com/rents" })
		notes := left(turn)
		if !on {
			if s.heard.Load() != before || len(notes) != 0 || online {
				t.Errorf("off: it was spoken to %d times, said %q", s.heard.Load()-before, notes)
			}
			continue
		}
		if all := s.Asked()[asked:]; len(all) != 5 || !strings.HasPrefix(all[0], webtest.Search+" "+notice) || len(notes) != len(all) || !online {
			t.Errorf("on: asked %q, said %q, found %+v", all, notes, made.Sources)
		}
		for _, note := range notes {
			if !strings.Contains(note, strings.TrimPrefix(s.settings.Address, "http://")) {
				t.Errorf("%q doesn't say who is asked", note)
			}
		}
		<-s.goodbye // the connection ends with the run
	}
}

func TestTheWebIsSwitchedOffForARunUnderWayToo(t *testing.T) {
	d, s := newDesk(t), newSearches(t)
	d.Reports = t.TempDir()
	d.switched(s, true)
	s.Trouble = func(context.Context, string, string) string {
		d.switched(s, false)
		return ""
	}
	turn, made := d.reported(notice)
	if len(s.Asked()) != 1 || len(left(turn)) != 1 || !slices.ContainsFunc(made.Errors, func(e string) bool { return strings.Contains(e, "switched off") }) {
		t.Errorf("asked %q, said %q, %q", s.Asked(), left(turn), made.Errors)
	}
}

// place is a folder by its own name: a system may reach its temporary ones over links.
func place(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWhatAReportWroteIsFound(t *testing.T) {
	d := newDesk(t)
	d.Reports = filepath.Join(place(t), "reports")
	turn, made := d.reported(notice)
	for what, want := range map[string]string{"pdf": made.Paths.PDF, "markdown": made.Paths.Markdown, "folder": made.Paths.Folder} {
		path, err := d.ReportFile(turn.Run, what)
		if err != nil || path != want || !strings.HasPrefix(path, d.Reports) {
			t.Errorf("%s: %q, %v", what, path, err)
		}
	}
	if err := os.RemoveAll(made.Paths.Folder); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"pdf", "markdown", "folder"} {
		if path, err := d.ReportFile(turn.Run, what); err == nil || !strings.Contains(err.Error(), "not there any more") {
			t.Errorf("%s is gone: %q, %v", what, path, err)
		}
	}
}

func TestOnlyFilesOfReportsAreOpened(t *testing.T) {
	d := newDesk(t)
	home := place(t)
	d.Reports = filepath.Join(home, "reports")
	at := func(parts ...string) string { return filepath.Join(append([]string{home}, parts...)...) }
	for _, folder := range []string{at("reports", "one", "folder", "report.pdf"), at("elsewhere")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{at("reports", "one", "report.pdf"), at("reports", "one", "other.pdf"), at("elsewhere", "report.pdf"), at("reports.pdf")} {
		if err := os.WriteFile(file, []byte("%PDF-"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{at("reports", "link"): at("elsewhere"), at("reports", "one", "folder", "link.pdf"): at("elsewhere", "report.pdf"), at("reports", "own"): at("reports", "one")} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip("this system has no links:", err)
		}
	}
	for name, c := range map[string]struct {
		workflow, what string
		paths          report.Paths
		says           string // "": it is found
	}{
		"its own":                 {"report", "pdf", report.Paths{PDF: at("reports", "one", "report.pdf")}, ""},
		"over a link inside":      {"report", "pdf", report.Paths{PDF: at("reports", "own", "report.pdf")}, ""},
		"of another data folder":  {"report", "pdf", report.Paths{PDF: "/home/other/lectern/reports/one/report.pdf"}, ""},
		"of another system":       {"report", "pdf", report.Paths{PDF: `C:\Users\other\lectern\reports\one\report.pdf`}, ""},
		"elsewhere":               {"report", "pdf", report.Paths{PDF: at("elsewhere", "report.pdf")}, "not in the folder"},
		"a way out":               {"report", "pdf", report.Paths{PDF: at("reports") + "/one/../../elsewhere/report.pdf"}, "not in the folder"},
		"a name that begins so":   {"report", "pdf", report.Paths{PDF: at("reports.pdf")}, "not in the folder"},
		"a link out":              {"report", "pdf", report.Paths{PDF: at("reports", "link", "report.pdf")}, "not in the folder"},
		"a file that is a link":   {"report", "pdf", report.Paths{PDF: at("reports", "one", "folder", "link.pdf")}, "not in the folder"},
		"another file":            {"report", "pdf", report.Paths{PDF: at("reports", "one", "other.pdf")}, "not in the folder"},
		"a folder for a file":     {"report", "pdf", report.Paths{PDF: at("reports", "one", "folder", "report.pdf")}, "not there"},
		"a file for a folder":     {"report", "folder", report.Paths{Folder: at("reports", "one", "report.pdf")}, "not there"},
		"the folder of all":       {"report", "folder", report.Paths{Folder: at("reports")}, "not in the folder"},
		"a folder that is a link": {"report", "folder", report.Paths{Folder: at("reports", "link")}, "not in the folder"},
		"a relative one":          {"report", "pdf", report.Paths{PDF: "one/report.pdf"}, "not there"},
		"none":                    {"report", "markdown", report.Paths{PDF: at("reports", "one", "report.pdf")}, "no markdown"},
		"something else":          {"report", "state", report.Paths{PDF: at("reports", "one", "report.pdf")}, "choose pdf"},
		"another workflow":        {"chat", "pdf", report.Paths{PDF: at("reports", "one", "report.pdf")}, "no report"},
	} {
		raw, err := json.Marshal(report.Output{Paths: c.paths})
		if err != nil {
			t.Fatal(err)
		}
		run := store.Run{ID: newID(), Conversation: newID(), Workflow: c.workflow, Status: store.Answered, Output: raw, Asked: time.Now()}
		if err := d.workspace.Runs.Save(run, name); err != nil {
			t.Fatal(err)
		}
		path, err := d.ReportFile(run.ID, c.what)
		if c.says == "" && (err != nil || path != at("reports", "one", "report.pdf")) || c.says != "" && (err == nil || path != "" || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %q, %v", name, path, err)
		}
	}
	for _, id := range []string{"", "nothing", "../x"} {
		if path, err := d.ReportFile(id, "pdf"); err == nil {
			t.Errorf("%q: %s", id, path)
		}
	}
}

func TestAReportGoesWithItsConversation(t *testing.T) {
	d := newDesk(t)
	d.Reports = filepath.Join(place(t), "reports")
	first, made := d.reported(notice)
	second, other := d.reported(notice)
	if made.Paths.Folder == "" || made.Paths.Folder == other.Paths.Folder {
		t.Fatalf("%+v %+v", made.Paths, other.Paths)
	}
	for _, path := range []string{made.Paths.Folder, made.Paths.PDF, made.Paths.Markdown} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v %v", path, info, err)
		}
	}
	mine := filepath.Join(other.Paths.Folder, "my notes.txt")
	if err := os.WriteFile(mine, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, turn := range []Turn{first, second} {
		run, err := d.workspace.Runs.Get(turn.Run)
		if err == nil {
			err = d.DeleteConversation(run.Conversation)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(made.Paths.Folder); !errors.Is(err, os.ErrNotExist) {
		t.Error("the report is still there", err)
	}
	left, err := os.ReadDir(other.Paths.Folder)
	if err != nil || len(left) != 1 || left[0].Name() != "my notes.txt" {
		t.Errorf("of the folder with a file of the person's is left: %v %v", left, err)
	}
}
