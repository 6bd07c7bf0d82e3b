// Package webtest is a search server for tests: a real one that speaks the Model Context Protocol, over standard input
// and output or over HTTP, finds what the test gives it, and goes nowhere itself.
package webtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Names of the tools, as web-search-mcp has them.
const (
	Search    = "full-web-search"
	Summaries = "get-web-search-summaries"
	PageText  = "get-single-web-page-content"
)

// Page is one that every search finds.
type Page struct {
	Title   string `json:"title"`
	Address string `json:"address"`
	Summary string `json:"summary"`
	Content string `json:"content"`
}

// Server has the three tools.
type Server struct {
	Pages   []Page
	Trouble func(ctx context.Context, tool, words string) string // before an answer; what it says is told as an error. nil: none

	mu    sync.Mutex
	asked []string
}

type input struct {
	Query          string `json:"query,omitempty"`
	Limit          int    `json:"limit,omitempty"`
	URL            string `json:"url,omitempty"`
	IncludeContent bool   `json:"includeContent,omitempty"`
}

// Asked are the queries and addresses so far, each after the name of its tool and a space.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.asked...)
}

// Handler serves it over streamable HTTP.
func (s *Server) Handler() http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.tools() }, nil)
}

// Stdio serves it over standard input and output until they end.
func (s *Server) Stdio(ctx context.Context) error { return s.tools().Run(ctx, &mcp.StdioTransport{}) }

func (s *Server) tools() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "searches", Version: "1"}, nil)
	for tool, answer := range map[string]func(input) string{Search: s.found, Summaries: s.found, PageText: s.text} {
		mcp.AddTool(m, &mcp.Tool{Name: tool}, func(ctx context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
			words := in.Query + in.URL
			s.mu.Lock()
			s.asked = append(s.asked, tool+" "+words)
			s.mu.Unlock()
			if s.Trouble != nil {
				if trouble := s.Trouble(ctx, tool, words); trouble != "" {
					return said(trouble, true), nil, nil
				}
			}
			return said(answer(in), false), nil, nil
		})
	}
	return m
}

func said(text string, wrong bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: wrong}
}

// found writes the pages as web-search-mcp does.
func (s *Server) found(in input) string {
	pages := s.Pages[:min(len(s.Pages), max(1, in.Limit))]
	var b strings.Builder
	fmt.Fprintf(&b, "Search completed for %q with %d results:\n\n", in.Query, len(pages))
	for i, p := range pages {
		fmt.Fprintf(&b, "**%d. %s**\nURL: %s\nDescription: %s\n\n", i+1, p.Title, p.Address, p.Summary)
		if in.IncludeContent && p.Content != "" {
			fmt.Fprintf(&b, "**Full Content:**\n%s\n\n", p.Content)
		}
		b.WriteString("---\n\n")
	}
	return b.String()
}

func (s *Server) text(in input) string {
	for _, p := range s.Pages {
		if p.Address == in.URL {
			return fmt.Sprintf("**Page Content from: %s**\n\n**Title:** %s\n**Content:**\n%s", p.Address, p.Title, p.Content)
		}
	}
	return ""
}
