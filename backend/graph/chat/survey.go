package chat

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Reading is what reading everything takes, and what the person wants done.
type Reading struct {
	Passages int    `json:"passages,omitempty"` // all that there are
	Files    int    `json:"files,omitempty"`
	Left     int    `json:"left,omitempty"`    // of the passages, those that weren't read yet
	Seconds  int    `json:"seconds,omitempty"` // that reading them takes, by what was measured
	Fits     bool   `json:"fits,omitempty"`    // one call has room for all of it
	Choice   string `json:"choice,omitempty"`  // see choose…; "": the person wasn't asked
}

// What the person can choose.
const (
	chooseAll  = "all"
	chooseBest = "best"
	chooseNone = "none"
)

// survey looks how much is to be read, and how long that takes. The speed of a model that isn't known is measured by reading a
// little.
func (w *Workflow) survey(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "whole.surveying")
	corpus, err := whole.Of(w.Tools, s.Route.Targets)
	if err != nil {
		return s, err
	}
	r, err := w.modelReader(s, corpus)
	if err != nil {
		return s, err
	}
	s.Reading = Reading{Passages: corpus.Passages(), Files: len(corpus.Documents)}
	if s.Reading.Fits, err = r.Fits(ctx); err != nil || s.Reading.Fits {
		rag.StepDone(ctx, "whole.fits")
		return s, err
	}
	work, err := r.Work(ctx)
	if err != nil {
		return s, err
	}
	takes, known := r.Takes(ctx, work)
	if !known {
		if takes, work, err = w.measured(ctx, r, work); err != nil {
			return s, err
		}
	}
	s.Reading.Left, s.Reading.Seconds = work.Passages-work.Read, int(takes/time.Second)
	if s.Reading.Left == 0 {
		rag.StepDone(ctx, "whole.all-read-before")
	} else {
		rag.StepDone(ctx, "whole.surveyed", messages.Args{"passages": messages.Count("count.passages", s.Reading.Left), "time": whole.Duration(takes)})
	}
	return s, nil
}

// measured reads a first batch, and takes the rest to go as quickly.
func (w *Workflow) measured(ctx context.Context, r *whole.Reader, work whole.Work) (time.Duration, whole.Work, error) {
	first, err := r.First(ctx, work)
	if err != nil {
		return 0, work, err
	}
	began := time.Now()
	if err := r.Read(ctx, first, func(int, int) {}); err != nil {
		return 0, work, err
	}
	took := time.Since(began)
	rest, err := r.Work(ctx)
	return time.Duration(float64(took) * float64(rest.Tokens) / float64(max(1, first.Tokens))), rest, err
}

// unsurveyed has the program answer if the model can't be asked.
func (w *Workflow) unsurveyed(ctx context.Context, s State, err error) (State, error) {
	if told := (*llm.Error)(nil); !errors.As(err, &told) {
		return s, err
	}
	rag.Note(ctx, "whole.without-model", messages.Args{"error": err})
	s.Route.ByModel = false
	return s, nil
}

func (w *Workflow) afterSurvey(s State) string {
	if s.Route.ByModel && s.Reading.Seconds > w.Config.AskAfter {
		return takesLong
	}
	return isShort
}

// consent asks the person whether everything is to be read, which takes long.
func (w *Workflow) consent(ctx context.Context, s State) (State, error) {
	say := messages.From(ctx)
	rag.StepStarted(ctx, "whole.asking")
	takes := time.Duration(s.Reading.Seconds) * time.Second
	options := []string{say.Text("whole.go-on"), say.Text("whole.best"), say.Text("whole.stop")}
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "choice", Options: options, Items: []rag.Item{}, Help: say.Text("whole.ask-help"),
		Text: say.Text("whole.ask", messages.Args{
			"passages": messages.Count("count.passages", s.Reading.Left), "files": messages.Count("count.files", s.Reading.Files), "time": whole.Duration(takes),
		}),
	})
	if err != nil {
		return s, err
	}
	switch chosen(reply.Text, options) {
	case 1:
		s.Reading.Choice = chooseBest
		s = toBest(s)
		rag.StepDone(ctx, "whole.chose-best")
	case 2:
		s.Reading.Choice = chooseNone
		rag.StepDone(ctx, "whole.chose-none")
		s = w.tell(ctx, s, rag.Answer{Text: messages.In(language(s)).Text("whole.not-read"), Mode: rag.Read, Citations: []store.Citation{}})
	default:
		s.Reading.Choice = chooseAll
		rag.StepDone(ctx, "whole.chose-all")
	}
	return s, nil
}

// chosen is the index of the option that a reply names, by its words or its number; what names none goes on.
func chosen(reply string, options []string) int {
	reply = strings.TrimSpace(reply)
	if n, err := strconv.Atoi(reply); err == nil && n >= 1 && n <= len(options) {
		return n - 1
	}
	return max(0, slices.IndexFunc(options, func(o string) bool { return strings.EqualFold(o, reply) }))
}

func afterConsent(s State) string {
	switch s.Reading.Choice {
	case chooseBest:
		return bestPassages
	case chooseNone:
		return notRead
	}
	return goesOn
}
