package cli

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

//go:embed bridge.js
var bridge string

// browser is browser mode: the page of the window over HTTP, with its calls as POSTs and its events as server-sent
// events. It answers only this machine: the Host must be the address that it listens on, an Origin must be its own, and
// every request needs the token that was printed, which the first one turns into a cookie.
type browser struct {
	token  string
	cookie string
	host   string // host:port
	calls  *calls
	page   fs.FS
	core   *Core
	mux    *http.ServeMux

	mu      sync.Mutex
	clients map[chan []byte]bool
	closed  chan struct{}
}

func newBrowser() *browser {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return &browser{token: hex.EncodeToString(b[:]), clients: map[chan []byte]bool{}, closed: make(chan struct{})}
}

func (b *browser) attach(bound any, page fs.FS, core *Core, host string) {
	_, port, _ := net.SplitHostPort(host)
	b.calls, b.page, b.core, b.host, b.cookie = newCalls(bound), page, core, host, "lectern-"+port
	b.mux = http.NewServeMux()
	b.mux.HandleFunc("GET /api/events", b.events)
	b.mux.HandleFunc("POST /api/call", b.call)
	b.mux.HandleFunc("POST /api/upload", b.upload)
	b.mux.HandleFunc("GET /bridge.js", b.bridge)
	b.mux.Handle("/doc/", documents(core))
	b.mux.HandleFunc("GET /report/{run}/report.pdf", reports(core))
	b.mux.HandleFunc("GET /tables/{document}/{n}/{file}", downloads(core))
	b.mux.HandleFunc("GET /{$}", b.index)
	b.mux.Handle("/", http.FileServerFS(page))
}

func (b *browser) address() string { return "http://" + b.host + "/?token=" + b.token }

// Browser implements Shell.
func (b *browser) Browser() bool { return true }

// ChooseFiles implements Shell: the page has a file input of its own.
func (b *browser) ChooseFiles() ([]string, error) {
	return nil, errors.New("in a browser, choose files with the page's own button")
}

// SaveFile implements Shell: the page downloads instead.
func (b *browser) SaveFile(string) (string, error) {
	return "", errors.New("in a browser, files are downloaded by the page")
}

// OpenURL implements Shell: the page opens addresses itself.
func (b *browser) OpenURL(string) error { return nil }

// OpenFile implements Shell: what a browser may open are addresses.
func (b *browser) OpenFile(string) error {
	return errors.New("in a browser, only a report's PDF can be opened; copy the path of the rest")
}

// ServeHTTP implements http.Handler.
func (b *browser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, port, _ := net.SplitHostPort(b.host)
	if r.Host != b.host && r.Host != "localhost:"+port {
		http.Error(w, "This address is not Lectern's.", http.StatusForbidden)
		return
	}
	if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host {
		http.Error(w, "Another site may not call Lectern.", http.StatusForbidden)
		return
	}
	secure(w.Header())
	if b.known(r.URL.Query().Get("token")) && r.URL.Path == "/" {
		http.SetCookie(w, &http.Cookie{Name: b.cookie, Value: b.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		// A page of our own takes the browser on: a redirect from elsewhere would not carry a strict cookie.
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Refresh", "0; url=/")
		fmt.Fprint(w, "<!doctype html><title>Lectern</title><p><a href=\"/\">Open Lectern</a>")
		return
	}
	if c, err := r.Cookie(b.cookie); err != nil || !b.known(c.Value) {
		http.Error(w, "Open the address that Lectern printed, with its token.", http.StatusUnauthorized)
		return
	}
	b.mux.ServeHTTP(w, r)
}

func (b *browser) known(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(b.token)) == 1
}

// index serves the page with the bridge that stands for the window's runtime.
func (b *browser) index(w http.ResponseWriter, _ *http.Request) {
	page, err := fs.ReadFile(b.page, "index.html")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(bytes.Replace(page, []byte("<head>"), []byte(`<head><script src="/bridge.js"></script>`), 1))
}

func (b *browser) bridge(w http.ResponseWriter, _ *http.Request) {
	names, err := json.Marshal(b.calls.names())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	fmt.Fprintf(w, "const methods = %s;\n%s", names, bridge)
}

// maxCall bounds a call's arguments, in bytes.
const maxCall = 4 << 20

func (b *browser) call(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name string            `json:"name"`
		Args []json.RawMessage `json:"args"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxCall)).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
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
	flush := http.NewResponseController(w).Flush
	fmt.Fprint(w, ": hello\n\n")
	_ = flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-b.closed:
			return
		case raw, open := <-c:
			if !open {
				return
			}
			fmt.Fprintf(w, "data: %s\n\n", raw)
			if len(c) == 0 && flush() != nil {
				return
			}
		}
	}
}

func (b *browser) close() { close(b.closed) }

// upload takes a file that was dropped on the page or chosen there. Its bytes go to a folder of their own, from which
// the library takes them over.
func (b *browser) upload(w http.ResponseWriter, r *http.Request) {
	name := filepath.Base(strings.ReplaceAll(r.URL.Query().Get("name"), "\\", "/"))
	if name == "." || name == "/" || strings.HasPrefix(name, ".") {
		name = "document.pdf"
	}
	if err := b.take(name, r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusInsufficientStorage)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"accepted":1,"message":""}`)
}

func (b *browser) take(name string, body io.Reader) error {
	dir, err := b.core.Store.StageFolder()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	out, err := os.Create(path)
	if err == nil {
		_, err = io.Copy(out, body)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s could not be taken over (%w); free some space and try again", name, err), os.RemoveAll(dir))
	}
	b.core.Library.AddUpload(path, name, func() { _ = os.RemoveAll(dir) })
	return nil
}
