package research

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// questions has the model put the gaps into questions to the person, unless the documents leave none worth asking. They are asked
// by the next node.
func (w *Workflow) questions(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "research.thinking-of-questions")
	if w.converged(s) {
		s.Questions, s.Reason = nil, Convergence
		rag.StepDone(ctx, "research.clear-enough", messages.Args{"percent": fmt.Sprintf("%.0f", 100*s.Coverage)})
		return s, nil
	}
	var out questionsReply
	err := w.call(ctx, "questions.md", map[string]any{
		"Question": s.Asks(), "Analysis": s.Analysis, "Gaps": s.Gaps, "Exchanges": s.Exchanges, "Language": s.Language,
		"Few": w.Config.FewQuestions, "Most": w.Config.MostQuestions,
	}, &out)
	if err != nil {
		return s, err
	}
	if s.Questions = lines(out.Questions, w.Config.MostQuestions); len(s.Questions) == 0 {
		s.Reason = NoQuestions
		rag.StepDone(ctx, "research.nothing-to-ask")
		return s, nil
	}
	rag.StepDone(ctx, "research.asks", messages.Args{"questions": messages.Count("count.questions", len(s.Questions))})
	return s, nil
}

// noQuestions goes on to the plan where the model has no question.
func (w *Workflow) noQuestions(ctx context.Context, s Asking, err error) (Asking, error) {
	s.Questions, s.Reason = nil, NoQuestions
	err = without(ctx, err, "research.could-not-ask")
	rag.StepDone(ctx, "research.nothing-to-ask")
	return s, err
}

type questionsReply struct {
	Questions []string `json:"questions" schema:"maxItems=10 each.maxLength=250"`
}

// EndWord is what somebody in a terminal may type to end the asking; a page has a button that says the same in words.
const EndWord = "/end"

// ends tells whether a reply ends the asking, and what else it says.
func ends(ctx context.Context, reply string) (said string, end bool) {
	said = strings.TrimSpace(reply)
	if strings.EqualFold(said, messages.From(ctx).Text("research.go-on")) {
		return "", true
	}
	if n := len(said) - len(EndWord); n >= 0 && strings.EqualFold(said[n:], EndWord) {
		return strings.TrimSpace(said[:n]), true
	}
	return said, false
}

// answer puts the questions to the person, and decides whether there is another round.
func (w *Workflow) answer(ctx context.Context, s Asking) (Asking, error) {
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "text", Text: numbered(s.Questions), Options: []string{messages.From(ctx).Text("research.go-on")}, Items: []rag.Item{},
		Help: messages.From(ctx).Text("research.card-round", messages.Args{"round": s.Round, "most": w.Config.Rounds}),
	})
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "rag.reading-answer")
	said, end := ends(ctx, reply.Text)
	if said = clip(said, textLength); said != "" {
		s.Exchanges = append(s.Exchanges, Exchange{s.Questions, said})
	}
	switch {
	case end || said == "":
		s.Reason = UserEnd
		rag.StepDone(ctx, "research.you-ended")
	case s.Round >= w.Config.Rounds:
		s.Reason = MaxIterations
		rag.StepDone(ctx, "research.asked-times", messages.Args{"number": s.Round})
	default:
		rag.StepDone(ctx, "research.looks-again")
	}
	return s, nil
}

// converged needs all three: the question is covered, few gaps are left, and the searches bring nothing new, which the first
// ones can't be asked for.
func (w *Workflow) converged(s Asking) bool {
	again := s.Round == 1 || float64(s.Again) >= w.Config.Duplicates*float64(s.Found)
	return s.Coverage >= w.Config.Covered && len(s.Gaps) <= w.Config.FewGaps && s.Found > 0 && again
}

func numbered(list []string) string {
	var b strings.Builder
	for i, s := range list {
		fmt.Fprintf(&b, "%d. %s\n", i+1, s)
	}
	return strings.TrimSpace(b.String())
}
