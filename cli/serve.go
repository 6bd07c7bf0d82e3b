package cli

import (
	"fmt"

	"lectern/backend/messages"
	"lectern/cli/serve"
)

type serveCommand struct {
	Listen string `placeholder:"HOST:PORT" default:"127.0.0.1:0" help:"Address to listen on; only this machine can be one."`
	files  []string
}

func (c *serveCommand) Run(e *env) error {
	return serve.Mode{
		Page: e.Page, Built: e.Built, Bind: e.Bind, Config: e.config(), Listen: c.Listen, Ready: e.ready, Files: c.files, Opened: e.lends,
	}.Run(e.ctx)
}

// ready prints where browser mode is.
func (e *env) ready(address string) error {
	if e.json {
		return e.print(struct {
			Address string `json:"address"`
		}{address})
	}
	_, err := fmt.Fprintln(e.Stdout, messages.Text("cli.serving", messages.Args{"address": address}))
	return err
}
