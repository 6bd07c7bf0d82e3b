package research

import (
	"cmp"
	"context"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// relevance tells which of the passages that have something to say are kept. It makes no model call.
func (w *Workflow) relevance(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.keeping-relevant")
	kept, weak := w.kept(s), 0
	for _, r := range kept {
		if r.Weak {
			weak++
		}
	}
	key := "research.kept-relevant"
	if weak == 0 {
		key = "research.kept"
	}
	rag.StepDone(ctx, key, messages.Args{"kept": len(kept), "passages": messages.Count("count.passages", len(s.Read)), "weak": weak})
	return s, nil
}

// weighed are the passages that were read, with Keep at those that are kept: those at or above the threshold and, if they
// are too few, the best of the others, which are Weak.
func (w *Workflow) weighed(read []Read) []Read {
	read = slices.Clone(read)
	kept := 0
	var below []int
	for i := range read {
		r := &read[i]
		r.Keep, r.Weak = r.Extract != "" && r.Relevance >= w.Config.Relevance, false
		if r.Keep {
			kept++
		} else if r.Extract != "" {
			below = append(below, i)
		}
	}
	slices.SortStableFunc(below, func(a, b int) int { return cmp.Compare(read[b].Relevance, read[a].Relevance) })
	for _, i := range below[:max(0, min(len(below), w.Config.FewPassages-kept))] {
		read[i].Keep, read[i].Weak = true, true
	}
	return read
}

// kept are the passages that are, best first.
func (w *Workflow) kept(s TaskState) (out []Read) {
	for _, r := range w.weighed(s.Read) {
		if r.Keep {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Read) int { return cmp.Compare(b.Relevance, a.Relevance) })
	return out
}
