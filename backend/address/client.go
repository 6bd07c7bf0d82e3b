package address

import (
	"net/http"
	"net/url"

	"lectern/backend/messages"
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

func (e *MovedError) Error() string { return e.Said().String() }

// Said is what it says in each language.
func (e *MovedError) Said() messages.Message {
	if e.To == "" {
		return messages.New("address.points-to-itself", messages.Args{"from": e.From})
	}
	return messages.New("address.points-to", messages.Args{"from": e.From, "to": e.To})
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
