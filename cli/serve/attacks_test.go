package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"lectern/backend/app"
	"lectern/cli/page"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// listening is browser mode under way in this process, over a library of one document.
type listening struct {
	*browser
	t        *testing.T
	document string
}

func listen(t *testing.T, p patience) *listening {
	t.Helper()
	core, err := app.Open(app.Config{Home: t.TempDir(), Workspace: "Library"})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := newBrowser()
	core.Shell = b
	d, err := core.Library.Add(t.Context(), lease(t))
	if err != nil {
		t.Fatal(err)
	}
	b.attach(&bound{}, fstest.MapFS{"index.html": {Data: []byte("<head></head>the page")}, "assets/page.js": {Data: []byte("page()")}}, core, ln.Addr().String())
	server := b.server(p)
	served := make(chan error, 1)
	go func() { served <- server.Serve(newStrangers(ln, mostStrangers)) }()
	t.Cleanup(func() {
		b.close()
		_ = server.Close()
		if err := <-served; err != http.ErrServerClosed {
			t.Error(err)
		}
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	return &listening{b, t, d.ID}
}

func (l *listening) dial() net.Conn {
	l.t.Helper()
	c, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(context.Background(), "tcp", l.host)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { c.Close() })
	return c
}

// fill puts the server's own values into a text.
func (l *listening) fill(s string) string {
	_, port, _ := net.SplitHostPort(l.host)
	return strings.NewReplacer("{host}", l.host, "{port}", port, "{token}", l.token, "{name}", l.cookie, "{ticket}", l.ticket, "{id}", l.document).Replace(s)
}

// raw sends bytes as they are, and reads one answer.
func (l *listening) raw(request string) (status int, header http.Header, body string) {
	l.t.Helper()
	c := l.dial()
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	_, _ = io.WriteString(c, l.fill(request)) // the server may have ended it before it was all sent
	reply, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, nil, err.Error()
	}
	if reply.Header.Get("Content-Type") == "text/event-stream" { // to its end, a body's Close would wait for
		return reply.StatusCode, reply.Header, "events"
	}
	defer reply.Body.Close()
	said, _ := io.ReadAll(reply.Body)
	return reply.StatusCode, reply.Header, string(said)
}

const (
	hostLine   = "Host: {host}"
	cookieLine = "Cookie: {name}={ticket}"
	tokenLine  = "X-Lectern-Token: {token}"
	greet      = `{"name":"main.bound.Greet","args":["Ada"]}`
)

// request writes a request; a body brings its length.
func request(line, body string, headers ...string) string {
	if body != "" {
		headers = append(headers, fmt.Sprintf("Content-Length: %d", len(body)))
	}
	return line + " HTTP/1.1\r\n" + strings.Join(append(headers, "Connection: close"), "\r\n") + "\r\n\r\n" + body
}

// owner's requests are answered: what follows is refused for what is wrong with it alone.
func TestTheOwnersRequestsAreAnswered(t *testing.T) {
	l := listen(t, usual)
	for line, body := range map[string]string{
		"POST /api/call": greet, "GET /doc/{id}": "", "HEAD /doc/{id}": "", "GET /api/events": "", "GET /": "", "GET /bridge.js": "", "GET /assets/page.js": "", "GET /?token={token}": "",
		"POST http://{host}/api/call": greet,
	} {
		for _, also := range [][]string{{}, {"Origin: http://{host}"}, {"Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"}, {"Sec-Fetch-Site: none"}, {"Cookie: {name}=another"}} {
			status, _, said := l.raw(request(line, body, append([]string{hostLine, cookieLine, tokenLine}, also...)...))
			if status != http.StatusOK {
				t.Errorf("%s %v: %d %s", line, also, status, said)
			}
		}
	}
	for line, want := range map[string]string{"GET /?token={token}": "{name}={ticket}; Path=/; HttpOnly; SameSite=Strict", "GET /": "", "GET /?token=x": ""} {
		_, header, _ := l.raw(request(line, "", hostLine))
		if got := header.Get("Set-Cookie"); got != l.fill(want) || strings.Contains(got, l.token) || l.token == l.ticket {
			t.Errorf("%s: %q", line, got)
		}
		if header.Get("Content-Security-Policy") != page.Policy || header.Get("Cache-Control") != "no-store" || header.Get("Cross-Origin-Opener-Policy") != "same-origin" {
			t.Errorf("%s: %v", line, header)
		}
	}
	for _, from := range []string{"cross-site", "same-site"} { // a link elsewhere may open a tab
		status, _, said := l.raw(request("GET /?token={token}", "", hostLine, "Sec-Fetch-Site: "+from, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"))
		if status != http.StatusOK || !strings.Contains(said, "the page") {
			t.Errorf("a link from %s: %d", from, status)
		}
	}
	if status, _, said := l.raw(request("POST /api/call", greet, "Host: localhost:{port}", cookieLine, tokenLine, "Origin: http://localhost:{port}")); status != http.StatusOK {
		t.Errorf("localhost: %d %s", status, said)
	}
}

func TestEverybodyElseIsTurnedAway(t *testing.T) {
	l := listen(t, usual)
	owner := []string{hostLine, cookieLine, tokenLine}
	with := func(more ...string) []string { return slices.Concat(owner, more) }
	type attack struct {
		name, line, body string
		headers          []string
		want             int
	}
	attacks := []attack{
		{"the door with a wrong token", "GET /?token=wrong", "", []string{hostLine}, 401},
		{"the door with an empty token", "GET /?token=", "", []string{hostLine}, 401},
		{"the door with the cookie's value", "GET /?token={ticket}", "", []string{hostLine, cookieLine}, 401},
		{"the door with a wrong token first", "GET /?token=wrong&token={token}", "", []string{hostLine}, 401},
		{"the door with a part of the token", "GET /?token=0", "", with(), 401},
		{"the token in the address of a call", "POST /api/call?token={token}", greet, []string{hostLine, cookieLine}, 401},
		{"the token in the address of a document", "GET /doc/{id}?token={token}", "", []string{hostLine, cookieLine}, 401},
		{"the token as the cookie", "POST /api/call", greet, []string{hostLine, tokenLine, "Cookie: {name}={token}"}, 401},
		{"the cookie's value as the token", "POST /api/call", greet, []string{hostLine, cookieLine, "X-Lectern-Token: {ticket}"}, 401},
		{"the cookie under another name", "POST /api/call", greet, []string{hostLine, tokenLine, "Cookie: lectern={ticket}"}, 401},
		{"the token as a bearer", "POST /api/call", greet, []string{hostLine, cookieLine, "Authorization: Bearer {token}"}, 401},
		{"the token in a body", "POST /api/call", `{"token":"{token}"}`, []string{hostLine, cookieLine}, 401},
		{"an empty token", "POST /api/call", greet, []string{hostLine, cookieLine, "X-Lectern-Token:"}, 401},
		{"a token and a wrong one", "POST /api/call", greet, with("X-Lectern-Token: wrong"), 401},
		{"a wrong token and the right one", "POST /api/call", greet, []string{hostLine, cookieLine, "X-Lectern-Token: wrong", tokenLine}, 401},
		{"tokens in one line", "POST /api/call", greet, []string{hostLine, cookieLine, "X-Lectern-Token: wrong, {token}"}, 401},
		{"a longer token", "POST /api/call", greet, []string{hostLine, cookieLine, "X-Lectern-Token: {token}0"}, 401},
		{"an empty cookie", "POST /api/call", greet, []string{hostLine, tokenLine, "Cookie: {name}="}, 401},

		{"another host", "POST /api/call", greet, []string{"Host: evil.example", cookieLine, tokenLine}, 403},
		{"a host that begins alike", "POST /api/call", greet, []string{"Host: {host}.evil.example", cookieLine, tokenLine}, 403},
		{"a name that leads here", "POST /api/call", greet, []string{"Host: 127.0.0.1.nip.io:{port}", cookieLine, tokenLine}, 403},
		{"no port", "POST /api/call", greet, []string{"Host: 127.0.0.1", cookieLine, tokenLine}, 403},
		{"another port", "POST /api/call", greet, []string{"Host: 127.0.0.1:1", cookieLine, tokenLine}, 403},
		{"another spelling", "POST /api/call", greet, []string{"Host: 127.1:{port}", cookieLine, tokenLine}, 403},
		{"a dot", "POST /api/call", greet, []string{"Host: localhost.:{port}", cookieLine, tokenLine}, 403},
		{"the other family", "POST /api/call", greet, []string{"Host: [::1]:{port}", cookieLine, tokenLine}, 403},
		{"everywhere", "POST /api/call", greet, []string{"Host: 0.0.0.0:{port}", cookieLine, tokenLine}, 403},
		{"an empty host", "POST /api/call", greet, []string{"Host:", cookieLine, tokenLine}, 403},
		{"no host", "POST /api/call", greet, []string{cookieLine, tokenLine}, 400},
		{"two hosts", "POST /api/call", greet, with("Host: evil.example"), 400},
		{"another host in the line", "GET http://evil.example/doc/{id}", "", with(), 403},
		{"another host at the door", "GET /?token={token}", "", []string{"Host: evil.example"}, 403},
		{"another host for a file", "GET /bridge.js", "", []string{"Host: evil.example"}, 403},

		{"another origin", "POST /api/call", greet, with("Origin: http://evil.example"), 403},
		{"no origin", "POST /api/call", greet, with("Origin: null"), 403},
		{"an empty second origin", "POST /api/call", greet, with("Origin: http://{host}", "Origin: null"), 403},
		{"another port's origin", "POST /api/call", greet, with("Origin: http://127.0.0.1:1"), 403},
		{"another scheme's origin", "POST /api/call", greet, with("Origin: https://{host}"), 403},
		{"an origin that begins alike", "POST /api/call", greet, with("Origin: http://{host}.evil.example"), 403},
		{"the other name's origin", "POST /api/call", greet, with("Origin: http://localhost:{port}"), 403},
		{"another origin at the door", "GET /?token={token}", "", []string{hostLine, "Origin: http://evil.example"}, 403},

		{"another site", "POST /api/call", greet, with("Sec-Fetch-Site: cross-site"), 403},
		{"another port", "POST /api/call", greet, with("Sec-Fetch-Site: same-site"), 403},
		{"a site of no kind", "POST /api/call", greet, with("Sec-Fetch-Site: other"), 403},
		{"two sites", "POST /api/call", greet, with("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"), 403},
		{"another port's picture", "GET /doc/{id}", "", with("Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"), 403},
		{"another port's script", "GET /bridge.js", "", with("Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"), 403},
		{"another port's frame", "GET /", "", with("Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"), 403},
		{"another site's tab with a document", "GET /doc/{id}", "", with("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"), 403},
		{"another site's form", "POST /", "a=b", with("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"), 403},
		{"another site's look at the door", "GET /?token={token}", "", []string{hostLine, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: empty"}, 403},

		{"OPTIONS", "OPTIONS /api/call", "", with("Origin: http://{host}", "Access-Control-Request-Method: POST"), 405},
		{"OPTIONS of everything", "OPTIONS *", "", with(), 405},
		{"PUT", "PUT /api/upload?name=a.pdf", "x", with(), 405},
		{"DELETE", "DELETE /doc/{id}", "", with(), 405},
		{"PATCH", "PATCH /api/call", greet, with(), 405},
		{"TRACE", "TRACE /", "", with(), 405},
		{"CONNECT", "CONNECT {host}", "", with(), 405},
		{"a method of no kind", "LECTERN /", "", with(), 405},
		{"a call by GET", "GET /api/call", "", with(), 404},
		{"a call by HEAD", "HEAD /api/call", "", with(), 404},
		{"a document by POST", "POST /doc/{id}", "x", with(), 405},
		{"events by POST", "POST /api/events", "x", with(), 405},

		{"up from the files", "GET /../../../etc/passwd", "", with(), 307},
		{"up in code", "GET /%2e%2e/%2e%2e/etc/passwd", "", with(), 404},
		{"a document by a dot in code", "GET /%2e/doc/{id}", "", []string{hostLine, cookieLine}, 404},
		{"up from a document", "GET /doc/..%2f..%2flibrary.db", "", with(), 404},
		{"up twice in code", "GET /doc/%252e%252e%252flibrary.db", "", with(), 404},
		{"up by backslashes", `GET /doc/..\..\library.db`, "", with(), 404},
		{"a NUL in a document's id", "GET /doc/{id}%00", "", with(), 404},
		{"no document", "GET /doc/", "", with(), 404},
		{"no table", "GET /tables/{id}/0/..%2ftables.csv", "", with(), 404},
		{"no report", "GET /report/..%2f{id}/report.pdf", "", with(), 404},

		{"arguments without an end", "POST /api/call", `{"name":`, with(), 400},
		{"arguments that are none", "POST /api/call", `[]`, with(), 400},
		{"a name that is none", "POST /api/call", `{"name":{"a":1}}`, with(), 400},
		{"too many arguments", "POST /api/call", `{"name":"` + strings.Repeat("a", maxCall) + `"}`, with(), 413},
		{"a length that is none", "POST /api/call", "", with("Content-Length: -1"), 400},
		{"two lengths", "POST /api/call", greet, with("Content-Length: 1"), 400},
		{"a length and pieces", "POST /api/call", "0\r\n\r\n", with("Transfer-Encoding: chunked"), 400},
		{"pieces of another kind", "POST /api/call", "", with("Transfer-Encoding: gzip"), 501},
		{"a header without an end", "GET /", "", with("X: " + strings.Repeat("a", 64<<10)), 431},
		{"an upload that is told to be too large", "POST /api/upload?name=a.pdf", "", with(fmt.Sprintf("Content-Length: %d", l.upmost+1)), 413},
	}
	// What is private is refused to whoever lacks one of the two, in whatever way it is written.
	for _, what := range []struct{ line, body string }{
		{"POST /api/call", greet}, {"POST /api/upload?name=a.pdf", "%PDF-"}, {"GET /api/events", ""}, {"GET /doc/{id}", ""}, {"HEAD /doc/{id}", ""}, {"GET /doc/{id}/", ""},
		{"GET /report/x/report.pdf", ""}, {"GET /tables/{id}/0/tables.csv", ""}, {"GET http://{host}/doc/{id}", ""}, {"GET /%64oc/{id}", ""},
	} {
		attacks = append(attacks,
			attack{what.line + " with nothing", what.line, what.body, []string{hostLine}, 401},
			attack{what.line + " with the cookie alone", what.line, what.body, []string{hostLine, cookieLine}, 401},
			attack{what.line + " with the token alone", what.line, what.body, []string{hostLine, tokenLine}, 401})
	}
	for _, line := range []string{"GET //doc/{id}", "GET /./doc/{id}", "GET /x/../doc/{id}", "GET /api/../doc/{id}"} { // written otherwise, it is sent to the one way
		attacks = append(attacks, attack{line, line, "", []string{hostLine, cookieLine}, 307})
	}
	if len(attacks) < 60 {
		t.Fatalf("only %d attacks", len(attacks))
	}
	for _, a := range attacks {
		status, header, said := l.raw(request(a.line, a.body, a.headers...))
		if status != a.want {
			t.Errorf("%s: %d, not %d: %.200s", a.name, status, a.want, said)
		}
		if strings.Contains(said, "Hello Ada") || strings.Contains(said, "%PDF") || strings.Contains(said, "accepted") || said == "events" || header.Get("Set-Cookie") != "" || header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: answered %v %.200s", a.name, header, said)
		}
		if strings.Contains(said, l.token) || strings.Contains(said, l.ticket) {
			t.Errorf("%s: tells a secret: %.200s", a.name, said)
		}
	}
	if docs, err := l.core.Library.List(); err != nil || len(docs) != 1 {
		t.Errorf("%v %+v", err, docs)
	}
	t.Logf("%d attacks", len(attacks))
}
