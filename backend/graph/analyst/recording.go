package analyst

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/text"
)

// recorded gives what a model named ids of our own, and finds each figure at its place. What was looked up stays.
func (w *Workflow) recorded(ctx context.Context, s State, reply analysisReply, c candidates) (Analysis, error) {
	a := Analysis{Metrics: slices.Clone(s.Analysis.Metrics), Calculations: []facts.Calculation{}, Proposed: []ChartSpec{}}
	say := say(s)
	own := map[string][]string{} // the model's ids: those of a measure's metrics, of a metric, of calculations
	for _, m := range a.Metrics {
		own[m.ID] = []string{m.ID}
	}
	if err := w.named(ctx, s, reply, &a, own); err != nil {
		return a, err
	}
	for _, r := range reply.Metrics[:min(len(reply.Metrics), mostMetrics)] {
		m := facts.Metric{ID: fmt.Sprintf("m%d", len(a.Metrics)+1), Label: short(r.Label, entryChars), Company: short(r.Company, entryChars), Period: short(r.Period, entryChars), Flags: []string{}}
		if m.Figure = c.figure(say, &m, r); m.Figure != nil {
			m.Figure.Shown = facts.Told(m.Figure, say.Language())
			if err := w.Place(m.Figure); err != nil {
				return a, err
			}
		}
		own[r.ID] = []string{m.ID}
		a.Metrics = append(a.Metrics, m)
	}
	x := expansion{a: &a}
	for _, r := range reply.Calculations[:min(len(reply.Calculations), mostCalculations)] {
		var operands [][]string
		for _, id := range r.Operands[:min(len(r.Operands), mostMetrics)] {
			operands = append(operands, known(own, id))
		}
		made := x.calculate(strings.ToLower(r.Operation), short(r.Label, entryChars), operands)
		if r.ID != "" && own[r.ID] == nil {
			own[r.ID] = made
		}
	}
	for _, r := range reply.Charts[:min(len(reply.Charts), w.Config.Charts)] {
		spec := ChartSpec{ID: fmt.Sprintf("chart%d", len(a.Proposed)+1), Kind: short(strings.ToLower(r.Kind), entryChars), Metrics: []string{}}
		for _, id := range r.Of[:min(len(r.Of), mostPoints+1)] {
			spec.Metrics = append(spec.Metrics, known(own, id)...)
		}
		a.Proposed = append(a.Proposed, spec)
	}
	if ids := own[reply.Primary]; len(ids) > 0 {
		a.Primary = ids[0]
	} else if len(a.Metrics) > 0 {
		a.Primary = a.Metrics[0].ID
	}
	a.Finding = placeholder.ReplaceAllStringFunc(short(reply.Finding, sentenceChars), func(p string) string {
		return "{{" + known(own, strings.Trim(p, "{} "))[0] + "}}"
	})
	if len(text.Figures(placeholder.ReplaceAllString(a.Finding, ""), "")) > 0 {
		rag.Note(ctx, "analyst.finding-set-aside")
		a.Finding = ""
	}
	return a, nil
}

// named looks up the measures that the model named, of its companies and periods.
func (w *Workflow) named(ctx context.Context, s State, reply analysisReply, a *Analysis, own map[string][]string) error {
	if len(reply.Measures) == 0 || w.Facts == nil {
		return nil
	}
	_, m, err := w.within(s)
	if err != nil {
		return err
	}
	ids := limits(s, m)
	what := s.Retrieval.Query.Compare.Comparison
	companies, err := w.Facts.Companies(ctx, ids, listed(reply.Companies, mostNamed, entryChars))
	if err != nil {
		return err
	}
	if len(companies) > 0 {
		what.Companies = companies
	}
	if periods := facts.Periods(strings.Join(listed(reply.Periods, mostMeasures, entryChars), ", ")); len(periods) > 0 {
		what.Periods = periods
	}
	for _, r := range reply.Measures[:min(len(reply.Measures), mostMeasures)] {
		what.Measures = []string{short(r.Name, entryChars)}
		if len(what.Companies)*len(what.Periods) > mostEntries {
			break
		}
		if !slices.ContainsFunc(a.Metrics, func(m facts.Metric) bool { return strings.EqualFold(m.Label, what.Measures[0]) }) {
			found, err := w.Facts.Compare(ctx, what)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(found, func(f facts.Compared) bool { return f.Figure != nil }) && len(found) > 1 {
				found = found[:1] // one gap says it
			}
			if err := w.record(say(s), a, found); err != nil {
				return err
			}
		}
		own[r.ID] = (&expansion{a: a}).of(what.Measures[0])
	}
	return nil
}
