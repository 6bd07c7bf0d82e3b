package analyst

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// byPrompt answers each call by what it is sent, so that a call may be repeated: a retrieval that isn't enough and one
// that is, a text that fails its checks, and one that heals it.
func byPrompt(r api.ChatRequest) llmtest.Reply {
	sent := r.Messages[len(r.Messages)-1].Content
	for part, reply := range map[string]string{
		"You prepare a search": asked, "didn't find all": `{"keywords":["rockets"]}`, "You read figures": read(),
		"You are a financial analyst": "Revenue grew to {{m2}}. Margins rose by 77% [1].",
		"failed checks":               `{"sentences":[{"n":1,"text":"Growth was {{c1}}."}],"charts":[]}`,
	} {
		if strings.Contains(sent, part) {
			return llmtest.Reply{Text: reply}
		}
	}
	return llmtest.Reply{Text: gap}
}

// cutOff runs the way with a refinement and a healing. Where cut says so of an event, counted by kind, it is cut off, by
// drain or cancel, and gone on with by a workflow that knows nothing but the store.
func cutOff(t *testing.T, drain bool, cut func(kind graph.Kind, n int) bool) (State, *desk, int) {
	t.Helper()
	d := newDesk(t)
	library(d)
	d.server.Always(byPrompt)
	if err := d.Workspace.SaveRun(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := d.compiled().Start(ctx, "thread", Update{TalkUpdate: rag.Ask(rag.Turn{Run: "run", Question: question})})
	events, cuts := map[graph.Kind]int{}, 0
	for {
		for e := range run.Events() {
			if events[e.Kind]++; !cut(e.Kind, events[e.Kind]) {
				continue
			}
			if cuts++; drain {
				run.Drain()
			} else {
				cancel()
			}
		}
		r, err := run.Result()
		cancel()
		ctx, cancel = context.WithCancel(context.Background())
		switch {
		case err == nil && len(r.Next) == 0:
			cancel()
			if err := d.valid(r.State); err != nil {
				t.Error(err)
			}
			return r.State, d, cuts
		case cuts > 100:
			t.Fatal("it doesn't come to an end", err)
		default:
			run = d.compiled().Continue(ctx, "thread")
		}
	}
}

func prompts(d *desk) (out []string) {
	for i := range d.server.Chats() {
		out = append(out, d.prompt(i))
	}
	return out
}

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	t.Parallel()
	whole, plain, _ := cutOff(t, false, func(graph.Kind, int) bool { return false })
	calls := prompts(plain)
	if !strings.HasPrefix(whole.Answer.Text, "Revenue grew to 1,577.00 million USD [1]. Growth was 25% [1].") || len(calls) != 7 || whole.Response.Heals != 1 || whole.Retrieval.Attempts != 2 {
		t.Fatalf("%q after %d calls", whole.Answer.Text, len(calls))
	}
	remembered := func(d *desk) bool {
		ms, err := d.Workspace.Memories()
		return err == nil && len(ms) == 1
	}
	s, d, cuts := cutOff(t, true, func(kind graph.Kind, _ int) bool { return kind == graph.KindState })
	if !reflect.DeepEqual(s, whole) || cuts < 15 || !slices.Equal(prompts(d), calls) || !remembered(d) {
		t.Errorf("drained after every step (%d): %d calls, %+v\nnot %+v", cuts, len(d.server.Chats()), s, whole)
	}
	for _, kind := range []graph.Kind{graph.KindState, graph.KindEmit} {
		for at, cuts := 1, 1; cuts > 0; at++ { // a cancel may hit the call that follows, which is then made again
			if kind == graph.KindEmit {
				at += 14
			}
			s, d, cuts = cutOff(t, false, func(k graph.Kind, n int) bool { return k == kind && n == at })
			got := prompts(d)
			if !reflect.DeepEqual(s, whole) || len(got) > len(calls)+cuts || !slices.Equal(slices.Compact(got), calls) || !remembered(d) {
				t.Errorf("cancelled at %s %d: %d calls, %+v\nnot %+v", kind, at, len(got), s, whole)
			}
		}
	}
}
