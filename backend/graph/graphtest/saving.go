package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/graph"
)

var errFaulty = errors.New("the disk is on fire")

// faulty is a store of which some methods fail.
type faulty struct {
	graph.Store
	save, scan, last error
}

func (f faulty) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	if f.save != nil {
		return f.save
	}
	return f.Store.Save(ctx, thread, keys, values)
}

func (f faulty) Scan(ctx context.Context, thread, prefix string) ([]string, [][]byte, error) {
	if f.scan != nil {
		return nil, nil, f.scan
	}
	return f.Store.Scan(ctx, thread, prefix)
}

func (f faulty) Last(ctx context.Context, thread, prefix, before string) (string, []byte, error) {
	if f.last != nil {
		return "", nil, f.last
	}
	return f.Store.Last(ctx, thread, prefix, before)
}

func storeErrorsSurface(t *testing.T, c graph.Config) {
	ready := false
	over := func(s graph.Store) *workflow {
		c := c
		c.Store = s
		b := func(ctx context.Context, s State) (State, error) {
			if !ready {
				return s, errNotYet
			}
			return says("b")(ctx, s)
		}
		return compile(t, build().Node("a", says("a")).Node("b", b).Edge(graph.Start, "a").Edge("a", "b").Edge("b", graph.End), c)
	}
	fails(t, over(c.Store).Start(t.Context(), "t", Update{}.Onto), errNotYet)
	calls := map[string]func(*workflow) error{
		"start":    func(w *workflow) error { _, err := w.Start(t.Context(), "t", Update{}.Onto).Result(); return err },
		"begin":    func(w *workflow) error { _, err := w.Start(t.Context(), "new", Update{}.Onto).Result(); return err },
		"continue": func(w *workflow) error { _, err := w.Continue(t.Context(), "t").Result(); return err },
		"fork":     func(w *workflow) error { _, err := w.Fork(t.Context(), "t", 0, Update{}.Onto); return err },
		"state":    func(w *workflow) error { _, err := w.State(t.Context(), "t"); return err },
		"history":  func(w *workflow) error { _, err := w.History(t.Context(), "t"); return err },
		"inspect":  func(w *workflow) error { _, err := graph.Inspect(t.Context(), c.Store, "t", "", 9); return err },
		"prune":    func(w *workflow) error { return w.Prune(t.Context(), "t") },
	}
	for _, bad := range []struct {
		store faulty
		fail  string
	}{
		{faulty{c.Store, errFaulty, nil, nil}, "start begin continue fork prune"},
		{faulty{c.Store, nil, errFaulty, nil}, "start continue fork state history prune"},
		{faulty{c.Store, nil, nil, errFaulty}, "start begin continue fork state prune"},
	} {
		for _, name := range strings.Fields(bad.fail) {
			if err := calls[name](over(bad.store)); !errors.Is(err, errFaulty) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	ready = true
	logged(t, finish(t, over(c.Store).Continue(t.Context(), "t")).State, "a b") // none of them did any harm
}

// refusing fails every save.
type refusing struct{ graph.Store }

func (refusing) Save(context.Context, string, []string, [][]byte) error { return errFaulty }

func aRunOverABrokenStoreStops(t *testing.T, c graph.Config) {
	var steps atomic.Int32
	c.Store = refusing{c.Store}
	w := compile(t, build().Node("again", func(ctx context.Context, s State) (State, error) {
		steps.Add(1)
		return s, nil
	}).Edge(graph.Start, "again").Branch("again", func(State) string { return "on" }, graph.When("on", "again"), graph.When("never", graph.End)), c)
	fails(t, w.Start(t.Context(), "t", Update{}.Onto), errFaulty)
	equal(t, steps.Load(), 0)
}

// watched tells after each save.
type watched struct {
	graph.Store
	saved chan bool // holds one
}

func watch(s graph.Store) watched { return watched{s, make(chan bool, 1)} }

func (w watched) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	err := w.Store.Save(ctx, thread, keys, values)
	select {
	case w.saved <- true:
	default:
	}
	return err
}

// until waits for what saves will bring about.
func (w watched) until(ctx context.Context, holds func() bool) error {
	for !holds() {
		select {
		case <-w.saved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// The second node of a subgraph looks at what was saved of the first one.
func subgraphsAreSavedStepByStep(t *testing.T, c graph.Config) {
	var seen bool
	child := compile(t, build().Node("x", says("x")).Node("y", func(ctx context.Context, s State) (State, error) {
		r, err := graph.Inspect(ctx, c.Store, "t", "1.sub.0/", 2)
		seen = err == nil && string(r.State["Log"]) == `["x"]`
		return says("y")(ctx, s)
	}).Edge(graph.Start, "x").Edge("x", "y").Edge("y", graph.End), graph.Config{})
	w := compile(t, build().Node("sub", graph.Sub(child, asInput, asUpdate)).Edge(graph.Start, "sub").Edge("sub", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "x y")
	equal(t, seen, true)
}

// A subgraph that is tried again goes on where it failed.
func aRetriedSubgraphGoesOn(t *testing.T, c graph.Config) {
	var first, second atomic.Int32
	child := compile(t, build().Node("x", func(ctx context.Context, s State) (State, error) {
		first.Add(1)
		return says("x")(ctx, s)
	}).Node("y", func(ctx context.Context, s State) (State, error) {
		if second.Add(1) == 1 {
			return s, errNotYet
		}
		return says("y")(ctx, s)
	}).Edge(graph.Start, "x").Edge("x", "y").Edge("y", graph.End), graph.Config{})
	w := compile(t, build().Node("sub", graph.Sub(child, asInput, asUpdate), graph.Policy{Attempts: 2}).Edge(graph.Start, "sub").Edge("sub", graph.End), c)
	logged(t, finish(t, w.Start(t.Context(), "t", Update{}.Onto)).State, "x y")
	equal(t, fmt.Sprint(first.Load(), second.Load()), "1 2")
	logged(t, stands(t, w, "t").State, "x y")
}

// doubling saves everything twice, as one does who isn't sure whether the first time succeeded.
type doubling struct{ graph.Store }

func (d doubling) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	return errors.Join(d.Store.Save(ctx, thread, keys, values), d.Store.Save(ctx, thread, keys, values))
}

func aRunSavedTwiceIsTheSame(t *testing.T, c graph.Config) {
	var stories []string
	for thread, store := range map[string]graph.Store{"once": c.Store, "twice": doubling{c.Store}} {
		c.Store = store
		w := compile(t, build().Node("a", says("a")).Node("ask", asks(1)).Node("each", says("each")).
			Edge(graph.Start, "a").Edge("a", "ask").Edge("a", "each").Spread("each", spreadOver("1", "2")).Edge("ask", graph.End).Edge("each", graph.End), c)
		finish(t, w.Start(t.Context(), thread, Update{}.Onto))
		equal(t, kinds(stands(t, w, thread)), "ask question, each update, each update")
		finish(t, answering(t, w, thread, "yes"))
		if _, err := w.Fork(t.Context(), thread, 2, Update{Log: []string{"edit"}}.Onto); err != nil {
			t.Fatal(err)
		}
		stories = append(stories, history(t, w, thread))
	}
	equal(t, stories[0], stories[1])
	equal(t, stories[0], "4<2 1 [a edit]; 3<2 2 [a yes each each]; 2<1 1 [a]; 1<0 0 []")
}

// Two rounds of a loop whose step has a question and a sibling: the second finds nothing of the first.
func aNewCheckpointStartsClean(t *testing.T, c graph.Config) {
	w := compile(t, build().Node("ask", asks(1)).Node("beside", says("beside")).
		Edge(graph.Start, "ask").Edge(graph.Start, "beside").Edge("beside", graph.End).
		Branch("ask", func(s State) string { return fmt.Sprint(s.Count() < 2) }, graph.When("true", "both"), graph.When("false", graph.End)).
		Node("both", says("both")).Edge("both", "ask").Edge("both", "beside"), c)
	r := finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	equal(t, kinds(stands(t, w, "t")), "ask question, beside update")
	next := finish(t, answering(t, w, "t", "one"))
	equal(t, values(next.Questions), `["q0?"]`)
	equal(t, kinds(stands(t, w, "t")), "ask question, beside update")
	if next.Questions[0].ID == r.Questions[0].ID {
		t.Fatal("the old answer would do for the new question")
	}
	for _, checkpoint := range []uint64{r.Checkpoint, r.Checkpoint + 1} {
		old, err := w.State(t.Context(), "t", checkpoint)
		equal(t, err, nil)
		equal(t, len(old.Questions), 0)
		equal(t, len(old.Outcomes) > 0, checkpoint == r.Checkpoint)
	}
	r = finish(t, answering(t, w, "t", "two"))
	logged(t, r.State, "one beside both two beside")
	equal(t, len(stands(t, w, "t").Outcomes), 0)
}

func historyIsNewestFirst(t *testing.T, c graph.Config) {
	w := compile(t, countTo(20), c) // past 16, where a hexadecimal digit is added
	finish(t, w.Start(t.Context(), "t", Update{}.Onto))
	points, err := w.History(t.Context(), "t")
	equal(t, err, nil)
	equal(t, len(points), 21)
	for i, p := range points {
		equal(t, fmt.Sprint(p.Checkpoint, p.Parent, p.Step), fmt.Sprint(21-i, 20-i, 20-i))
	}
	equal(t, stands(t, w, "t").Point, points[0])
}
