package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"lectern/backend/figures"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/details"
	"lectern/backend/store"
)

type checkCommand struct {
	File   []string `placeholder:"NAME" help:"Against this document; may be repeated (default: against all)."`
	Folder string   `placeholder:"DIR" type:"path" help:"Against documents that were added from this folder or those in it."`
	Ask    bool     `help:"Ask the chat model about sentences that words don't prove."`
	Path   string   `arg:"" name:"file" help:"The text to check, as a file; - for standard input."`
}

// ToCheck is a text to be held against documents.
type ToCheck struct {
	Text      string   `json:"text"`
	Documents []string `json:"documents"` // ids; empty: all
	Ask       bool     `json:"ask"`       // the chat model too, about what words don't prove
}

// CheckedText is what a text comes to.
type CheckedText struct {
	Sentences []CheckedSentence   `json:"sentences"`
	Numbers   []store.FigureCheck `json:"numbers"`
	Note      string              `json:"note"` // what could not be done; "": nothing
}

// CheckedSentence is a sentence of it that claims something.
type CheckedSentence struct {
	Text      string           `json:"text"`
	Start     int              `json:"start"` // where it stands in the text, in bytes
	End       int              `json:"end"`
	Verdict   string           `json:"verdict"` // verified, partly or not found
	Otherwise bool             `json:"otherwise"`
	Why       string           `json:"why"`
	Citations []store.Citation `json:"citations"`
}

// Proved tells whether nothing is left open.
func (c CheckedText) Proved() bool {
	for _, s := range c.Sentences {
		if s.Verdict != store.Verified {
			return false
		}
	}
	for _, f := range c.Numbers {
		if f.Verdict == figures.Flagged {
			return false
		}
	}
	return true
}

// longestCheck is the size of a text that is checked, in bytes: a long report.
const longestCheck = 200_000

// CheckText holds a text against documents, sentence by sentence and number by number.
func CheckText(ctx context.Context, core *Core, w ToCheck) (CheckedText, error) {
	out := CheckedText{Sentences: []CheckedSentence{}, Numbers: []store.FigureCheck{}}
	if strings.TrimSpace(w.Text) == "" {
		return out, errors.New("there is no text to check")
	}
	if len(w.Text) > longestCheck {
		return out, fmt.Errorf("the text is too long: it may have %d characters; check it in parts", longestCheck)
	}
	documents, err := core.Workspace.Documents.List()
	if err != nil {
		return out, err
	}
	if len(documents) == 0 {
		return out, errors.New("there are no documents to check it against; add some first")
	}
	if len(w.Documents) == 0 {
		w.Documents = nil // all
	}
	meaning := true
	prover := rag.NewProver(core.Workspace)
	checked, err := prover.Check(ctx, strings.ToValidUTF8(w.Text, " "), func(ctx context.Context, text string, limit int) ([]store.Hit, error) {
		q := store.Query{Text: text, Documents: w.Documents, Limit: limit, PerPage: 2}
		if meaning {
			if _, note := vectorise(ctx, core, &q); note != "" {
				meaning, out.Note = false, note
			}
		}
		return core.Workspace.Passages.Search(ctx, q)
	})
	if err != nil {
		return out, err
	}
	if w.Ask {
		if err := core.Runs.Second(ctx, &checked); err != nil {
			out.Note = strings.TrimSpace(out.Note + " The model wasn't asked: " + err.Error())
		}
	}
	out.Numbers = checked.Numbers
	for _, c := range checked.Sentences {
		s := CheckedSentence{Text: c.Text, Start: c.Start, End: c.End, Verdict: c.Verdict, Otherwise: c.Otherwise, Why: c.Why, Citations: []store.Citation{}}
		for _, n := range c.Citations {
			s.Citations = append(s.Citations, checked.Citations[n-1])
		}
		out.Sentences = append(out.Sentences, s)
	}
	return out, nil
}

func (c *checkCommand) Run(e *env) error {
	var raw []byte
	var err error
	if c.Path == "-" {
		raw, err = io.ReadAll(io.LimitReader(os.Stdin, longestCheck+1))
	} else {
		raw, err = os.ReadFile(c.Path)
	}
	if err != nil {
		return fmt.Errorf("the text can't be read: %w", err)
	}
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		return err
	}
	defer core.close()
	w := ToCheck{Text: string(raw), Ask: c.Ask}
	for _, name := range c.File {
		d, err := core.named(name)
		if err != nil {
			return err
		}
		w.Documents = append(w.Documents, d.ID)
	}
	if c.Folder != "" {
		shelf, err := details.OpenShelf(core.Workspace)
		if err != nil {
			return err
		}
		n, err := shelf.Narrow(w.Documents, []store.Filter{{Field: store.ByFolder, Value: c.Folder}}, nil)
		if err != nil {
			return err
		}
		w.Documents = n.Documents
	}
	if spaces, err := core.Workspace.Vectors.Spaces(); err == nil && len(spaces) > 0 || c.Ask {
		core.Models.Refresh(e.ctx)
	}
	out, err := CheckText(e.ctx, core, w)
	if err != nil {
		return err
	}
	if e.json {
		err = e.print(out)
	} else {
		out.write(e.Stdout)
		if out.Note != "" {
			fmt.Fprintln(e.Stderr, "lectern:", out.Note)
		}
	}
	if err == nil && !out.Proved() {
		return exitError{ExitUnproved}
	}
	return err
}

// write tells a person.
func (c CheckedText) write(w io.Writer) {
	verified := 0
	for _, s := range c.Sentences {
		if s.Verdict == store.Verified {
			verified++
		}
		fmt.Fprintf(w, "%s %s\n", verdictMark(s.Verdict), strings.Join(strings.Fields(s.Text), " "))
		if s.Verdict != store.Verified {
			fmt.Fprintf(w, "    %s\n", toldWhy(s.Verdict, s.Otherwise, s.Why))
		}
		for _, q := range s.Citations {
			fmt.Fprintf(w, "    %s, p. %s: “%s”\n", q.Doc, q.Label, strings.Join(strings.Fields(q.Quote), " "))
		}
	}
	for _, f := range c.Numbers {
		if f.Verdict == figures.Flagged {
			fmt.Fprintf(w, "! %s: %s\n", f.Text, f.Why)
		}
	}
	fmt.Fprintf(w, "%d of %s verified\n", verified, count(len(c.Sentences), "1 sentence", "%d sentences"))
}

// verdictMark is a verdict as a sign.
func verdictMark(verdict string) string {
	switch verdict {
	case store.Verified:
		return "✓"
	case store.Partly:
		return "~"
	}
	return "✗"
}

// toldWhy is what a verdict that leaves something open says to a person.
func toldWhy(verdict string, otherwise bool, why string) string {
	head := map[string]string{store.Partly: "Partly found by words.", store.NotFound: "Not found by words."}[verdict]
	if otherwise {
		head = "The documents say otherwise."
	}
	return strings.TrimSpace(head + " " + why)
}
