package address

import (
	"fmt"
	"net/http"
	"net/url"
)

// Direct is a proxy function for http.Transport that leaves the proxy of the environment (or whichever is given) out
// where the server is one of this machine or its network: a proxy elsewhere would be told what is asked there, and could
// answer in its place.
func Direct(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		if h, err := ParseHost(r.URL.Hostname()); err == nil && h.Private() {
			return nil, nil
		}
		return proxy(r)
	}
}

// MostRedirects is how often a server that the person has set up may point to another of its own addresses.
const MostRedirects = 3

// MovedError is a redirect that is not followed.
type MovedError struct{ From, To string } // "": too often, to itself

func (e *MovedError) Error() string {
	if e.To == "" {
		return fmt.Sprintf("the server at %s points to itself, again and again", e.From)
	}
	return fmt.Sprintf("the server at %s points to %s", e.From, e.To)
}

// Stay is http.Client's CheckRedirect for a server that the person has set up: it may point to other addresses of its own,
// a few times, and never to another scheme, host or port.
func Stay(r *http.Request, via []*http.Request) error {
	from, to := place(via[0].URL), place(r.URL)
	switch {
	case from != to:
		return &MovedError{from, to}
	case len(via) > MostRedirects:
		return &MovedError{From: from}
	}
	return nil
}

// place is where a server is: scheme, host and port.
func place(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	host := u.Hostname()
	if h, err := ParseHost(host); err == nil {
		host = h.String()
	}
	return u.Scheme + "://" + host + ":" + port
}
