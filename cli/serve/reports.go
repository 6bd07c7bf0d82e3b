package serve

import (
	"net/http"
	"os"

	"lectern/backend/app"
)

// reports serves the PDFs of reports (app.ReportAddress). Which file belongs to a run stands in its record, never in the address.
func reports(core *app.Core) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		path, err := core.Shown().Runs.ReportFile(r.PathValue("run"), "pdf")
		var f *os.File
		if err == nil {
			f, err = os.Open(path)
		}
		if err != nil {
			http.Error(w, app.Sentence(err), http.StatusNotFound)
			return
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			http.Error(w, app.Sentence(err), http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Disposition", `inline; filename="report.pdf"`)
		w.Header().Set("Cache-Control", "no-store")
		http.ServeContent(w, r, "", info.ModTime(), f)
	}
}
