package chat

import (
	"context"
	"errors"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// reader reads everything that is asked about: a model does, or the program, which then answers. What the program can't answer
// goes on to the best passages.
func (w *Workflow) reader(ctx context.Context, s State) (State, error) {
	corpus, err := whole.Of(w.Tools, s.Route.Targets)
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "whole.reading", sizeOf(corpus))
	if len(corpus.Documents) == 0 {
		s.Route.ByModel = false
		rag.StepDone(ctx, "rag.nothing-to-quote")
		return w.tell(ctx, s, rag.Answer{Text: messages.In(language(s)).Text("rag.documents-gone"), Mode: rag.Read, Citations: []store.Citation{}}), nil
	}
	if s.Route.ByModel {
		if s.Reading.Fits {
			rag.StepDone(ctx, "whole.fits")
			return s, nil
		}
		if err := w.readByModel(ctx, s, corpus); err != nil {
			return s, err
		}
		rag.StepDone(ctx, "whole.has-read", sizeOf(corpus))
		return s, nil
	}
	a, ok, err := w.readAll(ctx, s, corpus)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "whole.has-read", sizeOf(corpus))
	if !ok {
		return toBest(s), nil
	}
	return w.tell(ctx, s, a), nil
}

// sizeOf says how much there is to read.
func sizeOf(c whole.Corpus) messages.Args {
	return messages.Args{"passages": messages.Count("count.passages", c.Passages()), "files": messages.Count("count.files", len(c.Documents))}
}

// toBest has the question answered from the best passages.
func toBest(s State) State {
	s.Route.Intent, s.Route.Whole, s.Route.ByModel = IntentDirect, nil, false
	if len(s.Route.Targets) > 0 {
		s.Route.Intent = IntentSpecific
	}
	return s
}

// tell says an answer that is made.
func (w *Workflow) tell(ctx context.Context, s State, a rag.Answer) State {
	a.Text = w.preface(s) + a.Text
	for _, c := range a.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text)
	return answered(s, a)
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

// modelReader is a reader by the model of the run.
func (w *Workflow) modelReader(s State, corpus whole.Corpus) (*whole.Reader, error) {
	return whole.NewReader(w.Tools, corpus, *s.Route.Whole, s.Route.Plain, w.Config.Readers)
}

// readByModel has the model read what it hasn't read yet, and tells how long that still takes.
func (w *Workflow) readByModel(ctx context.Context, s State, corpus whole.Corpus) error {
	r, err := w.modelReader(s, corpus)
	if err != nil {
		return err
	}
	work, err := r.Work(ctx)
	if err != nil {
		return err
	}
	if work.Read > 0 {
		rag.Note(ctx, "whole.read-before", messages.Args{"passages": messages.Count("count.passages", work.Read)})
	}
	takes, known := r.Takes(ctx, work)
	if tell := (messages.Args{"done": work.Read, "all": work.Passages, "left": whole.Duration(takes)}); known && takes > tellEvery {
		rag.StepStarted(ctx, "whole.reading-left", tell)
	}
	began := time.Now()
	return r.Read(ctx, work, func(passages, tokens int) {
		w.begun.Store(s.Run, true)
		left := time.Duration(float64(time.Since(began)) / float64(tokens) * float64(work.Tokens-tokens))
		rag.StepStarted(ctx, "whole.reading-left", messages.Args{"done": min(work.Read+passages, work.Passages), "all": work.Passages, "left": whole.Duration(left)})
	})
}

// readWithout answers without the model if it has read nothing. What it has begun isn't given up: Resume goes on with it.
func (w *Workflow) readWithout(ctx context.Context, s State, err error) (State, error) {
	_, begun := w.begun.Load(s.Run)
	if told := (*llm.Error)(nil); !errors.As(err, &told) || begun || !s.Route.ByModel {
		return s, err
	}
	rag.Note(ctx, "whole.without-model", messages.Args{"error": err})
	s.Route.ByModel = false
	return w.reader(ctx, s)
}

// reducer makes the answer of what the model found.
func (w *Workflow) reducer(ctx context.Context, s State) (State, error) {
	corpus, err := whole.Of(w.Tools, s.Route.Targets)
	if err != nil {
		return s, err
	}
	r, err := w.modelReader(s, corpus)
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "whole.putting-together")
	say := messages.In(language(s))
	if s.Route.Whole.Kind != whole.Summary {
		a, err := r.Items(ctx, say)
		if err != nil {
			return s, err
		}
		rag.StepDone(ctx, "whole.put-together", messages.Args{"citations": messages.Count("count.citations", len(a.Citations))})
		return w.tell(ctx, s, a), nil
	}
	preface := w.preface(s)
	rag.EmitToken(ctx, preface)
	a, ok, err := r.Summary(ctx, s.Run, s.WrittenIn(), s.Reading.Fits, say)
	if err == nil && !ok {
		if a, err = corpus.Outlined(ctx, say, func(int) {}); err == nil {
			graph.Emit(ctx, rag.Report{Kind: rag.KindRestart})
			return w.tell(ctx, s, a), nil
		}
	}
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "whole.put-together", messages.Args{"citations": messages.Count("count.citations", len(a.Citations))})
	return answered(s, behind(preface, a)), nil
}

// behind is an answer behind what was said before it.
func behind(preface string, a rag.Answer) rag.Answer {
	if preface == "" {
		return a
	}
	for i := range a.Own {
		a.Own[i].Start, a.Own[i].End = a.Own[i].Start+len(preface), a.Own[i].End+len(preface)
	}
	for i := range a.Invented {
		a.Invented[i].At += len(preface)
	}
	a.Text, a.Own = preface+a.Text, append([]proof.Stretch{{End: len(preface)}}, a.Own...)
	return a
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
