package cli

import (
	"fmt"
	"strings"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/web"
)

type webCommand struct {
	Program string   `placeholder:"PROGRAM" xor:"where" help:"Start this program, and ask it: its path, or a name that a terminal finds. It runs with your rights."`
	Arg     []string `placeholder:"ARGUMENT" sep:"none" help:"An argument of the program, as --arg=-y; may be repeated. All that are kept are replaced."`
	Address string   `placeholder:"URL" xor:"where" help:"Ask the search server at this address, like http://127.0.0.1:3000/mcp."`
	On      bool     `xor:"switch" help:"Let research reports ask it."`
	Off     bool     `xor:"switch" help:"Ask nobody."`
	Check   bool     `help:"Try it. No question is sent."`
}

// webLine says in JSON which search server is set.
type webLine struct {
	web.Settings
	Host  string `json:"host"`            // where questions go; "" if none is set
	Check string `json:"check,omitempty"` // what came of trying it
}

func (c *webCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	settings := core.Models.Settings()
	changed, err := c.change(settings.Web)
	if err != nil {
		return err
	}
	if c.sets() {
		settings.Web = changed
		if err := core.Models.Save(e.ctx, settings); err != nil {
			return err
		}
	}
	line := webLine{Settings: changed, Host: changed.Host()}
	if line.Address == "" && line.Program == "" {
		line.Host = ""
	}
	if c.Check {
		if line.Check, err = app.TrySearchServer(e.ctx, changed); err != nil {
			return err
		}
	}
	if e.json {
		return e.print(line)
	}
	_, err = fmt.Fprint(e.Stdout, line.told())
	return err
}

func (c *webCommand) sets() bool {
	return c.Program != "" || c.Arg != nil || c.Address != "" || c.On || c.Off
}

// change is what the flags make of the settings. One of program and address is kept, as in the window.
func (c *webCommand) change(s web.Settings) (web.Settings, error) {
	switch {
	case c.Program != "":
		s.Program, s.Args, s.Address = c.Program, append([]string{}, c.Arg...), ""
	case c.Address != "" && c.Arg != nil, c.Arg != nil && s.Program == "":
		return s, messages.Error("cli.arguments-need-program")
	case c.Address != "":
		s.Program, s.Args, s.Address = "", []string{}, c.Address
	case c.Arg != nil:
		s.Args = c.Arg
	}
	if c.On || c.Off {
		s.On = c.On
	}
	on := s
	on.On = true
	if c.sets() && (s.On || c.Address != "") { // an address is looked at before it is kept, used or not
		return s, on.Validate()
	}
	return s, nil
}

func (l webLine) told() string {
	if l.Host == "" {
		return messages.Text("cli.no-search-server") + "\n"
	}
	out := "Address: " + l.Address + "\n"
	if l.Address == "" {
		out = "Program: " + strings.Join(append([]string{l.Program}, l.Args...), " ") + "\n"
	}
	if l.On {
		out += messages.Text("cli.reports-may-ask") + "\n"
	} else {
		out += messages.Text("cli.search-off") + "\n"
	}
	if l.Check != "" {
		out += l.Check + "\n"
	}
	return out
}
