package checked

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

// byPrompt answers by what it is sent, so that a call may be repeated: two drafts that don't pass, and after the
// person's answer one more and one that does.
func byPrompt(r api.ChatRequest) llmtest.Reply {
	sent := ""
	for _, m := range r.Messages {
		sent += m.Content
	}
	again, later := strings.Contains(sent, "<faults>"), strings.Contains(sent, "I mean the flat's")
	switch {
	case r.Format == nil && again && later:
		return llmtest.Reply{Text: notice}
	case r.Format == nil && later:
		return llmtest.Reply{Text: "Third [1]."}
	case r.Format == nil && again:
		return llmtest.Reply{Text: "Second [1]."}
	case r.Format == nil:
		return llmtest.Reply{Text: "First [1]."}
	case strings.Contains(sent, "\"faithfulness\""):
		return llmtest.Reply{Text: scores}
	case strings.Contains(sent, notice):
		return llmtest.Reply{Text: fine}
	case strings.Contains(sent, "Second"):
		return llmtest.Reply{Text: strings.Replace(doubts, "0.5", "0.4", 1)}
	}
	return llmtest.Reply{Text: doubts}
}

// cutOff runs the way with a retry, a question, an answer and another retry. Where cut says so of an event, counted by
// kind, it is cut off, by drain or cancel, and gone on with by a workflow that knows nothing but the store.
func cutOff(t *testing.T, drain bool, cut func(kind graph.Kind, n int) bool) (State, *desk, int) {
	t.Helper()
	d := newDesk(t)
	library(d)
	d.Config.Retries = 1
	d.server.Always(byPrompt)
	if err := d.Workspace.SaveRun(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := d.compiled().Start(ctx, "thread", Update{TalkUpdate: rag.Ask(rag.Turn{Run: "run", Question: question})})
	answered, events, cuts := false, map[graph.Kind]int{}, 0
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
		case err == nil && len(r.Questions) > 0 && !answered:
			answered = true
			run = d.compiled().Answer(ctx, "thread", rag.Reply{Text: "I mean the flat's"})
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

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	whole, plain, _ := cutOff(t, false, func(graph.Kind, int) bool { return false })
	if whole.Answer.Text != notice || len(plain.server.Chats()) != 12 || whole.Rounds != 4 || whole.Retrievals != 4 {
		t.Fatalf("%q after %d calls", whole.Answer.Text, len(plain.server.Chats()))
	}
	s, d, cuts := cutOff(t, true, func(kind graph.Kind, _ int) bool { return kind == graph.KindState })
	if !reflect.DeepEqual(s, whole) || cuts < 20 || !slices.Equal(prompts(d), prompts(plain)) {
		t.Errorf("drained after every step: %d calls, %+v\nnot %+v", len(d.server.Chats()), s, whole)
	}
	for _, kind := range []graph.Kind{graph.KindState, graph.KindEmit} {
		for at, cuts := 1, 1; cuts > 0; at++ { // a cancel may hit the call that follows, which is then made again
			if kind == graph.KindEmit {
				at += 14
			}
			s, d, cuts = cutOff(t, false, func(k graph.Kind, n int) bool { return k == kind && n == at })
			calls := prompts(d)
			if !reflect.DeepEqual(s, whole) || len(calls) > 12+cuts || !slices.Equal(slices.Compact(calls), prompts(plain)) {
				t.Errorf("cancelled at %s %d: %d calls, %+v\nnot %+v", kind, at, len(calls), s, whole)
			}
		}
	}
}

func prompts(d *desk) (out []string) {
	for i := range d.server.Chats() {
		out = append(out, d.prompt(i))
	}
	return out
}
