package research

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// reevaluate ends a round: the model says what was found, whether there is a gap that another round may fill, and what
// else is worth a task. Without such a gap, or at the limit of rounds, the task is done.
func (w *Workflow) reevaluate(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.looking-at-found")
	data := map[string]any{
		"Anchor": s.Anchor, "Task": s.Task.Text, "Plan": s.Plan, "Round": s.Round, "Most": w.Config.Iterations,
		"New": min(newTasks, w.Config.MostTasks-len(s.Plan)), "Queries": w.Config.TaskQueries, "Gaps": s.Gaps, "Passages": "",
	}
	bare, err := rag.Render(w.prompts, "reevaluate.md", data)
	if err != nil {
		return s, err
	}
	room, err := w.room(ctx, bare, w.Config.ReplyTokens)
	if err != nil {
		return s, err
	}
	ps, err := w.extracts(w.kept(s))
	if err != nil {
		return s, err
	}
	all := ps
	ps, left := w.fit(ctx, all, room)
	if left > 0 {
		rag.Note(ctx, "research.extracts-left-out", messages.Args{"extracts": messages.Count("count.extracts", left)})
	}
	data["Passages"] = rag.KnowledgeBase(ps)
	var out reevaluation
	if err := w.callWith(ctx, "reevaluate.md", data, &out, all, ps); err != nil {
		return s, err
	}
	s.Contradictions = out.contradictions(ps) // of all that was kept by now
	s.Findings, s.Proposed = clip(out.Findings, textLength), lines(append(s.Proposed, out.Tasks...), newTasks)
	gap := clip(out.Gap, lineLength)
	named := gap != "" && !s.hadGap(gap)
	if named {
		s.Gaps = append(s.Gaps, gap)
	}
	if named && s.Round < w.Config.Iterations && !w.Config.spent(s.Before.Plus(s.spent())) {
		s.Queries = lines(append([]string{gap}, out.Queries...), w.Config.TaskQueries)
		rag.StepDone(ctx, "research.looks-again-for", messages.Args{"gap": gap})
		return s, nil
	}
	s.Open = gap
	return w.taskDone(ctx, s)
}

func (s TaskState) hadGap(gap string) bool {
	for _, g := range s.Gaps {
		if alike(g, gap) {
			return true
		}
	}
	return false
}

// planUnchanged ends the task and leaves the plan as it is where the model has nothing to say.
func (w *Workflow) planUnchanged(ctx context.Context, s TaskState, err error) (TaskState, error) {
	if err := without(ctx, err, "research.missing-unknown"); err != nil {
		return s, err
	}
	ps, err := w.extracts(w.kept(s))
	if err != nil {
		return s, err
	}
	if s.Proposed = nil; s.Findings == "" && len(ps) > 0 {
		s.Findings = clip(ps[0].Text.Text, lineLength)
	}
	return w.taskDone(ctx, s)
}

// taskDone keeps the task's record and tells what it came to.
func (w *Workflow) taskDone(ctx context.Context, s TaskState) (TaskState, error) {
	if len(w.kept(s)) == 0 {
		s.Findings = ""
		if s.Open == "" {
			s.Open = s.Task.Text
		}
	}
	rec := Record{Task: s.Task, Findings: s.Findings, Kept: w.kept(s), References: s.References, Open: s.Open, Ended: s.Ended, Rounds: s.Round}
	rec.Task.Done, rec.Contradictions = true, s.Contradictions
	for _, r := range s.Read {
		rec.Read = append(rec.Read, r.Passage)
	}
	var err error
	if s.Record, err = w.save(s.Run, "task "+s.Task.ID, rec); err != nil {
		return s, err
	}
	if s.Findings != "" {
		rag.Note(ctx, "research.found-findings", messages.Args{"findings": rag.WithoutMarks(s.Findings)})
	} else {
		rag.Note(ctx, "research.found-nothing")
	}
	for _, c := range s.Contradictions {
		rag.Note(ctx, "documents.contradict", messages.Args{"about": c.About})
	}
	if s.Open != "" {
		rag.Note(ctx, "research.stays-open", messages.Args{"open": s.Open})
	}
	rag.StepDone(ctx, "research.kept-proposed", messages.Args{"passages": messages.Count("count.passages", len(rec.Kept)), "tasks": messages.Count("count.tasks", len(s.Proposed))})
	return s, nil
}

// extracts reads passages with their extracts in place of their text, in the order given; those removed meanwhile are left out.
func (w *Workflow) extracts(kept []Read) ([]rag.Passage, error) {
	var out []rag.Passage
	for _, r := range kept {
		ps, err := w.Passages([]string{r.Passage})
		if err != nil {
			return nil, err
		}
		if len(ps) == 0 {
			continue
		}
		var e Extract
		if err := w.load(r.Extract, &e); err != nil {
			return nil, err
		}
		ps[0].Text.Text = strings.TrimSpace(e.text())
		out = append(out, ps[0])
	}
	return out, nil
}

type reevaluation struct {
	Findings       string       `json:"findings" schema:"maxLength=900"`
	Contradictions []clashReply `json:"contradictions" schema:"maxItems=5"`
	Gap            string       `json:"gap" schema:"maxLength=200"`
	Queries        []string     `json:"queries" schema:"maxItems=6 each.maxLength=200"`
	Tasks          []string     `json:"tasks" schema:"maxItems=10 each.maxLength=250"`
}

type clashReply struct {
	About  string `json:"about" schema:"maxLength=250"`
	Blocks []int  `json:"blocks" schema:"minItems=2 maxItems=6 each.minimum=1"`
}

// contradictions are those of a reply that name two of the passages that were given, or more.
func (r reevaluation) contradictions(given []rag.Passage) (out []Contradiction) {
	for _, x := range r.Contradictions {
		c := Contradiction{About: clip(strings.Join(strings.Fields(rag.WithoutMarks(x.About)), " "), lineLength)}
		for _, n := range slices.Compact(slices.Sorted(slices.Values(x.Blocks))) {
			if n >= 1 && n <= len(given) {
				c.Passages = append(c.Passages, given[n-1].Ref.String())
			}
		}
		if c.About != "" && len(c.Passages) > 1 {
			out = append(out, c)
		}
	}
	return out
}
