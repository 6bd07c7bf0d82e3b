package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"
)

// names is a resolver that knows a few, all others lead nowhere.
type names map[string][]string

func (n names) LookupNetIP(_ context.Context, _, host string) (out []netip.Addr, err error) {
	for _, ip := range n[host] {
		out = append(out, netip.MustParseAddr(ip))
	}
	if out == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return out, nil
}

var somewhere = names{"example.com.": {"93.184.215.14", "2606:4700::1111"}}

// What is no host of the public web, by its spelling or by where it leads, neither the search server nor the fetcher is
// sent to.
func TestNobodyIsSentToAPrivateAddress(t *testing.T) {
	asked := atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	leads := names{
		"127.0.0.1.nip.io.": {"127.0.0.1"}, "7f000001.nip.io.": {"127.0.0.1"}, "localtest.me.": {"::1"}, "intranet.example.com.": {"10.1.2.3"}, "six.example.com.": {"fd00::1"},
		"both.example.com.": {"93.184.215.14", "127.0.0.1"}, "mapped.example.com.": {"::ffff:127.0.0.1"}, "meta.example.com.": {"93.184.215.14", "2606:4700::1111", "169.254.169.254"},
		"xn--mnchen-3ya.de.": {"192.168.1.1"}, "empty.example.com.": {},
	}
	searches := httptest.NewServer(searchServer().Handler())
	defer searches.Close()
	d := Defaults()
	d.On, d.Address = true, searches.URL
	m := &MCP{Settings: d, Tries: quick, Resolver: leads}
	defer m.Close()
	for _, host := range []string{
		"2130706433", "127.1", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "1２7.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "[::ffff:7f00:1]", "[::1]", "0", "0x7f.1", "017700000001",
		"10.66051", "192.168.257", "169.254.43518", "2852039166", "[fe80::1]", "[64:ff9b::a00:1]",
		"localhost", "LOCALHOST.", "ⓛocalhost", "a.localhost", "nas.lan", "NAS.Lan.", "printer.local", "router.home.arpa", "router", "wiki.corp", "metadata.google.internal", "x.home", "printer。local",
		"127.0.0.1.nip.io", "7f000001.nip.io", "127.0.0.1.NIP.io.", "localtest.me", "intranet.example.com", "six.example.com", "both.example.com", "mapped.example.com", "meta.example.com", "münchen.de",
		"empty.example.com", "nowhere.example.com",
	} {
		for _, address := range []string{"http://" + host + ":" + port + "/", "https://" + host + "/a"} {
			var dns *net.DNSError // of those that lead nowhere
			if _, err := m.Page(t.Context(), address); !errors.Is(err, ErrForbidden) && !errors.As(err, &dns) {
				t.Errorf("the search server was sent to %s: %v", address, err)
			}
			if _, err := (&Fetcher{Tries: quick, Resolver: leads}).Fetch(t.Context(), address); !errors.Is(err, ErrForbidden) && !errors.As(err, &dns) {
				t.Errorf("%s was fetched: %v", address, err)
			}
		}
	}
	if asked.Load() != 0 || m.session != nil {
		t.Errorf("asked %d times, session %v", asked.Load(), m.session)
	}
}

func TestAnAddressIsHandedOnInItsOneSpelling(t *testing.T) {
	for s, want := range map[string]string{
		" https://ＥＸＡＭＰＬＥ.com./a#b": "https://example.com/a", "http://134744072:8080/": "http://8.8.8.8:8080/", "https://münchen.de/ü": "https://xn--mnchen-3ya.de/%C3%BC",
		"https://[2606:4700:0::1111]:443/": "https://[2606:4700::1111]:443/",
	} {
		if u, err := Address(s); err != nil || u.String() != want {
			t.Errorf("%q is %v, %v", s, u, err)
		}
	}
	for _, s := range []string{`http://example.com\@127.0.0.1/`, "http://127.0.0.1\t.example.com/", "http://a@example.com", "http://exa mple.com", "http:example.com", "http://example.com:port/", "http://a..b/"} {
		if u, err := Address(s); !errors.Is(err, ErrForbidden) {
			t.Errorf("%q is %v, %v", s, u, err)
		}
	}
}
