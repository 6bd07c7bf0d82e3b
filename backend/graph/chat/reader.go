package chat

import (
	"context"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
)

// reader reads everything that is asked about, and answers. What it can't answer goes on to the best passages.
func (w *Workflow) reader(ctx context.Context, s State) (State, error) {
	corpus, err := whole.Of(w.Tools, s.Route.Targets)
	if err != nil {
		return s, err
	}
	size := messages.Args{"passages": messages.Count("count.passages", corpus.Passages()), "files": messages.Count("count.files", len(corpus.Documents))}
	rag.StepStarted(ctx, "whole.reading", size)
	a, ok, err := w.readAll(ctx, s, corpus)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "whole.has-read", size)
	if !ok {
		s.Route.Intent, s.Route.Whole = IntentDirect, nil
		if len(s.Route.Targets) > 0 {
			s.Route.Intent = IntentSpecific
		}
		return s, nil
	}
	a.Text = w.preface(s) + a.Text
	for _, c := range a.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text)
	return answered(s, a), nil
}

// readAll answers without a model; ok is false where that comes to nothing.
func (w *Workflow) readAll(ctx context.Context, s State, corpus whole.Corpus) (a rag.Answer, ok bool, err error) {
	q, say, progress := *s.Route.Whole, messages.In(language(s)), reading(ctx, corpus.Passages())
	switch {
	case q.Exact():
		a, err = corpus.Exactly(ctx, q, say, progress)
	case q.Kind == whole.Summary:
		a, err = corpus.Outlined(ctx, say, progress)
	case q.Sort != "":
		a, err = corpus.Listed(ctx, q, say, progress)
	default:
		return corpus.WordsOf(ctx, q, say, progress)
	}
	return a, true, err
}

// tellEvery is how often a person is told how far the reading is.
const tellEvery = time.Second

// reading tells how much of everything was read.
func reading(ctx context.Context, all int) func(done int) {
	last := time.Now()
	return func(done int) {
		if time.Since(last) < tellEvery {
			return
		}
		last = time.Now()
		rag.StepStarted(ctx, "whole.read-so-far", messages.Args{"done": done, "all": all})
	}
}
