package runs

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/fault"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
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
	say    messages.Messages
	cancel context.CancelCauseFunc
	done   chan struct{}
	told   atomic.Bool                 // its end
	settle func(context.Context) error // what the workflow does when its answer was told; nil: nothing
	began  time.Time
	over   bool             // it starts over, which is still to be noted at its first step
	note   string           // still to be noted there
	begun  []store.Document // of which only the first pages were read when it began
	tasks  map[string]*task // that have begun

	mu        sync.Mutex
	seq       int
	pending   strings.Builder // answer text not told yet
	unstored  []store.Event
	answer    strings.Builder
	citations []store.Citation
	sources   []store.Source
}

// task is what is known of one while it runs.
type task struct {
	began               time.Time
	summary, model      string
	tokensIn, tokensOut int
	idle                bool // what sums it up came to nothing
	said                bool // something of the answer
	again               bool // it was said by an attempt that failed
}

// launch runs a run in the background, its events numbered on from those told before.
func (r *Runs) launch(run store.Run, told []store.Event) (Started, error) {
	say := said(run)
	ctx, cancel := context.WithCancelCause(messages.Into(r.ctx, say.Language()))
	l := &live{
		r: r, run: run, say: say, cancel: cancel, done: make(chan struct{}), began: time.Now(), tasks: map[string]*task{},
		citations: []store.Citation{}, sources: []store.Source{}, over: run.From != 0,
	}
	var err error
	if l.begun, err = r.workspace.Documents.Begun(); err != nil {
		cancel(err)
		return Started{}, err
	}
	for _, e := range told {
		if l.seq = e.Seq; e.Kind == rag.KindSources {
			l.sources = e.Sources
		}
		if e.Checkpoint > run.From { // one of its own
			l.over = false
		}
	}
	if len(told) == 0 {
		l.note = run.Narrowed
	}
	r.mu.Lock()
	if r.draining.Err() != nil {
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
		if l.settle != nil {
			r.work.Go(func() {
				defer fault.Recover(r.log, nil)
				if err := l.settle(r.ctx); err != nil && r.ctx.Err() == nil {
					r.log.Error("what is remembered could not be settled", "err", err)
				}
			})
		}
		defer func() {
			r.mu.Lock()
			delete(r.live, run.ID)
			r.mu.Unlock()
		}()
		defer fault.Recover(r.log, nil)
		if err := r.tidy(run.Conversation); err != nil && !errors.Is(err, store.ErrNotFound) {
			r.log.Error("early steps could not be forgotten", "conversation", run.Conversation, "err", err)
		}
		if err := r.speeds.Keep(); err != nil {
			r.log.Error("the speeds of models could not be kept", "err", err)
		}
	}()
	return Started{run.ID, run.Conversation, rag.NonNil(run.FoundFilters), rag.NonNil(run.Readings)}, nil
}

// said are the messages in the language of a run: the one that was wanted, else the question's.
func said(run store.Run) messages.Messages {
	return messages.In(rag.LanguageOf(run.Language, run.Question, run.Whole))
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
		for _, card := range slices.Sorted(maps.Keys(l.run.Replies)) {
			l.tell(store.Event{Kind: "replied", Text: l.run.Replies[card].Text})
		}
		l.tell(store.Event{Kind: "restart"})
	}
	result, err := l.executeSafely(ctx)
	close(stopTicking)
	ticking.Wait()
	tick.Stop()
	if broken := l.finishSafely(ctx, result, err); broken != nil { // the run has an end all the same
		_ = l.finishSafely(ctx, rag.Outcome{}, broken)
	}
}

func (l *live) finishSafely(ctx context.Context, at rag.Outcome, err error) (broken error) {
	defer fault.Recover(l.r.log, &broken)
	l.finish(ctx, at, err)
	return nil
}

func (l *live) executeSafely(ctx context.Context) (at rag.Outcome, err error) {
	defer fault.Recover(l.r.log, &err)
	return l.execute(ctx)
}

// execute starts the graph, or goes on where it was.
func (l *live) execute(ctx context.Context) (at rag.Outcome, err error) {
	w, err := l.r.runner(ctx, l.run)
	if err != nil {
		return at, err
	}
	if c, ok := w.(io.Closer); ok {
		defer l.r.work.Go(func() { _ = c.Close() }) // in the background: a search server may take its time to end
	}
	if x, ok := w.(interface{ Settle(context.Context) error }); ok {
		l.settle = x.Settle
	}
	run, err := l.prepare(llm.WithCalls(llm.WithUsage(ctx, rag.Used), rag.Called), w)
	if err != nil {
		return at, err
	}
	defer context.AfterFunc(l.r.draining, run.Drain)()
	for e := range run.Events() {
		l.hear(e)
	}
	return run.Result()
}

// prepare finds where the run goes on: at its last checkpoint if it has one, whatever it was cut off by.
func (l *live) prepare(ctx context.Context, w rag.Runner) (rag.Run, error) {
	thread := l.run.Conversation
	amended, err := l.r.amended(l.run)
	if err != nil {
		return nil, err
	}
	at, err := l.r.head(l.run)
	if err == nil && at == 0 && l.run.From == 0 {
		before, err := l.r.before(l.run)
		if err != nil {
			return nil, err
		}
		scope, preferred, err := l.r.scope(l.run)
		return w.Start(ctx, thread, rag.Turn{
			Run: l.run.ID, Question: l.run.Question, Whole: l.run.Whole, Mode: l.run.Mode, Scope: scope, Preferred: preferred, Dropped: l.run.Dropped, Language: l.run.Language, Amended: amended,
		}, before), err
	}
	if err == nil && at == 0 {
		at, err = w.Fork(ctx, thread, l.run.From, l.run.ID, amended...)
	}
	if err != nil || len(l.run.Replies) == 0 {
		return w.Continue(ctx, thread, at), err
	}
	// They may have been taken already, before the run was cut off.
	replies := map[string]any{}
	standing, err := graph.Inspect(ctx, l.r.checkpoints, thread, "", at)
	for _, q := range standing.Questions {
		if reply, ok := l.run.Replies[q.ID]; ok {
			replies[q.ID] = reply
		}
	}
	return w.AnswerAll(ctx, thread, replies, at), err
}

// hear turns an event of the graph into events of the run.
func (l *live) hear(e graph.Event) {
	if e.Task == "" { // of the whole step
		return
	}
	out := store.Event{Node: e.Node, Checkpoint: e.Checkpoint, Task: e.Path + e.Task}
	t := l.tasks[out.Task]
	if t == nil {
		t = &task{began: time.Now()}
		l.tasks[out.Task] = t
	}
	switch e.Kind {
	case graph.KindEmit:
		if report, ok := e.Data.(rag.Report); ok {
			l.report(t, out, report)
		}
	case graph.KindRetry:
		out.Kind, out.Text = rag.KindNote, l.say.Text("runs.trying-again", messages.Args{"error": e.Err})
		l.tell(out)
		t.again = t.said
	case graph.KindRescue:
		t.again = t.said
	case graph.KindUpdate, graph.KindError:
		out.Kind, out.Text, out.Idle, out.Millis = rag.KindStepDone, t.summary, t.idle, time.Since(t.began).Milliseconds() // with all attempts
		out.Model, out.TokensIn, out.TokensOut = t.model, t.tokensIn, t.tokensOut
		if e.Err != nil {
			out.Text, out.Idle = l.say.Text("runs.did-not-finish"), false
		}
		l.tell(out)
		delete(l.tasks, out.Task)
	}
}

// report tells what a task had to say; out names the task.
func (l *live) report(t *task, out store.Event, r rag.Report) {
	out.Kind, out.Text, out.Leaves = r.Kind, r.Text, r.Leaves
	switch r.Kind {
	case rag.KindStepDone:
		t.summary, t.idle = r.Text, r.Idle
	case rag.KindUsage:
		t.tokensIn, t.tokensOut = t.tokensIn+r.Usage.In, t.tokensOut+r.Usage.Out
		if t.model == "" || r.Usage.Out > 0 { // one that writes counts for more than one that embeds
			t.model = r.Usage.Model
		}
	case rag.KindCall:
		l.called(out, r.Call)
	case rag.KindToken:
		l.restart(t)
		t.said = true
		l.mu.Lock()
		l.pending.WriteString(r.Text)
		l.answer.WriteString(r.Text)
		l.mu.Unlock()
	case rag.KindRestart:
		l.anew(r.Text)
	case rag.KindOutput:
		out.Output = r.Made
		l.tell(out)
	case rag.KindCitation:
		l.restart(t)
		t.said = true
		r.Citation.Doubt = l.say.Again(r.Citation.Doubt, "ingest")
		l.mu.Lock()
		l.citations = append(l.citations, r.Citation)
		l.mu.Unlock()
		out.Citation = &r.Citation
		l.tell(out)
	case rag.KindSources:
		l.mu.Lock()
		l.sources = r.Sources
		l.mu.Unlock()
		out.Sources = r.Sources
		l.tell(out)
	default:
		l.tell(out)
		if r.Kind == rag.KindStep && l.note != "" {
			noted := out
			noted.Kind, noted.Text, l.note = rag.KindNote, l.note, ""
			l.tell(noted)
		}
		if r.Kind == rag.KindStep && l.over {
			l.over = false
			out.Kind, out.Text = rag.KindNote, l.say.Text("runs.started-over")
			l.tell(out)
		}
	}
}

// restart drops what a failed attempt of the task said of the answer, now that another one has something to say. Until
// then it is kept: it may be all that will ever come.
func (l *live) restart(t *task) {
	if !t.again {
		return
	}
	t.again = false
	l.anew("")
}

// anew drops what was said of the answer; why is for the person.
func (l *live) anew(why string) {
	l.tell(store.Event{Kind: rag.KindRestart, Text: why})
	l.mu.Lock()
	l.answer.Reset()
	l.citations = []store.Citation{}
	l.mu.Unlock()
}

// sayPending tells the answer's text that has come since the last time.
func (l *live) sayPending() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pending.Len() > 0 {
		text := l.pending.String()
		l.pending.Reset()
		l.number(store.Event{Kind: rag.KindToken, Text: text})
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
	err := l.r.workspace.Events.Append(l.unstored)
	if err == nil {
		l.unstored = nil
	}
	return err
}
