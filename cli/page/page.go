// Package page is what the window and the browser mode both serve beside the page itself: the headers that keep it to
// itself, and the bytes of documents.
package page

import (
	"net/http"
	"os"
	"path"
	"strings"

	"lectern/backend/app"
	"lectern/backend/messages"
)

// Policy lets the page load nothing but what comes with the program. 'wasm-unsafe-eval' is for pdf.js' image decoders.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
	"frame-src 'none'; frame-ancestors 'none'; object-src 'none'"

// ErrNotBuilt: there is no page to show.
var ErrNotBuilt = messages.Error("page.not-built")

// Secure sets the headers of every answer.
func Secure(h http.Header) {
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// Documents serves /doc/ID: the bytes of a document of the workspace that is shown, with ranges. Ids are never paths.
func Documents(core *app.Core) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		defer core.Enter()()
		if core.Damage() != nil {
			http.NotFound(w, r)
			return
		}
		shown := core.Shown()
		id := path.Base(strings.TrimPrefix(r.URL.Path, "/doc/"))
		d, err := shown.Workspace.Documents.Get(id)
		if err != nil || d.Failed != "" {
			http.NotFound(w, r)
			return
		}
		f, err := os.Open(shown.Workspace.Documents.FilePath(id))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer f.Close()
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		http.ServeContent(w, r, "", d.Added, f)
	})
}
