package facts

import (
	"slices"
)

// measuresOf finds what measures pieces of a question name: one together, where a document has a figure for that which is as
// sure as those of the parts, else each by itself.
func (c *comparer) measuresOf(what Comparison, pieces []piece) (measures, open []string, err error) {
	const most = 12
	sure := func(i, j int) (name string, confidence float64, err error) {
		for _, p := range pieces[i:j] {
			if name != "" {
				name += p.joint
			}
			name += p.name
		}
		confidence, err = c.measures(what, name)
		return name, confidence, err
	}
	found := false
	for i := 0; i < len(pieces) && i < most; {
		name, alone, err := sure(i, i+1)
		if err != nil {
			return nil, nil, err
		}
		to := i + 1
		for j := i + 2; j <= len(pieces); j++ {
			longer, together, err := sure(i, j)
			if err != nil {
				return nil, nil, err
			}
			row := c.last
			_, last, err := sure(j-1, j)
			if err != nil {
				return nil, nil, err
			}
			c.last = row
			if together >= joinedEnough && together > min(alone, last) && c.ofAll(pieces[i:j]) {
				name, alone, to = longer, together, j
			}
		}
		if alone > 0 {
			found = true
		}
		measures = append(measures, name)
		i = to
	}
	if !found {
		return nil, measures, nil
	}
	return measures, nil, nil // what has no figure, beside others that have one, is a gap
}

// ofAll tells whether the row that was found last for some pieces together says something of each of them.
func (c *comparer) ofAll(pieces []piece) bool {
	said := termsOf(c.last)
	return !slices.ContainsFunc(pieces, func(p piece) bool {
		return !slices.ContainsFunc(wordsOf(p.name), func(w word) bool { return slices.Contains(said, w.term) })
	})
}

// joinedEnough is how sure a figure must be for pieces of a question to name it together.
const joinedEnough = .8

// mostTried is in how many places a measure is looked for to tell whether it is one.
const mostTried = 6

// measures tells how surely some words name a measure: as surely as a document has a figure for it.
func (c *comparer) measures(what Comparison, name string) (float64, error) {
	tried := 0
	for _, period := range slices.Backward(what.Periods) {
		for _, company := range what.Companies {
			if !c.covers(company, period) {
				continue
			}
			if tried++; tried > mostTried {
				return 0, nil
			}
			f, err := c.figure(what, name, company, period)
			if err != nil {
				return 0, err
			}
			if f != nil {
				c.last = f.Cells[0].Row + " " + f.Cells[0].Column
				return f.Confidence, nil
			}
		}
	}
	return 0, nil
}
