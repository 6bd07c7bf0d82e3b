package research

import (
	"context"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// generateQueries makes a round's queries: the question and alternatives to it, or, once the person has answered, new
// ones from the answers and the gaps.
func (w *Workflow) generateQueries(ctx context.Context, s Asking) (Asking, error) {
	s.Round++
	rag.StepStarted(ctx, "research.thinking-of-queries-round", messages.Args{"round": s.Round})
	var out queriesReply
	if s.Round == 1 {
		out.own = []string{s.Subject}
	}
	out.most = w.Config.Queries
	err := w.call(ctx, "queries.md", map[string]any{
		"Subject": s.Subject, "First": s.Round == 1, "Count": out.most - len(out.own), "Exchanges": s.Exchanges, "Gaps": s.Gaps,
		"Language": s.Language, "Anchor": Anchor{},
	}, &out)
	if err != nil {
		return s, err
	}
	s.Queries = out.list()
	rag.StepDone(ctx, "research.searches-for", messages.Args{"queries": quoted(messages.From(ctx), s.Queries)})
	return s, nil
}

// questionAlone searches for the question where the model gives no queries.
func (w *Workflow) questionAlone(ctx context.Context, s Asking, err error) (Asking, error) {
	s.Round++
	s.Queries = []string{s.Subject}
	err = without(ctx, err, "research.no-queries")
	rag.StepDone(ctx, "research.searches-question-alone")
	return s, err
}

type queriesReply struct {
	Queries []string `json:"queries" schema:"minItems=1 maxItems=6 each.maxLength=200"`

	own  []string // that come first in any case
	most int
}

// Validate implements the check of llm.Structured.
func (r *queriesReply) Validate() error {
	if len(r.list()) == len(lines(r.own, r.most)) && r.most > len(r.own) {
		return messages.Error("research.no-new-query")
	}
	return nil
}

func (r *queriesReply) list() []string {
	return lines(append(append([]string{}, r.own...), r.Queries...), r.most)
}

// quoted lists queries for a person.
func quoted(say messages.Messages, list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = say.Text("words.quote", messages.Args{"text": clip(s, 80)})
	}
	return strings.Join(out, say.Text("words.next"))
}
