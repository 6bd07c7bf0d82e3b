// Package cli is the program seen from a terminal: it parses what is typed and prints what comes of it. What a command does
// is in backend/app; the window and the browser mode are started from here.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"lectern/backend/app"
	"lectern/backend/fault"
	"lectern/backend/messages"
	"lectern/backend/runs"
)

// Version is the program's version; the build sets it.
var Version = "dev"

// Exit codes.
const (
	ExitFine   = 0
	ExitFailed = 1
	ExitUsage  = 2
	ExitSome   = 3 // some of several files failed

	ExitUnproved = 4 // something in a text that was checked is not proved
)

// Program is what main hands over.
type Program struct {
	Page   fs.FS               // the built front end
	Built  bool                // it has been built
	Bind   func(*app.Core) any // what the page may call
	Stdout io.Writer
	Stderr io.Writer
}

type commands struct {
	Home      string           `placeholder:"DIR" env:"LECTERN_HOME" help:"Data folder (default: ${home})."`
	Workspace string           `placeholder:"NAME" env:"LECTERN_WORKSPACE" help:"Workspace: documents and conversations of one are never seen from another (default: the first; in the window the one that was shown last)."`
	JSON      bool             `name:"json" help:"Print one JSON object a line, and nothing else, on standard output."`
	Version   kong.VersionFlag `help:"Print the version."`

	Window     windowCommand     `cmd:"" default:"withargs" hidden:"" help:"Open the window (browser mode where there is no display)."`
	Workspaces workspacesCommand `cmd:"" help:"List the workspaces, make, rename or remove one."`
	Add        addCommand        `cmd:"" help:"Add PDFs, and all PDFs in folders, to the library."`
	List       listCommand       `cmd:"" help:"List the documents and their state."`
	Show       showCommand       `cmd:"" help:"Show how a document was read, page by page, or the text of a page."`
	Tables     tablesCommand     `cmd:"" help:"Show the tables of a document, or write them for a spreadsheet."`
	Facts      factsCommand      `cmd:"" help:"Look a figure up in the tables of the documents, without any model, or list all of one."`
	Embed      embedCommand      `cmd:"" help:"Embed the documents that the embedding model has not seen yet, so that they are found by meaning."`
	Move       moveCommand       `cmd:"" help:"Put documents into a group, or out of it."`
	Remove     removeCommand     `cmd:"" help:"Remove documents from the library. The original files stay where they are."`
	Info       infoCommand       `cmd:"" help:"Show what is known of a document (company, year, type, names), or change it."`
	Memory     memoryCommand     `cmd:"" help:"Show what is remembered of past questions, or forget it."`
	Ask        askCommand        `cmd:"" help:"Ask a question; @NAME in it limits it to a document."`
	Answer     answerCommand     `cmd:"" help:"Reply to what a run asks, and go on with it."`
	Runs       runsCommand       `cmd:"" help:"List what was asked, the last first."`
	Trace      traceCommand      `cmd:"" help:"Show the steps of a run, or what one of them was given and changed."`
	Export     exportCommand     `cmd:"" help:"Write an answer or a conversation, with its sources and verdicts, as Markdown, HTML or PDF."`
	Resume     resumeCommand     `cmd:"" help:"Go on with a run that broke off, from its last finished step."`
	Branch     branchCommand     `cmd:"" help:"Start a run over from a step, as another branch; the steps before are kept."`
	Search     searchCommand     `cmd:"" help:"Find passages, without a model."`
	Check      checkCommand      `cmd:"" help:"Hold a text from anywhere against the documents, sentence by sentence and number by number."`
	Eval       evalCommand       `cmd:"" help:"Measure the search on questions of your own, or two settings of it beside each other."`
	Settings   settingsCommand   `cmd:"" help:"List the numbers that the workflows work with: what each does, its default and its range."`
	Web        webCommand        `cmd:"" help:"Show, set or try the search server that research reports may ask."`
	Serve      serveCommand      `cmd:"" help:"Browser mode: the window's page at a local address, printed with its token."`
	Backup     backupCommand     `cmd:"" help:"Write documents and conversations into one file."`
	Restore    restoreCommand    `cmd:"" help:"Put a backup in the place of what is in the data folder."`
	Compact    compactCommand    `cmd:"" help:"Give back what room the databases don't need."`
	Doctor     doctorCommand     `cmd:"" help:"Check Ollama, the models, the data folder, the PDF readers and tesseract, and say what to do."`
}

// env is what a command runs with.
type env struct {
	Program
	ctx       context.Context
	home      string
	workspace string
	json      bool
	makes     bool // the workspace, if it isn't there
	stdin     io.Reader
	terminal  bool      // somebody looks at what goes to standard error: progress may be shown
	dir       string    // where paths are meant from; "": from where the program runs
	beside    *app.Core // the program that has the folder open and lends itself; nil: it is to be opened
}

func (e *env) config() app.Config {
	return app.Config{Home: e.home, Workspace: e.workspace, Existing: !e.makes, Version: Version}
}

// open opens the data folder, or borrows the program that has it open.
func (e *env) open() (*app.Core, error) { return e.openWith(e.config()) }

func (e *env) openWith(config app.Config) (*app.Core, error) {
	if e.beside != nil {
		return e.beside.Lend(config)
	}
	return app.Open(config)
}

// openShowing does so with a bar that shows how documents are read.
func (e *env) openShowing(b *bar) (*app.Core, error) {
	config := e.config()
	config.Documents = b.show
	return e.openWith(config)
}

// path is one that was typed.
func (e *env) path(typed string) string {
	if e.dir == "" || typed == "" || filepath.IsAbs(typed) {
		return typed
	}
	return filepath.Join(e.dir, typed)
}

// paths are several.
func (e *env) paths(typed []string) (out []string) {
	for _, path := range typed {
		out = append(out, e.path(path))
	}
	return out
}

// exitError carries an exit code; its error, if any, has been told already.
type exitError struct{ code int }

func (e exitError) Error() string {
	return messages.Text("cli.exit-code", messages.Args{"code": e.code})
}

// Run parses the arguments, runs the command and returns the exit code.
func Run(args []string, p Program) int {
	c, parsed, err := parse(args, p)
	if err != nil {
		return ExitUsage
	}
	if c.Home == "" {
		c.Home = app.DefaultHome()
	}
	home, err := filepath.Abs(c.Home)
	if err != nil {
		fmt.Fprintln(p.Stderr, "lectern:", err)
		return ExitFailed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, func() { // what is stored is whole at any time, so nothing is worth a longer wait
		time.AfterFunc(mostForEnding, func() {
			fmt.Fprintln(p.Stderr, messages.Text("cli.stopped"))
			os.Exit(ExitFailed)
		})
	})()
	e := &env{Program: p, ctx: ctx, home: home, workspace: strings.TrimSpace(c.Workspace), json: c.JSON, stdin: os.Stdin, terminal: isTerminal(p.Stderr)}
	if c.handsOver(parsed.Command()) {
		if code, handed := e.handOver(args); handed {
			return code
		}
	}
	return e.do(parsed)
}

// parse reads the arguments; what is wrong with them it tells.
func parse(args []string, p Program, more ...kong.Option) (c commands, parsed *kong.Context, err error) {
	parser, err := kong.New(&c, append(more, kong.Name("lectern"), kong.Description(messages.Text("cli.about")),
		kong.Writers(p.Stdout, p.Stderr), kong.Vars{"home": app.DefaultHome(), "version": Version, "workflows": strings.Join(runs.Workflows(), ", ")}, kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}))...)
	if err != nil {
		fmt.Fprintln(p.Stderr, "lectern:", err)
		return c, nil, err
	}
	if parsed, err = parser.Parse(readable(args)); err != nil {
		fmt.Fprintln(p.Stderr, messages.Text("cli.usage", messages.Args{"error": err}))
	}
	return c, parsed, err
}

// do runs a command, and tells what went wrong.
func (e *env) do(parsed *kong.Context) int {
	err := run(parsed, e)
	var exit exitError
	switch {
	case err == nil:
		return ExitFine
	case errors.As(err, &exit):
		return exit.code
	}
	fmt.Fprintln(e.Stderr, "lectern:", err)
	return ExitFailed
}

// mostForEnding is how long the program may take to end in order, after it was told to.
const mostForEnding = 4 * time.Second

// run runs the command; what goes wrong inside the program is an error like any other.
func run(command *kong.Context, e *env) (err error) {
	defer func() {
		p, stack := recover(), debug.Stack()
		var caught fault.Caught
		if p == nil && !errors.As(err, &caught) {
			return
		}
		var log *slog.Logger
		if _, there := os.Stat(filepath.Join(e.home, "log")); there == nil { // a folder that isn't ours gets none
			log, _ = app.OpenLog(e.home)
		}
		if p != nil {
			err = fault.New(log, p, stack)
		} else {
			err = fault.Told(log, err)
		}
	}()
	return command.Run(e)
}
