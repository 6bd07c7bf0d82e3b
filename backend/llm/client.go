// Package llm speaks to Ollama: chat, structured output, embeddings, and which models there are.
//
// What it promises beyond the API: num_ctx is always sent, is as large as calls needed so far, and doesn't shrink (another
// value reloads the model); nothing is ever truncated by the server (a prompt that doesn't fit is ErrContext, one that was cut
// all the same is ErrTrimmed, and cutting is the caller's, visibly); every call leaves a receipt (WithCalls); a stream that
// ends without saying so is ErrCut; one in which nothing comes, or nothing new, is ended; models that run elsewhere ("cloud"
// models) are left out, so that nothing leaves the machine; a server of this machine or its network is asked directly,
// whatever proxy the environment names, and none may point to another; every failure is a sentence that says what to do.
package llm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/address"
	"lectern/backend/messages"
)

const defaultPort = "11434"

// Config says where Ollama is. The zero value is the environment's OLLAMA_HOST, or this machine.
type Config struct {
	Host      string        // of the chat model; empty: OLLAMA_HOST, else 127.0.0.1:11434
	EmbedHost string        // of the embedding model; empty: Host
	NumCtx    int           // tokens of context at most; a model with less gets less; 0: 8192
	Keep      time.Duration // for which servers keep models that aren't asked; 0: ten minutes. Forever, Briefly
	Keeper    Keeper        // where what is learnt of models' vocabularies outlives the program; nil: nowhere
	Patience  time.Duration // for which a server may be silent, beside the time that it needs; 0: a minute
}

// Client talks to one or two Ollama servers. It is safe for concurrent use.
type Client struct {
	chat, embed *server
	numCtx      int
	stay        time.Duration // of models
	patience    time.Duration
	pulses      *pulses

	*learning
}

// learning is what clients know of models' vocabularies.
type learning struct {
	keeper Keeper

	mu       sync.Mutex
	measured map[string]*measured // by model
}

type server struct {
	base *url.URL
	api  *api.Client

	mu     sync.Mutex
	models map[string]Model // by digest: what show told
}

// New makes a client; nothing is called yet. An address that can't be read is an error.
func New(c Config) (*Client, error) {
	host := c.Host
	if host == "" {
		host = os.Getenv("OLLAMA_HOST")
	}
	chat, err := newServer(host)
	if err != nil {
		return nil, err
	}
	embed := chat
	if c.EmbedHost != "" {
		if embed, err = newServer(c.EmbedHost); err != nil {
			return nil, err
		}
	}
	if c.NumCtx == 0 {
		c.NumCtx = 8192
	}
	if c.Keep == 0 {
		c.Keep = keepAlive
	}
	if c.Patience == 0 {
		c.Patience = patience
	}
	return &Client{
		chat: chat, embed: embed, numCtx: c.NumCtx, stay: c.Keep, patience: c.Patience,
		pulses:   &pulses{last: map[string]time.Time{}},
		learning: &learning{keeper: c.Keeper, measured: map[string]*measured{}},
	}, nil
}

// Reading is the client with another context at most, in tokens. What one learns, the other knows.
func (c *Client) Reading(tokens int) *Client {
	if tokens == c.numCtx {
		return c
	}
	other := *c
	other.numCtx = tokens
	return &other
}

func newServer(host string) (*server, error) {
	base, err := ParseHost(host)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	transport.Proxy = address.Direct(http.ProxyFromEnvironment)
	hc := &http.Client{Transport: labelled{transport}, CheckRedirect: address.Stay}
	return &server{base: base, api: api.NewClient(base, hc), models: map[string]Model{}}, nil
}

// ParseHost reads an address as Ollama reads OLLAMA_HOST: scheme and port may be left out. An address to listen on
// everywhere (0.0.0.0, ::) means this machine.
func ParseHost(host string) (*url.URL, error) {
	scheme, rest, explicit := strings.Cut(strings.Trim(strings.TrimSpace(host), `"'`), "://")
	port := defaultPort
	if !explicit {
		scheme, rest = "http", scheme
	} else if scheme == "http" {
		port = "80"
	} else if scheme == "https" {
		port = "443"
	} else {
		return nil, messages.Error("llm.no-address", messages.Args{"host": fmt.Sprintf("%q", host)})
	}
	rest, path, _ := strings.Cut(rest, "/")
	name, p, err := net.SplitHostPort(rest)
	if err != nil {
		name = strings.Trim(rest, "[]")
	} else if p != "" {
		port = p
	}
	if n, err := net.LookupPort("tcp", port); err != nil || n <= 0 || strings.ContainsAny(name, " @?#") {
		return nil, messages.Error("llm.no-address", messages.Args{"host": fmt.Sprintf("%q", host)})
	}
	if ip := net.ParseIP(name); name == "" || ip != nil && ip.IsUnspecified() {
		name = "127.0.0.1"
	}
	return &url.URL{Scheme: scheme, Host: net.JoinHostPort(name, port), Path: path}, nil
}

// Host is the address of the chat models' server, host:port.
func (c *Client) Host() string { return c.chat.base.Host }

// Health is how Ollama is doing.
type Health struct {
	Running   bool
	Installed bool // found on this machine, running or not
	Version   string
	Message   messages.Message // what is wrong, empty when it runs
	Hint      messages.Message // what to do
}

// Health asks the server whether it is there.
func (c *Client) Health(ctx context.Context) Health {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	version, err := c.chat.api.Version(ctx)
	if err == nil {
		return Health{Running: true, Installed: true, Version: version}
	}
	h := Health{Installed: installed()}
	h.Message = messages.New("llm.not-running-at", messages.Args{"host": c.Host()})
	var moved *address.MovedError
	switch {
	case errors.As(err, &moved):
		h.Message = messages.New("llm.none-answers-at", messages.Args{"host": c.Host(), "moved": moved})
		h.Hint = messages.New("llm.check-the-address")
	case h.Installed:
		h.Hint = messages.New("llm.start-it")
	case c.chat.local():
		h.Message = messages.New("llm.none-found-at", messages.Args{"host": c.Host()})
		h.Hint = messages.New("llm.install-it")
	default:
		h.Hint = messages.New("llm.check-the-address-and-machine")
	}
	return h
}

func (s *server) local() bool {
	ip := net.ParseIP(s.base.Hostname())
	return s.base.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
