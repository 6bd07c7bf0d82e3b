package serve

import (
	"container/list"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// strangers is a listener that keeps a few connections only of those that have not shown the token. When one more comes,
// the one that has been there the longest goes: whoever holds connections open without a token, however many, keeps
// nobody out who comes with it.
type strangers struct {
	net.Listener
	most int

	mu    sync.Mutex
	there *list.List // of *guest, the longest there first
}

// mostStrangers is far from what a process may have open, and so many that a connection has the time to show the token
// while others are opened as fast as they can be.
const mostStrangers = 256

func newStrangers(ln net.Listener, most int) *strangers {
	return &strangers{Listener: ln, most: most, there: list.New()}
}

// Accept implements net.Listener.
func (s *strangers) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{Conn: c, of: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	g.place = s.there.PushBack(g)
	for s.there.Len() > s.most {
		longest := s.there.Remove(s.there.Front()).(*guest)
		longest.place = nil
		_ = longest.Conn.Close() // its server hears of it where it reads or writes
	}
	return g, nil
}

// guest is a connection; in the list of strangers until it shows the token or ends.
type guest struct {
	net.Conn
	of    *strangers
	place *list.Element
}

func (g *guest) leave() {
	g.of.mu.Lock()
	defer g.of.mu.Unlock()
	if g.place != nil {
		g.of.there.Remove(g.place)
		g.place = nil
	}
}

// Close implements net.Conn.
func (g *guest) Close() error {
	g.leave()
	return g.Conn.Close()
}

type guestKey struct{}

// befriend keeps the connection of a request that has shown the token.
func befriend(r *http.Request) {
	if g, ok := r.Context().Value(guestKey{}).(*guest); ok {
		g.leave()
	}
}

// patience is how long things may take that somebody else may draw out.
type patience struct {
	header, body, answer, idle time.Duration
	steady                     time.Duration // for each leastSteady bytes of an upload
}

// usual is far more than a browser of the same machine takes.
var usual = patience{header: 5 * time.Second, body: 20 * time.Second, answer: time.Minute, idle: time.Minute, steady: 20 * time.Second}

// server serves browser mode.
func (b *browser) server(p patience) *http.Server {
	b.steady = p.steady
	const headers = 32 << 10
	return &http.Server{
		Handler: b, ReadHeaderTimeout: p.header, ReadTimeout: p.body, WriteTimeout: p.answer, IdleTimeout: p.idle, MaxHeaderBytes: headers,
		DisableGeneralOptionsHandler: true, // it would answer for us
		ConnContext:                  func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, guestKey{}, c) },
		ErrorLog:                     slog.NewLogLogger(b.core.Log.Handler(), slog.LevelWarn),
	}
}

func isTimeout(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
