package analyst

import (
	"context"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// analysisValidation reads every metric again at its place, checks its scale and period, and works everything out again.
func (w *Workflow) analysisValidation(ctx context.Context, s State) (State, error) {
	say, a := say(s), s.Analysis
	rag.StepStarted(ctx, "analyst.reading-again", messages.Args{"metrics": messages.Count("count.metrics", len(a.Metrics))})
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
				m.Flag(say.Text("analyst.flag-document-gone"))
			} else {
				w.reader().Check(say, m, ps[0].Text, about[m.Document].Metadata())
			}
		}
		if len(m.Flags) > 0 {
			flagged++
			rag.Note(ctx, "analyst.set-aside", messages.Args{"label": m.Label, "id": m.ID, "flags": strings.Join(m.Flags, say.Text("list.next"))})
		}
	}
	again := facts.Calculate(say, a.Metrics, a.Calculations, shownPlaces)
	wrong := 0
	for i, c := range again {
		if before := a.Calculations[i]; c.Error == "" && (before.Error != "" || before.Result != c.Result) {
			c.Error, c.Result, c.Formula = say.Text("analyst.came-out-differently"), "", ""
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
	rag.StepDone(ctx, "analyst.hold", messages.Args{"holding": len(a.Metrics) - flagged, "metrics": messages.Count("count.metrics", len(a.Metrics)), "working": len(again) - wrong, "calculations": messages.Count("count.calculations", len(again))})
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	return s, nil
}
