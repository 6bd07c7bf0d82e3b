package graph

import "context"

// Sub makes a node out of a workflow with other types. Its steps are saved, reported and asked about as part of the
// outer run, with the outer run's store; of its own Config only StepLimit and Parallel matter. in gives it its input, and out turns the state it ends with into the outer update. A subgraph that had
// begun before goes on where it was and ignores the input. A node holds at most one subgraph.
func Sub[S, U, CS, CU any](child *Workflow[CS, CU], in func(S) CU, out func(CS) U) Node[S, U] {
	return func(ctx context.Context, s S) (u U, err error) {
		a, ok := attemptOf(ctx)
		if !ok {
			return u, errOutside
		}
		empty := a.fresh
		a.fresh = false
		res, err := child.run(ctx, a.exec, a.path+a.task.ID+"/", new(in(s)), empty)
		if err != nil {
			return u, err
		}
		if a.asked = append(a.asked, res.Questions...); len(res.Questions) > 0 {
			return u, ErrWaiting
		}
		return out(res.State), nil
	}
}
