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
	Sentences    []CheckedSentence   `json:"sentences"`
	FigureChecks []store.FigureCheck `json:"numbers"`
	Note         string              `json:"note"` // what could not be done; "": nothing
}

// CheckedSentence is a sentence of it that claims something.
type CheckedSentence struct {
	Text      string           `json:"text"`
	Start     int              `json:"start"` // where it stands in the text, in bytes
	End       int              `json:"end"`
	Verdict   string           `json:"verdict" ts_type:"'verified' | 'partly' | 'not found'"`
	Otherwise bool             `json:"otherwise"`
	Why       string           `json:"why"`
	Reason    string           `json:"reason"` // that the documents say otherwise for, or would if that were certain; see proof.Reason…
	Citations []store.Citation `json:"citations"`
}

// Proved tells whether something was checked and nothing is left open.
func (c CheckedText) Proved() bool {
	if len(c.Sentences) == 0 {
		return false
	}
	for _, s := range c.Sentences {
		if s.Verdict != store.Verified {
			return false
		}
	}
	for _, f := range c.FigureChecks {
		if figures.Loose(f) {
			return false
		}
	}
	return true
}

// LongestCheck is the size of a text that is checked, in bytes: a long report.
const LongestCheck = 200_000

// Check holds a text against documents, sentence by sentence and number by number.
func (c *Core) Check(ctx context.Context, w CheckRequest) (CheckedText, error) {
	out := CheckedText{Sentences: []CheckedSentence{}, FigureChecks: []store.FigureCheck{}}
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
			out.Note = strings.TrimSpace(messages.Text("app.model-not-asked", messages.Args{"note": out.Note, "error": err.Error()}))
		}
	}
	out.FigureChecks = checked.FigureChecks
	for _, claim := range checked.Sentences {
		s := CheckedSentence{
			Text: claim.Text, Start: claim.Start, End: claim.End, Verdict: claim.Verdict, Otherwise: claim.Contradicted, Why: claim.Why, Reason: claim.Reason,
			Citations: []store.Citation{},
		}
		for _, n := range claim.Citations {
			s.Citations = append(s.Citations, checked.Citations[n-1])
		}
		out.Sentences = append(out.Sentences, s)
	}
	return out, nil
}
