package graph

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"lectern/backend/messages"
)

// Config adjusts a workflow. The zero value works.
type Config struct {
	Store     Store // a subgraph needs none: it has the outer run's
	StepLimit int   // steps of one run; 0 means 25. A subgraph's steps count for itself
	Parallel  int   // tasks of one step that run at once; 0 means 16
}

// Workflow is a compiled graph. It is safe for concurrent use; a thread has one run at a time.
type Workflow[S any] struct {
	graph   *Graph[S]
	config  Config
	appends map[string]bool // fields of the state
	running sync.Map        // threads
}

// Compile checks the graph and makes it ready to run. The error lists every mistake.
func (g *Graph[S]) Compile(c Config) (*Workflow[S], error) {
	appends, err := g.check(c)
	if err != nil {
		return nil, messages.Error("graph.graph", messages.Args{"name": g.name, "error": err})
	}
	c.StepLimit, c.Parallel = cmp.Or(c.StepLimit, 25), cmp.Or(c.Parallel, 16)
	return &Workflow[S]{graph: g, config: c, appends: appends}, nil
}

// Point is one moment in a thread's history.
type Point struct {
	Checkpoint uint64 // counts up from 1 within the thread
	Parent     uint64 // the checkpoint it came from; 0 for the first
	Step       int    // since the last input
	Time       time.Time
	Next       []string // nodes due in the next step; empty when the workflow reached End
}

// Result is where a thread stands, or stood at a checkpoint.
type Result[S any] struct {
	Point
	State     S
	Questions []Question // open ones, in the order of Next
	Outcomes  []Outcome  // what tasks of the next step have come to, if that was saved; not told by a run
}

// Outcome is what a task came to before its whole step ended: KindUpdate with the fields that it changed, KindError with
// the error's text, or KindQuestion with the questions, as JSON.
type Outcome struct {
	Task, Node string
	Kind       Kind
	Data       json.RawMessage
}

// position is a moment with its state decoded. The state belongs to the engine.
type position[S any] struct {
	*moment
	state  S
	newest uint64 // the thread's, which is another one when a branch goes on
	fresh  bool   // made by this run, so none of its tasks has begun before
}

func (cp *checkpoint) point() Point {
	p := Point{Checkpoint: cp.id, Parent: cp.Parent, Step: cp.Step, Time: cp.Time}
	for _, t := range cp.Next {
		p.Next = append(p.Next, t.Node)
	}
	return p
}

func (p *position[S]) result() Result[S] { return Result[S]{Point: p.point(), State: p.state} }

// whole is the result with what was saved beside the checkpoint.
func (p *position[S]) whole() Result[S] {
	r := p.result()
	r.Questions = p.openQuestions()
	for _, t := range p.Next {
		if o, ok := p.outcomes[t.ID]; ok {
			r.Outcomes = append(r.Outcomes, Outcome{t.ID, t.Node, o.Kind, o.Data})
		}
	}
	return r
}

// State tells where the thread stands or, given a checkpoint, where it stood then. It may be called during a run and
// costs a few reads; for an unknown thread or checkpoint, one, and the error is ErrNotFound.
func (w *Workflow[S]) State(ctx context.Context, thread string, checkpoint ...uint64) (Result[S], error) {
	j := openJournal(ctx, w.config.Store, thread)
	p, err := w.load(ctx, j, "", first(checkpoint))
	if err != nil {
		return Result[S]{}, err
	}
	return p.whole(), nil
}

// History lists the thread's checkpoints, newest first; State gives what each one holds. An unknown thread has none.
func (w *Workflow[S]) History(ctx context.Context, thread string) (points []Point, err error) {
	all, err := openJournal(ctx, w.config.Store, thread).history(ctx)
	for _, cp := range slices.Backward(all) {
		points = append(points, cp.point())
	}
	return points, err
}

// Inspect reads what was saved at a checkpoint of a thread of any workflow: the state's fields as JSON and what the
// tasks of the next step came to. path is that of a subgraph (Event.Path), "" for the workflow itself. ErrNotFound if
// there is no such checkpoint.
func Inspect(ctx context.Context, store Store, thread, path string, checkpoint uint64) (Result[map[string]json.RawMessage], error) {
	m, err := openJournal(ctx, store, thread).load(ctx, path, checkpoint)
	if err != nil {
		return Result[map[string]json.RawMessage]{}, err
	}
	p := position[map[string]json.RawMessage]{moment: m, state: m.fields}
	return p.whole(), nil
}

// Fork saves a new checkpoint that goes on from an old one (0: the newest) with an edited state, and returns its ID;
// Continue then runs from there. The old branch stays. Nothing that tasks of the old checkpoint came to is kept,
// answers neither.
func (w *Workflow[S]) Fork(ctx context.Context, thread string, from uint64, edit func(S) S) (uint64, error) {
	release, err := w.take(thread)
	if err != nil {
		return 0, err
	}
	defer release()
	return w.fork(openJournal(ctx, w.config.Store, thread), from, edit)
}

func (w *Workflow[S]) fork(j *journal, from uint64, edit func(S) S) (uint64, error) {
	old, err := w.load(j.ctx, j, "", from)
	if err != nil {
		return 0, err
	}
	f := old.fields
	if edit != nil {
		if f, err = w.edited(f, edit); err != nil {
			return 0, err
		}
	}
	m, err := w.after(old, f, old.Step)
	if err != nil {
		return 0, err
	}
	for i, t := range old.Next { // new IDs: nothing of the old attempt is taken for theirs
		m.Next = append(m.Next, newTask(m.id, t.Node, i, t.With))
	}
	return m.id, j.putCheckpoint(m, old.long)
}

// load reads a checkpoint and decodes its state, whose fields are then those that the state has today.
func (w *Workflow[S]) load(ctx context.Context, j *journal, path string, id uint64) (*position[S], error) {
	m, err := j.load(ctx, path, id)
	if err != nil {
		return nil, err
	}
	p := &position[S]{moment: m, newest: m.id}
	if err = json.Unmarshal(m.raw, &p.state); err == nil {
		m.raw, err = json.Marshal(p.state)
	}
	if err == nil {
		m.fields = nil
		err = json.Unmarshal(m.raw, &m.fields)
	}
	if err != nil {
		return nil, j.damaged(stateKey(path, m.id), err)
	}
	if id != 0 {
		newest, err := j.before(ctx, path, 0)
		p.newest = newest.id
		return p, err
	}
	return p, nil
}

// take reserves a thread for one run.
func (w *Workflow[S]) take(thread string) (release func(), err error) {
	if thread == "" {
		return nil, messages.Error("graph.no-thread")
	}
	if _, busy := w.running.LoadOrStore(thread, true); busy {
		return nil, messages.Error("graph.thread", messages.Args{"thread": thread, "error": ErrBusy})
	}
	return func() { w.running.Delete(thread) }, nil
}

func first(ids []uint64) uint64 {
	if len(ids) == 0 {
		return 0
	}
	return ids[0]
}
