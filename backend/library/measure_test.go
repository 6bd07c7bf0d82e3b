package library

import (
	"fmt"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

func TestWhatScoresMeanIsMeasuredInTheBackground(t *testing.T) {
	server := llmtest.New(t)
	x := newShelf(t, server)
	x.Calibrations = rag.NewCalibrations(x.Workspace, x.store.Settings)
	var pages []string
	for i := range 60 {
		pages = append(pages, fmt.Sprintf("Chapter %d tells of harbour%d and crane%d at length. The tide%d of season %d was high.", i/6, i/6, i/6, i/6, i))
	}
	x.add(x.file("Book.pdf", pages...))
	x.Run()
	measured := func(model string) bool { return !x.Calibrations.Measured(model).When.IsZero() }
	until(t, "measured", func() bool { return measured(llmtest.EmbedModel) && measured("") })
	for _, model := range []string{llmtest.EmbedModel, ""} {
		if m := x.Calibrations.Measured(model); m.Passages != 60 {
			t.Errorf("%q: %+v", model, m)
		}
	}
	last, calls := x.Calibrations.Measured(llmtest.EmbedModel), server.Embeds()
	if err := x.Measure(t.Context()); err != nil || server.Embeds() != calls {
		t.Errorf("%v, %d calls", err, server.Embeds()-calls)
	}
	if err := x.MeasureAgain(t.Context()); err != nil || server.Embeds() != calls+2 || x.Calibrations.Measured(llmtest.EmbedModel).Scale != last.Scale {
		t.Errorf("%v, %d calls, %+v", err, server.Embeds()-calls, x.Calibrations.Measured(llmtest.EmbedModel))
	}
	server.Close()
	if err := x.MeasureAgain(t.Context()); err == nil || x.Models.State().Health.Running || x.Calibrations.Measured(llmtest.EmbedModel).When.IsZero() {
		t.Errorf("%v, %+v", err, x.Models.State().Health)
	}
}
