package app

import (
	"context"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// CheckRequest is a text to be held against documents.
type CheckRequest struct {
	Text      string   `json:"text"`
	Documents []string `json:"documents"` // ids; empty: all
	Ask       bool     `json:"ask"`       // the chat model too, about what words don't prove
}

// CheckedText is what a text comes to.
type CheckedText struct {
	Sentences    []store.Claim       `json:"sentences"`
	FigureChecks []store.FigureCheck `json:"numbers"`
	Citations    []store.Citation    `json:"citations"` // that the sentences name by number
	Note         string              `json:"note"`      // what could not be done; "": nothing
}

// Proved tells whether something was checked and nothing is left open.
func (c CheckedText) Proved() bool {
	verified := 0
	for _, s := range c.Sentences {
		switch s.Verdict {
		case store.Verified:
			verified++
		case store.NotChecked:
		default:
			return false
		}
	}
	for _, f := range c.FigureChecks {
		if figures.Loose(f) {
			return false
		}
	}
	return verified > 0
}

// LongestCheck is the size of a text that is checked, in bytes: a long report.
const LongestCheck = 200_000

// Check holds a text against documents, sentence by sentence and number by number.
func (c *Core) Check(ctx context.Context, w CheckRequest) (CheckedText, error) {
	out := CheckedText{Sentences: []store.Claim{}, FigureChecks: []store.FigureCheck{}, Citations: []store.Citation{}}
	if strings.TrimSpace(w.Text) == "" {
		return out, messages.Error("app.no-text-to-check")
	}
	if len(w.Text) > LongestCheck {
		return out, messages.Error("app.text-too-long", messages.Args{"most": LongestCheck})
	}
	documents, err := c.Workspace.Documents.List()
	if err != nil {
		return out, err
	}
	if len(documents) == 0 {
		return out, messages.Error("app.no-documents-to-check-against")
	}
	if len(w.Documents) == 0 {
		w.Documents = nil // all
	}
	meaning := true
	prover := proof.NewProver(c.Workspace)
	prover.Config.Say = c.Say()
	checked, err := prover.Check(ctx, strings.ToValidUTF8(w.Text, " "), func(ctx context.Context, text string, limit int) ([]store.Hit, error) {
		q := store.Query{Text: text, Documents: w.Documents, Limit: limit, PerPage: 2}
		if meaning {
			if _, note := c.vectorise(ctx, &q); note != "" {
				meaning, out.Note = false, note
			}
		}
		return c.Workspace.Passages.Search(ctx, q)
	})
	if err != nil {
		return out, err
	}
	if w.Ask {
		if err := c.Runs.Judge(ctx, &checked); err != nil {
			out.Note = strings.TrimSpace(c.Say().Text("app.model-not-asked", messages.Args{"note": out.Note, "error": err}))
		}
	}
	out.Sentences, out.FigureChecks, out.Citations = checked.Sentences, checked.FigureChecks, checked.Citations
	return out, nil
}
