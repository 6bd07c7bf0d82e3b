package facts

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/ingest/metadata"
)

// companiesIn are the companies that a question names, and the question without their names.
func (c *comparer) companiesIn(question string) (named []Company, rest string) {
	var places [][2]int
	for _, m := range metadata.Named(question, c.all) {
		named = append(named, groupOf(m.Company))
		places = append(places, m.At...)
	}
	for _, g := range c.groups { // or one of its files
		for _, id := range g.Documents {
			if at := strings.Index(question, c.names[id]); at >= 0 {
				places = append(places, [2]int{at, at + len(c.names[id])})
				if !slices.ContainsFunc(named, func(n Company) bool { return n.Name == g.Name }) {
					named = append(named, g)
				}
			}
		}
	}
	slices.SortFunc(places, func(a, b [2]int) int { return a[0] - b[0] })
	var b strings.Builder
	from := 0
	for _, p := range places {
		if p[0] < from {
			continue
		}
		b.WriteString(question[from:p[0]] + cut)
		from = p[1]
	}
	b.WriteString(question[from:])
	return named, b.String()
}

func groupOf(c metadata.Company) Company { return Company{Name: c.Name, Documents: c.Documents} }

// Companies are those that documents (ids; none: all) are of: those with the given names, or all of them, at most as many
// as a comparison takes without naming them.
func (l *Library) Companies(ctx context.Context, ids, names []string) ([]Company, error) {
	c, err := l.comparer(ctx, ids)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return c.asked(len(ids) > 0, nil, false), nil
	}
	named, _ := c.companiesIn(strings.Join(names, ", "))
	return named, nil
}
