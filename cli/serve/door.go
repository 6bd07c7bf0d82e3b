package serve

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"time"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// door says who is answered in browser mode: the page that was opened with the printed address, and nobody else.
//
// A cookie alone is worth nothing: cookies ignore ports, so every other server on this machine that the browser visits
// is sent ours. The token itself never is: the page takes it from the address that was printed, keeps it in the session
// storage, which is bound to scheme, host and port, and sends it in a header. A header alone is worth nothing either.
// What is private needs both.
type door struct {
	token  string // of the printed address and of the header
	ticket string // of the cookie
	cookie string // its name
	host   string // host:port
}

const tokenHeader = "X-Lectern-Token"

// outside is where a page goes that was not let in.
const outside = "/outside"

func newDoor() door { return door{token: secret(), ticket: secret()} }

// keptDoor is a door with what a page needs to come in again; it is kept for a program that was cut off.
type keptDoor struct {
	Host   string `json:"host"`
	Token  string `json:"token"`
	Ticket string `json:"ticket"`
}

// reopen has a program that begins where another one was cut off, at the same address, let in the pages of that one: they
// come back by themselves. What is kept for that is as private as the conversations beside it, and goes when the program ends
// in order.
func (d *door) reopen(settings *store.Settings) error {
	var k keptDoor
	if err := settings.Get(store.Session, &k); err != nil {
		return err
	}
	if k.Host == d.host && k.Token != "" && k.Ticket != "" {
		d.token, d.ticket = k.Token, k.Ticket
	}
	return settings.Save(store.Session, keptDoor{d.host, d.token, d.ticket})
}

func (d *door) shut(settings *store.Settings) error { return settings.Save(store.Session, keptDoor{}) }

func secret() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (d *door) address() string { return "http://" + d.host + "/?token=" + d.token }

// refuses tells with which status and why a request is turned away before anybody looks at what it asks for; 0 if it isn't.
func (d *door) refuses(r *http.Request) (status int, why string) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return http.StatusMethodNotAllowed, messages.Text("serve.methods")
	}
	if r.Host != d.host && r.Host != "localhost"+d.host[lastColon(d.host):] {
		return http.StatusForbidden, messages.Text("serve.not-this-address")
	}
	for _, o := range r.Header.Values("Origin") {
		if o != "http://"+r.Host {
			return http.StatusForbidden, messages.Text("serve.another-site")
		}
	}
	// Another port of this machine is the same site, and another origin. Only a tab of its own may be opened from there.
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" && !opensATab(r) {
			return http.StatusForbidden, messages.Text("serve.another-site")
		}
	}
	return 0, ""
}

func opensATab(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

func lastColon(host string) int {
	for i := len(host) - 1; i > 0; i-- {
		if host[i] == ':' {
			return i
		}
	}
	return len(host)
}

// admits gives the cookie to whoever has the token.
func (d *door) admits(w http.ResponseWriter, r *http.Request, token string) bool {
	if !same(token, d.token) {
		return false
	}
	befriend(r)
	http.SetCookie(w, &http.Cookie{Name: d.cookie, Value: d.ticket, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return true
}

// private serves what needs the cookie and the header.
func (d *door) private(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		shown := r.Header.Values(tokenHeader)
		token := len(shown) == 1 && same(shown[0], d.token)
		// Another server of this machine may have set cookies of the same name for other paths.
		cookie := slices.ContainsFunc(r.CookiesNamed(d.cookie), func(c *http.Cookie) bool { return same(c.Value, d.ticket) })
		if !token || !cookie {
			turnAway(w, http.StatusUnauthorized, messages.Text("serve.open-with-token"))
			return
		}
		befriend(r)
		if r.Method != http.MethodPost {
			unhurried(w)
		}
		next(w, r)
	}
}

// turnAway answers with a sentence and ends the connection, so that nothing more of the request is read.
func turnAway(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, why, status)
}

// unhurried takes the time limits off a request that was read and let in. Where they can't be, there are none.
func unhurried(w http.ResponseWriter) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{})
	_ = control.SetWriteDeadline(time.Time{})
}

// outside is what a tab shows that was not let in.
func (d *door) outside(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusUnauthorized)
	fmt.Fprintf(w, outsidePage, messages.Text("serve.door-title"), messages.Text("serve.door-token"), messages.Text("serve.door-once"))
}

// outsidePage has the places of its heading and its two paragraphs.
const outsidePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lectern</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:18vh auto 0;padding:0 24px}h1{font-size:1.25em}</style>
<h1>%s</h1>
<p>%s</p>
<p>%s</p>
</html>
`
