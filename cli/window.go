package cli

import (
	"fmt"

	"lectern/backend/messages"
	"lectern/cli/window"
)

type windowCommand struct{}

func (c *windowCommand) Run(e *env) error {
	ok, why := window.Available()
	if ok {
		return window.Options{Page: e.Page, Built: e.Built, Bind: e.Bind, Config: e.config()}.Open(e.ctx)
	}
	if !e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.browser-mode", messages.Args{"why": why}))
	}
	return (&serveCommand{Listen: "127.0.0.1:0"}).Run(e)
}
