package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"lectern/backend/app"
	"lectern/backend/formula"
	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/runs"
	"lectern/backend/store"
)

type askCommand struct {
	File   []string `placeholder:"NAME" help:"Only in this document; may be repeated."`
	Folder string   `placeholder:"FOLDER" help:"Only in documents of this group, or that were added from this folder or those in it."`
	narrowing
	Workflow     string             `placeholder:"NAME" default:"chat" help:"How thoroughly to work: ${workflows}."`
	Mode         string             `enum:"auto,documents,chat" default:"auto" help:"Of a chat: auto, documents (never from general knowledge) or chat (without documents)."`
	Language     string             `placeholder:"NAME" help:"Of the answer (default: the question's)."`
	Model        string             `placeholder:"NAME" help:"For this question (default: the one in the settings)."`
	Set          map[string]float64 `placeholder:"WORKFLOW.NUMBER=VALUE" mapsep:"," help:"A number of the workflow that differs for this question, as checked.retries=3; \"lectern settings\" lists them. May be repeated."`
	Conversation string             `placeholder:"ID" help:"Go on with a conversation."`
	Question     []string           `arg:"" help:"The question."`
}

func (c *askCommand) Run(e *env) error {
	numbers := []store.Override{}
	for _, name := range slices.Sorted(maps.Keys(c.Set)) {
		numbers = append(numbers, store.Override{Name: name, Value: c.Set[name]})
	}
	return follow(e, func(core *app.Core) (runs.Started, error) {
		folder, err := e.folder(core, c.Folder)
		if err != nil {
			return runs.Started{}, err
		}
		return core.Runs.Start(runs.Question{
			Conversation: c.Conversation, Text: joined(c.Question), Workflow: c.Workflow, Mode: c.Mode, Files: c.File,
			Folder: folder, Filters: c.filters(), All: c.All, Language: c.Language, Model: c.Model, Numbers: numbers,
		})
	})
}

type answerCommand struct {
	RunID string   `arg:"" name:"run" help:"Id as \"lectern runs\" shows it."`
	Text  []string `arg:"" help:"What you reply to the run's question."`
}

func (c *answerCommand) Run(e *env) error {
	return follow(e, func(core *app.Core) (runs.Started, error) {
		return core.Runs.Reply(c.RunID, map[string]store.Reply{"": {Text: joined(c.Text)}})
	})
}

// follow starts a run and tells how it goes until it has ended. Ctrl+C stops it.
func follow(e *env, start func(*app.Core) (runs.Started, error)) error {
	t := &teller{e: e}
	config := e.config()
	config.Event = t.event
	core, err := e.openWith(config)
	if err != nil {
		return err
	}
	defer core.Close()
	core.Models.Refresh(e.ctx)
	started, err := start(core)
	if err != nil {
		return err
	}
	t.begin(started.Run)
	go func() {
		<-e.ctx.Done()
		core.Runs.Stop(started.Run)
	}()
	core.Runs.Wait(started.Run)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done.Status != store.Answered && t.done.Status != store.NeedsPerson {
		return exitError{ExitFailed}
	}
	return nil
}

func joined(words []string) string { return strings.Join(words, " ") }

func indent(s string) string { return "   " + strings.ReplaceAll(s, "\n", "\n   ") }

// escaped is text of a document in Markdown; on a terminal it is read as it stands.
var escaped = regexp.MustCompile("\\\\([\\\\`*_\\[\\]<>#|$~])")

// displayed is a formula that stands by itself.
var displayed = regexp.MustCompile(`(?s)\$\$(.+?)\$\$`)

// plain is what an answer says as a terminal shows it.
func plain(text string) string {
	text = displayed.ReplaceAllStringFunc(text, func(found string) string {
		return formula.Text(strings.TrimSpace(found[2 : len(found)-2]))
	})
	return escaped.ReplaceAllString(text, "$1")
}

// teller writes a run's events: as JSON, or the answer for a person to read.
type teller struct {
	e    *env
	mu   sync.Mutex
	said strings.Builder // of the answer
	done store.Event
	run  string        // whose events it tells
	held []store.Event // until that is known
}

// begin tells what a run has told already, and from then on what it tells.
func (t *teller) begin(run string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.run = run
	for _, ev := range t.held {
		t.tell(ev)
	}
	t.held = nil
}

func (t *teller) event(ev store.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run == "" {
		t.held = append(t.held, ev)
		return
	}
	t.tell(ev)
}

func (t *teller) tell(ev store.Event) {
	if ev.Run != t.run { // it is another's, in a program that is open
		return
	}
	if ev.Kind == "done" {
		t.done = ev
	}
	if t.e.json {
		_ = t.e.print(ev)
		return
	}
	switch ev.Kind {
	case "step", "note":
		fmt.Fprintf(t.e.Stderr, "· %s\n", ev.Text)
	case "restart":
		if t.said.Len() > 0 {
			fmt.Fprint(t.e.Stdout, "\n\n")
			fmt.Fprintln(t.e.Stderr, "·", cmp.Or(ev.Text, messages.Text("cli.broke-off")))
		}
		t.said.Reset()
	case "token":
		t.said.WriteString(ev.Text)
		fmt.Fprint(t.e.Stdout, plain(ev.Text))
	case "ask":
		for _, c := range ev.Cards {
			fmt.Fprint(t.e.Stdout, "\n"+c.Text+"\n")
			for i, item := range c.Items {
				fmt.Fprintf(t.e.Stdout, "  %d. %s\n", i+1, item.Text)
			}
			for _, option := range c.Options {
				fmt.Fprintf(t.e.Stdout, "  - %s\n", option)
			}
			if c.Help != "" {
				fmt.Fprintln(t.e.Stderr, c.Help)
			}
		}
		fmt.Fprintln(t.e.Stderr, messages.Text("cli.reply-with", messages.Args{"run": ev.Run}))
	case "done":
		if ev.Answer != "" && strings.TrimSpace(ev.Answer) != strings.TrimSpace(t.said.String()) { // it was mended since
			fmt.Fprint(t.e.Stdout, "\n\n"+plain(ev.Answer))
		}
		fmt.Fprint(t.e.Stdout, "\n")
		if len(ev.Citations) > 0 {
			fmt.Fprint(t.e.Stdout, "\n")
		}
		for _, c := range ev.Citations {
			fmt.Fprintf(t.e.Stdout, "[%d] %s, p. %s: “%s”\n", c.N, c.Doc, c.Label, strings.Join(strings.Fields(c.Quote), " "))
		}
		if ev.Audit != nil {
			tellProof(t.e.Stderr, *ev.Audit, ev.FigureChecks)
		}
		if ev.Mode == "passages" {
			fmt.Fprintln(t.e.Stderr, messages.Text("cli.passages-not-an-answer"), ev.Text)
		} else if ev.Text != "" {
			fmt.Fprintln(t.e.Stderr, "lectern:", ev.Text)
		}
		fmt.Fprintln(t.e.Stderr, messages.Text("cli.go-on-with", messages.Args{"conversation": ev.Conversation}))
	}
}

// tellProof says how much of an answer is proved, and what isn't.
func tellProof(w io.Writer, a store.Audit, numbers []store.FigureCheck) {
	if n := a.Claims(); n > 0 {
		fmt.Fprintln(w, messages.Text("cli.verified-of", messages.Args{"verified": a.Verified, "statements": messages.Count("count.statements", n)}))
	}
	for _, s := range a.Sentences {
		if s.Verdict != store.Verified && s.Verdict != store.NotChecked {
			fmt.Fprintf(w, "  %s %s\n    %s\n", verdictMark(s.Verdict), strings.Join(strings.Fields(s.Text), " "), toldWhy(s))
		}
	}
	for _, f := range numbers {
		if f.Verdict == figures.Flagged {
			fmt.Fprintf(w, "  ! %s: %s\n", f.Text, f.Why)
		}
	}
}
