package cli

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/backend/web/webtest"
)

func TestTheSearchServerIsShownSetAndTried(t *testing.T) {
	b := newBench(t)
	server := &webtest.Server{}
	hs := httptest.NewServer(server.Handler())
	defer hs.Close()
	show := func(args ...string) webLine {
		t.Helper()
		return lines[webLine](t, b.must(append([]string{"--json", "web"}, args...)...))[0]
	}
	if l := show(); l.On || l.Program != "" || l.Address != "" || l.Host != "" || l.SearchTool == "" || l.Args == nil {
		t.Errorf("%+v", l)
	}
	if out := b.must("web"); !strings.Contains(out, "No search server is set") {
		t.Error(out)
	}
	if l := show("--program", "npx", "--arg=-y", "--arg", "two words"); l.On || l.Program != "npx" || !slices.Equal(l.Args, []string{"-y", "two words"}) || l.Host != "npx" {
		t.Errorf("%+v", l)
	}
	if l := show("--on"); !l.On || l.Program != "npx" || len(l.Args) != 2 {
		t.Errorf("%+v", l)
	}
	if l := show("--arg=one"); !l.On || l.Program != "npx" || !slices.Equal(l.Args, []string{"one"}) {
		t.Errorf("%+v", l)
	}
	if l := show("--address", hs.URL, "--check"); !l.On || l.Program != "" || len(l.Args) != 0 || l.Address != hs.URL || !strings.Contains(l.Check, "answers, and has "+webtest.Search) {
		t.Errorf("%+v", l)
	}
	if out := b.must("web", "--off"); !strings.Contains(out, "Address: "+hs.URL+"\nIt is off") {
		t.Error(out)
	}
	if out := b.must("web", "--program", "npx", "--arg=-y", "--on"); out != "Program: npx -y\nResearch reports may ask it.\n" {
		t.Error(out)
	}
	if len(server.Asked()) != 0 {
		t.Error("it was asked")
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--address", "nowhere"}, ExitFailed, `"nowhere" is no address`},
		{[]string{"--address", hs.URL, "--arg=x"}, ExitFailed, "name it with --program"},
		{[]string{"--program", "a", "--address", hs.URL}, ExitUsage, "can't be used together"},
		{[]string{"--on", "--off"}, ExitUsage, "can't be used together"},
		{[]string{"--program", "/nowhere/search", "--check"}, ExitFailed, `no program "/nowhere/search"`},
	} {
		if code, stdout, stderr := b.run(append([]string{"web"}, c.args...)...); code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: %d %q %q", c.args, code, stdout, stderr)
		}
	}
	if l := show(); l.Program != "/nowhere/search" || !l.On {
		t.Errorf("%+v", l)
	}
}
