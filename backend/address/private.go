package address

import (
	"net/netip"
	"slices"
	"strings"
)

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
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// privateEnds are the ends of names that are looked up in a network of one's own, or nowhere. Sources: the IANA registry of
// special-use domain names (but for "example", which is nobody's), ICANN's "internal", and what routers and offices use.
var privateEnds = []string{"localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "home.arpa", "corp", "mail", "private", "alt", "onion", "invalid", "test"}

// privateName tells whether a name in its one spelling is none of the public DNS. One label alone never is.
func privateName(name string) bool {
	return !strings.Contains(name, ".") || slices.ContainsFunc(privateEnds, func(end string) bool { return strings.HasSuffix(name, "."+end) })
}
