package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lectern/backend/web/webtest"
)

// TestMain makes a search server of this program when it is started as one.
func TestMain(m *testing.M) {
	if os.Getenv("LECTERN_TEST_SEARCH") == "ends at once" {
		fmt.Fprintln(os.Stderr, "no key is set")
		os.Exit(1)
	}
	if os.Getenv("LECTERN_TEST_SEARCH") != "" {
		if err := searchServer().Stdio(context.Background()); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// elsewhere is a proxy that nothing in these tests may use.
const elsewhere = "http://proxy.example.com:3128"

// searchServer turns the query "busy" away twice and "broken" always, and is slow with "slow".
func searchServer() *webtest.Server {
	busy := 0
	return &webtest.Server{
		Pages: []webtest.Page{
			{Title: "Rents", Address: "https://example.com/a", Summary: "What it costs", Content: "The rent is 900 euros."},
			{Title: "More", Address: "https://example.com/b", Summary: "Snippet alone"},
		},
		Trouble: func(ctx context.Context, _, words string) string {
			switch words {
			case "busy":
				if busy++; busy < 3 {
					return "Request failed with status code 429"
				}
			case "broken":
				return "The query has no words"
			case "slow":
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
			}
			return ""
		},
	}
}

func clients(t *testing.T) map[string]*MCP {
	t.Helper()
	t.Setenv("LECTERN_TEST_SEARCH", "1") // for the program that is started
	hs := httptest.NewServer(searchServer().Handler())
	t.Cleanup(hs.Close)
	out := map[string]*MCP{}
	for name, s := range map[string]Settings{"http": {Address: hs.URL}, "stdio": {Program: os.Args[0], Args: []string{}}} {
		d := Defaults()
		d.On, d.Address, d.Program, d.Args = true, s.Address, s.Program, s.Args
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		out[name] = &MCP{Settings: d, Tries: quick, Timeout: 10 * time.Second, Resolver: somewhere}
		t.Cleanup(func() {
			if err := out[name].Close(); err != nil && name == "http" {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	return out
}

func TestASearchServerIsAskedOverBothTransports(t *testing.T) {
	for name, m := range clients(t) {
		rs, err := m.Search(t.Context(), "rent", 1)
		if err != nil || len(rs) != 1 || rs[0].Content != "The rent is 900 euros." {
			t.Fatalf("%s: %v %+v", name, err, rs)
		}
		if rs, err = m.Search(t.Context(), "rent", 5); err != nil || len(rs) != 2 || rs[0].Title != "Rents" || rs[0].Content != "" {
			t.Fatalf("%s: of several in one piece the list alone is certain: %v %+v", name, err, rs)
		}
		if rs, err = m.Summaries(t.Context(), "rent", 1); err != nil || len(rs) != 1 || rs[0].Title != "Rents" || rs[0].Content != "" {
			t.Errorf("%s: %v %+v", name, err, rs)
		}
		if text, err := m.Page(t.Context(), "https://example.com/a#b"); err != nil || text != "The rent is 900 euros." {
			t.Errorf("%s: %v %q", name, err, text)
		}
		if _, err := m.Page(t.Context(), "http://169.254.169.254/"); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: the server was sent into the machine's network: %v", name, err)
		}
		if rs, err = m.Search(t.Context(), "busy", 5); err != nil || len(rs) != 2 {
			t.Errorf("%s: busy at first: %v", name, err)
		}
		if _, err = m.Search(t.Context(), "broken", 5); err == nil || !strings.Contains(err.Error(), "The query has no words") || !strings.Contains(err.Error(), m.Host()) {
			t.Errorf("%s: %v", name, err)
		}
		m.Settings.PageTool = "none of that name"
		if _, err := m.Page(t.Context(), "https://example.com/a"); !errors.Is(err, ErrNoTool) {
			t.Errorf("%s: %v", name, err)
		}
		if m.Settings.PageTool = ""; m.session == nil {
			t.Errorf("%s: a tool that isn't there ended the connection", name)
		}
		if _, err := m.Page(t.Context(), "https://example.com/a"); !errors.Is(err, ErrNoTool) {
			t.Errorf("%s: %v", name, err)
		}
		m.Timeout, m.Tries.Attempts = 100*time.Millisecond, 2
		if _, err := m.Search(t.Context(), "slow", 5); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: slow: %v", name, err)
		}
		m.Timeout = 10 * time.Second
		if rs, err := m.Search(t.Context(), "rent", 5); err != nil || len(rs) != 2 {
			t.Errorf("%s: afterwards: %v", name, err)
		}
	}
}

func TestAServerThatAnswersWithTroubleIsTriedAgain(t *testing.T) {
	handler := searchServer().Handler()
	for status, wants := range map[int]bool{503: true, 429: true, 403: false} {
		n := 0
		hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n++; n <= 2 {
				w.WriteHeader(status)
				return
			}
			handler.ServeHTTP(w, r)
		}))
		d := Defaults()
		d.Address = hs.URL
		m := &MCP{Settings: d, Tries: quick}
		rs, err := m.Search(t.Context(), "rent", 5)
		if worked := err == nil && len(rs) == 2; worked != wants {
			t.Errorf("%d: %v after %d requests", status, err, n)
		}
		_ = m.Close()
		hs.Close()
	}
}

func TestAServerThatIsNotThereIsAnError(t *testing.T) {
	d := Defaults()
	d.Program = "/nowhere/search"
	m := &MCP{Settings: d, Tries: quick}
	if _, err := m.Search(t.Context(), "rent", 5); err == nil || !strings.Contains(err.Error(), "check it in Settings") {
		t.Errorf("%v", err)
	}
	for _, s := range []Settings{{On: true}, {On: true, Program: "x"}, {On: true, Address: "ftp://x", SearchTool: "s"}} {
		if s.Validate() == nil {
			t.Errorf("%+v is valid", s)
		}
	}
	if d := Defaults(); d.On || d.Validate() != nil {
		t.Error("it is not off by default")
	}
}

// net/http reads the proxies of the environment once a process, so the test is run in another.
func TestASearchServerIsAskedDirectlyAndNobodyInItsPlace(t *testing.T) {
	if os.Getenv("HTTP_PROXY") != elsewhere {
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), "HTTP_PROXY="+elsewhere, "NO_PROXY=", "no_proxy=")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other one was asked") }))
	defer other.Close()
	n := 0
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer hs.Close()
	d := Defaults()
	d.Address = hs.URL
	m := &MCP{Settings: d, Tries: quick}
	if _, err := m.Search(t.Context(), "rent", 5); err == nil || !strings.Contains(err.Error(), "points to "+other.URL) {
		t.Errorf("%v after %d requests", err, n)
	}
	over := m.transport().(*mcp.StreamableClientTransport).HTTPClient.Transport.(bounded).RoundTripper.(*http.Transport)
	if at, err := over.Proxy(httptest.NewRequest("POST", "http://searches.example.com/mcp", nil)); err != nil || at == nil || at.String() != elsewhere {
		t.Errorf("the proxy of the environment is %v, %v", at, err)
	}
	for _, host := range []string{hs.URL, "http://nas:3000/mcp", "http://192.168.1.7/mcp"} {
		if at, err := over.Proxy(httptest.NewRequest("POST", host, nil)); at != nil || err != nil {
			t.Errorf("%s is asked by %v, %v", host, at, err)
		}
	}
}
