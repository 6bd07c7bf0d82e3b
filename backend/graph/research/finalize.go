package research

import (
	"context"
	"errors"

	"lectern/backend/graph/rag"
	"lectern/backend/store/keyword"
)

// finalize has the model say what the asking came to, and sets the anchor.
func (w *Workflow) finalize(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "Summing up what you want to know…")
	out := finalReply{most: w.Config.Topics}
	err := w.call(ctx, "finalize.md", map[string]any{
		"Question": s.Question, "Analysis": s.Analysis, "Gaps": s.Gaps, "Exchanges": s.Exchanges, "Language": s.Language, "Most": out.most,
	}, &out)
	if err != nil {
		return s, err
	}
	s.Brief = Brief{Analysis: clip(out.Analysis, textLength), Queries: lines(out.Queries, out.most), Context: clip(out.Context, textLength)}
	s.Anchor = Anchor{Entities: lines(out.Entities, mostEntities), Scope: clip(out.Scope, lineLength)}
	s.settle()
	rag.StepDone(ctx, "Clear: %s", describe(s.Brief, s.Reason))
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
	err = without(ctx, err, "The model could not sum up, so the question and the gaps stand as they are")
	rag.StepDone(ctx, "Clear: %s", describe(s.Brief, s.Reason))
	return s, err
}

// settle fills in what is known without a model.
func (s *Asking) settle() {
	s.Brief.Reason, s.Brief.Rounds, s.Brief.Passage = s.Reason, s.Round, s.Passage
	s.Anchor.Question, s.Anchor.Language, s.Anchor.Clarifications = s.Question, s.Language, []string{}
	for _, e := range s.Exchanges {
		s.Anchor.Clarifications = append(s.Anchor.Clarifications, clip(e.Answer, 2*lineLength))
	}
}

var endings = map[string]string{
	UserEnd: "you ended the asking", MaxIterations: "the limit of rounds was reached", Convergence: "the searches converged", NoQuestions: "there was nothing to ask",
}

func describe(b Brief, reason string) string {
	if ending := endings[reason]; ending != "" {
		return queries(len(b.Queries)) + " to research; " + ending
	}
	return queries(len(b.Queries)) + " to research"
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
		return errors.New("there is no research query in it")
	}
	return nil
}
