package research

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// finalize has the model say what the asking came to, and sets the anchor.
func (w *Workflow) finalize(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "research.summing-up")
	out := finalReply{most: w.Config.Topics}
	err := w.call(ctx, "finalize.md", map[string]any{
		"Question": s.Asks(), "Analysis": s.Analysis, "Gaps": s.Gaps, "Exchanges": s.Exchanges, "Language": s.Language, "Most": out.most,
	}, &out)
	if err != nil {
		return s, err
	}
	s.Brief = Brief{Analysis: clip(out.Analysis, textLength), Queries: lines(out.Queries, out.most), Context: clip(out.Context, textLength)}
	s.Anchor = Anchor{Entities: lines(out.Entities, mostEntities), Scope: clip(out.Scope, lineLength)}
	s.settle()
	rag.StepDone(ctx, "research.clear", messages.Args{"brief": describe(s.Brief, s.Reason)})
	return s, nil
}

// finalizedAsPut goes on with the question as it was put and the gaps as they were found, where the model doesn't sum up.
func (w *Workflow) finalizedAsPut(ctx context.Context, s Asking, err error) (Asking, error) {
	s.Brief = Brief{Analysis: s.Analysis, Queries: lines(append([]string{s.Subject}, s.Gaps...), w.Config.Topics)}
	for _, e := range s.Exchanges {
		s.Brief.Context = clip(s.Brief.Context+"\n"+e.Answer, textLength)
	}
	s.Anchor = Anchor{Entities: lines(keyword.ContentWords(s.Subject), mostEntities)}
	s.settle()
	err = without(ctx, err, "research.not-summed-up")
	rag.StepDone(ctx, "research.clear", messages.Args{"brief": describe(s.Brief, s.Reason)})
	return s, err
}

// settle fills in what is known without a model.
func (s *Asking) settle() {
	s.Brief.Reason, s.Brief.Rounds, s.Brief.Passage = s.Reason, s.Round, s.Passage
	s.Anchor.Question, s.Anchor.Language, s.Anchor.Clarifications = s.Asks(), s.Language, []string{}
	for _, e := range s.Exchanges {
		s.Anchor.Clarifications = append(s.Anchor.Clarifications, clip(e.Answer, 2*lineLength))
	}
}

var endings = map[string]string{
	UserEnd: "research.ended-by-you", MaxIterations: "research.ended-by-limit", Convergence: "research.ended-converged", NoQuestions: "research.ended-nothing-to-ask",
}

func describe(b Brief, reason string) messages.Message {
	if ending := endings[reason]; ending != "" {
		return messages.New("research.queries-ended", messages.Args{"queries": count(len(b.Queries)), "ending": messages.New(ending)})
	}
	return messages.New("research.queries-to-research", messages.Args{"queries": count(len(b.Queries))})
}

// mostEntities is how many the anchor holds.
const mostEntities = 8

type finalReply struct {
	Analysis string   `json:"analysis" schema:"maxLength=1200"`
	Queries  []string `json:"queries" schema:"minItems=1 maxItems=20 each.maxLength=200"`
	Context  string   `json:"context" schema:"maxLength=1200"`
	Entities []string `json:"entities" schema:"maxItems=8 each.maxLength=100"`
	Scope    string   `json:"scope" schema:"maxLength=250"`

	most int
}

// Validate implements the check of llm.Structured.
func (r *finalReply) Validate() error {
	if len(lines(r.Queries, r.most)) == 0 {
		return messages.Error("research.no-query")
	}
	return nil
}
