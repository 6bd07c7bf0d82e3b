package export

import (
	"fmt"

	"lectern/backend/evidence"
	"lectern/backend/pdfout"
)

// shownIn gives what the answers cite as a PDF shows it, a list for each turn. It draws the pages.
func shownIn(d Document) ([][]pdfout.Evidence, error) {
	var passages []evidence.Passage
	out := make([][]pdfout.Evidence, len(d.Turns))
	for i, t := range d.Turns {
		e := entryOf(t)
		for j, c := range t.Citations {
			s := e.Sources[j]
			shown := pdfout.Evidence{Key: fmt.Sprint(c.N), Title: s.Document, Place: s.Where, Note: s.Doubt, Verdict: s.Said, Why: s.Why}
			if s.Section != "" {
				shown.Place += " · " + s.Section
			}
			if s.Quote != "" {
				shown.Quotes = []string{s.Quote}
			}
			out[i] = append(out[i], shown)
			passages = append(passages, evidence.Passage{Document: c.Document, Page: c.Page, Quotes: []evidence.Quote{{Text: c.Quote, Before: c.Prefix, After: c.Suffix}}})
		}
	}
	if d.Excerpts == nil {
		return out, nil
	}
	cut, err := d.Excerpts(passages)
	if err != nil {
		return nil, err
	}
	for i, t := range d.Turns {
		say := speaks(t)
		for j := range out[i] {
			cut[0].Show(say, &out[i][j])
			cut = cut[1:]
		}
	}
	return out, nil
}
