package research

import (
	"context"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// taskQueries makes the queries of a task's first round: the task and alternatives to it.
func (w *Workflow) taskQueries(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.thinking-of-queries")
	out := queriesReply{own: []string{s.Task.Text}, most: w.Config.TaskQueries}
	if out.most > len(out.own) {
		err := w.call(ctx, "queries.md", map[string]any{
			"Subject": s.Task.Text, "First": true, "Count": out.most - len(out.own), "Anchor": s.Anchor, "Language": s.Anchor.Language,
		}, &out)
		if err != nil {
			return s, err
		}
	}
	s.Queries = out.list()
	rag.StepDone(ctx, "research.searches-for", messages.Args{"queries": quoted(messages.From(ctx), s.Queries)})
	return s, nil
}

// taskAlone searches for the task as it is worded where the model gives no queries.
func (w *Workflow) taskAlone(ctx context.Context, s TaskState, err error) (TaskState, error) {
	s.Queries = []string{s.Task.Text}
	err = without(ctx, err, "research.no-queries-task")
	rag.StepDone(ctx, "research.searches-task-alone")
	return s, err
}

// taskRetrieve begins a round: it searches for the queries, and takes what was read for other tasks and says something on this
// one. What the run has read already isn't read again.
func (w *Workflow) taskRetrieve(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.searching", messages.Args{"where": searching(messages.From(ctx), s.Scope), "queries": count(len(s.Queries))})
	r := w.retriever()
	s.Round++
	s.Unread = nil
	known := 0
	for _, q := range s.Queries {
		ps, err := w.search(ctx, r, q, s.Scope, w.Config.TaskPassages)
		if err != nil {
			return s, err
		}
		for _, p := range ps {
			if id := p.Ref.String(); s.knows(id) {
				known++
			} else if err := w.meet(&s, Lead{Passage: id}); err != nil {
				return s, err
			}
		}
	}
	if s.Round == 1 {
		for _, id := range s.Met {
			if s.knows(id) {
				continue
			}
			if err := w.meet(&s, Lead{Passage: id}); err != nil {
				return s, err
			}
			known++
		}
	}
	done := rag.StepDone
	if len(s.Unread) == 0 {
		done = rag.StepIdle
	}
	done(ctx, "research.found-to-read", messages.Args{"passages": messages.Count("count.passages", len(s.Unread)), "known": known})
	return s, nil
}

// knows tells whether the task has a passage, read or not.
func (s TaskState) knows(passage string) bool {
	return slices.ContainsFunc(s.Unread, func(l Lead) bool { return l.Passage == passage }) ||
		slices.ContainsFunc(s.Read, func(r Read) bool { return r.Passage == passage })
}
