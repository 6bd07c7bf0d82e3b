// Package tabletest makes PDFs with tables of which everything is known, and scores what a reader finds in them. They
// are written as real documents are: statements, prices, timetables, measurements, in several languages, with and
// without lines, among prose and on pages of their own. Pages without a table belong to it too.
package tabletest

import (
	"fmt"
	"slices"
)

// Cases draws all documents. The same come every time.
func Cases() ([]Case, error) {
	var papers []*paper
	for _, draw := range []func() *paper{annual, filing, conference, germany, swiss, japan, china, india, manual, survey, council, ledger, gazette, prospectus, economics, holding, plainPages, treasury} {
		papers = append(papers, draw())
	}
	of := slices.Clone(papers)
	papers = append(papers, restyled("restyled", of, figures{}, english, plain, british), restyled("restyled-de", of, german), restyled("restyled-in", of, indian), restyled("restyled-ja", of, japanese))
	var out []Case
	for _, p := range papers {
		c, err := p.finish()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		out = append(out, c)
	}
	return out, nil
}
