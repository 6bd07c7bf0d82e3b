package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/evidence"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/store"
)

// shownEvidence is what a report cites of the library, as its PDF shows it: an entry for each source, with the words of it that are
// cited marked on its page. Without a Drawer its words stand alone.
func (w *Workflow) shownEvidence(ctx context.Context, s State, said rag.Answer) (out []pdfout.Evidence, err error) {
	var passages []evidence.Passage
	for i, r := range s.Results {
		var of []store.Citation
		for _, c := range said.Citations {
			if r.Passage != "" && c.Passage == r.Passage {
				of = append(of, c)
			}
		}
		if len(of) == 0 {
			continue
		}
		shown := pdfout.Evidence{Key: mark(i + 1), Title: of[0].Doc, Place: say(s).Text("report.on-page", messages.Args{"label": cmp.Or(of[0].Label, strconv.Itoa(of[0].Page))})}
		var numbers []int
		p := evidence.Passage{Document: of[0].Document, Page: of[0].Page}
		for _, c := range of {
			numbers = append(numbers, c.N)
			if quote := strings.Join(strings.Fields(c.Quote), " "); !slices.Contains(shown.Quotes, quote) {
				shown.Quotes = append(shown.Quotes, quote)
				p.Quotes = append(p.Quotes, evidence.Quote{Text: c.Quote, Before: c.Prefix, After: c.Suffix})
			}
		}
		if said.Proof != nil {
			if worst := rag.VerdictOn(said.Proof.Audit, numbers...); worst != nil {
				shown.Verdict, shown.Why = rag.VerdictWords(say(s), worst.Verdict, worst.Reason), worst.Why
			}
		}
		out, passages = append(out, shown), append(passages, p)
	}
	if w.Drawer == nil {
		return out, nil
	}
	cut, err := evidence.Cutter{Workspace: w.Workspace, Reader: w.Drawer}.Excerpts(ctx, passages)
	for i, e := range cut {
		e.Show(say(s), &out[i])
	}
	return out, err
}

// reading tells what of the library was read for the report, and what wasn't.
func (w *Workflow) reading(s State) ([]string, error) {
	corpus, err := whole.Of(w.Tools, s.Asked)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i, k := range s.Processed {
		if id := s.Results[i].Passage; k.Name != "" && id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	ps, err := w.Passages(ids)
	if err != nil || len(corpus.Documents) == 0 {
		return nil, err
	}
	return corpus.WhatWasRead(say(s), ps)
}
