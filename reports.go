package main

import (
	"context"

	"lectern/backend/web"
	"lectern/cli"
)

// CheckSearchServer connects to a search server as it is set, and tells in a sentence whether reports could ask it. No
// question is sent.
func (a *App) CheckSearchServer(s web.Settings) (_ string, err error) {
	defer a.caught(&err)
	m := &web.MCP{Settings: s}
	defer m.Close()
	return m.Check(context.Background())
}

// OpenReport opens what a run wrote: "pdf", "markdown" or "folder". In a browser it opens nothing, but gives the address
// of the PDF for the page to open.
func (a *App) OpenReport(run, what string) (_ string, err error) {
	defer a.caught(&err)
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
