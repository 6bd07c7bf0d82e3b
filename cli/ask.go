package cli

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"lectern/backend/runs"
	"lectern/backend/store"
)

type askCommand struct {
	File         []string `placeholder:"NAME" help:"Only in this document; may be repeated."`
	Mode         string   `enum:"auto,documents,chat" default:"auto" help:"auto, documents (never from general knowledge) or chat (without documents)."`
	Conversation string   `placeholder:"ID" help:"Go on with a conversation."`
	Question     []string `arg:"" help:"The question."`
}

func (c *askCommand) Run(e *env) error {
	return follow(e, func(r *runs.Runs) (runs.Started, error) {
		return r.Start(runs.Question{Conversation: c.Conversation, Text: joined(c.Question), Mode: c.Mode, Files: c.File})
	})
}

// follow starts a run and tells how it goes until it has ended. Ctrl+C stops it.
func follow(e *env, start func(*runs.Runs) (runs.Started, error)) error {
	t := &teller{e: e}
	core, err := open(e.home, e.workspace, hooks{event: t.event})
	if err != nil {
		return err
	}
	defer core.close()
	core.Models.Refresh(e.ctx)
	started, err := start(core.Runs)
	if err != nil {
		return err
	}
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

// teller writes a run's events: as JSON, or the answer for a person to read.
type teller struct {
	e    *env
	mu   sync.Mutex
	said bool // something of the answer
	done store.Event
}

func (t *teller) event(ev store.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
		if t.said {
			fmt.Fprint(t.e.Stdout, "\n\n")
			fmt.Fprintln(t.e.Stderr, "· What stands above broke off; the answer begins anew.")
		}
		t.said = false
	case "token":
		t.said = true
		fmt.Fprint(t.e.Stdout, escaped.ReplaceAllString(ev.Text, "$1"))
	case "done":
		fmt.Fprint(t.e.Stdout, "\n")
		if len(ev.Citations) > 0 {
			fmt.Fprint(t.e.Stdout, "\n")
		}
		for _, c := range ev.Citations {
			fmt.Fprintf(t.e.Stdout, "[%d] %s, p. %s: “%s”\n", c.N, c.Doc, c.Label, strings.Join(strings.Fields(c.Quote), " "))
		}
		if ev.Mode == "passages" {
			fmt.Fprintln(t.e.Stderr, "Passages found, not an answer.", ev.Text)
		} else if ev.Text != "" {
			fmt.Fprintln(t.e.Stderr, "lectern:", ev.Text)
		}
		fmt.Fprintf(t.e.Stderr, "Go on with: lectern ask --conversation %s …\n", ev.Conversation)
	}
}
