package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/report"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/web"
)

// report makes the runner of a research report. Where the person has switched it on, the run has a connection of its own
// to their search server.
func (r *Runs) report(t rag.Tools, config rag.Config) (rag.Runner, error) {
	c := *config.(*report.Config)
	w := &report.Workflow{Tools: t, Config: c, Folder: r.Reports, Reader: r.Reader, Drawer: r.Drawer}
	settings := r.models.Settings().Web
	if !settings.On {
		return w.Runner(r.checkpoints) // a nil *web.MCP in w.Web would not be nil
	}
	server := &web.MCP{Settings: settings, Tries: c.Tries()}
	w.Web, w.On = server, func() bool { return r.models.Settings().Web.On }
	runner, err := w.Runner(r.checkpoints)
	return asking{runner, server}, err
}

// asking is a runner that may hold a connection; whoever has run it closes it.
type asking struct {
	rag.Runner
	server *web.MCP
}

// Close implements io.Closer.
func (a asking) Close() error { return a.server.Close() }

// ReportFile is the path of something that a run wrote: "pdf", "markdown" or "folder". It is there, and lies in the
// folder for reports: what is recorded elsewhere, or leads elsewhere, is refused.
func (r *Runs) ReportFile(id, what string) (string, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return "", errNoRun
	}
	var made report.Output
	if run.Workflow != "report" || json.Unmarshal(run.Output, &made) != nil {
		return "", messages.Error("runs.no-report")
	}
	var path, name string
	switch what {
	case "pdf":
		path, name = made.Paths.PDF, "report.pdf"
	case "markdown":
		path, name = made.Paths.Markdown, "report.md"
	case "folder":
		path = made.Paths.Folder
	default:
		return "", messages.Error("runs.report-has-no", messages.Args{"what": fmt.Sprintf("%q", what)})
	}
	if path == "" {
		return "", messages.Error("runs.report-lacks", messages.Args{"what": what})
	}
	at, err := inside(r.Reports, path, name)
	if err != nil {
		if moved, failed := inside(r.Reports, r.moved(path, name), name); failed == nil {
			return moved, nil
		}
	}
	return at, err
}

// moved is where a report lies now that was written into another data folder, and came here in a backup.
func (r *Runs) moved(path, name string) string {
	if !filepath.IsAbs(path) && !strings.Contains(path, `:\`) && !strings.HasPrefix(path, "/") {
		return path
	}
	folder := strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(path, `\`, "/"), name), "/")
	return filepath.Join(r.Reports, folder[strings.LastIndex(folder, "/")+1:], name)
}

// deleteReports removes what runs wrote into the folder for reports.
func (r *Runs) deleteReports(runs []store.Run) (err error) {
	folders, failed := os.ReadDir(r.Reports)
	if r.Reports == "" || errors.Is(failed, os.ErrNotExist) {
		return nil
	}
	for _, run := range runs {
		for _, f := range folders { // each says whose it is, also where the run was stopped before it told
			if f.IsDir() && run.Workflow == "report" {
				err = errors.Join(err, report.Delete(filepath.Join(r.Reports, f.Name()), run.ID))
			}
		}
	}
	return errors.Join(err, failed)
}

// inside follows a path to what it leads to: a file of a name, or a folder if that is "", below another folder.
func inside(folder, path, name string) (string, error) {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", gone(path)
	}
	at, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", gone(path)
	}
	within, err := filepath.Rel(folder, at)
	if err != nil || !filepath.IsLocal(within) || within == "." || name != "" && filepath.Base(at) != name {
		return "", messages.Error("runs.not-in-report-folder", messages.Args{"path": path})
	}
	info, err := os.Stat(at)
	if err != nil || info.IsDir() != (name == "") || name != "" && !info.Mode().IsRegular() {
		return "", gone(path)
	}
	return at, nil
}

func gone(path string) error {
	return messages.Error("runs.gone", messages.Args{"path": path})
}
