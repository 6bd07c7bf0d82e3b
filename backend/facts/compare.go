package facts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Asked is what a question asks to be compared.
type Asked struct {
	Comparison
	Pick  string   `json:"pick"`  // which of the figures is asked for: OpMax, OpMin, OpRank; "" for all of them
	Grows bool     `json:"grows"` // by how much they changed from the first period to the last
	Added []string `json:"added"` // what the question adds to the comparison before it; empty if it begins a new one
	Open  []string `json:"open"`  // what of the question isn't understood
}

// Clear tells whether everything that a question says was understood, and something is asked for.
func (a Asked) Clear() bool { return a.Named() && len(a.Open) == 0 }

// Compared is a figure of a comparison, or why there is none.
type Compared struct {
	Measure, Company, Period string
	Figure                   *store.Figure // nil: a gap
	Covered                  bool          // a document of the company tells of the period
}

// comparer looks up what is compared, each figure once.
type comparer struct {
	*Library
	ctx    context.Context
	about  map[string]store.Metadata
	names  map[string]string  // of documents, by their ids
	all    []metadata.Company // that documents are of
	groups []Company          // the same
	named  []Company          // those of them that the question names
	found  map[string]*store.Figure
}

// ReadComparison reads what a question asks to be compared in documents (ids; none: all). before is the comparison that the
// question may add to; nil for none. What it measures is whatever a document has a figure for.
func (l *Library) ReadComparison(ctx context.Context, question string, ids []string, before *Comparison) (Asked, error) {
	c, err := l.comparer(ctx, ids)
	if err != nil {
		return Asked{}, err
	}
	return c.read(question, len(ids) > 0, before)
}

// Compare looks the figures of a comparison up: for each measure, company and period one search.
func (l *Library) Compare(ctx context.Context, what Comparison) ([]Compared, error) {
	ids := []string{}
	for _, company := range what.Companies {
		ids = append(ids, company.Documents...)
	}
	c, err := l.comparer(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, company := range what.Companies { // one after the other, since only so many documents stay read
		for _, period := range what.Periods {
			for _, measure := range what.Measures {
				if _, err := c.figure(what, measure, company, period); err != nil {
					return nil, err
				}
			}
		}
	}
	out := []Compared{}
	for _, measure := range what.Measures {
		for _, company := range what.Companies {
			for _, period := range what.Periods {
				out = append(out, Compared{
					Measure: measure, Company: company.Name, Period: period, Figure: c.found[keyOf(measure, company, period)], Covered: c.covers(company, period),
				})
			}
		}
	}
	return out, nil
}

func (l *Library) comparer(ctx context.Context, ids []string) (*comparer, error) {
	c := &comparer{Library: l, ctx: ctx, about: map[string]store.Metadata{}, names: map[string]string{}, found: map[string]*store.Figure{}}
	facets, err := metadata.OpenFacets(l.Workspace)
	if err != nil {
		return nil, err
	}
	for _, d := range facets.Documents() {
		c.about[d.ID], c.names[d.ID] = facets.Of(d.ID), d.Name
	}
	c.all = facets.Companies(facets.Scope(ids, nil))
	for _, g := range c.all {
		c.groups = append(c.groups, groupOf(g))
	}
	return c, nil
}

// read takes a question apart.
func (c *comparer) read(question string, scoped bool, before *Comparison) (Asked, error) {
	folded := strings.Join(strings.Fields(text.Fold(question).S), " ")
	out := Asked{Added: []string{}, Open: []string{}}
	out.Language = languageOfMeasures(question)
	var rest string
	c.named, rest = c.companiesIn(folded)
	adds := before != nil && before.Named() && beginsWithMore(folded)
	out.Periods, rest = periodsIn(rest, c.newest(c.asked(scoped, before, adds)))
	out.Companies = c.asked(scoped, before, adds)
	if adds {
		out.Comparison = before.with(out.Comparison)
	}
	if len(out.Companies) == 0 {
		return out, nil
	}
	if len(out.Periods) == 0 {
		if y := c.common(out.Companies); y > 0 {
			out.Periods = []string{strconv.Itoa(y)}
		}
	}
	out.Pick = pickOf(rest)
	known := len(out.Measures)
	measure := func(names []string) {
		for _, m := range names {
			if !slices.ContainsFunc(out.Measures, func(o string) bool { return strings.EqualFold(o, m) }) {
				out.Measures = append(out.Measures, shownAs(m))
			}
		}
	}
	for _, pieces := range piecesOf(rest, out.Language) {
		pieces = slices.DeleteFunc(pieces, func(p piece) bool {
			measures := themeOf(p.name, out.Language)
			measure(measures)
			return measures != nil
		})
		measures, open, err := c.measuresOf(out.Comparison, pieces)
		if err != nil {
			return out, err
		}
		measure(measures)
		out.Open = append(out.Open, open...)
	}
	if len(out.Measures)+len(out.Open) == 0 {
		measure(themeIn(rest, out.Language))
	}
	if reasons.MatchString(folded) || secondAsked.MatchString(folded) { // figures may help, but aren't the answer
		out.Open = append(out.Open, question)
	}
	if year, err := strconv.Atoi(strings.Join(out.Periods, "")); err == nil && len(out.Periods) == 1 && says(rest, "grow") && !tellsChange.MatchString(strings.Join(out.Measures, " ")) { // since the year before
		out.Periods = []string{strconv.Itoa(year - 1), strconv.Itoa(year)}
	}
	out.Grows = says(rest, "grow") && len(out.Periods) > 1 && !says(rest, "yearly")
	if adds {
		out.Added = out.Comparison.beyond(*before)
		if len(out.Added) == 0 && len(out.Measures) == known { // it is about something else
			return Asked{Added: []string{}, Open: []string{question}}, nil
		}
	}
	return out, nil
}

func pickOf(question string) string {
	switch {
	case says(question, "order"):
		return OpRank
	case says(question, "most"):
		return OpMax
	case says(question, "least"):
		return OpMin
	}
	return ""
}

// asked are the companies that a comparison is of.
func (c *comparer) asked(scoped bool, before *Comparison, adds bool) []Company {
	switch {
	case adds:
		out := slices.Clone(before.Companies)
		for _, n := range c.named {
			if !slices.ContainsFunc(out, func(o Company) bool { return o.Name == n.Name }) {
				out = append(out, n)
			}
		}
		return out
	case len(c.named) > 0:
		return c.named
	case scoped && len(c.groups) <= mostCompanies, len(c.groups) == 1:
		return c.groups
	}
	return nil
}

// mostCompanies of a scope are compared where the question names none.
const mostCompanies = 8

// newest is the newest year that documents of companies are of; 0 if none tells one.
func (c *comparer) newest(of []Company) (year int) {
	for _, g := range of {
		for _, id := range g.Documents {
			year = max(year, c.about[id].Year)
		}
	}
	return year
}

// common is the newest year that all companies have a document of, else the newest that one has. Reports of years count alone
// where all have some: of a year that isn't over a company's figures are those of a part of it.
func (c *comparer) common(of []Company) int {
	var yearly []Company
	for _, g := range of {
		g.Documents = slices.DeleteFunc(slices.Clone(g.Documents), func(id string) bool { return !isYearly(c.about[id].Type) })
		if len(g.Documents) > 0 {
			yearly = append(yearly, g)
		}
	}
	if len(yearly) == len(of) {
		of = yearly
	}
	newest := c.newest(of)
	const back = 10
	for y := newest; y > newest-back && y > 0; y-- {
		if !slices.ContainsFunc(of, func(g Company) bool { return !c.covers(g, strconv.Itoa(y)) }) {
			return y
		}
	}
	return newest
}

// covers tells whether a document of a company may tell of a period: those of its year and of the two after it do.
func (c *comparer) covers(g Company, period string) bool {
	at := whensIn(period)
	return slices.ContainsFunc(g.Documents, func(id string) bool {
		y := c.about[id].Year
		return len(at) == 0 || y == 0 || y >= at[0].year && y <= at[0].year+2
	})
}

func keyOf(measure string, company Company, period string) string {
	return strings.Join([]string{strings.ToLower(measure), company.Name, period}, "\x00")
}

// figure looks a measure of a company at a period up in its documents: first in the period's own, then in later ones.
func (c *comparer) figure(what Comparison, measure string, company Company, period string) (*store.Figure, error) {
	key := keyOf(measure, company, period)
	if f, known := c.found[key]; known {
		return f, nil
	}
	question := what.question(measure, period)
	q := readQuestion(question)
	year := q.latest()
	score := func(id string) float64 {
		return yearScore(c.about[id].Year, year) + typeScore(c.about[id].Type, c.names[id], c.about[id].Year, q)
	}
	ids := slices.DeleteFunc(slices.Clone(company.Documents), func(id string) bool {
		y := c.about[id].Year
		return year > 0 && y > 0 && (y < year || y > year+2)
	})
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(score(b), score(a)) })
	var best *store.Figure
	for _, id := range ids[:min(len(ids), mostLooked)] {
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		d, err := c.Of(id)
		if err != nil {
			return nil, err
		}
		f := d.Answer(question).Figure
		if f != nil && (best == nil || f.Confidence > best.Confidence) {
			best = f
		}
		if best != nil && best.Confidence >= enough {
			break
		}
	}
	c.found[key] = best
	return best, nil
}
