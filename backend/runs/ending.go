package runs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// finish records how the run ended. One that was cut off by closing stays as it is, to be continued.
func (l *live) finish(ctx context.Context, at rag.Outcome, err error) {
	cause := context.Cause(ctx)
	if err != nil && (errors.Is(cause, errClosing) || errors.Is(err, graph.ErrDrained)) {
		l.sayPending()
		_ = l.flush()
		return
	}
	run := l.run
	run.Head, run.Cards, run.Replies, run.Output = at.Checkpoint, nil, nil, at.Made
	run.Millis = time.Since(l.began).Milliseconds()
	l.mu.Lock()
	run.Answer, run.AnswerMode, run.Citations = l.answer.String(), "model", slices.Clone(l.citations)
	sources := slices.Clone(l.sources)
	l.mu.Unlock()
	switch {
	case err == nil && len(at.Questions) > 0:
		run.Status, run.Cards = store.NeedsPerson, cards(at.Questions)
		l.tell(store.Event{Kind: "ask", Cards: run.Cards})
	case err == nil && at.Failed != "":
		run.Status, run.Message = store.Failed, at.Failed
	case err == nil:
		a := at.Answer
		run.Status, run.Answer, run.AnswerMode, run.Model, run.Message = store.Answered, a.Text, a.Mode, a.Model, a.Message
		run.Citations = slices.Clone(rag.NonNil(a.Citations))
		for i, c := range run.Citations {
			run.Citations[i].Doubt = l.say.Again(c.Doubt, "ingest")
		}
		if doubts := rag.Doubts(run.Citations, l.say.Language()); doubts != "" {
			run.Message = l.say.Sentences(full(run.Message), doubts)
		}
		if said := l.beingRead(run.Citations); said != "" {
			run.Message = l.say.Sentences(full(run.Message), said)
		}
		run.Figure, run.Told = a.Figure, rag.ToldBy(a)
		l.prove(&run, a, len(sources) > 0)
	case errors.Is(cause, errStopped):
		run.Status = store.Stopped
	default:
		run.Status, run.Message = store.Failed, sentence(l.say, err)
	}
	receipt := l.receipt()
	if receipt != nil {
		run.Cut = receipt.Cut
	}
	if err := l.r.workspace.Runs.Save(run, ""); err != nil && !errors.Is(err, store.ErrNotFound) {
		run.Message = strings.TrimSpace(run.Message + " " + sentence(l.say, err))
	}
	l.run = run
	log := l.r.log.With("run", run.ID, "status", run.Status, "ms", run.Millis)
	if err != nil && run.Status == store.Failed {
		log.Error("run ended", "err", err)
	} else {
		log.Info("run ended")
	}
	l.told.Store(true)
	l.tell(store.Event{
		Kind: "done", Status: run.Status, Answer: run.Answer, Mode: run.AnswerMode, Citations: run.Citations,
		Sources: sources, Model: run.Model, Millis: run.Millis, Text: run.Message, Output: run.Output, Audit: run.Audit, FigureChecks: run.Figures,
		Receipt: receipt, Figure: run.Figure, Told: run.Told.Told, Missing: run.Told.Missing,
	})
	if err := l.flush(); err != nil {
		log.Error("the run's trace could not be stored", "err", err)
	}
}

// beingRead tells of which of the documents that an answer cites, or, if it cites none, of which of all only the first pages were
// there when it was asked for.
func (l *live) beingRead(cited []store.Citation) string {
	var names []string
	for _, d := range l.begun {
		if len(cited) == 0 || slices.ContainsFunc(cited, func(c store.Citation) bool { return c.Document == d.ID }) {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return l.say.Text("runs.being-read", messages.Args{"documents": strings.Join(names, l.say.Text("list.next"))})
}

// full ends a sentence that may have no full stop.
func full(sentence string) string {
	if sentence == "" || strings.HasSuffix(sentence, ".") || strings.HasSuffix(sentence, "。") {
		return sentence
	}
	return sentence + "."
}

// cards are the questions as the person sees them.
func cards(asked []graph.Question) []store.Card {
	out := make([]store.Card, len(asked))
	for i, q := range asked {
		if json.Unmarshal(q.Value, &out[i]) != nil || out[i].Text == "" { // not a card, but it has to be seen
			out[i] = store.Card{Kind: "text", Text: string(q.Value)}
		}
		out[i].ID = q.ID
		if out[i].Options == nil {
			out[i].Options = []string{}
		}
		if out[i].Items == nil {
			out[i].Items = []store.Item{}
		}
	}
	return out
}

// sentence is an error told to a person, without the names of nodes.
func sentence(say messages.Messages, err error) string {
	var told *llm.Error
	var panicked *graph.PanicError
	switch {
	case errors.As(err, &told):
		return say.Say(told.Message)
	case errors.Is(err, store.ErrFull):
		return say.Text("runs.disk-full")
	case errors.As(err, &panicked):
		return say.Text("runs.went-wrong")
	}
	var node *graph.NodeError
	for errors.As(err, &node) {
		err = node.Err
	}
	var rescued *graph.RescueError // and failed again: what the last one met is enough
	if errors.As(err, &rescued) {
		err = rescued.Err
	}
	return say.Text("runs.could-not-go-on", messages.Args{"error": err})
}
