package checked

import (
	"context"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// What the person may choose instead of writing something, by its key.
const (
	searchAgain = "checked.search-again"
	asItIs      = "checked.leave-it"
)

// person asks what would help. What comes back stands beside the question from now on, and the rounds begin anew.
func (w *Workflow) person(ctx context.Context, s State) (State, error) {
	say := say(s)
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "text", Text: s.Clarification, Options: []string{say.Text(searchAgain), say.Text(asItIs)}, Items: []rag.Item{},
		Help: say.Text("checked.card-help"),
	})
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "rag.reading-answer")
	text := strings.TrimSpace(reply.Text)
	if text == "" || messages.Is(asItIs, text) {
		rag.StepDone(ctx, "checked.left-as-it-is")
		s.Declined = true
		return s, nil
	}
	s.NeedsPerson, s.Clarification, s.Decision, s.Retries = "", "", "", 0
	s.Evidence, s.Round = []Evidence{}, Round{}
	if messages.Is(searchAgain, text) {
		rag.StepDone(ctx, "checked.searches-again")
		return s, nil
	}
	s.Said = append(s.Said, text)
	rag.StepDone(ctx, "checked.searches-again-with")
	return s, nil
}
