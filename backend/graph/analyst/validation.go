package analyst

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

type validationReply struct {
	Sufficient bool     `json:"sufficient"`
	Missing    []string `json:"missing" schema:"maxItems=6 each.maxLength=160"`
}

// nothingFound is the gap when no passage was found at all.
const nothingFound = "analyst.gap-no-passage"

// validation asks whether the passages answer the question, and what is missing.
func (w *Workflow) validation(ctx context.Context, s State) (State, error) {
	r := s.Retrieval
	rag.StepStarted(ctx, "analyst.checking-passages", messages.Args{"passages": messages.Count("count.passages", len(r.Passages))})
	before := r.Gaps
	switch {
	case s.Analysis.figures() > 0 && r.Query.Compare.Clear(): // each figure is there, or its gap is told in its place
		r.Sufficient, r.Gaps = true, []string{}
	case !w.writes("validation"):
		r.Sufficient, r.Gaps = len(r.Passages) > 0, []string{}
		if !r.Sufficient {
			r.Gaps, r.Stuck = []string{say(s).Text(nothingFound)}, say(s).Text("analyst.no-words-found")
		}
	case len(r.Passages) == 0: // there is nothing to show a model
		r.Gaps = []string{say(s).Text(nothingFound)}
	default:
		ps, err := w.Passages(r.Passages)
		if err != nil {
			return s, err
		}
		prompt, given, err := w.fit(ctx, "validate.md", ps, checkTokens, w.brief(s))
		if err != nil {
			return s, err
		}
		var reply validationReply
		if err := w.Structured(ctx, "validate", prompt, checkTokens, &reply, w.given(ctx, ps, given)); err != nil {
			return s, err
		}
		r.Gaps = listed(reply.Missing, mostGaps, gapChars)
		r.Sufficient = reply.Sufficient || len(r.Gaps) == 0
		if reply.Sufficient {
			r.Gaps = []string{}
		}
	}
	if r.Attempts > 1 && !r.Sufficient && same(before, r.Gaps) {
		r.Stuck = say(s).Text("analyst.same-missing")
	}
	switch {
	case r.Sufficient:
		rag.StepDone(ctx, "analyst.passages-will-do")
	case r.Stuck != "":
		rag.StepDone(ctx, "analyst.missing-as-before", messages.Args{"gaps": strings.Join(r.Gaps, "; ")})
	default:
		rag.StepDone(ctx, "analyst.missing-gaps", messages.Args{"gaps": strings.Join(r.Gaps, "; ")})
	}
	s.Retrieval = r
	return s, nil
}

// whatIsThere does without the model's judgement, which could not be had: anything found is enough.
func (w *Workflow) whatIsThere(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.not-checked", messages.Args{"error": err})
	r := s.Retrieval
	r.Sufficient, r.Gaps = len(r.Passages) > 0, []string{}
	rag.StepDone(ctx, "analyst.going-on", messages.Args{"passages": messages.Count("count.passages", len(r.Passages))})
	s.Retrieval = r
	return s, nil
}

// same tells whether two lists of gaps say the same, whatever their order and small words.
func same(a, b []string) bool {
	words := func(list []string) (out []string) {
		for _, s := range list {
			ws := keyword.ContentWords(s)
			slices.Sort(ws)
			out = append(out, strings.Join(ws, " "))
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(words(a), words(b))
}
