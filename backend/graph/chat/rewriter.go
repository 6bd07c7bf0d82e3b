package chat

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// rewriter makes the search plan. Without history it makes no model call, and none of a model too small to write: then a
// question that leans on the one before is searched together with it.
func (w *Workflow) rewriter(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "chat.planning")
	s.Plan = plain(s)
	if s.Whole != "" { // rules read what it leaves to the question before
		rag.StepDone(ctx, "chat.searches-for", messages.Args{"text": s.Route.Plain})
		return s, nil
	}
	history := s.History()
	if len(history) == 0 || w.Model == "" {
		if len(history) > 0 {
			rag.Note(ctx, "chat.searched-without-model")
		}
		rag.StepDone(ctx, searchesAsItStands)
		return s, nil
	}
	if w.Small {
		if before := lastQuestion(history); s.Route.FollowUp && before != "" {
			s.Plan.Searches = []rag.Search{{Text: before + " " + s.Route.Plain}}
		}
		rag.StepDone(ctx, searchesAsItStands)
		return s, nil
	}
	var recent []rag.Message
	for _, m := range history[max(0, len(history)-6):] {
		recent = append(recent, rag.Message{Role: m.Role, Text: shorten(rag.WithoutMarks(m.Text), 600)})
	}
	names := rag.Attributes(s.Route.Named)
	data := map[string]any{"Names": names, "History": promptHistory(recent), "Question": rag.EscapePrompt(s.Route.Plain)}
	var out rewriteReply
	if err := w.ask(ctx, "rewrite.md", data, 400, &out); err != nil {
		return s, err
	}
	for _, q := range out.Searches {
		search := rag.Search{Text: strings.TrimSpace(q.Query)}
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, q.Document) }); i >= 0 {
			search.Document = s.Route.Targets[i]
		}
		s.Plan.Searches = append(s.Plan.Searches, search)
	}
	s.Plan.Sections = out.Sections
	if s.Route.FollowUp && len(s.Plan.Searches) > 0 {
		rag.StepDone(ctx, "chat.searches-for", messages.Args{"text": s.Plan.Searches[0].Text})
	} else {
		rag.StepDone(ctx, "chat.planned-searches", messages.Args{"searches": len(s.Plan.Searches) + 1})
	}
	return s, nil
}

// lastQuestion is the person's newest message; "" if there is none.
func lastQuestion(history []rag.Message) string {
	for _, m := range slices.Backward(history) {
		if m.Role == "user" {
			return rag.WithoutMarks(m.Text)
		}
	}
	return ""
}

// asItStands plans the search without the model, which could not be asked.
func (w *Workflow) asItStands(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "chat.not-rewritten", messages.Args{"error": err})
	rag.StepDone(ctx, searchesAsItStands)
	s.Plan = plain(s)
	return s, nil
}

const searchesAsItStands = "chat.searches-as-it-stands"

func plain(s State) rag.Plan {
	return rag.Plan{Question: s.Route.Plain, Targets: s.Route.Targets, Preferred: s.Preferred, AsOne: s.Drops(store.ReadParts)}
}

type rewriteReply struct {
	Searches []struct {
		Document string `json:"document" schema:"maxLength=200"`
		Query    string `json:"query" schema:"maxLength=300"`
	} `json:"searches" schema:"minItems=1 maxItems=6"`
	Sections []string `json:"sections" schema:"maxItems=3 each.maxLength=80"`
}

// Validate implements the check of llm.Structured.
func (r *rewriteReply) Validate() error {
	if len(r.Searches) == 0 {
		return messages.Error("chat.no-search")
	}
	for _, s := range r.Searches {
		if strings.TrimSpace(s.Query) == "" {
			return messages.Error("chat.empty-search")
		}
	}
	return nil
}

type promptTurn struct{ Role, Content string }

func promptHistory(ms []rag.Message) (out []promptTurn) {
	for _, m := range ms {
		out = append(out, promptTurn{m.Role, rag.EscapePrompt(m.Text)})
	}
	return out
}

// shorten cuts a text for a prompt that needs only its gist; the mark shows that it was cut.
func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + " […]"
	}
	return s
}
