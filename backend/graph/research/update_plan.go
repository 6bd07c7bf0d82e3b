package research

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// updatePlan merges what the person wished while the task ran. The task itself is done by now, and what it proposed is in
// the plan.
func (w *Workflow) updatePlan(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.looking-at-plan")
	wanted, hash, err := w.planEdits(s.Run, s.PlanEdits)
	if err != nil && hash == "" {
		return s, err
	}
	if err != nil {
		rag.Note(ctx, "research.changes-unread", messages.Args{"error": err})
	} else if len(wanted) > 0 {
		s.Plan = w.merged(ctx, s.Plan, wanted)
	}
	open := 0
	for _, t := range s.Plan {
		if !t.Done {
			open++
		}
	}
	if open > 0 && w.Config.spent(s.Cost) {
		rag.Note(ctx, "research.time-is-up", messages.Args{"minutes": messages.Count("count.minutes", w.Config.Budget), "tasks": messages.Count("count.tasks", open)})
	}
	rag.StepIdle(ctx, "research.done-of", messages.Args{"done": len(s.Plan) - open, "tasks": messages.Count("count.tasks", len(s.Plan))})
	w.told(ctx, s.Plan, s.Cost)
	s.PlanEdits = hash
	return s, nil
}

// merged is a plan as the person wants it: the tasks that are done, then the others in the person's order and words. One
// that the person left out is gone, unless the program added it after the plan was last shown.
func (w *Workflow) merged(ctx context.Context, plan []Task, wanted []rag.Item) []Task {
	out, used := []Task{}, map[string]bool{}
	for _, t := range plan {
		if t.Done {
			out, used[t.ID] = append(out, t), true
		}
	}
	out, added, cut := w.inOrder(out, plan, wanted, used)
	gone := 0
	for _, t := range plan {
		switch {
		case used[t.ID]:
		case t.Unseen && len(out) < w.Config.MostTasks:
			out = append(out, t)
		default:
			gone++
		}
	}
	if cut > 0 {
		rag.Note(ctx, "research.plan-too-long", messages.Args{"most": messages.Count("count.tasks", w.Config.MostTasks), "number": cut})
	}
	if len(out) == 0 {
		return plan
	}
	rag.Note(ctx, "research.plan-as-wanted", messages.Args{"added": added, "removed": gone})
	return out
}

// inOrder adds to a plan what the person wants of another one, and what is new, and marks it as used. cut is how many
// items were too many.
func (w *Workflow) inOrder(out, plan []Task, wanted []rag.Item, used map[string]bool) (_ []Task, added, cut int) {
	next := nextID(plan)
	for _, item := range wanted {
		text := clip(strings.Join(strings.Fields(item.Text), " "), lineLength)
		i := slices.IndexFunc(plan, func(t Task) bool {
			return item.ID != "" && t.ID == item.ID || item.ID == "" && strings.EqualFold(t.Text, text)
		})
		switch {
		case text == "" || i >= 0 && used[plan[i].ID]:
		case len(out) == w.Config.MostTasks:
			cut++
		case i >= 0:
			t := plan[i]
			t.Text, used[t.ID] = text, true
			out = append(out, t)
		default:
			out = append(out, Task{Item: rag.Item{ID: taskID(next), Text: text}})
			next++
			added++
		}
	}
	return out, added, cut
}

// told shows the plan, with what the program added to it.
func (w *Workflow) told(ctx context.Context, plan []Task, spent rag.Cost) {
	for i := range plan {
		plan[i].Unseen = false
	}
	w.show(ctx, plan, spent)
}

// show lets the window know as much of Made as there is while it works.
func (w *Workflow) show(ctx context.Context, plan []Task, spent rag.Cost) {
	found, _ := w.findings(plan)
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(struct {
		Plan     []rag.Item `json:"plan"`
		Findings []Finding  `json:"findings"`
		Cost     rag.Cost   `json:"cost"`
	}{items(plan), found, spent})})
}

// items is the plan as the window knows it.
func items(plan []Task) []rag.Item {
	out := make([]rag.Item, len(plan))
	for i, t := range plan {
		out[i] = t.Item
		out[i].Found = len(t.Passages)
	}
	return out
}

// nextID is a number that no task of the plan has.
func nextID(plan []Task) int {
	next := 1
	for slices.ContainsFunc(plan, func(t Task) bool { return t.ID == taskID(next) }) || next <= len(plan) {
		next++
	}
	return next
}

func hashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// finish marks a task as done and adds what it proposes: not what the plan has already, and not more than fits.
func (w *Workflow) finish(plan []Task, id, record string, kept, proposed []string) []Task {
	out := slices.Clone(plan)
	for i := range out {
		if out[i].ID == id {
			out[i].Done, out[i].Record, out[i].Passages = true, record, kept
		}
	}
	for _, text := range proposed {
		known := slices.ContainsFunc(out, func(t Task) bool { return alike(t.Text, text) })
		if !known && len(out) < w.Config.MostTasks {
			out = append(out, Task{Item: rag.Item{ID: taskID(nextID(out)), Text: text, Own: true}, Unseen: true})
		}
	}
	return out
}

// alike tells whether two tasks say the same.
func alike(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}
