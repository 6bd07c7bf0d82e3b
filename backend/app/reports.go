package app

import "net/url"

// ReportAddress is where browser mode serves the PDF of a run's report.
func ReportAddress(run string) string { return "/report/" + url.PathEscape(run) + "/report.pdf" }

// OpenReport opens what a run wrote: "pdf", "markdown" or "folder". In a browser it opens nothing, but gives the address
// of the PDF for the page to open.
func (c *Core) OpenReport(run, what string) (address string, err error) {
	path, err := c.Runs.ReportFile(run, what)
	if err != nil {
		return "", err
	}
	if c.Shell.Browser() && what == "pdf" {
		return ReportAddress(run), nil
	}
	return "", c.Shell.OpenFile(path)
}
