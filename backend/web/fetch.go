package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/net/html/charset"

	where "lectern/backend/address"
	"lectern/backend/messages"
)

// The kinds of pages that are read.
const (
	PDF   = "pdf"
	HTML  = "html"
	Plain = "text"
)

// Page is what stood at an address, not more than was asked for.
type Page struct {
	Address string // after redirects
	Kind    string // PDF, HTML or Plain
	Body    []byte // text is UTF-8
}

// Fetcher fetches pages of the public web. The zero value works. It may be used by several goroutines at once.
type Fetcher struct {
	Most     int64         // bytes of a page, unpacked; 0: 8 MB
	Timeout  time.Duration // of each try, from the name to the last byte; 0: 20 s
	Tries    Tries
	Resolver Resolver // nil: the machine's

	allowed func(netip.Addr) bool // nil: public ones. Tests fetch from their own machine
}

const (
	mostBytes = 8 << 20
	mostTime  = 20 * time.Second
	mostHops  = 5
)

// Errors of pages that are there and can't be used.
var (
	ErrTooLarge  = messages.Error("web.page-too-large")
	ErrWrongKind = messages.Error("web.wrong-kind")
)

// Fetch reads a page.
func (f *Fetcher) Fetch(ctx context.Context, address string) (page Page, err error) {
	u, err := f.address(address)
	if err != nil {
		return Page{}, err
	}
	err = f.Tries.do(ctx, func() error {
		page, err = f.once(ctx, u)
		return err
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", u.Hostname(), err)
	}
	return page, err
}

func (f *Fetcher) address(s string) (*url.URL, error) {
	if f.allowed == nil {
		return Address(s)
	}
	return parse(s)
}

// dial goes to one of the addresses that a host leads to, after all of them were looked at. It is asked for every
// redirect, too, and the addresses that were looked at are those that it goes to.
func (f *Fetcher) dial(ctx context.Context, network, to string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(to)
	if err != nil {
		return nil, messages.Error("web.no-port", messages.Args{"error": ErrForbidden})
	}
	allowed := f.allowed
	if allowed == nil {
		allowed = where.Public
	}
	ips, err := resolve(ctx, f.Resolver, host, allowed)
	if err != nil {
		return nil, err
	}
	var dialer net.Dialer
	var failed error
	for _, ip := range ips {
		c, err := dialer.DialContext(ctx, network, net.JoinHostPort(ip.String(), port))
		if err == nil {
			return c, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

func (f *Fetcher) once(ctx context.Context, u *url.URL) (Page, error) {
	timeout, most := f.Timeout, f.Most
	if timeout == 0 {
		timeout = mostTime
	}
	if most == 0 {
		most = mostBytes
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	transport := &http.Transport{ // no Proxy: it would resolve names and go where we can't look
		DialContext: f.dial, TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout,
		MaxResponseHeaderBytes: 64 << 10, DisableKeepAlives: true, ForceAttemptHTTP2: true,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > mostHops {
			return messages.Error("web.redirects-too-often", messages.Args{"most": mostHops})
		}
		r.Header.Del("Referer")
		_, err := f.address(r.URL.String())
		return err
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Page{}, err
	}
	req.Header.Set("User-Agent", "Lectern")
	req.Header.Set("Accept", "text/html, application/xhtml+xml, application/pdf, text/plain")
	res, err := client.Do(req)
	if err != nil {
		return Page{}, short(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return Page{}, &StatusError{res.StatusCode}
	}
	if res.ContentLength > most {
		return Page{}, ErrTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, most+1))
	if err != nil {
		return Page{}, short(err)
	}
	if int64(len(body)) > most {
		return Page{}, ErrTooLarge
	}
	page, err := told(res.Header.Get("Content-Type"), body, most)
	page.Address = res.Request.URL.String()
	return page, err
}

// short leaves the address out of an error, as its host is named anyway.
func short(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// told tells what kind a page is by what it begins with and what the server says of it, and makes text UTF-8.
func told(header string, body []byte, most int64) (Page, error) {
	kind, _, err := mime.ParseMediaType(header)
	if err != nil || kind == "" || kind == "application/octet-stream" {
		header = http.DetectContentType(body)
		kind, _, _ = mime.ParseMediaType(header)
	}
	if bytes.HasPrefix(bytes.TrimLeft(body, " \r\n\t"), []byte("%PDF-")) {
		kind = "application/pdf"
	}
	p := Page{Body: body}
	switch kind {
	case "application/pdf":
		p.Kind = PDF
		if !bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-")) {
			return Page{}, messages.Error("web.pretends-to-be-pdf", messages.Args{"error": ErrWrongKind})
		}
		return p, nil
	case "text/html", "application/xhtml+xml":
		p.Kind = HTML
	case "text/plain":
		p.Kind = Plain
	default:
		return Page{}, fmt.Errorf("%w: %q", ErrWrongKind, kind)
	}
	r, err := charset.NewReader(bytes.NewReader(body), header)
	if err == nil {
		p.Body, err = io.ReadAll(io.LimitReader(r, most))
	}
	if err != nil || bytes.IndexByte(p.Body, 0) >= 0 {
		return Page{}, messages.Error("web.letters-unreadable", messages.Args{"error": ErrWrongKind})
	}
	return p, nil
}
