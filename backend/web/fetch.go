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
	Resolver *net.Resolver // nil: the machine's

	allowed func(netip.Addr) bool // nil: Public. Tests fetch from their own machine
}

const (
	mostBytes = 8 << 20
	mostTime  = 20 * time.Second
	mostHops  = 5
)

// Errors of pages that are there and can't be used.
var (
	ErrTooLarge  = errors.New("the page is too large")
	ErrWrongKind = errors.New("neither a PDF nor HTML nor plain text")
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
	u, err := url.Parse(s)
	if err == nil && u.Scheme != "http" && u.Scheme != "https" {
		err = ErrForbidden
	}
	return u, err
}

func (f *Fetcher) once(ctx context.Context, u *url.URL) (Page, error) {
	timeout, most, allowed := f.Timeout, f.Most, f.allowed
	if timeout == 0 {
		timeout = mostTime
	}
	if most == 0 {
		most = mostBytes
	}
	if allowed == nil {
		allowed = Public
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	dialer := &net.Dialer{Timeout: timeout, Resolver: f.Resolver, Control: control(allowed)}
	transport := &http.Transport{ // no Proxy: it would resolve names and go where we can't look
		DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout,
		MaxResponseHeaderBytes: 64 << 10, DisableKeepAlives: true, ForceAttemptHTTP2: true,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > mostHops {
			return fmt.Errorf("it redirects more than %d times", mostHops)
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
			return Page{}, fmt.Errorf("%w: it says that it is a PDF", ErrWrongKind)
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
		return Page{}, fmt.Errorf("%w: its letters can't be read", ErrWrongKind)
	}
	return p, nil
}
