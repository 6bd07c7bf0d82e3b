package checked

import (
	"context"
	"slices"
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
func (w *Workflow) person(ctx context.Context, s State) (Update, error) {
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "text", Text: s.Clarification, Options: []string{searchAgain, asItIs}, Items: []rag.Item{},
		Help: "What you write stands beside your question from here on, and the search begins anew.",
	})
	if err != nil {
		return Update{}, err
	}
	rag.Begin(ctx, "Reading your answer…")
	text := strings.TrimSpace(reply.Text)
	if text == "" || text == asItIs {
		rag.End(ctx, "You left it as it is")
		return Update{Declined: pointer(true)}, nil
	}
	u := Update{
		NeedsPerson: pointer(""), Clarification: pointer(""), Decision: pointer(""), Retries: pointer(0),
		Evidence: &[]Evidence{}, Round: &Round{},
	}
	if text == searchAgain {
		rag.End(ctx, "Searches again")
		return u, nil
	}
	u.Said = pointer(append(slices.Clone(s.Said), text))
	rag.End(ctx, "Searches again, with what you added")
	return u, nil
}
