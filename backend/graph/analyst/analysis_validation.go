package analyst

import (
	"context"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
)

// analysisValidation reads every metric again at its place, checks its scale and period, and works everything out again.
func (w *Workflow) analysisValidation(ctx context.Context, s State) (State, error) {
	a := s.Analysis
	rag.StepStarted(ctx, "Reading %s again at their places…", rag.Plural(len(a.Metrics), "metric"))
	about, err := w.Workspace.Descriptions.List()
	if err != nil {
		return s, err
	}
	flagged := 0
	for i := range a.Metrics {
		m := &a.Metrics[i]
		if len(m.Flags) == 0 {
			ps, err := w.Passages([]string{m.Passage})
			if err != nil {
				return s, err
			}
			if len(ps) == 0 {
				m.flag("its document was removed meanwhile")
			} else {
				w.check(m, ps[0], about[m.Document].Metadata())
			}
		}
		if len(m.Flags) > 0 {
			flagged++
			rag.Note(ctx, "Set aside %s (%s): %s.", m.Label, m.ID, strings.Join(m.Flags, "; "))
		}
	}
	again := a.calculate(shownPlaces)
	wrong := 0
	for i, c := range again {
		if before := a.Calculations[i]; c.Error == "" && (before.Error != "" || before.Result != c.Result) {
			c.Error, c.Result, c.Formula = "It came out differently when it was worked out again.", "", ""
			again[i] = c
		}
		if c.Error != "" {
			wrong++
			rag.Note(ctx, "%s", a.named(c.Error))
		}
	}
	a.Calculations = again
	a.Valid = flagged == 0 && wrong == 0
	s.Analysis = a
	rag.StepDone(ctx, "%d of %s hold, %d of %s", len(a.Metrics)-flagged, rag.Plural(len(a.Metrics), "metric"), len(again)-wrong, rag.Plural(len(again), "calculation"))
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	return s, nil
}
