package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program is one that leaves a mark when it is run.
func program(t *testing.T) (path, mark string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a script is no program there")
	}
	dir := t.TempDir()
	path, mark = filepath.Join(dir, "program"), filepath.Join(dir, "mark")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho \"$@\" >> "+mark+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path, mark
}

func ran(mark string) bool {
	_, err := os.Stat(mark)
	return err == nil
}

func TestNoProgramIsNamedInABrowser(t *testing.T) {
	a, _, end := opened(t, t.TempDir())
	defer end()
	shell := &screen{}
	a.Shell = shell
	kept, keptMark := program(t)
	other, otherMark := program(t)
	s, err := a.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.OllamaHost, s.Web.Program, s.Web.Args = "127.0.0.1:9", kept, []string{"one", "two"}
	if err := a.SaveSettings(t.Context(), s); err != nil { // in the window
		t.Fatal(err)
	}
	shell.browser = true
	for name, change := range map[string]func(){
		"another program":       func() { s.Web.Program = other },
		"another, switched on":  func() { s.Web.Program, s.Web.On = other, true },
		"with an address":       func() { s.Web.Program, s.Web.Address = other, "http://127.0.0.1:9/mcp" },
		"other arguments":       func() { s.Web.Args = []string{"one", "three"} },
		"one more argument":     func() { s.Web.Args = []string{"one", "two", "three"} },
		"no arguments":          func() { s.Web.Args = nil },
		"arguments alone":       func() { s.Web.Program = "" },
		"a shell":               func() { s.Web.Program, s.Web.Args = "/bin/sh", []string{"-c", "echo x > " + otherMark} },
		"a part of its name":    func() { s.Web.Program = filepath.Base(kept) },
		"another way to say it": func() { s.Web.Program = filepath.Dir(kept) + "/./" + filepath.Base(kept) },
	} {
		was := s.Web
		change()
		if err := a.SaveSettings(t.Context(), s); err == nil || !strings.Contains(err.Error(), "can't be named in a browser") || !strings.Contains(err.Error(), "lectern web --program") {
			t.Errorf("%s was saved: %v", name, err)
		}
		if said, err := a.CheckSearchServer(t.Context(), s.Web); err == nil || said != "" || !strings.Contains(err.Error(), "lectern web --program") {
			t.Errorf("%s was tried: %q %v", name, said, err)
		}
		s.Web = was
	}
	if now := a.Models.Settings().Web; now.Program != kept || len(now.Args) != 2 || now.Address != "" || now.On {
		t.Errorf("%+v", now)
	}
	if ran(keptMark) || ran(otherMark) {
		t.Fatal("a program was run")
	}
	if _, err := a.CheckSearchServer(t.Context(), s.Web); err == nil || !ran(keptMark) { // it is none, but the person has named it
		t.Errorf("the program that is kept: %v", err)
	}
	s.Web.Address, s.Web.On = "http://127.0.0.1:9/mcp", true
	if err := a.SaveSettings(t.Context(), s); err != nil {
		t.Errorf("an address beside it: %v", err)
	}
	if now := a.Models.Settings().Web; now.Program != kept || now.Host() != "127.0.0.1:9" {
		t.Errorf("%+v", now)
	}
	if s.Web.Program, s.Web.Args = "", []string{}; a.SaveSettings(t.Context(), s) != nil {
		t.Error("none can't be named")
	}
	if shell.browser, s.Web.Program = false, other; a.SaveSettings(t.Context(), s) != nil {
		t.Error("the window can't name one")
	}
}
