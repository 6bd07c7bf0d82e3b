package llm_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

var cancels = flag.Int("cancels", 500, "how many answers of a real model are cancelled at random moments")

// A cancel between two tokens can lose a model's slot for good (ollama#17131), and there is only one here.
func TestRealModelAnswersAfterAnyNumberOfCancels(t *testing.T) {
	const burst, moments, patience = 25, 40 * time.Millisecond, 1500 * time.Millisecond
	c := client(t, llm.Config{Host: llmtest.Single(t).Host, Patience: patience})
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	calls, anew := 0, 0
	ctx := llm.WithCalls(t.Context(), func(_ context.Context, call llm.Call) {
		calls++
		if call.Anew {
			anew++
		}
	})
	// From a long prompt it learns how quick the model is.
	if _, err := c.Chat(ctx, ask(llmtest.RealChatModel, strings.Repeat("company ", 1000)), nil); err != nil {
		t.Fatal(err)
	}
	var longest time.Duration
	for done := 0; done < *cancels; {
		for range min(burst, *cancels-done) {
			cancelled, cancel := context.WithTimeout(ctx, time.Duration(random.Int64N(int64(moments))))
			_, _ = c.Chat(cancelled, long(), nil) // one that ended before is no matter
			cancel()
			done++
		}
		begun := time.Now()
		if reply, err := c.Chat(ctx, ask(llmtest.RealChatModel, "And now?"), nil); err != nil || reply.Text == "" {
			t.Fatalf("after %d cancels (seed %d): %q, %v", done, seed, reply.Text, err)
		}
		longest = max(longest, time.Since(begun))
	}
	t.Logf("%d cancels; the slowest answer after them took %v; %d of %d calls were made anew", *cancels, longest, anew, calls)
	if most := 2*patience + 20*time.Second; longest > most {
		t.Errorf("an answer took %v, more than %v", longest, most)
	}
}
