package checked

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
)

// Evaluation are the scores of an answer, 0 to 1. They route nothing.
type Evaluation struct {
	Scored       bool    `json:"scored"`
	Faithfulness float64 `json:"faithfulness"`
	Relevance    float64 `json:"relevance"`
	Completeness float64 `json:"completeness"`
	Citations    float64 `json:"citations"`
	Overall      float64 `json:"overall"`
	Clamped      bool    `json:"clamped"` // faithfulness, to what the audit allows
}

// evaluator has the answer scored, and bounds what the audit contradicts.
func (w *Workflow) evaluator(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "checked.scoring")
	raw, err := w.Workspace.Outputs.Get(s.Round.Draft.Run, s.Round.Draft.Name)
	if err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	draft, _ := rag.SplitRows(string(raw))
	var reply evaluationReply
	prompt, given, err := w.judgement(ctx, s, "evaluate.md", draft, faults(s.Round))
	if err == nil {
		err = w.Structured(ctx, "evaluate", prompt, findingsTokens, &reply, given)
	}
	if err != nil {
		return s, err
	}
	e := Evaluation{
		Scored: true, Faithfulness: reply.Faithfulness.value, Relevance: reply.Relevance.value,
		Completeness: reply.Completeness.value, Citations: reply.Citations.value,
	}
	e = w.Config.clamp(e, s.Round.Audit, s.Round.Critique.Hallucination)
	s.Round.Evaluation = e
	clamped := ""
	if e.Clamped {
		clamped = messages.From(ctx).Text("checked.bounded")
	}
	rag.StepDone(ctx, "checked.scored", messages.Args{"word": messages.New(word(e.Overall)), "overall": messages.Percent(e.Overall), "faithfulness": messages.Percent(e.Faithfulness), "bounded": clamped})
	w.showMade(ctx, s)
	return s, nil
}

// clamp bounds faithfulness by what the audit found, and computes the overall score.
func (c Config) clamp(e Evaluation, a proof.Audit, hallucination bool) Evaluation {
	most := 1.0
	if hallucination || len(a.Invalid)+len(a.Wrong) > 0 {
		most = min(most, c.InventedClamp)
	}
	if a.Uncited >= c.SomeUncited {
		most = min(most, c.SomeClamp)
	}
	if a.Uncited >= c.ManyUncited {
		most = min(most, c.ManyClamp)
	}
	e.Clamped = e.Faithfulness > most
	e.Faithfulness = min(e.Faithfulness, most)
	e.Overall = c.FaithfulnessShare*e.Faithfulness + c.RelevanceShare*e.Relevance + c.CompletenessShare*e.Completeness + c.CitationsShare*e.Citations
	return e
}

// notScored does without the scores, which could not be had.
func (w *Workflow) notScored(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "checked.not-scored-because", messages.Args{"error": err})
	rag.StepDone(ctx, "checked.not-scored-end")
	s.Round.Evaluation = Evaluation{}
	return s, nil
}
