package report

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// byPrompt answers by what it is sent, so that a call may be repeated: two drafts that don't hold, and one that does.
func byPrompt(r chatRequest) llmtest.Reply {
	switch p := sent(r); {
	case r.Format != nil && strings.Contains(p, "<claim id=\"1\">\nThe notice period is three months"):
		return llmtest.Reply{Text: checks(.9)}
	case r.Format != nil:
		return llmtest.Reply{Text: checks(.2)}
	case strings.Contains(p, "nine months"):
		return llmtest.Reply{Text: notice}
	case strings.Contains(p, "seven months"):
		return llmtest.Reply{Text: "The notice period is nine months [S1]."}
	}
	return llmtest.Reply{Text: "The notice period is seven months [S1]."}
}

// cutOff runs the way with two loops. Where cut says so of an event, counted by kind, it is cut off, by drain or cancel,
// and gone on with by a workflow that knows nothing but the store.
func cutOff(t *testing.T, drain bool, cut func(kind graph.Kind, n int) bool) (State, *bench, int) {
	t.Helper()
	b := leaseOnly(t)
	b.server.Always(byPrompt)
	if err := b.Workspace.SaveRun(store.Run{ID: "run", Conversation: "thread", Status: store.Running, Asked: noon}, "title"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := b.compiled().Start(ctx, "thread", Update{TalkUpdate: rag.Ask(rag.Turn{Run: "run", Question: asked})})
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
			if err := b.valid(r.State); err != nil {
				t.Error(err)
			}
			if folders, _ := filepath.Glob(filepath.Join(b.Folder, "*")); len(folders) != 1 {
				t.Errorf("folders %v", folders)
			}
			if left, _ := filepath.Glob(filepath.Join(b.Folder, "*", "*.new")); len(left) > 0 {
				t.Errorf("left over: %v", left)
			}
			return movable(r.State, b.Folder), b, cuts
		case cuts > 100:
			t.Fatal("it doesn't come to an end", err)
		default:
			run = b.compiled().Continue(ctx, "thread")
		}
	}
}

// movable takes the folder of this test out of a state.
func movable(s State, folder string) State {
	for _, p := range []*string{&s.Paths.Folder, &s.Paths.Markdown, &s.Paths.PDF, &s.Answer.Message} {
		*p = strings.ReplaceAll(*p, folder, "")
	}
	return s
}

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	whole, plain, _ := cutOff(t, false, func(graph.Kind, int) bool { return false })
	if !strings.HasPrefix(whole.Answer.Text, "The notice period is three months") || len(plain.server.Chats()) != 6 || whole.Loops != 2 || whole.Retrievals != 3 {
		t.Fatalf("%q after %d calls, %d loops", whole.Answer.Text, len(plain.server.Chats()), whole.Loops)
	}
	s, b, cuts := cutOff(t, true, func(kind graph.Kind, _ int) bool { return kind == graph.KindState })
	if !reflect.DeepEqual(s, whole) || cuts < 14 || !slices.Equal(prompts(b), prompts(plain)) {
		t.Errorf("drained after every step: %d cuts, %d calls, %s", cuts, len(b.server.Chats()), differences(s, whole))
	}
	one, err := os.ReadFile(filepath.Join(plain.Folder, whole.Paths.Markdown))
	two, err2 := os.ReadFile(filepath.Join(b.Folder, s.Paths.Markdown))
	if err != nil || err2 != nil || string(one) != string(two) {
		t.Errorf("the reports differ: %v %v", err, err2)
	}
	for _, kind := range []graph.Kind{graph.KindState, graph.KindEmit} {
		for at, cuts := 1, 1; cuts > 0; at++ { // a cancel may hit the call that follows, which is then made again
			if kind == graph.KindEmit {
				at += 9
			}
			s, b, cuts = cutOff(t, false, func(k graph.Kind, n int) bool { return k == kind && n == at })
			calls := prompts(b)
			if !reflect.DeepEqual(s, whole) || len(calls) > 6+cuts || !slices.Equal(slices.Compact(calls), prompts(plain)) {
				t.Errorf("cancelled at %s %d: %d calls, %s", kind, at, len(calls), differences(s, whole))
			}
		}
	}
}

// differences names the fields in which two states differ.
func differences(a, b State) (out string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			out += fmt.Sprintf("%s: %+v, not %+v\n", x.Type().Field(i).Name, x.Field(i), y.Field(i))
		}
	}
	return out
}

func prompts(b *bench) (out []string) {
	for i := range b.server.Chats() {
		out = append(out, b.prompt(i))
	}
	return out
}
