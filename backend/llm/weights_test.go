package llm_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// weighted talks to a real server with real models, or skips the test.
func weighted(t *testing.T, numCtx int, models ...string) *llm.Client {
	t.Helper()
	c, err := llm.New(llm.Config{Host: llmtest.Weights(t, models...), NumCtx: numCtx})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRealWeightsFindWhoBelongsTogether(t *testing.T) {
	pairs := []string{
		"The firm hired two hundred engineers.", "Headcount rose as new technical staff joined.",
		"Net sales fell by a tenth.", "Revenue shrank ten percent.",
		"The tenant may keep a dog.", "Pets are allowed in the flat.",
		"Vaccines protect against the flu.", "Immunisation prevents influenza.",
		"The bridge was closed after the storm.", "Following the hurricane, nobody could cross the river.",
		"Bake the bread for forty minutes.", "Leave the loaf in the oven until it is done.",
	}
	vs, _, err := weighted(t, 0, llmtest.MiniLM).Embed(t.Context(), llmtest.MiniLM, llm.Document, pairs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range vs {
		nearest, most := -1, math.Inf(-1)
		for j := range vs {
			if near := dot(vs[i], vs[j]); i != j && near > most {
				nearest, most = j, near
			}
		}
		if nearest != i^1 {
			t.Errorf("%q is nearest to %q (%.2f), not to %q (%.2f)", pairs[i], pairs[nearest], most, pairs[i^1], dot(vs[i], vs[i^1]))
		}
	}
}

func TestRealWeightsLongTextIsEmbeddedWhole(t *testing.T) {
	c := weighted(t, 0, llmtest.MiniLM)
	vs, _, err := c.Embed(t.Context(), llmtest.MiniLM, llm.Document, []string{
		strings.Repeat("The rent is due on the first of the month. ", 60) + strings.Repeat("Whales are mammals that live in the sea. ", 60),
		"When must the rent be paid?", "Which animals live in the ocean?", "How is cheese made?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 2; i++ { // what lies past the 256 tokens that the model reads is in it, too
		if part, other := dot(vs[0], vs[i]), dot(vs[0], vs[3]); part < other+.1 {
			t.Errorf("part %d: %.3f, something else: %.3f", i, part, other)
		}
	}
}

func TestRealWeightsAnswerIsCountedAsTheReceiptSays(t *testing.T) {
	c := weighted(t, 512, llmtest.SmolLM)
	ctx, calls := receipts(t.Context())
	texts := []string{
		"Name a colour.", "In 2022, net sales were 1,577.0 million dollars; in 2021 they were 1,261.6 million.", "Was kostet die Wohnung im Monat?",
		"The tenant gives notice three months before the end of a quarter, in writing, and hands over the keys on the last day.",
		"Say a word.", "Neighbours of the mill brought suit over the smell of the ponds.",
	}
	for _, text := range texts {
		r := ask(llmtest.SmolLM, text)
		r.MaxTokens = 4
		reply, err := c.Chat(ctx, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if reply.AnswerTokens == 0 || reply.AnswerTokens > 4 || reply.AnswerTokens == 4 != reply.Full {
			t.Errorf("%q: %+v", text, reply)
		}
	}
	last := (*calls)[len(*calls)-1]
	if off := math.Abs(float64(last.Estimated-last.Counted)) / float64(last.Counted); off > .15 || last.Cut {
		t.Errorf("%d tokens were estimated and %d counted, after %d calls", last.Estimated, last.Counted, len(*calls))
	}
}

func TestRealWeightsStreamThatIsStoppedLeavesTheModelFree(t *testing.T) {
	c := weighted(t, 512, llmtest.SmolLM)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := ask(llmtest.SmolLM, "Tell me a long story about a paper mill.")
	r.MaxTokens = 400
	pieces := 0
	reply, err := c.Chat(ctx, r, func(string) error {
		if pieces++; pieces == 8 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || reply.Text == "" {
		t.Fatalf("%v after %q", err, reply.Text)
	}
	begun := time.Now()
	r.MaxTokens = 2
	if _, err := c.Chat(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(begun); d > 20*time.Second { // the story would have taken longer
		t.Errorf("the next answer took %v", d)
	}
}

func TestRealWeightsThatRepeatThemselvesAreStopped(t *testing.T) {
	c := weighted(t, 2048, llmtest.SmolLM)
	r := ask(llmtest.SmolLM, "Sing me the song of the river.")
	verse := strings.Repeat("The river runs, the river runs to the sea.\n", 20) // what it has sung so often any model goes on with
	for range 2 {
		r.Messages = append(r.Messages, llm.Message{Role: "assistant", Content: verse}, llm.Message{Role: "user", Content: "Go on."})
	}
	r.MaxTokens = 1200
	heard := 0
	reply, err := c.Chat(t.Context(), r, func(string) error {
		heard++
		return nil
	})
	if err != nil || reply.Stopped.Empty() || reply.Full || heard > r.MaxTokens/2 {
		t.Errorf("%d tokens of it were heard: %v, %v, %q", heard, err, reply.Stopped, reply.Text)
	}
	if lines := strings.Count(reply.Text, "\n"); lines > 30 {
		t.Errorf("%q is kept", reply.Text)
	}
	r.Messages[0].Content, r.MaxTokens = "Hello.", 2
	if _, err := c.Chat(t.Context(), r, nil); err != nil {
		t.Errorf("the next answer: %v", err)
	}
}

func TestRealWeightsCutContextIsNoticed(t *testing.T) {
	host := meddlingWith(t, llmtest.Weights(t, llmtest.SmolLM), func(ask map[string]any) { // as a server before v0.12.6 that heeds its own settings alone
		delete(ask, "truncate")
		delete(ask, "shift")
		ask["options"].(map[string]any)["num_ctx"] = 512
	})
	c, err := llm.New(llm.Config{Host: host, NumCtx: 4096})
	if err != nil {
		t.Fatal(err)
	}
	r := ask(llmtest.SmolLM, "Go on.")
	r.MaxTokens = 2
	for range 14 { // an old server drops the first messages of a conversation that doesn't fit
		r.Messages = append(r.Messages, llm.Message{Role: "assistant", Content: strings.Repeat("The mill makes paper bags. ", 6)}, llm.Message{Role: "user", Content: "Go on."})
	}
	_, err = c.Chat(t.Context(), r, nil)
	wants(t, err, llm.ErrTrimmed)
	straight := weighted(t, 512, llmtest.SmolLM)
	_, err = straight.Chat(t.Context(), r, nil)
	wants(t, err, llm.ErrContext)
}

// What a model says of itself tells what its context takes: Settings shows it to the person.
func TestARealContextTakesTheMemoryThatIsTold(t *testing.T) {
	ctx, most := t.Context(), map[int]int64{}
	var told int64
	for _, tokens := range []int{2048, 4096} {
		c, err := llm.New(llm.Config{Host: llmtest.Weights(t, llmtest.SmolLM), NumCtx: tokens})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Warm(ctx, llmtest.SmolLM, ""); err != nil {
			t.Fatal(err)
		}
		loaded, err := c.Loaded(ctx)
		if err != nil {
			t.Fatal(err)
		}
		most[tokens] = loaded[llmtest.SmolLM]
		all, err := c.Models(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if m.Name == llmtest.SmolLM {
				told = m.PerToken
			}
		}
	}
	const slots = 2 // of the server, each with a context of its own
	if grown := most[4096] - most[2048]; told == 0 || grown != slots*2048*told {
		t.Errorf("2048 tokens more take %d bytes, and %d are told for one", grown, told)
	}
}
