package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// relevance decides which of the passages that have something to say are kept: those at or above the threshold and, if
// they are too few, the best of the others, marked. It makes no model call.
func (w *Workflow) relevance(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.keeping-relevant")
	kept := 0
	var below []int
	for i := range s.Read {
		r := &s.Read[i]
		r.Keep, r.Weak = r.Extract != "" && r.Relevance >= w.Config.Relevance, false
		if r.Keep {
			kept++
		} else if r.Extract != "" {
			below = append(below, i)
		}
	}
	slices.SortStableFunc(below, func(a, b int) int { return cmp.Compare(s.Read[b].Relevance, s.Read[a].Relevance) })
	weak := below[:max(0, min(len(below), w.Config.FewPassages-kept))]
	for _, i := range weak {
		s.Read[i].Keep, s.Read[i].Weak = true, true
	}
	rag.StepDone(ctx, "research.kept-relevant", messages.Args{"kept": kept + len(weak), "passages": messages.Count("count.passages", len(s.Read)), "weak": len(weak), "relevance": fmt.Sprintf("%.1f", w.Config.Relevance)})
	return s, nil
}

// kept are the passages that are, best first.
func (s TaskState) kept() (out []Read) {
	for _, r := range s.Read {
		if r.Keep {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Read) int { return cmp.Compare(b.Relevance, a.Relevance) })
	return out
}
