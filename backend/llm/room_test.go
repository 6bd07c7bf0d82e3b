package llm_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// asked has a real server remember the context that it was asked for, each value once.
func asked(t *testing.T) (host string, rooms *[]int) {
	rooms = &[]int{}
	return meddling(t, func(ask map[string]any) {
		n := int(ask["options"].(map[string]any)["num_ctx"].(float64))
		if len(*rooms) == 0 || (*rooms)[len(*rooms)-1] != n {
			*rooms = append(*rooms, n)
		}
	}), rooms
}

func TestRealContextIsAskedForAsCallsNeedIt(t *testing.T) {
	host, rooms := asked(t)
	s, err := store.Open(filepath.Join(t.TempDir(), "home"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	config := llm.Config{Host: host, NumCtx: 12000, Keeper: s.Settings}
	c := client(t, config)
	r := rand.New(rand.NewPCG(1, 3))
	chat := func(c *llm.Client, r llm.Request) {
		t.Helper()
		if _, err := c.Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
	}
	chat(c, prompt(r, 1))
	chat(c, prompt(r, 1))
	if want := []int{4096}; !slices.Equal(*rooms, want) {
		t.Errorf("small prompts were given a context of %v tokens, want %v", *rooms, want)
	}
	long := prompt(r, 1)
	long.MaxTokens = 4000
	chat(c, long)
	chat(c, prompt(r, 1)) // another value would load the model anew
	if want := []int{4096, 8192}; !slices.Equal(*rooms, want) {
		t.Errorf("then it was %v tokens, want %v", *rooms, want)
	}
	c = client(t, config) // the next day
	if chat(c, prompt(r, 1)); len(*rooms) != 2 {
		t.Errorf("after a start it was %v tokens", *rooms)
	}
	long.MaxTokens = 0 // as many as fit
	chat(c.Reading(9000), long)
	if want := []int{4096, 8192, 9000}; !slices.Equal(*rooms, want) {
		t.Errorf("a setting of 9000 gave %v, want %v", *rooms, want)
	}
}

// settled is a client that knows a real model's vocabulary by as many calls of usual texts as make an estimate reliable.
func settled(t *testing.T, ctx context.Context, host string) *llm.Client {
	c := client(t, llm.Config{Host: host, NumCtx: 8192})
	for i := range 6 {
		if _, err := c.Chat(ctx, prompt(rand.New(rand.NewPCG(1, uint64(i))), 1), nil); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// unusual is a request that has more tokens than texts like those lead to expect.
func unusual(times int) llm.Request {
	r := ask(llmtest.RealChatModel, strings.Repeat("🙂", times))
	r.MaxTokens = 2
	return r
}

func TestRealContextThatProvesTooSmallGrows(t *testing.T) {
	ctx, calls := receipts(t.Context())
	c := settled(t, ctx, llmtest.Real(t))
	*calls = nil
	if _, err := c.Chat(ctx, unusual(1200), nil); err != nil {
		t.Fatal(err)
	}
	if got := *calls; len(got) != 1 || got[0].Estimated > 4000 || got[0].Counted < 4096 || got[0].NumCtx != 8192 || got[0].Problem != "" {
		t.Errorf("%+v", got)
	}
	_, err := c.Chat(ctx, unusual(3000), nil)
	wants(t, err, llm.ErrContext)
}

func TestRealOldServerThatCutsIsGivenMoreContext(t *testing.T) {
	host := meddling(t, func(ask map[string]any) { delete(ask, "truncate"); delete(ask, "shift") }) // as before v0.12.6
	ctx, calls := receipts(t.Context())
	c := settled(t, ctx, host)
	*calls = nil
	r := unusual(1200)
	for range 2 { // as a step is tried again
		if _, err := c.Chat(ctx, r, nil); !errors.Is(err, llm.ErrTrimmed) {
			break
		}
	}
	if len(*calls) != 2 || !(*calls)[0].Cut || (*calls)[0].NumCtx != 4096 || (*calls)[1].Cut || (*calls)[1].NumCtx != 8192 {
		t.Errorf("%+v", *calls)
	}
	if size, err := c.ContextOf(t.Context(), r.Model); err != nil || size != 8192 {
		t.Errorf("it is taken to read %d tokens, %v", size, err)
	}
}
