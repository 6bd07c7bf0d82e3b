package graph

import "context"

// Sub makes a node out of a workflow over another state. Its steps are saved, reported and asked about as part of the
// outer run, with the outer run's store; of its own Config only StepLimit and Parallel matter. in gives the state that it
// begins with, and out puts into the outer state what it ends with. A subgraph that had begun before goes on where it was
// and ignores in. A node holds at most one subgraph.
func Sub[S, C any](child *Workflow[C], in func(S) C, out func(S, C) S) Node[S] {
	return func(ctx context.Context, s S) (S, error) {
		a, ok := attemptOf(ctx)
		if !ok {
			return s, errOutside
		}
		empty := a.fresh
		a.fresh = false
		res, err := child.run(ctx, a.exec, a.path+a.task.ID+"/", func(C) C { return in(s) }, empty)
		if err != nil {
			return s, err
		}
		if a.asked = append(a.asked, res.Questions...); len(res.Questions) > 0 {
			return s, ErrWaiting
		}
		return out(s, res.State), nil
	}
}
