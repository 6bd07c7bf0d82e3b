package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"lectern/backend/messages"
)

// Limits of what is taken of a server that tells about itself.
const (
	mostTools = 200
	toolRunes = 80
	tailBytes = 300
)

// Check connects, and tells in a sentence which of the named tools the server has. No question is sent. What keeps
// reports from asking it is an error for the person.
func (m *MCP) Check(ctx context.Context) (string, error) {
	s := m.Settings
	s.On = true
	if err := s.Validate(); err != nil {
		return "", err
	}
	if _, err := exec.LookPath(s.Program); s.Address == "" && err != nil {
		return "", messages.Error("web.no-program", messages.Args{"program": fmt.Sprintf("%q", s.Program)})
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(m.Timeout, callTime))
	defer cancel()
	has, err := m.tools(ctx)
	if err != nil {
		return "", m.unlike(ctx, err)
	}
	if !slices.Contains(has, s.SearchTool) {
		return "", messages.Error("web.no-search-tool", messages.Args{"host": s.Host(), "tool": fmt.Sprintf("%q", s.SearchTool), "has": offered(has)})
	}
	there, missing := []string{s.SearchTool}, []string{}
	for _, name := range []string{s.SummariesTool, s.PageTool} {
		if slices.Contains(has, name) {
			there = append(there, name)
		} else if name != "" {
			missing = append(missing, name)
		}
	}
	out := messages.Text("web.answers", messages.Args{"host": s.Host(), "tools": listed(there)})
	if len(missing) > 0 {
		out = messages.In("en").Sentences(out, messages.Text("web.lacks", messages.Args{"tools": listed(missing), "has": offered(has)}))
	}
	return out, nil
}

// tools names what the server has.
func (m *MCP) tools(ctx context.Context) (names []string, err error) {
	session, err := m.connected(ctx)
	if err != nil {
		return nil, err
	}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			m.drop(session)
			return nil, err
		}
		if names = append(names, firstRunes(oneLine(tool.Name), toolRunes)); len(names) == mostTools {
			break
		}
	}
	return names, nil
}

// unlike says that what was reached is no search server, with the end of what is known of it.
func (m *MCP) unlike(ctx context.Context, err error) error {
	why := err.Error()
	why = why[strings.LastIndex(why, ": ")+1:]
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = messages.Text("web.took-too-long")
	}
	if said := m.stderr.line(); said != "" {
		why = messages.Text("web.it-said", messages.Args{"why": why, "said": said})
	}
	host, what := m.Settings.Host(), messages.Text("web.start-it")
	if m.Settings.Address == "" {
		what = messages.Text("web.check-the-program")
	}
	return messages.Error("web.not-a-search-server", messages.Args{"host": host, "what": what, "why": strings.TrimSpace(why)})
}

func offered(has []string) string {
	if len(has) == 0 {
		return messages.Text("web.no-tools")
	}
	const enough = 12
	if len(has) > enough {
		has = append(slices.Clone(has[:enough]), messages.Text("web.others"))
	}
	return messages.Text("web.has-tools", messages.Args{"tools": listed(has)})
}

func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return messages.Text("web.list-and", messages.Args{"list": strings.Join(names[:last], ", "), "last": names[last]})
}

// tail keeps the end of what a program writes.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = slices.Clone(t.text[max(0, len(t.text)-tailBytes):])
	return len(p), nil
}

// line is what was written last, on one line.
func (t *tail) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return oneLine(strings.ToValidUTF8(string(t.text), ""))
}
