package facts

import (
	"slices"

	"lectern/backend/store"
)

// measuresOf finds what measures pieces of a question name: one together, where a document has a figure for that which is as
// sure as those of the parts, else each by itself.
func (c *comparer) measuresOf(what Comparison, pieces []piece) (measures, open []string, err error) {
	const most = 12
	named := func(i, j int) (name string, f *store.Figure, err error) {
		for _, p := range pieces[i:j] {
			if name != "" {
				name += p.joint
			}
			name += p.name
		}
		f, err = c.measured(what, name)
		return name, f, err
	}
	found := false
	for i := 0; i < len(pieces) && i < most; {
		name, alone, err := named(i, i+1)
		if err != nil {
			return nil, nil, err
		}
		to := i + 1
		for j := i + 2; j <= len(pieces); j++ {
			longer, together, err := named(i, j)
			if err != nil {
				return nil, nil, err
			}
			_, last, err := named(j-1, j)
			if err != nil {
				return nil, nil, err
			}
			if p := confidence(together); p >= joinedEnough && p > min(confidence(alone), confidence(last)) && isOfAll(together, pieces[i:j]) {
				name, alone, to = longer, together, j
			}
		}
		found = found || alone != nil
		measures = append(measures, name)
		i = to
	}
	if !found {
		return nil, measures, nil
	}
	return measures, nil, nil // what has no figure, beside others that have one, is a gap
}

func confidence(f *store.Figure) float64 {
	if f == nil {
		return 0
	}
	return f.Confidence
}

// isOfAll tells whether the row of a figure that was found for some pieces together says something of each of them.
func isOfAll(f *store.Figure, pieces []piece) bool {
	said := termsOf(f.Cells[0].Row + " " + f.Cells[0].Column)
	return !slices.ContainsFunc(pieces, func(p piece) bool {
		return !slices.ContainsFunc(wordsOf(p.name), func(w word) bool { return slices.Contains(said, w.term) })
	})
}

// joinedEnough is how sure a figure must be for pieces of a question to name it together.
const joinedEnough = .8

// mostTried is in how many places a measure is looked for to tell whether it is one.
const mostTried = 6

// measured is a figure that a document has for what some words name; nil if none has one.
func (c *comparer) measured(what Comparison, name string) (*store.Figure, error) {
	tried := 0
	for _, period := range slices.Backward(what.Periods) {
		for _, company := range what.Companies {
			if !c.covers(company, period) {
				continue
			}
			if tried++; tried > mostTried {
				return nil, nil
			}
			if f, err := c.figure(what, name, company, period); err != nil || f != nil {
				return f, err
			}
		}
	}
	return nil, nil
}
