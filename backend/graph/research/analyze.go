package research

import (
	"context"
	"fmt"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// analyze has the model say how well what was found so far covers the question, and what it lacks.
func (w *Workflow) analyze(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "research.reading-found")
	data := map[string]any{"Question": s.Asks(), "Exchanges": s.Exchanges, "Passages": "", "Language": s.Language, "Most": mostGaps}
	bare, err := rag.Render(w.prompts, "analyze.md", data)
	if err != nil {
		return s, err
	}
	room, err := w.room(ctx, bare, w.Config.ReplyTokens)
	if err != nil {
		return s, err
	}
	ids := append([]string{}, s.Fresh...) // those of earlier rounds come after
	for i := len(s.Seen) - len(s.Fresh) - 1; i >= 0; i-- {
		ids = append(ids, s.Seen[i])
	}
	ps, err := w.Passages(ids)
	if err != nil {
		return s, err
	}
	all := ps
	ps, left := w.fit(ctx, all, room)
	if left > 0 {
		rag.Note(ctx, "research.earlier-left-out", messages.Args{"passages": messages.Count("count.passages", left)})
	}
	data["Passages"] = rag.KnowledgeBase(ps)
	var out analysisReply
	if err := w.callWith(ctx, "analyze.md", data, &out, all, ps); err != nil {
		return s, err
	}
	s.Analysis, s.Gaps, s.Coverage = clip(out.Analysis, textLength), lines(out.Gaps, mostGaps), out.Coverage
	rag.StepDone(ctx, "research.covers", messages.Args{"percent": fmt.Sprintf("%.0f", 100*s.Coverage), "gaps": messages.Count("count.gaps", len(s.Gaps))})
	return s, nil
}

// nothingCovered goes on as if nothing had been found, where the model doesn't say.
func (w *Workflow) nothingCovered(ctx context.Context, s Asking, err error) (Asking, error) {
	s.Analysis, s.Gaps, s.Coverage = "", nil, 0
	err = without(ctx, err, "research.nothing-covered-because")
	rag.StepDone(ctx, "research.nothing-covered")
	return s, err
}

// mostGaps is how many gaps are kept of one analysis.
const mostGaps = 8

type analysisReply struct {
	Analysis string   `json:"analysis" schema:"maxLength=1200"`
	Gaps     []string `json:"gaps" schema:"maxItems=8 each.maxLength=200"`
	Coverage float64  `json:"coverage" schema:"minimum=0 maximum=1"`
}

// Validate implements the check of llm.Structured.
func (r *analysisReply) Validate() error { return share("coverage", &r.Coverage) }

// share checks a number from 0 to 1; one up to 100 is read as percent.
func share(name string, v *float64) error {
	if *v > 1 && *v <= 100 {
		*v /= 100
	}
	if !(*v >= 0 && *v <= 1) {
		return messages.Error("research.out-of-bounds-one", messages.Args{"name": name, "value": *v})
	}
	return nil
}
