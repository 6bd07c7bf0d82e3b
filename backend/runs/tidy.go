package runs

import (
	"context"

	"lectern/backend/store"
)

const (
	stepsKept = 50 // so many runs of a conversation, the last ones, keep the steps that can be looked into and started over from
	tidyEvery = 10 // runs
)

// tidy forgets the steps of a long conversation's early runs. Where each of them ended stays, so that a question can
// still be asked instead of any other.
func (r *Runs) tidy(conversation string) error {
	_, runs, err := r.workspace.Conversations.Get(conversation)
	if err != nil || len(runs) <= stepsKept || len(runs)%tidyEvery != 0 {
		return err
	}
	ctx := context.Background()
	w, err := r.runner(ctx, store.Run{})
	if err != nil {
		return err
	}
	points, err := w.History(ctx, conversation)
	if err != nil || len(points) == 0 {
		return err
	}
	first := points[0].Checkpoint // that a run with steps stands on
	var keep []uint64
	for i, run := range runs {
		head, err := r.head(run)
		if err != nil {
			return err
		}
		keep = append(keep, head, run.Before)
		if i >= len(runs)-stepsKept {
			first = min(first, max(run.Before, run.From))
		}
	}
	for _, p := range points {
		if p.Checkpoint >= first {
			keep = append(keep, p.Checkpoint)
		}
	}
	return w.Prune(ctx, conversation, keep...)
}
