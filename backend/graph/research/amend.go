package research

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// What comes after the person has seen the plan.
const (
	approved = "approved"
	remarked = "a remark"
)

func afterApproval(s State) string {
	if s.Remark != "" {
		return remarked
	}
	return approved
}

// amend has the model change the plan as the person remarked on it. They are asked about it again.
func (w *Workflow) amend(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.amending")
	var out planReply
	err := w.call(ctx, "amend.md", map[string]any{
		"Anchor": s.Anchor, "Plan": items(s.Plan), "Remark": s.Remark, "Most": w.Config.MostTasks,
	}, &out)
	if err != nil {
		return s, err
	}
	var wanted []rag.Item
	for _, text := range lines(out.Tasks, w.Config.MostTasks) {
		wanted = append(wanted, rag.Item{Text: text})
	}
	s.Plan, s.Remark = w.merged(ctx, s.Plan, wanted), ""
	rag.StepDone(ctx, "research.amended", messages.Args{"tasks": messages.Count("count.tasks", len(s.Plan))})
	return s, nil
}

// notAmended shows the plan as it stands where the model can't change it.
func (w *Workflow) notAmended(ctx context.Context, s State, err error) (State, error) {
	s.Remark = ""
	err = without(ctx, err, "research.not-amended")
	rag.StepDone(ctx, "research.amended", messages.Args{"tasks": messages.Count("count.tasks", len(s.Plan))})
	return s, err
}
