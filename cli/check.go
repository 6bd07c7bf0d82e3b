package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

type checkCommand struct {
	File   []string `placeholder:"NAME" help:"Against this document; may be repeated (default: against all)."`
	Folder string   `placeholder:"FOLDER" help:"Against documents of this group, or that were added from this folder or those in it."`
	Ask    bool     `help:"Ask the chat model about sentences that words don't prove."`
	Path   string   `arg:"" name:"file" help:"The text to check, as a text file, Markdown or a PDF; - for standard input."`
}

func (c *checkCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	w := app.CheckRequest{Ask: c.Ask}
	if w.Text, err = c.text(e, core); err != nil {
		return err
	}
	if w.Documents, err = core.AllNamed(c.File); err != nil {
		return err
	}
	if c.Folder != "" {
		folder, err := e.folder(core, c.Folder)
		if err != nil {
			return err
		}
		if w.Documents, err = core.InFolder(w.Documents, folder); err != nil {
			return err
		}
	}
	if spaces, err := core.Workspace.Vectors.Spaces(); err == nil && len(spaces) > 0 || c.Ask {
		core.Models.Refresh(e.ctx)
	}
	out, err := core.Check(e.ctx, w)
	if err != nil {
		return err
	}
	if e.json {
		err = e.print(out)
	} else {
		tellChecked(e.Stdout, out)
		if out.Note != "" {
			fmt.Fprintln(e.Stderr, "lectern:", out.Note)
		}
	}
	if err == nil && !out.Proved() {
		return exitError{ExitUnproved}
	}
	return err
}

// text is what is to be checked. A PDF is read as a document is that is added.
func (c *checkCommand) text(e *env, core *app.Core) (string, error) {
	var raw []byte
	var err error
	if c.Path == "-" {
		raw, err = io.ReadAll(io.LimitReader(e.stdin, app.LongestCheck+1))
	} else if isPDF(e.path(c.Path)) {
		return core.Reader.Text(e.ctx, e.path(c.Path))
	} else {
		raw, err = os.ReadFile(e.path(c.Path))
	}
	if err != nil {
		return "", messages.Error("cli.text-unreadable", messages.Args{"error": err})
	}
	return string(raw), nil
}

// isPDF tells a PDF by how it begins, whatever its name is. What can't be opened is none.
func isPDF(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	const within = 1024 // bytes in which readers look for the header, as ISO 32000-1, annex H.3 tells
	head, err := io.ReadAll(io.LimitReader(f, within))
	return err == nil && bytes.Contains(head, []byte("%PDF-"))
}

// tellChecked tells a person what a text comes to.
func tellChecked(w io.Writer, c app.CheckedText) {
	verified, checked := 0, 0
	for _, s := range c.Sentences {
		if s.Verdict == store.Verified {
			verified++
		}
		if s.Verdict != store.NotChecked {
			checked++
		}
		fmt.Fprintf(w, "%s %s\n", verdictMark(s.Verdict), strings.Join(strings.Fields(s.Text), " "))
		if s.Verdict != store.Verified {
			fmt.Fprintf(w, "    %s\n", toldWhy(s))
		}
		for _, n := range s.Citations {
			q := c.Citations[n-1]
			fmt.Fprintf(w, "    %s, p. %s: “%s”\n", q.Doc, q.Label, strings.Join(strings.Fields(q.Quote), " "))
		}
	}
	for _, f := range c.FigureChecks {
		if f.Verdict == figures.Flagged {
			fmt.Fprintf(w, "! %s: %s\n", f.Text, f.Why)
		}
	}
	if checked == 0 {
		fmt.Fprintln(w, messages.Text("cli.nothing-to-check"))
		return
	}
	fmt.Fprintln(w, messages.Text("cli.verified-of-end", messages.Args{"verified": verified, "statements": messages.Count("count.statements", checked)}))
}

// verdictMark is a verdict as a sign.
func verdictMark(verdict string) string {
	switch verdict {
	case store.Verified:
		return "✓"
	case store.Partly:
		return "~"
	case store.InDoubt:
		return "?"
	case store.NotChecked:
		return "·"
	}
	return "✗"
}

// toldWhy is what a verdict that leaves something open says to a person.
func toldWhy(c store.Claim) string {
	heads := map[string]string{
		store.Partly: "cli.partly-found", store.NotFound: "cli.not-found-in-words", store.InDoubt: "cli.documents-may-differ", store.Contradicted: "cli.documents-contradict",
		store.NotChecked: "cli.not-checked",
	}
	head := heads[c.Verdict]
	if c.Verdict == store.Contradicted && c.Reason == proof.ReasonInside {
		head = "cli.contradicts-itself"
	}
	return strings.TrimSpace(messages.Text(head) + " " + c.Why)
}
