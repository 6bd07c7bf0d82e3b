package app

import (
	"context"
	"slices"

	"lectern/backend/messages"
	"lectern/backend/web"
)

// CheckSearchServer tries a search server as the page sets it.
func (c *Core) CheckSearchServer(ctx context.Context, s web.Settings) (string, error) {
	if err := c.mayRun(s); err != nil {
		return "", err
	}
	said, err := TrySearchServer(ctx, s)
	return c.again(said), err
}

// TrySearchServer connects to a search server as it is set, and tells in a sentence whether reports could ask it. No
// question is sent.
func TrySearchServer(ctx context.Context, s web.Settings) (string, error) {
	m := &web.MCP{Settings: s}
	defer m.Close() // a program that was only tried may be ended
	return m.Check(ctx)
}

// mayRun refuses a program, and arguments, that were not named where only the person is: in the window or in a terminal.
// Over HTTP whoever got hold of the page's secrets would run any program with it.
func (c *Core) mayRun(s web.Settings) error {
	kept := c.Models.Settings().Web
	none := s.Program == "" && len(s.Args) == 0
	if !c.Shell.Browser() || none || s.Program == kept.Program && slices.Equal(s.Args, kept.Args) {
		return nil
	}
	return messages.Error("app.program-not-in-a-browser")
}

// searchHost is where reports may ask; "" while the search server is off.
func searchHost(s web.Settings) string {
	if !s.On {
		return ""
	}
	return s.Host()
}
