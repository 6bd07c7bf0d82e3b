package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/cli/beside"
)

// Where the window, or browser mode, has the data folder open, a command that is typed is done there: the program parses it
// anew, with what it has open lent to it.

// handsOver says whether a command is one of the program that has the data folder open.
func (c *commands) handsOver(command string) bool {
	switch name, _, _ := strings.Cut(command, " "); name {
	case "serve": // another one
		return false
	case "eval": // over a library of its own
		return c.Eval.Docs == ""
	}
	return true
}

// handOver has the program that has the data folder open do a command, if there is one.
func (e *env) handOver(args []string) (code int, handed bool) {
	dir, _ := os.Getwd() // else paths must be whole
	call := beside.Call{Version: Version, Args: args, Workspace: e.workspace, Dir: dir, Terminal: e.terminal}
	code, handed, err := beside.Hand(e.ctx, e.home, call, beside.Streams{In: e.stdin, Out: e.Stdout, Err: e.Stderr})
	if err != nil {
		fmt.Fprintln(e.Stderr, "lectern:", err)
		code = ExitFailed
	}
	return code, handed
}

// lends answers those who type commands beside an open program; what it returns ends that.
func (e *env) lends(core *app.Core) (closing func()) {
	closing, err := beside.Listen(e.home, func(ctx context.Context, call beside.Call, s beside.Streams) int {
		return e.answer(ctx, core, call, s)
	})
	if err != nil {
		core.Log.Warn("commands in a terminal are not heard", "err", err)
		return func() {}
	}
	return closing
}

func (e *env) answer(ctx context.Context, core *app.Core, call beside.Call, s beside.Streams) int {
	p := e.Program
	p.Stdout, p.Stderr = s.Out, s.Err
	if call.Version != Version {
		fmt.Fprintln(p.Stderr, "lectern:", messages.Text("cli.beside-version"))
		return ExitFailed
	}
	c, parsed, err := parse(call.Args, p, kong.Exit(func(int) {}))
	if err != nil {
		return ExitUsage
	}
	return (&env{
		Program: p, ctx: ctx, home: e.home, workspace: call.Workspace, json: c.JSON,
		stdin: s.In, terminal: call.Terminal, dir: call.Dir, beside: core,
	}).do(parsed)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
