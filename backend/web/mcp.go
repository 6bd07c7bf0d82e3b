package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	where "lectern/backend/address"
	"lectern/backend/messages"
)

// Settings say which search server to ask: a program that is started and spoken to over its standard input and output,
// or an address that is spoken to over streamable HTTP. Address comes first if both are set.
type Settings struct {
	On      bool     `json:"on"` // off until the person says otherwise
	Program string   `json:"program"`
	Args    []string `json:"args"`
	Address string   `json:"address"`

	// Names of the server's tools. The last may be empty: then pages are only fetched by this program itself.
	SearchTool    string `json:"searchTool"`
	SummariesTool string `json:"summariesTool"`
	PageTool      string `json:"pageTool"`
}

// Defaults are the names of web-search-mcp's tools. No server is set, and it is off.
func Defaults() Settings {
	return Settings{Args: []string{}, SearchTool: "full-web-search", SummariesTool: "get-web-search-summaries", PageTool: "get-single-web-page-content"}
}

// Validate says what is missing.
func (s Settings) Validate() error {
	switch {
	case !s.On:
		return nil
	case s.Program == "" && s.Address == "":
		return messages.Error("web.name-the-server")
	case s.SearchTool == "":
		return messages.Error("web.name-the-tool")
	}
	if s.Address != "" {
		if u, err := url.Parse(s.Address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return messages.Error("web.no-address", messages.Args{"address": fmt.Sprintf("%q", s.Address)})
		}
	}
	return nil
}

// Host is where questions go, for the person to read: the server's host, or the program's name.
func (s Settings) Host() string {
	if u, err := url.Parse(s.Address); s.Address != "" && err == nil {
		return u.Host
	}
	return filepath.Base(s.Program)
}

// MCP asks a search server. It is connected when first asked and stays so until Close.
type MCP struct {
	Settings Settings
	Tries    Tries
	Timeout  time.Duration // of each call; 0: 60 s
	Resolver Resolver      // of the hosts of pages; nil: the machine's

	mu      sync.Mutex
	session *mcp.ClientSession
	closing sync.WaitGroup // of sessions that broke
	stderr  tail           // of the program
}

const (
	callTime  = 60 * time.Second
	closeTime = 2 * time.Second
	mostSaid  = 16 << 20 // bytes of one answer
)

// Host implements Client.
func (m *MCP) Host() string { return m.Settings.Host() }

// Search implements Client. Where the answer can't be told apart from the text of pages, the list alone is asked for:
// their text is read page by page then.
func (m *MCP) Search(ctx context.Context, query string, limit int) ([]Result, error) {
	found, err := m.found(ctx, m.Settings.SearchTool, map[string]any{"query": query, "limit": limit, "includeContent": true})
	if errors.Is(err, ErrMixed) {
		found, err = m.found(ctx, m.Settings.SearchTool, map[string]any{"query": query, "limit": limit, "includeContent": false})
	}
	return found, err
}

// Summaries implements Client.
func (m *MCP) Summaries(ctx context.Context, query string, limit int) ([]Result, error) {
	return m.found(ctx, m.Settings.SummariesTool, map[string]any{"query": query, "limit": limit})
}

func (m *MCP) found(ctx context.Context, tool string, arguments map[string]any) ([]Result, error) {
	said, err := m.call(ctx, tool, arguments)
	if err != nil {
		return []Result{}, err
	}
	found, err := said.results()
	if err != nil {
		err = fmt.Errorf("%s, %s: %w", m.Host(), tool, err)
	}
	return found, err
}

// Page implements Client. The address must be one of the public web, wherever its host leads. The server looks the name
// up again; that it hears another answer then can't be told from here.
func (m *MCP) Page(ctx context.Context, address string) (string, error) {
	u, err := Address(address)
	if err != nil {
		return "", err
	}
	if m.Settings.PageTool == "" {
		return "", ErrNoTool
	}
	if _, err := resolve(ctx, m.Resolver, u.Hostname(), where.Public); err != nil {
		return "", err
	}
	said, err := m.call(ctx, m.Settings.PageTool, map[string]any{"url": u.String()})
	return said.page(), err
}

// Close ends the connection, and the program if there is one.
func (m *MCP) Close() error {
	defer m.closing.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session == nil {
		return nil
	}
	err := m.session.Close()
	m.session = nil
	return err
}

// toolError is what a tool says went wrong.
type toolError struct{ said string }

func (e *toolError) Error() string { return e.said }

// said is what a tool answered.
type said struct {
	items      []string // of text
	structured json.RawMessage
}

func (s said) text() string { return strings.Join(s.items, "\n") }

func (m *MCP) call(ctx context.Context, tool string, arguments map[string]any) (s said, err error) {
	if tool == "" {
		return s, ErrNoTool
	}
	err = m.Tries.do(ctx, func() error {
		s, err = m.once(ctx, tool, arguments)
		return err
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s, %s: %w", m.Host(), tool, err)
	}
	return s, err
}

func (m *MCP) once(ctx context.Context, tool string, arguments map[string]any) (said, error) {
	timeout := m.Timeout
	if timeout == 0 {
		timeout = callTime
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	session, err := m.connected(ctx)
	if err != nil {
		return said{}, err
	}
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		if strings.Contains(err.Error(), "unknown tool") {
			return said{}, ErrNoTool
		}
		m.drop(session) // it may be broken
		return said{}, telling(ctx, err)
	}
	var out said
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			out.items = append(out.items, t.Text)
		}
	}
	if res.StructuredContent != nil {
		out.structured, _ = json.Marshal(res.StructuredContent)
	}
	if res.IsError {
		const enough = 300
		return said{}, &toolError{firstRunes(oneLine(out.text()), enough)}
	}
	return out, nil
}

// telling keeps what an error means through the library, which tells some in words alone.
func telling(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var status *StatusError
	if errors.As(err, &status) {
		return err
	}
	return &toolError{err.Error()}
}

// connected gives the session, made anew if there is none.
func (m *MCP) connected(ctx context.Context) (*mcp.ClientSession, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session != nil {
		return m.session, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "lectern", Version: "1"}, nil)
	session, err := client.Connect(ctx, m.transport(), nil)
	if err != nil {
		return nil, messages.Error("web.server-unreachable", messages.Args{"error": telling(ctx, err)})
	}
	m.session = session
	return session, nil
}

func (m *MCP) drop(session *mcp.ClientSession) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.session == session {
		m.session = nil
		m.closing.Go(func() { _ = session.Close() }) // a program may take its time to end
	}
}

func (m *MCP) transport() mcp.Transport {
	if m.Settings.Address == "" {
		c := exec.Command(m.Settings.Program, slices.Clone(m.Settings.Args)...)
		c.WaitDelay, c.Stderr = closeTime, &m.stderr
		return &mcp.CommandTransport{Command: c, TerminateDuration: closeTime}
	}
	over := http.DefaultTransport.(*http.Transport).Clone()
	over.Proxy = where.Direct(http.ProxyFromEnvironment)
	return &mcp.StreamableClientTransport{
		Endpoint: m.Settings.Address, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: mostSaid,
		HTTPClient: &http.Client{Transport: bounded{over}, CheckRedirect: where.Stay},
	}
}

// bounded tells of answers that are none, and stops reading one that is too long.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodDelete { // the goodbye, which a server that hangs doesn't hear
		ctx, cancel := context.WithTimeout(r.Context(), closeTime)
		defer cancel()
		r = r.WithContext(ctx)
	}
	res, err := b.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= http.StatusInternalServerError {
		res.Body.Close()
		return nil, &StatusError{res.StatusCode}
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(res.Body, mostSaid), res.Body}
	return res, nil
}
