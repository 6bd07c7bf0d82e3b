package serve

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"lectern/backend/app"
)

// kinds are the files that tables, comparisons and answers are saved as, with what they are to a browser.
var kinds = map[string]string{
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "csv": "text/csv; charset=utf-8",
	"md": "text/markdown; charset=utf-8", "html": "text/html; charset=utf-8", "pdf": "application/pdf",
}

// downloads serves the addresses of tables.
func downloads(core *app.Core) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		format, found := strings.CutPrefix(r.PathValue("file"), "tables.")
		n, err := strconv.Atoi(r.PathValue("n"))
		if err != nil || !found {
			http.NotFound(w, r)
			return
		}
		name, data, err := core.Shown().TableFile(r.PathValue("document"), n, format)
		download(w, format, name, data, err)
	}
}

// comparisons serves what is compared in answers (app.ComparisonAddress).
func comparisons(core *app.Core) http.HandlerFunc {
	return files("comparison.", func(r *http.Request, format string) (string, []byte, error) {
		return core.Shown().ComparisonFile(r.PathValue("run"), format)
	})
}

// exports serves answers and conversations (app.ExportAddress).
func exports(core *app.Core) http.HandlerFunc {
	return files("export.", func(r *http.Request, format string) (string, []byte, error) {
		return core.Shown().ExportFile(r.PathValue("id"), format)
	})
}

// files serves files that are made when they are asked for, whose name in the address says in what format.
func files(before string, file func(r *http.Request, format string) (name string, data []byte, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		format, found := strings.CutPrefix(r.PathValue("file"), before)
		if !found {
			http.NotFound(w, r)
			return
		}
		name, data, err := file(r, format)
		download(w, format, name, data, err)
	}
}

func download(w http.ResponseWriter, format, name string, data []byte, err error) {
	if err != nil {
		http.Error(w, app.Sentence(err), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kinds[format])
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data)
}
