package web

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	where "lectern/backend/address"
	"lectern/backend/messages"
)

// ErrForbidden: an address that is none of the public web. It is not gone to.
var ErrForbidden = messages.Error("web.not-public")

// Address reads an address of the web: http or https, with a host, without a name and password. Its host is in its one
// spelling then, so that nobody who is handed it reads another one. Where a name leads is not asked yet.
func Address(s string) (*url.URL, error) {
	u, err := parse(s)
	if err != nil {
		return nil, err
	}
	if h, err := where.ParseHost(u.Hostname()); err != nil || h.Private() {
		return nil, fmt.Errorf("%s: %w", u.Hostname(), ErrForbidden)
	}
	return u, nil
}

func parse(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil:
		return nil, messages.Error("web.address-unreadable", messages.Args{"error": ErrForbidden})
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, messages.Error("web.neither-http", messages.Args{"error": ErrForbidden, "scheme": fmt.Sprintf("%q", u.Scheme)})
	case u.User != nil || u.Hostname() == "":
		return nil, messages.Error("web.no-host-alone", messages.Args{"error": ErrForbidden})
	}
	h, err := where.ParseHost(u.Hostname())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	port := u.Port()
	if u.Host = h.String(); port != "" {
		u.Host += ":" + port
	}
	u.Fragment = ""
	return u, nil
}

// Resolver looks names up. *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// resolve gives the addresses that a host leads to. One that is not allowed forbids them all: whoever goes there may
// take any of them.
func resolve(ctx context.Context, r Resolver, host string, allowed func(netip.Addr) bool) ([]netip.Addr, error) {
	h, err := where.ParseHost(host)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	to := []netip.Addr{h.Addr}
	if !h.Addr.IsValid() {
		if r == nil {
			r = net.DefaultResolver
		}
		if to, err = r.LookupNetIP(ctx, "ip", h.Name+"."); err != nil { // with the root's dot, no other ending is tried
			return nil, err
		}
	}
	for _, ip := range to {
		if !allowed(ip) {
			return nil, messages.Error("web.leads-to", messages.Args{"host": h, "address": ip, "error": ErrForbidden})
		}
	}
	if len(to) == 0 {
		return nil, messages.Error("web.leads-nowhere", messages.Args{"host": h, "error": ErrForbidden})
	}
	return to, nil
}
