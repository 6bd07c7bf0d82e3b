package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// client talks to a real server, or skips the test.
func client(t *testing.T, c llm.Config) *llm.Client {
	t.Helper()
	if c.Host == "" {
		c.Host = llmtest.Real(t)
	}
	out, err := llm.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ask(model, text string) llm.Request {
	return llm.Request{Model: model, Messages: []llm.Message{{Role: "user", Content: text}}}
}

// long is a request whose answer takes seconds: a list of many numbers.
func long() llm.Request {
	r := ask(llmtest.RealChatModel, "Count.")
	r.Schema = json.RawMessage(`{"type":"array","items":{"type":"integer"},"minItems":1500,"maxItems":1800}`)
	return r
}

// wants fails unless the error is of the kind and tells a person something.
func wants(t *testing.T, err, kind error) {
	t.Helper()
	var told *llm.Error
	if !errors.Is(err, kind) || !errors.As(err, &told) {
		t.Fatalf("error %v (%T), want %v", err, err, kind)
	}
	if !strings.HasSuffix(told.Error(), ".") || strings.ContainsAny(told.Error(), "{}") {
		t.Errorf("%q is no sentence for a person", told.Error())
	}
}

func TestRealServerIsHealthy(t *testing.T) {
	h := client(t, llm.Config{}).Health(t.Context())
	if !h.Running || h.Version != "0.24.0" || !h.Message.Empty() {
		t.Errorf("%+v", h)
	}
}

func TestRealModelsTellWhatTheyCan(t *testing.T) {
	models, err := client(t, llm.Config{}).Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []llm.Model{
		{Name: llmtest.RealEmbedModel, Context: 512, Parameters: 202176, PerToken: 2 * 64 * 2, Embed: true},
		{Name: llmtest.RealChatModel, Context: 32768, Parameters: 200256, PerToken: 2 * 2 * 1 * 32 * 2, Chat: true},
		{Name: llmtest.RealThinkModel, Context: 32768, Parameters: 200640, PerToken: 2 * 2 * 1 * 32 * 2, Chat: true, Think: true},
	} {
		got := models[i]
		if len(got.Digest) != 64 || got.Bytes < 100_000 {
			t.Errorf("%+v has no digest or no size", got)
		}
		if got.Digest, got.Bytes = "", 0; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestRealAnswerStreamsAndIsCounted(t *testing.T) {
	c := client(t, llm.Config{})
	for _, model := range []string{llmtest.RealChatModel, llmtest.RealThinkModel, "tiny-llama"} {
		var pieces []string
		reply, err := c.Chat(t.Context(), ask(model, "What is the revenue of the company?"), func(s string) error {
			pieces = append(pieces, s)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(pieces) < 10 || strings.Join(pieces, "") != reply.Text {
			t.Errorf("%s: %d pieces, which don't make up %q", model, len(pieces), reply.Text)
		}
		if reply.AnswerTokens < 10 || reply.PromptTokens < 10 || reply.Full {
			t.Errorf("%s: %+v", model, reply)
		}
		if strings.Contains(reply.Text, "<think>") {
			t.Errorf("%s thought, unasked: %q", model, reply.Text)
		}
	}
}

func TestRealAnswerOfLimitedLengthSaysSo(t *testing.T) {
	r := ask(llmtest.RealChatModel, "What is the revenue of the company?")
	r.MaxTokens = 5
	reply, err := client(t, llm.Config{}).Chat(t.Context(), r, nil)
	if err != nil || reply.AnswerTokens != 5 || !reply.Full {
		t.Errorf("%+v, %v", reply, err)
	}
}

func TestRealServerNeverCutsAPrompt(t *testing.T) {
	c := client(t, llm.Config{NumCtx: 512})
	for words := 8; words <= 4096; words *= 4 {
		// Every word known to the model is one token at least; the template takes some.
		reply, err := c.Chat(t.Context(), ask(llmtest.RealChatModel, strings.Repeat("company ", words)), nil)
		if words >= 512 {
			wants(t, err, llm.ErrContext)
			continue
		}
		if err != nil || reply.PromptTokens < words {
			t.Errorf("%d words: %d tokens were read, %v", words, reply.PromptTokens, err)
		}
	}
}

func TestRealServerNeverDropsOldMessages(t *testing.T) {
	c := client(t, llm.Config{NumCtx: 512})
	r := ask(llmtest.RealChatModel, "")
	for range 40 {
		r.Messages = append(r.Messages, llm.Message{Role: "user", Content: strings.Repeat("company ", 20)})
	}
	_, err := c.Chat(t.Context(), r, nil)
	wants(t, err, llm.ErrContext)
}

func TestRealAnswerThatFillsTheContextSaysSo(t *testing.T) {
	c := client(t, llm.Config{NumCtx: 512})
	reply, err := c.Chat(t.Context(), long(), nil)
	if err != nil || !reply.Full || reply.PromptTokens+reply.AnswerTokens > 512+1 { // the last is not read again
		t.Errorf("%d + %d tokens, full: %v, %v", reply.PromptTokens, reply.AnswerTokens, reply.Full, err)
	}
}

func TestRealStructuredAnswerHasTheForm(t *testing.T) {
	c := client(t, llm.Config{})
	for _, model := range []string{llmtest.RealChatModel, llmtest.RealThinkModel} {
		for i := range 5 {
			r := ask(model, fmt.Sprintf("Which of the %d passages answer the question?", i))
			r.Schema = json.RawMessage(`{"type":"object","required":["relevant","why"],"properties":{
				"relevant":{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":4},"why":{"type":"string","maxLength":40}}}`)
			var out struct {
				Relevant []int
				Why      string
			}
			if err := c.Structured(t.Context(), r, &out); err != nil {
				t.Fatalf("%s: %v", model, err)
			}
			if n := len(out.Relevant); n < 1 || n > 4 || len(out.Why) > 40 {
				t.Errorf("%s: %+v", model, out)
			}
		}
	}
}

func TestRealVectors(t *testing.T) {
	c := client(t, llm.Config{})
	texts := []string{"Reports of the bank's revenue", "A report of the revenue of banks", "Cooking with fish", "x", "Reports of the bank's revenue"}
	for i := range 40 { // more than one request
		texts = append(texts, fmt.Sprintf("Passage %d of many passages", i))
	}
	var done []int
	vs, digest, err := c.Embed(t.Context(), llmtest.RealEmbedModel, llm.Document, texts, func(n int) { done = append(done, n) })
	if err != nil {
		t.Fatal(err)
	}
	if len(vs) != len(texts) || len(digest) != 64 || !slices.Equal(done, []int{32, 45}) {
		t.Fatalf("%d vectors for %d texts, digest %q, progress %v", len(vs), len(texts), digest, done)
	}
	for i, v := range vs {
		if len(v) != len(vs[0]) || math.Abs(dot(v, v)-1) > 1e-3 {
			t.Errorf("vector %d has %d numbers and the length %.4f", i, len(v), math.Sqrt(dot(v, v)))
		}
	}
	if d := dot(vs[0], vs[4]); d < 0.9999 {
		t.Errorf("the same text twice: %.5f", d)
	}
	if near, far := dot(vs[0], vs[1]), dot(vs[0], vs[2]); near < far+0.2 {
		t.Errorf("a text that is near: %.3f, one that is far: %.3f", near, far)
	}
	if vs, _, err = c.Embed(t.Context(), llmtest.RealEmbedModel, llm.Query, nil, nil); err != nil || len(vs) != 0 {
		t.Errorf("no texts: %d vectors, %v", len(vs), err)
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestRealLongTextIsEmbeddedWhole(t *testing.T) {
	c := client(t, llm.Config{})
	half := strings.Repeat("revenue of the bank ", 200)
	vs, _, err := c.Embed(t.Context(), llmtest.RealEmbedModel, llm.Document, []string{
		half + strings.Repeat("cooking with fish ", 200), "revenue of the bank", "cooking with fish", "unlit yard"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 2; i++ { // of what would have been cut, too, something is in it
		if part, other := dot(vs[0], vs[i]), dot(vs[0], vs[3]); part < other+0.2 {
			t.Errorf("part %d: %.3f, something else: %.3f", i, part, other)
		}
	}
}

func TestRealWrongModels(t *testing.T) {
	c := client(t, llm.Config{})
	_, err := c.Chat(t.Context(), ask("not-there:7b", "Hello"), nil)
	wants(t, err, llm.ErrNoModel)
	if !strings.Contains(err.Error(), `"ollama pull not-there:7b"`) {
		t.Errorf("%q doesn't say how to install it", err)
	}
	_, _, err = c.Embed(t.Context(), "not-there", llm.Query, []string{"x"}, nil)
	wants(t, err, llm.ErrNoModel)
	_, err = c.Chat(t.Context(), ask(llmtest.RealEmbedModel, "Hello"), nil)
	wants(t, err, llm.ErrWrongUse)
	_, _, err = c.Embed(t.Context(), llmtest.RealChatModel, llm.Query, []string{"x"}, nil)
	wants(t, err, llm.ErrWrongUse)
}

func TestRealStreamStopsWhenCancelled(t *testing.T) {
	c := client(t, llm.Config{Host: llmtest.Private(t).Host})
	if _, err := c.Chat(t.Context(), ask(llmtest.RealChatModel, "Wake up."), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stopped time.Time
	n := 0
	reply, err := c.Chat(ctx, long(), func(string) error {
		if n++; n == 20 {
			stopped = time.Now()
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || reply.Text == "" {
		t.Errorf("error %v after %d bytes", err, len(reply.Text))
	}
	if d := time.Since(stopped); d > time.Second {
		t.Errorf("it took %v to stop", d)
	}
	begun := time.Now() // the server, too, has stopped: the next answer needn't wait
	if _, err := c.Chat(t.Context(), ask(llmtest.RealChatModel, "And now?"), nil); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(begun); d > 3*time.Second {
		t.Errorf("the next answer took %v", d)
	}
}

func TestRealStreamStopsWhenTheListenerHasEnough(t *testing.T) {
	enough := errors.New("enough")
	c := client(t, llm.Config{Host: llmtest.Private(t).Host})
	reply, err := c.Chat(t.Context(), long(), func(string) error { return enough })
	if !errors.Is(err, enough) || reply.Text == "" {
		t.Errorf("error %v, text %q", err, reply.Text)
	}
}

func TestRealServerThatStopsInTheMiddle(t *testing.T) {
	o := llmtest.Private(t)
	c := client(t, llm.Config{Host: o.Host})
	n := 0
	reply, err := c.Chat(t.Context(), long(), func(string) error {
		if n++; n == 20 {
			go o.Stop()
		}
		return nil
	})
	if n < 20 || len(reply.Text) < 20 {
		t.Errorf("%d pieces, %q", n, reply.Text)
	}
	wants(t, err, llm.ErrCut)
	o.Stop()
	_, err = c.Chat(t.Context(), ask(llmtest.RealChatModel, "Hello"), nil)
	wants(t, err, llm.ErrDown)
	_, _, err = c.Embed(t.Context(), llmtest.RealEmbedModel, llm.Query, []string{"x"}, nil)
	wants(t, err, llm.ErrDown)
	_, err = c.Models(t.Context())
	wants(t, err, llm.ErrDown)
	if h := c.Health(t.Context()); h.Running || h.Message.Empty() || h.Hint.Empty() {
		t.Errorf("%+v", h)
	}
}

func TestRealRunnerThatDiesInTheMiddle(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("finds the runner by /proc")
	}
	o := llmtest.Private(t)
	c := client(t, llm.Config{Host: o.Host})
	n := 0
	reply, err := c.Chat(t.Context(), long(), func(string) error {
		if n++; n == 20 {
			o.KillRunner(t)
		}
		return nil
	})
	if len(reply.Text) < 20 {
		t.Errorf("%q", reply.Text)
	}
	wants(t, err, llm.ErrCut)
	if _, err := c.Chat(t.Context(), ask(llmtest.RealChatModel, "Hello again"), nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
