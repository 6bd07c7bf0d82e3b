// Package address reads the hosts of addresses as browsers do, tells the public ones from those of this machine and its
// network, and says how an HTTP client behaves towards a server that the person has set up.
//
// One host has many spellings (2130706433, 0x7f.1, １２７.0.0.1 and ⓛocalhost. all lead home). Whoever decides by a
// host's name or number decides by what ParseHost makes of it, and hands on that alone: what two parsers read
// differently is a hole.
package address

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"lectern/backend/messages"
)

// Host is a host in its one spelling.
type Host struct {
	Name string     // in lower case and ASCII, without the dot of the root; "" if it is a number
	Addr netip.Addr // valid if it is a number
}

// String is how it stands in an address, without a port.
func (h Host) String() string {
	switch {
	case !h.Addr.IsValid():
		return h.Name
	case h.Addr.Is6():
		return "[" + h.Addr.String() + "]"
	}
	return h.Addr.String()
}

// Private tells whether a host is one of this machine or its network by its number or its name alone. Any other name may
// still lead there.
func (h Host) Private() bool {
	if h.Addr.IsValid() {
		return !Public(h.Addr)
	}
	return privateName(h.Name)
}

// lookup maps names as the URL standard has it: no strictness about hyphens and underscores, none about lengths.
var lookup = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.CheckHyphens(false), idna.CheckJoiners(true),
	idna.StrictDomainName(false), idna.VerifyDNSLength(false))

var errHost = messages.Error("address.no-host")

// Longest names that the DNS takes.
const (
	mostName  = 253
	mostLabel = 63
)

// ParseHost reads a host, without a port, by the host parser of the URL standard (url.spec.whatwg.org, Host parsing): names
// are mapped (letters of full width, digits in circles, other dots), and what ends in a number is an IPv4 address in
// any of the spellings of inet_aton. It is stricter in what it takes for a name: each label must fit the DNS.
func ParseHost(s string) (Host, error) {
	if six, ok := strings.CutPrefix(s, "["); ok {
		six, closed := strings.CutSuffix(six, "]")
		return parseSix(six, closed)
	}
	if strings.Contains(s, ":") { // as net/url gives one without its brackets
		return parseSix(s, true)
	}
	name, err := lookup.ToASCII(s)
	if err != nil || strings.ContainsRune(s, utf8.RuneError) || strings.ContainsFunc(name, forbidden) {
		return Host{}, errHost
	}
	name = strings.ToLower(name)
	if endsInNumber(name) {
		four, err := parseFour(name)
		return Host{Addr: four}, err
	}
	name = strings.TrimSuffix(name, ".")
	if name == "" || len(name) > mostName {
		return Host{}, errHost
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > mostLabel {
			return Host{}, errHost
		}
	}
	return Host{Name: name}, nil
}

// forbidden are the code points that no name has.
func forbidden(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune(`#/:<>?@[\]^|%`, r)
}

func parseSix(s string, closed bool) (Host, error) {
	ip, err := netip.ParseAddr(s)
	if err != nil || !closed || !ip.Is6() || ip.Zone() != "" {
		return Host{}, errHost
	}
	return Host{Addr: ip.Unmap()}, nil
}

func endsInNumber(name string) bool {
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, err := number(last)
	return err == nil
}

// number reads a part of an IPv4 address: decimal, octal behind 0, hexadecimal behind 0x.
func number(s string) (uint64, error) {
	base := 10
	switch {
	case s == "":
		return 0, errHost
	case strings.HasPrefix(s, "0x"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" { // "0x" alone is 0
		return 0, nil
	}
	if s[0] == '+' || s[0] == '-' {
		return 0, errHost
	}
	n, err := strconv.ParseUint(s, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 1 << 40, nil // a number, and too large wherever it stands
	}
	if err != nil {
		return 0, errHost
	}
	return n, nil
}

func parseFour(s string) (netip.Addr, error) {
	parts := strings.Split(strings.TrimSuffix(s, "."), ".")
	const most, byteBits = 4, 8
	if len(parts) > most {
		return netip.Addr{}, errHost
	}
	var all uint64
	for i, p := range parts {
		n, err := number(p)
		if err != nil {
			return netip.Addr{}, err
		}
		room := byteBits // the last part fills what is left
		if i == len(parts)-1 {
			room = byteBits * (most - i)
		}
		if n >= 1<<room {
			return netip.Addr{}, messages.Error("address.number-too-large", messages.Args{"error": errHost})
		}
		all = all<<room | n
	}
	return netip.AddrFrom4([4]byte{byte(all >> 24), byte(all >> 16), byte(all >> 8), byte(all)}), nil
}
