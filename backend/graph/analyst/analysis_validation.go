package analyst

import (
	"context"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// analysisValidation reads every figure again at its place, checks its scale against those of the other periods, and works
// everything out again.
func (w *Workflow) analysisValidation(ctx context.Context, s State) (State, error) {
	say, a := say(s), s.Analysis
	rag.StepStarted(ctx, "analyst.reading-again", messages.Args{"metrics": messages.Count("count.metrics", a.figures())})
	pages := map[string][]store.Table{}
	flagged := 0
	for i := range a.Metrics {
		m := &a.Metrics[i]
		if m.Figure == nil {
			continue
		}
		for _, c := range m.Figure.Cells {
			there, err := w.stands(pages, c)
			if err != nil {
				return s, err
			}
			if !there {
				m.Flag(say.Text("analyst.flag-not-there"))
			}
		}
		if !facts.Recomputed(m.Figure) {
			m.Flag(say.Text("analyst.came-out-differently"))
		}
	}
	for i := range a.Metrics {
		m := &a.Metrics[i]
		if m.Holds() && a.outOfScale(*m) {
			m.Flag(say.Text("analyst.flag-out-of-scale"))
		}
	}
	for _, m := range a.Metrics {
		if len(m.Flags) > 0 {
			flagged++
			rag.Note(ctx, "analyst.set-aside", messages.Args{"label": titled(m.Label, m.Company, m.Period), "id": m.ID, "flags": strings.Join(m.Flags, say.Text("list.next"))})
		}
	}
	again := facts.Calculate(say, a.Metrics, a.Calculations, shownPlaces)
	wrong := 0
	for i, c := range again {
		if before := a.Calculations[i]; c.Error == "" && (before.Error != "" || before.Value != c.Value) {
			c.Error, c.Value, c.Formula = say.Text("analyst.came-out-differently"), "", ""
			again[i] = c
		}
		if c.Error != "" {
			wrong++
			rag.Note(ctx, "messages.text", messages.Args{"text": a.named(say, c.Error)})
		}
	}
	a.Calculations = again
	a.Valid = flagged == 0 && wrong == 0
	s.Analysis = a
	rag.StepDone(ctx, "analyst.hold", messages.Args{"holding": a.figures() - flagged, "metrics": messages.Count("count.metrics", a.figures()), "working": len(again) - wrong, "calculations": messages.Count("count.calculations", len(again))})
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	return s, nil
}

// stands tells whether a figure still stands where it was read.
func (w *Workflow) stands(pages map[string][]store.Table, c store.Operand) (bool, error) {
	if c.Table == store.NoTable {
		ps, err := w.Passages([]string{c.Passage})
		return err == nil && len(ps) == 1 && c.Sentence < len(ps[0].Sentences) && strings.Contains(ps[0].Sentences[c.Sentence], c.Text), err
	}
	tables, known := pages[c.Document]
	if !known {
		var err error
		if tables, err = w.Workspace.Tables.Of(c.Document, 0); err != nil {
			return false, err
		}
		pages[c.Document] = tables
	}
	n := 0
	for _, t := range tables {
		if t.Page != c.Page {
			continue
		}
		if n == c.Table {
			return standsIn(t, c), nil
		}
		n++
	}
	return false, nil
}

func standsIn(t store.Table, c store.Operand) bool {
	if c.At >= len(t.Rows) {
		return false
	}
	for _, cell := range t.Rows[c.At].Cells {
		if cell.Text == c.Text && cell.Box.Rect() == c.Rect {
			return true
		}
	}
	return false
}

// outOfScale tells of an amount that is more than a thousand times what the same company has of the same measure at most
// other times, or less than a thousandth: one of them isn't counted as it is said to be.
func (a Analysis) outOfScale(m facts.Metric) bool {
	own, err := decimal.Parse(m.Figure.Value)
	if err != nil || own.Sign() == 0 {
		return false
	}
	const thousand = 3
	others, far := 0, 0
	for _, o := range a.Metrics {
		if o.ID == m.ID || o.Figure == nil || o.Label != m.Label || o.Company != m.Company || o.Figure.Scale == m.Figure.Scale {
			continue
		}
		other, err := decimal.Parse(o.Figure.Value)
		if err != nil || other.Sign() == 0 {
			continue
		}
		others++
		big, small := own.Abs(), other.Abs()
		if big.Cmp(small) < 0 {
			big, small = small, big
		}
		if big.Cmp(small.Shift(thousand)) > 0 {
			far++
		}
	}
	return far > 0 && 2*far >= others
}
