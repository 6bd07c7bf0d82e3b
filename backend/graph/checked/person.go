package checked

import (
	"context"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
)

// What the person may choose instead of writing something.
const (
	searchAgain = "Search again as it is"
	asItIs      = "Leave it as it is"
)

// person asks what would help. What comes back stands beside the question from now on, and the rounds begin anew.
func (w *Workflow) person(ctx context.Context, s State) (State, error) {
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "text", Text: s.Clarification, Options: []string{searchAgain, asItIs}, Items: []rag.Item{},
		Help: "What you write stands beside your question from here on, and the search begins anew.",
	})
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "Reading your answer…")
	text := strings.TrimSpace(reply.Text)
	if text == "" || text == asItIs {
		rag.StepDone(ctx, "You left it as it is")
		s.Declined = true
		return s, nil
	}
	s.NeedsPerson, s.Clarification, s.Decision, s.Retries = "", "", "", 0
	s.Evidence, s.Round = []Evidence{}, Round{}
	if text == searchAgain {
		rag.StepDone(ctx, "Searches again")
		return s, nil
	}
	s.Said = append(s.Said, text)
	rag.StepDone(ctx, "Searches again, with what you added")
	return s, nil
}
