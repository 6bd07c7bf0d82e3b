package research

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// plan has the model make the tasks.
func (w *Workflow) plan(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.planning")
	anchor, err := w.anchored(ctx, s)
	if err != nil {
		return s, err
	}
	var out planReply
	err = w.call(ctx, "plan.md", map[string]any{
		"Anchor": anchor, "Brief": s.Brief, "About": w.Config.firstTasks(), "Most": w.Config.MostTasks,
	}, &out)
	if err != nil {
		return s, err
	}
	return w.planned(ctx, s, anchor, lines(out.Tasks, w.Config.MostTasks)), nil
}

// queriesAsTasks makes tasks of the research queries, or one of the question, where the model makes none.
func (w *Workflow) queriesAsTasks(ctx context.Context, s State, err error) (State, error) {
	if err := without(ctx, err, "research.no-plan"); err != nil {
		return s, err
	}
	anchor, err := w.anchored(ctx, s)
	tasks := lines(s.Brief.Queries, w.Config.MostTasks)
	if len(tasks) == 0 {
		tasks = []string{clip(anchor.Question, lineLength)}
	}
	return w.planned(ctx, s, anchor, tasks), err
}

// anchored is the anchor, made of the question if the run began here.
func (w *Workflow) anchored(ctx context.Context, s State) (Anchor, error) {
	if s.Anchor.Question != "" {
		return s.Anchor, nil
	}
	b, err := w.begin(ctx, s.Turn)
	return plainAnchor(s.Asks(), b), err
}

func (w *Workflow) planned(ctx context.Context, s State, anchor Anchor, tasks []string) State {
	plan := make([]Task, len(tasks))
	for i, text := range tasks {
		plan[i].Item = rag.Item{ID: taskID(i + 1), Text: text}
	}
	rag.StepDone(ctx, "research.planned", messages.Args{"tasks": messages.Count("count.tasks", len(plan))})
	passage := s.Brief.Passage
	if passage == 0 {
		passage = passageTokens
	}
	s.Anchor, s.Plan = anchor, plan
	s.Estimate, _ = w.estimate(len(plan), passage, s.Cost)
	return s
}

func taskID(n int) string { return fmt.Sprintf("t%d", n) }

type planReply struct {
	Tasks []string `json:"tasks" schema:"minItems=1 maxItems=50 each.maxLength=250"`
}

// Validate implements the check of llm.Structured.
func (r *planReply) Validate() error {
	if len(lines(r.Tasks, 1)) == 0 {
		return messages.Error("research.no-task")
	}
	return nil
}

// approve shows the plan to the person, who makes of it what they want.
func (w *Workflow) approve(ctx context.Context, s State) (State, error) {
	rate := w.Speeds.Of(w.Model)
	if rate == 0 {
		rate = s.Cost.Speed()
	}
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "plan", Text: messages.From(ctx).Text("research.card-plan"), Items: items(s.Plan), Options: []string{messages.From(ctx).Text("research.approve")},
		Help: messages.From(ctx).Text("research.card-plan-help", messages.Args{"most": w.Config.MostTasks, "cost": w.sayEstimate(s.Estimate, rate)}),
	})
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "research.taking-over")
	if len(reply.Items) > 0 {
		s.Plan = w.merged(ctx, s.Plan, reply.Items)
	}
	if s.Remark = clip(reply.Text, textLength); strings.EqualFold(s.Remark, messages.From(ctx).Text("research.approve")) {
		s.Remark = ""
	}
	if s.Remark != "" {
		rag.StepDone(ctx, "research.changes-plan")
	} else {
		rag.StepDone(ctx, "research.starts-with", messages.Args{"tasks": messages.Count("count.tasks", len(s.Plan))})
	}
	w.told(ctx, s.Plan, s.Cost)
	return s, nil
}
