package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	where "lectern/backend/address"
)

var quick = Tries{Wait: time.Millisecond}

// here lets a test fetch from its own machine, at one port of it.
func here(t *testing.T, s *httptest.Server) *Fetcher {
	t.Helper()
	return &Fetcher{Tries: quick, Timeout: 2 * time.Second, allowed: func(ip netip.Addr) bool { return ip.IsLoopback() }}
}

func TestOnlyPublicAddressesAreGoneTo(t *testing.T) {
	asked := atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
		"169.254.169.254", "[fe80::1]", "[fe80::1%25lo]", "[fd00::1]", "[fc00::1]", "[ff02::1]", "224.0.0.1", "255.255.255.255", "100.64.0.1",
		"198.18.0.1", "192.0.2.1", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:db8::1]", "[2001:0:1::]", "[fec0::1]", "[100::1]", "240.0.0.1",
		"①②⑦.⓪.⓪.①", "127.0.0.1.", "127。0。0。1", "nas.lan", "router.home.arpa", "router", "localhost", "LOCALHOST.", "a.localhost", "printer.local", "metadata.google.internal", "2130706433", "0x7f000001", "0177.0.0.1", "127.1",
	} {
		for _, scheme := range []string{"http", "https"} {
			f := &Fetcher{Tries: quick, Timeout: time.Second}
			page, err := f.Fetch(t.Context(), scheme+"://"+host+":"+port+"/")
			if err == nil || page.Body != nil {
				t.Errorf("%s was fetched", host)
			}
			if !errors.Is(err, ErrForbidden) {
				t.Errorf("%s: %v", host, err)
			}
		}
	}
	for _, address := range []string{"file:///etc/passwd", "ftp://example.com/a", "gopher://example.com", "javascript:alert(1)", "data:text/html,a", "http:///a",
		"http://user:secret@example.com", "//example.com", "example.com", "", "http://", "http://[::1", "\x00"} {
		if _, err := new(Fetcher).Fetch(t.Context(), address); !errors.Is(err, ErrForbidden) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if asked.Load() != 0 {
		t.Errorf("the server was asked %d times", asked.Load())
	}
}

// resolver answers every name with the addresses that it is given, one set a question, the last for all further ones.
func resolver(t *testing.T, answers ...string) *net.Resolver {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	n := atomic.Int32{}
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:size]) != nil || len(m.Questions) == 0 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.RCode, m.Additionals = true, dnsmessage.RCodeSuccess, nil
			if q.Type == dnsmessage.TypeA {
				ip := netip.MustParseAddr(answers[min(int(n.Add(1))-1, len(answers)-1)])
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: ip.As4()}}}
			}
			if out, err := m.Pack(); err == nil {
				_, _ = c.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
}

func TestANameThatLeadsHomeIsRefusedWheneverItDoes(t *testing.T) {
	asked := atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); fmt.Fprint(w, "secret") }))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	f := &Fetcher{Tries: quick, Timeout: time.Second, Resolver: resolver(t, "127.0.0.1")}
	if _, err := f.Fetch(t.Context(), "http://rebound.example.com:"+port); !errors.Is(err, ErrForbidden) || asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
	// The first answer may be fetched; the redirect resolves anew, to this machine.
	var target *httptest.Server
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(target.URL, "127.0.0.1", "again.example.com", 1), http.StatusFound)
	}))
	defer outside.Close()
	target = s
	first := true
	f = &Fetcher{Tries: quick, Timeout: time.Second, Resolver: resolver(t, "127.0.0.1"), allowed: func(ip netip.Addr) bool { was := first; first = false; return was || where.Public(ip) }}
	if _, err := f.Fetch(t.Context(), outside.URL); !errors.Is(err, ErrForbidden) || asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

func TestRedirectsAreLookedAtLikeAddresses(t *testing.T) {
	for _, to := range []string{"http://127.0.0.1:1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "ftp://example.com/", "http://10.0.0.1/"} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }))
		port := s.Listener.Addr().(*net.TCPAddr).Port
		f := &Fetcher{Tries: quick, Timeout: time.Second}
		dialed := 0
		f.allowed = func(ip netip.Addr) bool { dialed++; return dialed == 1 || where.Public(ip) } // the first hop stands for a public one
		if _, err := f.Fetch(t.Context(), fmt.Sprintf("http://127.0.0.1:%d/", port)); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: %v", to, err)
		}
		s.Close()
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }))
	defer s.Close()
	if _, err := here(t, s).Fetch(t.Context(), s.URL); err == nil || !strings.Contains(err.Error(), "redirects") {
		t.Errorf("round and round: %v", err)
	}
}

func TestPagesAreBoundedInSizeTimeAndKind(t *testing.T) {
	mux := http.NewServeMux()
	write := func(path, kind, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, body)
		})
	}
	write("/large", "text/plain", strings.Repeat("a", 2000))
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for r.Context().Err() == nil {
			if _, err := fmt.Fprint(w, strings.Repeat("a", 4096)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "a")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	write("/picture", "image/png", "\x89PNG")
	write("/script", "application/javascript", "alert(1)")
	write("/zeros", "text/plain", "a\x00b")
	write("/no", "application/pdf", "not a PDF")
	write("/pdf", "text/plain", "%PDF-1.7 …")
	write("/html", "text/html; charset=Shift_JIS", "\x93\xfa\x96\x7b")
	write("/plain", "text/plain; charset=iso-8859-1", "K\xfcndigung")
	s := httptest.NewServer(mux)
	defer s.Close()
	f := here(t, s)
	f.Most, f.Timeout, f.Tries.Attempts = 1000, 300*time.Millisecond, 1
	for path, want := range map[string]error{"/large": ErrTooLarge, "/endless": ErrTooLarge, "/slow": context.DeadlineExceeded, "/picture": ErrWrongKind,
		"/script": ErrWrongKind, "/zeros": ErrWrongKind, "/no": ErrWrongKind} {
		if _, err := f.Fetch(t.Context(), s.URL+path); !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, want := range map[string]Page{"/pdf": {Kind: PDF, Body: []byte("%PDF-1.7 …")}, "/html": {Kind: HTML, Body: []byte("日本")}, "/plain": {Kind: Plain, Body: []byte("Kündigung")}} {
		if p, err := f.Fetch(t.Context(), s.URL+path); err != nil || p.Kind != want.Kind || !bytes.Equal(p.Body, want.Body) || p.Address != s.URL+path {
			t.Errorf("%s: %v %+v", path, err, p)
		}
	}
}

func TestWhatPassesIsTriedThreeTimesAndWhatDoesNotOnce(t *testing.T) {
	for status, want := range map[int]int{429: 3, 500: 3, 503: 3, 404: 1, 403: 1} {
		n := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { n++; w.WriteHeader(status) }))
		_, err := here(t, s).Fetch(t.Context(), s.URL)
		var told *StatusError
		if !errors.As(err, &told) || told.Status != status || n != want {
			t.Errorf("%d: %d tries, %v", status, n, err)
		}
		s.Close()
	}
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n++; n < 3 {
			<-r.Context().Done()
			return
		}
		fmt.Fprint(w, "at last")
	}))
	defer s.Close()
	f := here(t, s)
	f.Timeout = 100 * time.Millisecond
	if p, err := f.Fetch(t.Context(), s.URL); err != nil || string(p.Body) != "at last" || n != 3 {
		t.Errorf("%v after %d tries", err, n)
	}
	if d := (Tries{}).orDefault(); d.Attempts != 3 || d.Wait != 500*time.Millisecond {
		t.Errorf("%+v", d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Fetch(ctx, s.URL); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
