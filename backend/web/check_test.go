package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"lectern/backend/web/webtest"
)

func TestACheckTellsWhichToolsAreThereAndAsksNothing(t *testing.T) {
	asked := func(context.Context, string, string) string { t.Error("it was asked"); return "" }
	server := &webtest.Server{Trouble: asked}
	hs := httptest.NewServer(server.Handler())
	defer hs.Close()
	t.Setenv("LECTERN_TEST_SEARCH", "1") // for the program that is started
	for name, at := range map[string]Settings{"http": {Address: hs.URL}, "stdio": {Program: os.Args[0]}} {
		for _, c := range []struct {
			change func(*Settings)
			says   string
			wrong  string
		}{
			{func(*Settings) {}, " answers, and has full-web-search, get-web-search-summaries and get-single-web-page-content.", ""},
			{func(s *Settings) { s.PageTool = "" }, " answers, and has full-web-search and get-web-search-summaries.", ""},
			{func(s *Settings) { s.PageTool = "gone" }, " It doesn't have gone, which reports can do without; it has ", ""},
			{func(s *Settings) { s.SearchTool = "gone" }, "", ` answers, but has no tool "gone" to search with; it has `},
			{func(s *Settings) { s.SearchTool = "" }, "", "name the search server's tool"},
		} {
			d := Defaults() // it need not be switched on to be tried
			d.Address, d.Program = at.Address, at.Program
			c.change(&d)
			m := &MCP{Settings: d, Timeout: 10 * time.Second}
			said, err := m.Check(t.Context())
			if err == nil && c.wrong != "" || err != nil && (c.wrong == "" || !strings.Contains(err.Error(), c.wrong)) || !strings.Contains(said, c.says) {
				t.Errorf("%s: %q, %v; not %q, %q", name, said, err, c.says, c.wrong)
			}
			_ = m.Close() // of a test's program that may have been ended
		}
	}
}

func TestACheckSaysWhatToDoWhereNoSearchServerIs(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }))
	defer page.Close()
	over := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	defer hangs.Close()
	defer close(over)
	gone := httptest.NewServer(nil)
	gone.Close()
	t.Setenv("LECTERN_TEST_SEARCH", "ends at once") // for the program that is started
	for name, c := range map[string]struct {
		at   Settings
		says []string
	}{
		"a page":         {Settings{Address: page.URL}, []string{"127.0.0.1:", "doesn't answer like a search server", "check the address"}},
		"nobody":         {Settings{Address: gone.URL}, []string{"start it", "refused"}},
		"one that hangs": {Settings{Address: hangs.URL}, []string{"it took too long"}},
		"no address":     {Settings{Address: "nowhere"}, []string{`"nowhere" is no address`}},
		"nothing":        {Settings{}, []string{"name the search server's program or its address"}},
		"no program":     {Settings{Program: "/nowhere/search"}, []string{`no program "/nowhere/search"`}},
		"another one":    {Settings{Program: os.Args[0]}, []string{"check the program and its arguments", "it said: no key is set"}},
	} {
		d := Defaults()
		d.Address, d.Program, d.Args = c.at.Address, c.at.Program, c.at.Args
		m := &MCP{Settings: d, Timeout: 2 * time.Second}
		said, err := m.Check(t.Context())
		if err == nil || said != "" {
			t.Errorf("%s: %q", name, said)
			continue
		}
		for _, words := range c.says {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v doesn't say %q", name, err, words)
			}
		}
		_ = m.Close()
	}
}

func TestOnlyTheEndOfWhatAProgramSaysIsKept(t *testing.T) {
	var said tail
	for range 100 {
		_, _ = said.Write([]byte("noise noise noise\n"))
	}
	_, _ = said.Write([]byte("the \xffreason\n"))
	if got := said.line(); len(got) > tailBytes || !strings.HasSuffix(got, " the reason") {
		t.Errorf("%q", got)
	}
}
