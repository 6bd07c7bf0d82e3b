package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"lectern/backend/runs/runstest"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// hurried is patience for tests.
var hurried = patience{header: 200 * time.Millisecond, body: 400 * time.Millisecond, answer: 2 * time.Second, idle: 300 * time.Millisecond, steady: 300 * time.Millisecond}

// ended waits until the server has ended a connection, and tells what it said before.
func ended(t *testing.T, c net.Conn) string {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	said, err := io.ReadAll(c)
	if isTimeout(err) {
		t.Fatal("the connection is still open")
	}
	return string(said)
}

func TestTheOwnerGetsInWhoeverHoldsConnectionsOpen(t *testing.T) {
	l := listen(t, usual)
	friend := l.dial() // one that has shown the token stays, however long it says nothing
	if _, err := io.WriteString(friend, l.fill("GET /doc/{id} HTTP/1.1\r\n"+hostLine+"\r\n"+cookieLine+"\r\n"+tokenLine+"\r\nRange: bytes=0-4\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	kept := bufio.NewReader(friend)
	if reply, err := http.ReadResponse(kept, nil); err != nil || reply.StatusCode != http.StatusPartialContent {
		t.Fatalf("%v %v", reply, err)
	} else if _, err := io.Copy(io.Discard, reply.Body); err != nil {
		t.Fatal(err)
	}
	const many = 1200
	var all []net.Conn
	for i := range many {
		c := l.dial()
		all = append(all, c)
		switch i % 4 { // some say nothing, some begin, some were answered, some send a body that doesn't end
		case 1:
			_, _ = io.WriteString(c, l.fill("GET / HTTP/1.1\r\n"+hostLine+"\r\nX: "))
		case 2:
			_, _ = io.WriteString(c, l.fill("GET / HTTP/1.1\r\n"+hostLine+"\r\n\r\n"))
		case 3:
			_, _ = io.WriteString(c, l.fill("POST /api/call HTTP/1.1\r\n"+hostLine+"\r\n"+cookieLine+"\r\nContent-Length: 100\r\n\r\n{"))
		}
	}
	began := time.Now()
	status, _, said := l.raw(request("POST /api/call", greet, hostLine, cookieLine, tokenLine))
	if took := time.Since(began); status != http.StatusOK || !strings.Contains(said, "Hello Ada") || took > 2*time.Second {
		t.Errorf("the owner: %d %s after %v", status, said, took)
	}
	for _, c := range all[:many-2*mostStrangers] { // the first ones are gone, long before any time limit
		ended(t, c)
	}
	if _, err := io.WriteString(friend, l.fill("GET /doc/{id} HTTP/1.1\r\n"+hostLine+"\r\n"+cookieLine+"\r\n"+tokenLine+"\r\nRange: bytes=0-4\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if reply, err := http.ReadResponse(kept, nil); err != nil || reply.StatusCode != http.StatusPartialContent {
		t.Errorf("the owner's own connection: %v %v", reply, err)
	}
}

func TestWhatIsSlowIsCut(t *testing.T) {
	l := listen(t, hurried)
	owner := "\r\n" + hostLine + "\r\n" + cookieLine + "\r\n" + tokenLine + "\r\n"
	for name, c := range map[string]struct{ request, says string }{
		"nothing":             {"", ""},
		"a header":            {"GET / HTTP/1.1\r\n" + hostLine + "\r\nX: ", ""},
		"an idle connection":  {"GET / HTTP/1.1\r\n" + hostLine + "\r\n\r\n", "the page"},
		"a body":              {"POST /api/call HTTP/1.1" + owner + "Content-Length: 100\r\n\r\n{", "took too long"},
		"a body in pieces":    {"POST /api/call HTTP/1.1" + owner + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", "took too long"},
		"a body of a refusal": {"POST /api/call HTTP/1.1\r\n" + hostLine + "\r\nContent-Length: 100\r\n\r\n{", "Open the address"},
		"a body of a page":    {"GET / HTTP/1.1\r\n" + hostLine + "\r\nContent-Length: 100\r\n\r\n{", "the page"},
		"an upload":           {"POST /api/upload?name=a.pdf HTTP/1.1" + owner + "Content-Length: 100000\r\n\r\n%PDF-", "came too slowly"},
	} {
		conn := l.dial()
		_, _ = io.WriteString(conn, l.fill(c.request))
		began := time.Now()
		if said := ended(t, conn); !strings.Contains(said, c.says) || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %q after %v", name, said, time.Since(began))
		}
	}
}

// dripping sends a byte at a time until the connection is ended.
func TestABodyThatDripsIsCut(t *testing.T) {
	l := listen(t, hurried)
	owner := " HTTP/1.1\r\n" + hostLine + "\r\n" + cookieLine + "\r\n" + tokenLine + "\r\nContent-Length: 1000000\r\n\r\n"
	for _, line := range []string{"POST /api/call", "POST /api/upload?name=a.pdf"} {
		c := l.dial()
		if _, err := io.WriteString(c, l.fill(line+owner)); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		drips := make(chan struct{})
		go func() {
			defer close(drips)
			every := time.NewTicker(20 * time.Millisecond)
			defer every.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-every.C:
					if _, err := io.WriteString(c, " "); err != nil {
						return
					}
				}
			}
		}()
		ended(t, c)
		stop()
		<-drips
	}
}

func TestAnUploadThatGoesOnTakesItsTime(t *testing.T) {
	l := listen(t, hurried)
	body := append(runstest.Lease(), make([]byte, 12*leastSteady)...)
	c := l.dial()
	if _, err := fmt.Fprintf(c, "%s", l.fill("POST /api/upload?name=Slow.pdf HTTP/1.1\r\n"+hostLine+"\r\n"+cookieLine+"\r\n"+tokenLine+fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n", len(body)))); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	every := time.NewTicker(100 * time.Millisecond) // longer in all than any limit, and steady
	defer every.Stop()
	for len(body) > 0 {
		<-every.C
		n, err := c.Write(body[:min(len(body), leastSteady)])
		if err != nil {
			t.Fatal(err)
		}
		body = body[n:]
	}
	reply, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || reply.StatusCode != http.StatusOK || time.Since(began) < 2*hurried.body {
		t.Errorf("%v %v after %v", reply, err, time.Since(began))
	}
}

// The events of a page come for as long as it stays, and so does the answer to a call.
func TestTheStreamOfEventsStaysOpen(t *testing.T) {
	l := listen(t, hurried)
	c := l.dial()
	_, _ = io.WriteString(c, l.fill("GET /api/events HTTP/1.1\r\n"+hostLine+"\r\n"+cookieLine+"\r\n"+tokenLine+"\r\n\r\n"))
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	reply, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", reply, err)
	}
	lines := bufio.NewScanner(reply.Body)
	lines.Scan() // hello
	gone := l.dial()
	_, _ = io.WriteString(gone, l.fill("GET / HTTP/1.1\r\n"+hostLine+"\r\n\r\n"))
	for range 4 { // another connection that says nothing is ended, again and again
		ended(t, gone)
		gone = l.dial()
	}
	if status, _, said := l.raw(request("POST /api/call", `{"name":"main.bound.Sleeps","args":[3000]}`, hostLine, cookieLine, tokenLine)); status != http.StatusOK || !strings.Contains(said, "slept") {
		t.Errorf("a call that takes its time: %d %s", status, said)
	}
	l.Emit("told", "late")
	for lines.Scan() {
		if lines.Text() == `data: {"name":"told","data":["late"]}` {
			return
		}
	}
	t.Errorf("the stream ended: %v", lines.Err())
}
