package main

import (
	"context"
	"errors"
	"slices"

	"lectern/backend/fault"
	"lectern/backend/web"
	"lectern/cli"
)

// CheckSearchServer connects to a search server as it is set, and tells in a sentence whether reports could ask it. No
// question is sent.
func (a *App) CheckSearchServer(s web.Settings) (_ string, err error) {
	defer fault.Recover(a.core.Log, &err)
	if err := a.mayRun(s); err != nil {
		return "", err
	}
	m := &web.MCP{Settings: s}
	defer m.Close()
	return m.Check(context.Background())
}

// mayRun refuses a program, and arguments, that were not named where only the person is: in the window or in a terminal.
// Over HTTP whoever got hold of the page's secrets would run any program with it.
func (a *App) mayRun(s web.Settings) error {
	kept := a.core.Models.Settings().Web
	none := s.Program == "" && len(s.Args) == 0
	if !a.core.Shell.Browser() || none || s.Program == kept.Program && slices.Equal(s.Args, kept.Args) {
		return nil
	}
	return errors.New("a program for the search server can't be named in a browser; name it in Lectern's window, or in a terminal with \"lectern web --program …\"")
}

// OpenReport opens what a run wrote: "pdf", "markdown" or "folder". In a browser it opens nothing, but gives the address
// of the PDF for the page to open.
func (a *App) OpenReport(run, what string) (_ string, err error) {
	defer fault.Recover(a.core.Log, &err)
	path, err := a.core.Runs.ReportFile(run, what)
	if err != nil {
		return "", err
	}
	if a.core.Shell.Browser() && what == "pdf" {
		return cli.ReportAddress(run), nil
	}
	return "", a.core.Shell.OpenFile(path)
}

// searchHost is where reports may ask; "" while the search server is off.
func searchHost(s web.Settings) string {
	if !s.On {
		return ""
	}
	return s.Host()
}
