package address

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// home are spellings of hosts of this machine and of networks of one's own.
var home = []string{
	"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "2130706433.", "0x7f000001", "0X7F000001", "0x7f.1", "0177.0.0.1", "017700000001",
	"0x7f.0.0.0x1", "127.0x000001", "127.0.0.0x1", "0.0.0.0", "0", "0x", "0x0.0", "00.0",
	"１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1", "127．1", "𝟭𝟮𝟳.𝟬.𝟬.𝟭", "０ｘ７ｆ.1", "²130706433",
	"[::1]", "::1", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:0:1::]",
	"[fe80::1]", "[fc00::1]", "[fd12::1]", "[ff02::1]", "[fec0::1]", "[2001:db8::1]",
	"10.1.2.3", "10.66051", "167772161", "0xa.1", "192.168.1.1", "192.168.257", "0300.0250.1.1", "172.16.0.1", "172.31.255.255", "100.64.0.1", "169.254.169.254",
	"2852039166", "0xA9FEA9FE", "169.254.43518", "198.18.0.1", "224.0.0.1", "255.255.255.255", "4294967295", "240.0.0.1", "192.0.2.1",
	"localhost", "LOCALHOST", "localhost.", "ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "loc\u00adalhost", "a.localhost", "printer.local", "nas.lan", "router.home.arpa", "router.home", "fritz.box.lan.",
	"metadata.google.internal", "wiki.corp", "intranet", "router", "a.localdomain", "printer。local", "x.onion", "x.test", "x.invalid", "host.PRIVATE", "NAS.ＬＡＮ",
}

func TestEverySpellingOfAPrivateHostIsKnown(t *testing.T) {
	if len(home) < 40 {
		t.Fatalf("only %d spellings", len(home))
	}
	for _, s := range home {
		if h, err := ParseHost(s); err != nil || !h.Private() {
			t.Errorf("%q is read as %v, %v", s, h, err)
		}
	}
}

func TestAHostHasOneSpelling(t *testing.T) {
	for s, want := range map[string]string{
		"Example.COM": "example.com", "example.com.": "example.com", "ｅｘａｍｐｌｅ.com": "example.com", "example。com": "example.com", "faß.de": "xn--fa-hia.de", "münchen.de": "xn--mnchen-3ya.de",
		"xn--mnchen-3ya.de": "xn--mnchen-3ya.de", "a_b.example.com": "a_b.example.com", "例え.jp": "xn--r8jz45g.jp", "8.8.8.8": "8.8.8.8", "134744072": "8.8.8.8", "0x08.8.2056": "8.8.8.8", "８.８.８.８": "8.8.8.8",
		"[2606:4700::1111]": "[2606:4700::1111]", "[2606:4700:0:0::1111]": "[2606:4700::1111]", "[::ffff:8.8.8.8]": "8.8.8.8", "1.2.3.4.example.com": "1.2.3.4.example.com", "0x7f.example.com": "0x7f.example.com", "127.0.0.1.nip.io": "127.0.0.1.nip.io",
	} {
		if h, err := ParseHost(s); err != nil || h.String() != want || h.Private() {
			t.Errorf("%q is read as %v, private %v, %v", s, h, h.Private(), err)
		}
	}
}

func TestWhatIsNoHostIsNone(t *testing.T) {
	for _, s := range []string{
		"", ".", "..", "a..b", ".a", "256.256.256.256", "1.2.3.4.5", "1.2.3.256", "1.256.3.4", "0xg.1.2.08", "example.09x.08", "4294967296", "99999999999999999999999", "0x100000000", "a b.com", "a\x00b.com", "a/b.com", "a@b.com", "a%2eb.com",
		"a<b.com", "[::1", "::1]", "[::1%25lo]", "[::1%lo]", "[1.2.3.4]", "[]", "xn--a", "\u00ad", strings.Repeat("a", 64) + ".com", strings.Repeat("abcdefg.", 40) + "com", "1.2.3.0x", "\xff.com",
	} {
		h, err := ParseHost(s)
		if s == "1.2.3.0x" { // 0x alone is a zero
			if err != nil || h.Addr != netip.MustParseAddr("1.2.3.0") {
				t.Errorf("%q is read as %v, %v", s, h, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%q is read as %v", s, h)
		}
	}
}

func TestPublicAddresses(t *testing.T) {
	for _, ip := range []string{"93.184.215.14", "8.8.8.8", "2606:4700::1111", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1"} {
		if !Public(netip.MustParseAddr(ip)) {
			t.Errorf("%s is public", ip)
		}
	}
	if Public(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestAProxyIsNotToldOfHostsNearby(t *testing.T) {
	proxy := &url.URL{Scheme: "http", Host: "proxy.example.com:3128"}
	direct := Direct(http.ProxyURL(proxy))
	for _, host := range append([]string{"127.0.0.1:11434", "localhost:80", "[::1]:1", "gpu:11434", "192.168.1.7"}, "10.0.0.1", "gpu.lan") {
		r := httptest.NewRequest("GET", "http://"+host+"/", nil)
		if at, err := direct(r); at != nil || err != nil {
			t.Errorf("%s goes by %v, %v", host, at, err)
		}
	}
	for _, host := range []string{"8.8.8.8", "ollama.example.com:443"} {
		r := httptest.NewRequest("GET", "https://"+host+"/", nil)
		if at, err := direct(r); at != proxy || err != nil {
			t.Errorf("%s goes by %v, %v", host, at, err)
		}
	}
}

func TestAServerMayPointToItselfAFewTimesAndToNobodyElse(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other one was asked") }))
	defer other.Close()
	asked := atomic.Int32{}
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); {
		case r.URL.Path == "/other":
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		case r.URL.Path == "/name":
			http.Redirect(w, r, strings.Replace(s.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		case r.URL.Path == "/scheme":
			http.Redirect(w, r, strings.Replace(s.URL, "http:", "https:", 1), http.StatusFound)
		case err == nil && n > 0:
			http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
		}
	}))
	defer s.Close()
	client := &http.Client{CheckRedirect: Stay}
	for path, want := range map[string]int32{"/0": 1, "/3": 4, "/4": -4, "/1000": -4, "/other": -1, "/name": -1, "/scheme": -1} {
		asked.Store(0)
		res, err := client.Get(s.URL + path)
		var moved *MovedError
		if want > 0 && err != nil || want < 0 && !errors.As(err, &moved) || asked.Load() != max(want, -want) {
			t.Errorf("%s: %v after %d requests", path, err, asked.Load())
		}
		if err == nil {
			res.Body.Close()
		}
	}
}
