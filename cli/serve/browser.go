package serve

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"sync"
	"time"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/cli/page"
)

//go:embed bridge.js
var bridge string

// browser is browser mode: the page of the window over HTTP, with its calls as POSTs and its events as a stream. Who is
// answered is told in door.go.
type browser struct {
	door
	calls  *calls
	files  fs.FS
	core   *app.Core
	mux    *http.ServeMux
	upmost int64         // bytes of an upload
	steady time.Duration // see patience

	mu      sync.Mutex
	clients map[chan []byte]bool
	closed  chan struct{}
}

func newBrowser() *browser {
	return &browser{door: newDoor(), upmost: ingest.DefaultLimits.File, clients: map[chan []byte]bool{}, closed: make(chan struct{})}
}

func (b *browser) attach(bound any, files fs.FS, core *app.Core, host string) {
	_, port, _ := net.SplitHostPort(host)
	b.calls, b.files, b.core, b.host, b.cookie = newCalls(bound, core.Log), files, core, host, "lectern-"+port
	b.mux = http.NewServeMux()
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /api/events":                   b.events,
		"POST /api/call":                    b.call,
		"POST /api/upload":                  inside(core, b.upload),
		"POST /api/restore":                 inside(core, b.restore),
		"GET /backup/{file}":                inside(core, b.backup),
		"GET /doc/{id...}":                  page.Documents(core).ServeHTTP,
		"GET /report/{run}/report.pdf":      inside(core, reports(core)),
		"GET /tables/{document}/{n}/{file}": inside(core, downloads(core)),
		"GET /comparison/{run}/{file}":      inside(core, comparisons(core)),
		"GET /export/{id}/{file}":           inside(core, exports(core)),
	} {
		b.mux.HandleFunc(pattern, b.private(b.current(handler)))
	}
	// The page's own files are the same in every copy of the program. They tell nothing of the person, and what they show
	// comes by the private addresses above; so they are given to whoever comes in by the front door, and a reload works
	// wherever it was begun.
	b.mux.HandleFunc("GET /{$}", b.index)
	b.mux.HandleFunc("GET /bridge.js", b.bridge)
	b.mux.HandleFunc("GET "+outside, b.outside)
	b.mux.Handle("GET /", http.FileServerFS(files))
}

// Browser implements Shell.
func (b *browser) Browser() bool { return true }

// Notify implements Shell: the page says it in its title.
func (b *browser) Notify(string, string) {}

// Raise implements Shell.
func (b *browser) Raise() string { return b.address() }

// ChooseFolder implements Shell, likewise.
func (b *browser) ChooseFolder() (string, error) { return "", messages.Error("serve.choose-files") }

// ChooseFiles implements Shell: the page has a file input of its own.
func (b *browser) ChooseFiles() ([]string, error) {
	return nil, messages.Error("serve.choose-files")
}

// ChooseBackup implements Shell: the page has a file input of its own.
func (b *browser) ChooseBackup() (string, error) {
	return "", messages.Error("serve.choose-files")
}

// SaveFile implements Shell: the page downloads instead.
func (b *browser) SaveFile(string) (string, error) {
	return "", messages.Error("serve.files-downloaded")
}

// OpenURL implements Shell: the page opens addresses itself.
func (b *browser) OpenURL(string) error { return nil }

// OpenFile implements Shell: what a browser may open are addresses.
func (b *browser) OpenFile(string) error {
	return messages.Error("serve.only-report-pdf")
}

// ServeHTTP implements http.Handler.
func (b *browser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page.Secure(w.Header())
	if status, why := b.refuses(r); status != 0 {
		turnAway(w, status, why)
		return
	}
	b.mux.ServeHTTP(w, r)
}

// index serves the page with the bridge that stands for the window's runtime. Who comes with the token gets the cookie.
func (b *browser) index(w http.ResponseWriter, r *http.Request) {
	if q := r.URL.Query(); q.Has("token") && !b.admits(w, r, q.Get("token")) {
		b.outside(w, r)
		return
	}
	index, err := fs.ReadFile(b.files, "index.html")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(bytes.Replace(index, []byte("<head>"), []byte(`<head><script src="/bridge.js"></script>`), 1))
}

func (b *browser) bridge(w http.ResponseWriter, _ *http.Request) {
	names, err := json.Marshal(b.calls.names())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprintf(w, "const methods = %s, header = %q, workspaceHeader = %q, outside = %q, upmost = %d;\n%s", names, tokenHeader, workspaceHeader, outside, b.upmost, bridge)
}

// maxCall bounds a call's arguments, in bytes.
const maxCall = 4 << 20

func (b *browser) call(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name string            `json:"name"`
		Args []json.RawMessage `json:"args"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxCall)).Decode(&in); err != nil {
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			turnAway(w, http.StatusRequestEntityTooLarge, messages.Text("serve.too-much-at-once", messages.Args{"most": ingest.Size(maxCall)}))
		case isTimeout(err):
			turnAway(w, http.StatusRequestTimeout, messages.Text("serve.took-too-long"))
		default:
			turnAway(w, http.StatusBadRequest, err.Error())
		}
		return
	}
	unhurried(w) // an answer may take a model's time
	out := struct {
		Result any     `json:"result"`
		Error  *string `json:"error"`
	}{}
	result, err := b.calls.call(in.Name, in.Args)
	if out.Result = result; err != nil {
		s := err.Error()
		out.Error = &s
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(out)
}

// Emit implements Shell. A page that doesn't keep up is cut off: it reconnects and replays.
func (b *browser) Emit(name string, data ...any) {
	if data == nil {
		data = []any{}
	}
	raw, err := json.Marshal(struct {
		Name string `json:"name"`
		Data []any  `json:"data"`
	}{name, data})
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.clients {
		select {
		case c <- raw:
		default:
			close(c)
			delete(b.clients, c)
		}
	}
}

// eventTime is how long a page may take to take an event over.
const eventTime = 30 * time.Second

// beatEvery is how often a page hears something, so that it knows that the program isn't stuck (see bridge.js).
const beatEvery = 500 * time.Millisecond

func (b *browser) events(w http.ResponseWriter, r *http.Request) {
	c := make(chan []byte, 4096)
	b.mu.Lock()
	b.clients[c] = true
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.clients, c)
		b.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	fmt.Fprint(w, ": hello\n\n")
	_ = control.Flush()
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			_ = control.SetWriteDeadline(time.Now().Add(eventTime))
			if fmt.Fprint(w, ":\n\n"); control.Flush() != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-b.closed:
			return
		case raw, open := <-c:
			if !open {
				return
			}
			_ = control.SetWriteDeadline(time.Now().Add(eventTime))
			fmt.Fprintf(w, "data: %s\n\n", raw)
			if len(c) == 0 && control.Flush() != nil {
				return
			}
		}
	}
}

func (b *browser) close() { close(b.closed) }
