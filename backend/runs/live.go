package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/store"
)

const (
	tokensEvery = 40 * time.Millisecond  // pieces of the answer are told together
	storeEvery  = 500 * time.Millisecond // events are stored together
)

// live is a run under way.
type live struct {
	r      *Runs
	run    store.Run
	cancel context.CancelCauseFunc
	done   chan struct{}
	began  time.Time

	mu        sync.Mutex
	seq       int
	pending   strings.Builder // answer text not told yet
	lastToken time.Time
	unstored  []store.Event
	answer    strings.Builder
	citations []store.Citation
	sources   []store.Source
	summary   map[string]string // by node
}

// launch runs a run in the background, its events numbered on from last.
func (r *Runs) launch(run store.Run, last int) (Started, error) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	l := &live{
		r: r, run: run, cancel: cancel, done: make(chan struct{}), began: time.Now(), seq: last,
		citations: []store.Citation{}, sources: []store.Source{}, summary: map[string]string{},
	}
	r.mu.Lock()
	for _, other := range r.live {
		if other.run.Conversation == run.Conversation {
			r.mu.Unlock()
			cancel(nil)
			return Started{}, errors.New("an answer is still being written in this conversation; stop it, or wait for it")
		}
	}
	if r.ctx.Err() != nil {
		r.mu.Unlock()
		cancel(nil)
		return Started{}, errClosing
	}
	r.live[run.ID] = l
	r.work.Add(1)
	r.mu.Unlock()
	go func() {
		defer r.work.Done()
		defer close(l.done)
		defer cancel(nil)
		l.follow(ctx)
		r.mu.Lock()
		delete(r.live, run.ID)
		r.mu.Unlock()
	}()
	return Started{run.ID, run.Conversation}, nil
}

// follow runs the graph to its end and tells what happens.
func (l *live) follow(ctx context.Context) {
	tick := time.NewTicker(tokensEvery)
	stopTicking := make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Go(func() {
		stored := time.Now()
		for {
			select {
			case <-stopTicking:
				return
			case <-tick.C:
				l.sayPending()
				if time.Since(stored) >= storeEvery {
					stored = time.Now()
					_ = l.flush() // tried again, and told at the end
				}
			}
		}
	})
	if l.seq == 0 {
		l.tell(store.Event{Kind: "start", Text: l.run.Question})
	} else {
		l.tell(store.Event{Kind: "restart"})
	}
	state, err := l.execute(ctx)
	close(stopTicking)
	ticking.Wait()
	tick.Stop()
	l.finish(ctx, state, err)
}

// execute starts the graph, or goes on where it was.
func (l *live) execute(ctx context.Context) (s chat.State, err error) {
	w, err := l.r.workflow(l.run)
	if err != nil {
		return s, err
	}
	app, err := w.Compile(l.r.checkpoints)
	if err != nil {
		return s, err
	}
	thread := l.run.Conversation
	at, err := app.State(ctx, thread)
	var run *graph.Run[chat.State]
	switch {
	case err != nil && !errors.Is(err, graph.ErrNotFound):
		return s, err
	case err == nil && at.State.Run == l.run.ID && len(at.Next) == 0:
		return at.State, nil // it had ended; only the record was missing
	case err == nil && at.State.Run == l.run.ID:
		run = app.Continue(ctx, thread)
	default:
		run = app.Start(ctx, thread, chat.Ask(chat.Turn{
			Run: l.run.ID, Question: l.run.Question, Mode: l.run.Mode, Scope: l.run.Files, Language: l.run.Language,
		}))
	}
	for e := range run.Events() {
		l.hear(e)
	}
	result, err := run.Result()
	return result.State, err
}

// hear turns an event of the graph into events of the run.
func (l *live) hear(e graph.Event) {
	switch e.Kind {
	case graph.KindEmit:
		if report, ok := e.Data.(rag.Report); ok {
			l.report(e.Node, report)
		}
	case graph.KindRetry:
		l.tell(store.Event{Kind: rag.Note, Node: e.Node, Text: fmt.Sprintf("Trying again: %v", e.Err)})
	case graph.KindUpdate, graph.KindError:
		text := l.summary[e.Node]
		if e.Err != nil {
			text = "Did not finish"
		}
		l.tell(store.Event{Kind: rag.Summary, Node: e.Node, Text: text, Millis: e.Took.Milliseconds()})
	}
}

func (l *live) report(node string, r rag.Report) {
	switch r.Kind {
	case rag.Summary:
		l.summary[node] = r.Text
	case rag.Token:
		l.mu.Lock()
		l.pending.WriteString(r.Text)
		l.answer.WriteString(r.Text)
		l.mu.Unlock()
	case rag.Cited:
		l.mu.Lock()
		l.citations = append(l.citations, r.Citation)
		l.mu.Unlock()
		l.tell(store.Event{Kind: r.Kind, Node: node, Citation: &r.Citation})
	case rag.Sources:
		l.mu.Lock()
		l.sources = r.Sources
		l.mu.Unlock()
		l.tell(store.Event{Kind: r.Kind, Node: node, Sources: r.Sources})
	default:
		l.tell(store.Event{Kind: r.Kind, Node: node, Text: r.Text})
	}
}

// sayPending tells the answer's text that has come since the last time.
func (l *live) sayPending() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pending.Len() > 0 {
		text := l.pending.String()
		l.pending.Reset()
		l.number(store.Event{Kind: rag.Token, Text: text})
	}
}

// tell numbers an event, after the text that came before it, and passes it on.
func (l *live) tell(e store.Event) {
	l.sayPending()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.number(e)
}

// number gives an event its number and passes it on. The caller has the lock, so that order is kept.
func (l *live) number(e store.Event) {
	l.seq++
	e.Seq, e.Run, e.Conversation, e.At = l.seq, l.run.ID, l.run.Conversation, time.Now().Format(time.RFC3339Nano)
	if e.Sources == nil {
		e.Sources = []store.Source{}
	}
	if e.Citations == nil {
		e.Citations = []store.Citation{}
	}
	l.unstored = append(l.unstored, e)
	l.r.notify(e)
}

// flush stores the events that aren't yet.
func (l *live) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.unstored) == 0 {
		return nil
	}
	err := l.r.workspace.AppendEvents(l.unstored)
	if err == nil {
		l.unstored = nil
	}
	return err
}

// finish records how the run ended. One that was cut off by closing stays as it is, to be continued.
func (l *live) finish(ctx context.Context, s chat.State, err error) {
	cause := context.Cause(ctx)
	if errors.Is(cause, errClosing) && err != nil {
		l.sayPending()
		_ = l.flush()
		return
	}
	run := l.run
	run.Millis = time.Since(l.began).Milliseconds()
	l.mu.Lock()
	run.Answer, run.AnswerMode, run.Citations = l.answer.String(), "model", slices.Clone(l.citations)
	sources := slices.Clone(l.sources)
	l.mu.Unlock()
	switch {
	case err == nil:
		a := s.Answer
		run.Status, run.Answer, run.AnswerMode, run.Model, run.Message = store.Answered, a.Text, a.Mode, a.Model, a.Message
		if run.Citations = a.Citations; run.Citations == nil {
			run.Citations = []store.Citation{}
		}
	case errors.Is(cause, errStopped):
		run.Status = store.Stopped
	default:
		run.Status, run.Message = store.Failed, sentence(err)
	}
	if err := l.r.workspace.SaveRun(run, ""); err != nil && !errors.Is(err, store.ErrNotFound) {
		run.Message = strings.TrimSpace(run.Message + " " + sentence(err))
	}
	l.run = run
	log := l.r.log.With("run", run.ID, "status", run.Status, "ms", run.Millis)
	if err != nil && run.Status == store.Failed {
		log.Error("run ended", "err", err)
	} else {
		log.Info("run ended")
	}
	l.tell(store.Event{
		Kind: "done", Status: run.Status, Answer: run.Answer, Mode: run.AnswerMode, Citations: run.Citations,
		Sources: sources, Model: run.Model, Millis: run.Millis, Text: run.Message,
	})
	if err := l.flush(); err != nil {
		log.Error("the run's trace could not be stored", "err", err)
	}
}

// sentence is an error told to a person, without the names of nodes.
func sentence(err error) string {
	var told *llm.Error
	var panicked *graph.PanicError
	switch {
	case errors.As(err, &told):
		return told.Message
	case errors.Is(err, store.ErrFull):
		return "The disk is full. Free some space, then press Resume."
	case errors.As(err, &panicked):
		return "Something went wrong inside Lectern. Press Resume to try again; if it happens again, please report it."
	}
	var node *graph.NodeError
	for errors.As(err, &node) {
		err = node.Err
	}
	return fmt.Sprintf("It could not go on: %v. Press Resume to try again.", err)
}
