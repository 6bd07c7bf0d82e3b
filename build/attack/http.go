package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lectern/backend/runs/runstest"
)

// served is the program in browser mode.
type served struct {
	host   string // host:port
	token  string
	cookie string // name=value, as the page gets it
}

// owner are the lines that the owner's page sends with a call.
func (s served) owner() []string {
	return []string{"Cookie: " + s.cookie, "Origin: http://" + s.host, "Sec-Fetch-Site: same-origin", "X-Lectern-Token: " + s.token}
}

// request is one as bytes, and what is wrong with an answer to it.
type request struct {
	name  string
	raw   string
	wrong func(status int, body string) error
}

// attackHTTP asks browser mode for what nobody but the owner's page may have.
func attackHTTP(y *yard) {
	h := y.house("home")
	pdf := filepath.Join(y.folder("files"), "Lease.pdf")
	if err := os.WriteFile(pdf, runstest.Lease(), 0o600); err != nil {
		y.broke("%v", err)
		return
	}
	if _, err := h.must("add", pdf); err != nil {
		y.broke("%v", err)
		return
	}
	docs, err := h.list()
	if err != nil || len(docs) != 1 {
		y.broke("%v, %v", docs, err)
		return
	}
	c := h.command(y.ctx, "serve")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		y.broke("%v", err)
		return
	}
	defer func() { _ = c.Process.Signal(syscall.SIGTERM); _ = c.Wait() }()
	s, err := welcome(bufio.NewReader(out))
	if err != nil {
		y.broke("%v", err)
		return
	}
	y.try("the owner's page", s.page)
	for _, r := range slices.Concat(s.strangers(docs[0].ID), s.paths(), s.wrongly()) {
		y.try(r.name, func() error {
			status, body, err := s.send(r.raw)
			if err != nil {
				return nil // it hung up
			}
			return r.wrong(status, body)
		})
	}
	s.program(y)
	y.crowd(s)
	y.try("the owner's page afterwards", s.page)
}

// welcome reads the printed address and opens it.
func welcome(out *bufio.Reader) (s served, err error) {
	line, err := out.ReadBytes('\n')
	if err != nil {
		return s, err
	}
	var said struct{ Address string }
	if err := json.Unmarshal(line, &said); err != nil {
		return s, err
	}
	u, err := url.Parse(said.Address)
	if err != nil {
		return s, err
	}
	s.host, s.token = u.Host, u.Query().Get("token")
	client := http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.Get(said.Address)
	if err != nil {
		return s, err
	}
	defer r.Body.Close()
	for _, c := range r.Cookies() {
		s.cookie = c.Name + "=" + c.Value
	}
	if s.token == "" || s.cookie == "" {
		return s, fmt.Errorf("the address %s gave no token or no cookie", said.Address)
	}
	return s, nil
}

// send sends bytes and gives the answer's status and the beginning of its body. The rest goes with the connection: closing
// a body would read to its end, which a stream of events doesn't have.
func (s served) send(raw string) (status int, body string, err error) {
	c, err := net.Dial("tcp", s.host)
	if err != nil {
		return 0, "", err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(30 * time.Second)) // never fails on what is open
	go io.WriteString(c, raw)                           // it may answer before all is sent
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, "", err
	}
	first := make([]byte, 64<<10)
	n := 0
	if r.StatusCode == http.StatusOK && !strings.HasPrefix(r.Header.Get("Content-Type"), "text/event-stream") {
		n, _ = io.ReadFull(r.Body, first)
	}
	return r.StatusCode, string(first[:n]), nil
}

// with writes a request. A line that begins with "Host:" stands for the usual one.
func (s served) with(method, target, body string, lines ...string) string {
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Host:") }) {
		lines = append([]string{"Host: " + s.host}, lines...)
	}
	if method == "POST" || body != "" {
		lines = append(lines, fmt.Sprintf("Content-Length: %d", len(body)), "Content-Type: application/json")
	}
	return method + " " + target + " HTTP/1.1\r\n" + strings.Join(lines, "\r\n") + "\r\nConnection: close\r\n\r\n" + body
}

// page opens the page as its owner and makes a call.
func (s served) page() error {
	status, body, err := s.send(s.with("GET", "/?token="+s.token, ""))
	if err != nil || status >= 400 || !strings.Contains(strings.ToLower(body), "<title>lectern") && status == 200 {
		return fmt.Errorf("the page answers %d %q, %v", status, end(body, 100), err)
	}
	status, body, err = s.send(s.with("POST", "/api/call", `{"name":"main.App.Documents","args":[]}`, s.owner()...))
	if err != nil || status != 200 || !strings.Contains(body, "Lease") {
		return fmt.Errorf("a call answers %d %q, %v", status, end(body, 100), err)
	}
	return nil
}

// refused is what must happen to every request of a stranger.
func refused(status int, body string) error {
	if status < 400 || status >= 500 {
		return fmt.Errorf("it was answered with %d: %s", status, end(body, 120))
	}
	return nil
}

// kept is what must happen to a request that is wrong in itself: it is refused, or answered with an error.
func kept(status int, body string) error {
	var answer struct{ Error *string }
	if status == http.StatusOK && json.Unmarshal([]byte(body), &answer) == nil && answer.Error != nil && *answer.Error != "" {
		return nil
	}
	return refused(status, body)
}

// strangers are requests for everything there is, of whoever isn't the owner's page.
func (s served) strangers(document string) (all []request) {
	_, port, _ := net.SplitHostPort(s.host)
	name, _, _ := strings.Cut(s.cookie, "=")
	owner := s.owner()
	without := func(header string, more ...string) []string {
		return append(slices.DeleteFunc(slices.Clone(owner), func(l string) bool { return strings.HasPrefix(l, header) }), more...)
	}
	for _, target := range []string{"GET /", "GET /index.html", "GET /bridge.js", "GET /api/events", "POST /api/call", "POST /api/upload?name=x.pdf", "GET /doc/" + document, "GET /report/x/report.pdf", "GET /tables/" + document + "/0/tables.csv"} {
		method, path, _ := strings.Cut(target, " ")
		body := ""
		if method == "POST" {
			body = `{"name":"main.App.Documents","args":[]}`
		}
		ways := map[string][]string{
			"no credentials":      {},
			"a wrong token":       {"X-Lectern-Token: " + strings.Repeat("0", len(s.token))},
			"a wrong cookie":      {"Cookie: " + name + "=" + strings.Repeat("0", len(s.token))},
			"another's Host":      without("Origin", "Host: evil.example:"+port),
			"a Host by name":      without("Origin", "Host: 127.0.0.1.evil.example:"+port, "Origin: http://127.0.0.1.evil.example:"+port),
			"a Host's other port": without("Origin", "Host: 127.0.0.1:1"),
			"another's Origin":    without("Origin", "Origin: http://evil.example"),
			"no Origin's Origin":  without("Origin", "Origin: null"),
			"a neighbour's port":  without("Origin", "Origin: http://127.0.0.1:1"),
			"from another site":   without("Sec-Fetch-Site", "Sec-Fetch-Site: cross-site"),
			"from the same site":  without("Sec-Fetch-Site", "Sec-Fetch-Site: same-site"),
		}
		ways["the cookie alone"] = []string{"Cookie: " + s.cookie}
		ways["the token alone"] = without("Cookie")
		for way, lines := range ways {
			wrong := refused
			if slices.Contains(lacking, way) && slices.Contains(public, path) {
				wrong = s.tellsNothing
			}
			all = append(all, request{target + " with " + way, s.with(method, path, body, lines...), wrong})
		}
	}
	slices.SortFunc(all, func(a, b request) int { return strings.Compare(a.name, b.name) })
	return all
}

// lacking are the ways in which something of the owner's credentials isn't there.
var lacking = []string{"no credentials", "a wrong token", "a wrong cookie", "the cookie alone", "the token alone"}

// public are what comes with the program, the same for everybody: without credentials they may be seen, and must tell
// nothing of the owner's.
var public = []string{"/", "/index.html", "/bridge.js"}

func (s served) tellsNothing(_ int, body string) error {
	_, ticket, _ := strings.Cut(s.cookie, "=")
	for _, private := range []string{s.token, ticket, "Lease"} {
		if strings.Contains(body, private) {
			return fmt.Errorf("it told %q", private)
		}
	}
	return nil
}

// paths are the owner's requests for files that are nobody's on the web.
func (s served) paths() (all []request) {
	wrong := func(status int, body string) error {
		if status == http.StatusOK {
			return fmt.Errorf("it was served: %s", end(body, 120))
		}
		return nil
	}
	up := []string{"../../../../../../etc/passwd", "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "..\\..\\..\\etc\\passwd", "....//....//etc/passwd", "%00", "/etc/passwd", ".", "library.db", "..%252f..%252fetc%252fpasswd"}
	for _, base := range []string{"/doc/", "/report/", "/report/x/", "/tables/", "/tables/x/0/", "/comparison/", "/comparison/x/", "/export/", "/export/x/", "/assets/", "/pdfjs/"} {
		for _, p := range up {
			if base+p == "/assets/." || base+p == "/pdfjs/." {
				continue // a listing of what the program brings
			}
			all = append(all, request{"the path " + base + p, s.with("GET", base+p, "", s.owner()...), wrong})
		}
	}
	return all
}

// wrongly are requests that are wrong in their method, their form or their wish.
func (s served) wrongly() (all []request) {
	add := func(name, raw string) { all = append(all, request{name, raw, kept}) }
	for _, m := range []string{"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"} {
		for _, path := range []string{"/api/call", "/api/events", "/doc/x"} {
			add(m+" "+path, s.with(m, path, "", s.owner()...))
		}
	}
	call := func(body string) string { return s.with("POST", "/api/call", body, s.owner()...) }
	for i, body := range []string{"", "{", "null", "[]", "7", `"x"`, "\xff\xfe", `{"name":7}`, `{"name":"main.App.Documents","args":7}`, `{"name":"main.App.Documents","args":[1,2,3]}`, strings.Repeat("[", 100_000),
		`{"name":"main.App.PageText","args":["x"]}`, `{"name":"main.App.PageText","args":[{},[]]}`, `{"name":"main.App.RemoveDocument","args":["../../x"]}`, `{"name":"main.App.Certificate","args":[null]}`} {
		add(fmt.Sprintf("malformed %d, %.30q", i, body), call(body))
	}
	for _, m := range []string{"", "x", "main.App.Nothing", "main.App.caught", "main.App.core", "os.Exit", "main.App", "MAIN.APP.DOCUMENTS"} {
		add(fmt.Sprintf("the method %q", m), call(fmt.Sprintf(`{"name":%q,"args":[]}`, m)))
	}
	add("5 MB of arguments", call(`{"name":"main.App.Documents","args":["`+strings.Repeat("x", 5<<20)+`"]}`))
	add("2 MB of headers", s.with("GET", "/", "", append(s.owner(), "X-Long: "+strings.Repeat("x", 2<<20))...))
	add("a long path", s.with("GET", "/doc/"+strings.Repeat("x", 1<<20), "", s.owner()...))
	add("two lengths", "POST /api/call HTTP/1.1\r\nHost: "+s.host+"\r\n"+strings.Join(s.owner(), "\r\n")+"\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\n{}")
	add("no HTTP", "hello\r\n\r\n")
	add("no Host", "GET / HTTP/1.1\r\n"+strings.Join(s.owner(), "\r\n")+"\r\n\r\n")
	return all
}

// program names a program as the search server, which would be any program that a page likes.
func (s served) program(y *yard) {
	mark := filepath.Join(y.dir, "started")
	server := map[string]any{"on": true, "program": "/bin/sh", "args": []string{"-c", "touch " + mark}, "address": "", "searchTool": "full-web-search", "summariesTool": "", "pageTool": ""}
	call := func(name string, args ...any) (int, string, error) {
		body, err := json.Marshal(map[string]any{"name": "main.App." + name, "args": args})
		if err != nil {
			return 0, "", err
		}
		return s.send(s.with("POST", "/api/call", string(body), s.owner()...))
	}
	y.try("a program as search server, looked at", func() error {
		status, body, err := call("CheckSearchServer", server)
		if err == nil {
			err = kept(status, body)
		}
		if _, there := os.Stat(mark); there == nil {
			err = errors.Join(err, errors.New("it was started"))
		}
		return err
	})
	y.try("a program as search server, kept", func() error {
		_, body, err := call("Settings")
		var now struct{ Result map[string]any }
		if err == nil {
			err = json.Unmarshal([]byte(body), &now)
		}
		if err != nil || now.Result == nil {
			return fmt.Errorf("the settings can't be read: %w in %s", err, end(body, 100))
		}
		now.Result["web"] = server
		status, body, err := call("SaveSettings", now.Result)
		if err != nil {
			return err
		}
		return kept(status, body)
	})
}

// crowd opens connections that bring nothing, or hardly anything, and looks that the owner is served meanwhile.
func (y *yard) crowd(s served) {
	open := func(what string, n int, begin string) {
		y.try(fmt.Sprintf("%d connections, %s", n, what), func() error {
			var all []net.Conn
			defer func() {
				for _, c := range all {
					c.Close()
				}
			}()
			for range n {
				c, err := net.Dial("tcp", s.host)
				if err != nil {
					return errors.Join(fmt.Errorf("after %d of them", len(all)), err, s.page())
				}
				all = append(all, c)
				if _, err := c.Write([]byte(begin)); err != nil {
					return err
				}
			}
			return s.page()
		})
	}
	open("that say nothing", y.much(1200, 100), "")
	open("with half a header", y.much(200, 20), "GET / HTTP/1.1\r\nHost: "+s.host+"\r\nX-")
	open("with a slow body", y.much(200, 20), strings.TrimSuffix(string(bytes.ReplaceAll([]byte(s.with("POST", "/api/call", "x", s.owner()...)), []byte("Content-Length: 1\r"), []byte("Content-Length: 100000\r"))), "x"))
	open("with a slow upload", y.much(50, 10), strings.Replace(s.with("POST", "/api/upload?name=slow.pdf", "x", s.owner()...), "Content-Length: 1\r", "Content-Length: 100000\r", 1))
}
