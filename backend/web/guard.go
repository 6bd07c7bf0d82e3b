package web

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// ErrForbidden: an address that is none of the public web. It is not gone to.
var ErrForbidden = errors.New("not a public address of the web")

// reserved are the parts of the address space that lead into this machine, its network, or nowhere. Of IPv6 only
// 2000::/3 is public at all. Sources: the IANA special-purpose address registries.
var reserved = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

var publicSix = netip.MustParsePrefix("2000::/3")

func prefixes(all ...string) (out []netip.Prefix) {
	for _, p := range all {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// Public tells whether an IP address belongs to a host of the public internet.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if !ip.IsValid() || ip.Is6() && !publicSix.Contains(ip) {
		return false
	}
	for _, p := range reserved {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// check is asked by the dialer about every address that it is about to connect to, after names were resolved.
func check(network, address string, allowed func(netip.Addr) bool) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") || !allowed(to.Addr()) {
		return fmt.Errorf("%s: %w", address, ErrForbidden)
	}
	return nil
}

func control(allowed func(netip.Addr) bool) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error { return check(network, address, allowed) }
}

// Address reads an address of the web: http or https, with a host, without a name and password. What host it leads to
// is not asked yet.
func Address(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: it can't be read", ErrForbidden)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: %q is neither http nor https", ErrForbidden, u.Scheme)
	case u.User != nil || u.Hostname() == "":
		return nil, fmt.Errorf("%w: it names no host alone", ErrForbidden)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !Public(ip) {
		return nil, fmt.Errorf("%s: %w", ip, ErrForbidden)
	}
	if name := strings.TrimSuffix(strings.ToLower(u.Hostname()), "."); name == "localhost" || strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".local") || strings.HasSuffix(name, ".internal") {
		return nil, fmt.Errorf("%s: %w", name, ErrForbidden)
	}
	u.Fragment = ""
	return u, nil
}
