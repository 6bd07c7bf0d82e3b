package ragtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
)

// Journey is a run from its question to its end.
type Journey struct {
	*Desk
	Question string
	Fresh    func() (rag.Runner, error)            // a workflow that knows nothing but what is stored
	Reply    func(asked rag.Card, n int) rag.Reply // to the nth question, from 0; nil: nothing is asked
	Plain    func(string) string                   // takes out what differs from one desk to the next; nil: nothing does
	Check    func(End)                             // what must hold wherever it was cut off; nil: nothing more
}

// End is what a journey came to.
type End struct {
	rag.Outcome
	Heard // since it was last cut off
	State map[string]json.RawMessage
	Cards []string // the questions, as their id and JSON
	Calls []string // what each call of the model was sent
	Cuts  int
}

// Decode reads the state.
func (e End) Decode(t testing.TB, state any) {
	t.Helper()
	raw, err := json.Marshal(e.State)
	if err == nil {
		err = json.Unmarshal(raw, state)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// cut tells of an event, and how many of its kind there were with it, whether the run is cut off there.
type cut func(kind graph.Kind, n int) bool

// travel follows a journey to its end. Where it is cut off, after what runs by drain or else at once, and where it is
// answered, a fresh workflow goes on.
func (j Journey) travel(drain bool, here cut) (end End) {
	j.T.Helper()
	seen := map[graph.Kind]int{}
	next := func(ctx context.Context) rag.Run { return j.fresh().Start(ctx, Thread, j.Turn(j.Question)) }
	for {
		err := end.follow(next, drain, func(kind graph.Kind) bool {
			seen[kind]++
			return here(kind, seen[kind])
		})
		switch {
		case end.Cuts > 1000:
			j.T.Fatal("it doesn't come to an end", err)
		case errors.Is(err, graph.ErrDrained) || errors.Is(err, context.Canceled):
			next, end.Heard = func(ctx context.Context) rag.Run { return j.fresh().Continue(ctx, Thread) }, Heard{}
		case err != nil:
			j.T.Fatal(err)
		case len(end.Questions) > 0:
			next = func(ctx context.Context) rag.Run { return j.fresh().AnswerAll(ctx, Thread, j.replies(&end)) }
		default:
			end.State, end.Calls = j.state(), j.Prompts()
			return end
		}
	}
}

// follow hears a run until it ends or is cut off.
func (end *End) follow(start func(context.Context) rag.Run, drain bool, here func(graph.Kind) bool) (err error) {
	ctx, cancel := context.WithCancel(llm.WithUsage(context.Background(), rag.Used))
	defer cancel()
	run := start(ctx)
	for e := range run.Events() {
		if end.Hear(e); !here(e.Kind) {
			continue
		}
		if end.Cuts++; drain {
			run.Drain()
		} else {
			cancel()
		}
	}
	end.Outcome, err = run.Result()
	return err
}

func (j Journey) fresh() rag.Runner {
	j.T.Helper()
	r, err := j.Fresh()
	j.must(err)
	return r
}

// replies answers what is asked. What is asked is asked still when the program is started again.
func (j Journey) replies(end *End) map[string]any {
	j.T.Helper()
	again, err := j.fresh().Continue(context.Background(), Thread).Result()
	if still, was := j.asked(again), j.asked(end.Outcome); err != nil || !slices.Equal(still, was) {
		j.T.Fatalf("%v; after a start it asks %q, not %q", err, still, was)
	}
	end.Cards = append(end.Cards, j.asked(end.Outcome)...)
	out := map[string]any{}
	for _, q := range end.Questions {
		var c rag.Card
		j.must(json.Unmarshal(q.Value, &c))
		out[q.ID] = j.Reply(c, len(end.Cards)-len(end.Questions)+len(out))
	}
	return out
}

func (j Journey) asked(s rag.Outcome) (out []string) {
	for _, q := range s.Questions {
		out = append(out, q.ID+" "+j.plain(string(q.Value)))
	}
	return out
}

func (j Journey) plain(s string) string {
	if j.Plain == nil {
		return s
	}
	return j.Plain(s)
}

func (j Journey) state() map[string]json.RawMessage {
	j.T.Helper()
	r, err := graph.Inspect(context.Background(), j.Store.Checkpoints, Thread, "", 0)
	j.must(err)
	if len(r.Next) > 0 {
		j.T.Fatalf("%v is still to be done", r.Next)
	}
	return r.State
}

// Killed takes a journey as a whole; then with a stop after every task; then, for one step after the other and for
// every so-many-th of the things that nodes tell while they run, cut off there, in the middle of what goes on. Each time
// it must come to the same end, ask the same questions and make no call of a model twice that had ended. It returns
// what the whole journey came to, and the one with all the stops.
func Killed(t *testing.T, journey func(testing.TB) Journey, everyStep, everyEmit int) (whole, stopped End) {
	t.Helper()
	first := journey(t)
	whole = first.travel(false, func(graph.Kind, int) bool { return false })
	want := first.same(whole)
	compare := func(how string, j Journey, got End) {
		t.Helper()
		if is := j.same(got); !maps.Equal(is, want) || !slices.Equal(got.Cards, whole.Cards) {
			t.Errorf("%s: %s\n%q", how, differences(is, want), got.Cards)
		}
		if j.Check != nil {
			j.Check(got)
		}
	}
	compare("whole", first, whole)
	j := journey(t)
	stopped = j.travel(true, func(kind graph.Kind, _ int) bool { return kind == graph.KindUpdate })
	compare("with a stop after every task", j, stopped)
	if !slices.Equal(stopped.Calls, whole.Calls) {
		t.Errorf("with %d stops there were %d calls, not %d", stopped.Cuts, len(stopped.Calls), len(whole.Calls))
	}
	for kind, every := range map[graph.Kind]int{graph.KindState: everyStep, graph.KindEmit: everyEmit} {
		for at, cuts := every, 1; cuts > 0; at += every {
			j := journey(t)
			got := j.travel(false, func(k graph.Kind, n int) bool { return k == kind && n == at })
			compare(fmt.Sprintf("cut off at %s %d", kind, at), j, got)
			if cuts = got.Cuts; len(got.Calls) > len(whole.Calls)+cuts || !slices.Equal(slices.Compact(got.Calls), slices.Compact(slices.Clone(whole.Calls))) {
				t.Errorf("cut off at %s %d: %d calls, not %d: %s", kind, at, len(got.Calls), len(whole.Calls), order(got.Calls, whole.Calls))
			}
		}
	}
	return whole, stopped
}

// order tells which of the calls of a whole journey others are, by their places from 0; one that is none of them as it is.
func order(calls, whole []string) string {
	var out []string
	for _, c := range calls {
		at := fmt.Sprintf("%q", c)
		if i := slices.Index(whole, c); i >= 0 {
			at = strconv.Itoa(i)
		}
		out = append(out, at)
	}
	return strings.Join(out, " ")
}

// same is what must be the same at the end of every journey, by the state's fields.
func (j Journey) same(e End) map[string]string {
	out := map[string]string{"made": j.plain(string(e.Made))}
	for name, raw := range e.State {
		out[name] = j.plain(string(raw))
	}
	return out
}

// differences tells which fields differ.
func differences(a, b map[string]string) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if a[name] != b[name] {
			fmt.Fprintf(&out, "%s is %s\nnot %s\n", name, a[name], b[name])
		}
	}
	return out.String()
}
