package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// scripted is a client of a scripted server.
func scripted(t *testing.T) (*llm.Client, *llmtest.Server) {
	t.Helper()
	s := llmtest.New(t)
	c, err := llm.New(llm.Config{Host: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func TestHostIsReadAsOllamaReadsIt(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "http://127.0.0.1:11434",
		"  ":                         "http://127.0.0.1:11434",
		"127.0.0.1":                  "http://127.0.0.1:11434",
		"127.0.0.1:9000":             "http://127.0.0.1:9000",
		"example.com":                "http://example.com:11434",
		"localhost:9000":             "http://localhost:9000",
		":9000":                      "http://127.0.0.1:9000",
		"0.0.0.0":                    "http://127.0.0.1:11434",
		"0.0.0.0:9000":               "http://127.0.0.1:9000",
		"http://0.0.0.0:9000":        "http://127.0.0.1:9000",
		"[::]":                       "http://127.0.0.1:11434",
		"[::]:9000":                  "http://127.0.0.1:9000",
		"[::1]":                      "http://[::1]:11434",
		"[::1]:9000":                 "http://[::1]:9000",
		"http://example.com":         "http://example.com:80",
		"https://example.com":        "https://example.com:443",
		"https://example.com:9000":   "https://example.com:9000",
		"https://example.com/ollama": "https://example.com:443/ollama",
		"example.com/":               "http://example.com:11434",
		` "127.0.0.1:9000" `:         "http://127.0.0.1:9000",
		"'127.0.0.1'":                "http://127.0.0.1:11434",
	} {
		u, err := llm.ParseHost(in)
		if err != nil || u.String() != want && u.String() != want+"/" {
			t.Errorf("%q: %v, %v; want %s", in, u, err, want)
		}
	}
	for _, in := range []string{"ftp://example.com", "example.com:port", "example.com:0", "example.com:99999", "two words", "http://me@example.com"} {
		if u, err := llm.ParseHost(in); err == nil || !strings.Contains(err.Error(), "write it like") {
			t.Errorf("%q: %v, %v", in, u, err)
		}
	}
}

func TestModelsOnOtherMachinesAreLeftOut(t *testing.T) {
	c, s := scripted(t)
	s.Cloud("huge:cloud")
	models, err := c.Models(t.Context())
	if err != nil || len(models) != 2 {
		t.Errorf("%+v, %v", models, err)
	}
	_, err = c.Chat(t.Context(), ask("huge:cloud", "A secret"), nil)
	wants(t, err, llm.ErrNoModel)
	if n := len(s.Chats()); n != 0 {
		t.Errorf("%d questions left the machine", n)
	}
}

func TestNothingIsEverLeftToTheServerToCut(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: "Fine."})
	r := ask(llmtest.ChatModel, "Hello")
	r.MaxTokens = 7
	if _, err := c.Chat(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	got := s.Chats()[0]
	if got.Truncate == nil || *got.Truncate || got.Shift == nil || *got.Shift {
		t.Errorf("truncate %v, shift %v", got.Truncate, got.Shift)
	}
	if fmt.Sprint(got.Options["num_ctx"], got.Options["num_predict"]) != "4096 7" {
		t.Errorf("options %v", got.Options)
	}
}

func TestAnswerThatBreaksOffIsNotTakenForWhole(t *testing.T) {
	for name, reply := range map[string]llmtest.Reply{
		"connection lost":     {Text: "The revenue was ", Cut: true},
		"within a line":       {Text: "The revenue was ", Torn: true},
		"no word of the end":  {Text: "The revenue was ", Silent: true},
		"error in the stream": {Text: "The revenue was ", Error: "an error was encountered while running the model: unexpected EOF"},
		"error at once":       {Status: 500, Error: "llama runner process has terminated: signal: killed"},
		"runner gone":         {Status: 500, Error: "model runner has unexpectedly stopped, check ollama server logs for details"},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := scripted(t)
			s.Script(reply)
			got, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "What was the revenue?"), nil)
			wants(t, err, llm.ErrCut)
			if got.Text != reply.Text {
				t.Errorf("text so far %q, want %q", got.Text, reply.Text)
			}
		})
	}
}

func TestRefusalsAreToldApart(t *testing.T) {
	for said, want := range map[string]struct {
		status int
		kind   error
	}{
		"the input length exceeds the context length":                                           {400, llm.ErrContext},
		"prompt is too long":                                                                    {400, llm.ErrContext},
		"model requires more system memory (12.0 GiB) than is available (3.1 GiB)":              {500, llm.ErrMemory},
		"llama runner process has terminated: cudaMalloc failed: out of memory":                 {500, llm.ErrMemory},
		"model 'scripted:latest' not found":                                                     {404, llm.ErrNoModel},
		`"scripted:latest" does not support chat`:                                               {400, llm.ErrWrongUse},
		"llama runner process has terminated: exit status 2":                                    {500, llm.ErrCut},
		"do load request: Post \"http://127.0.0.1:4/load\": EOF":                                {500, llm.ErrCut},
		"an error was encountered while running the model: wsarecv: existing connection closed": {500, llm.ErrCut},
	} {
		c, s := scripted(t)
		s.Script(llmtest.Reply{Status: want.status, Error: said})
		_, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
		if !errors.Is(err, want.kind) {
			t.Errorf("%q: %v, want %v", said, err, want.kind)
		}
	}
}

func TestOnlyWhatBrokeOffIsWorthAnotherAttempt(t *testing.T) {
	for name, c := range map[string]struct {
		reply     llmtest.Reply
		transient bool
	}{
		"the connection drops before the first word": {llmtest.Reply{Cut: true}, true},
		"the connection drops in mid answer":         {llmtest.Reply{Text: "The revenue ", Cut: true}, true},
		"the stream is torn":                         {llmtest.Reply{Text: "The revenue ", Torn: true}, true},
		"the stream ends without a word":             {llmtest.Reply{Text: "The revenue ", Silent: true}, true},
		"the model's process ended":                  {llmtest.Reply{Status: 500, Error: "llama runner process has terminated"}, true},
		"not installed":                              {llmtest.Reply{Status: 404, Error: "model not found"}, false},
		"wrong use":                                  {llmtest.Reply{Status: 400, Error: "it does not support chat"}, false},
		"too long":                                   {llmtest.Reply{Status: 400, Error: "the input length exceeds the context length"}, false},
		"no memory":                                  {llmtest.Reply{Status: 500, Error: "model requires more system memory"}, false},
		"something else":                             {llmtest.Reply{Status: 500, Error: "no idea"}, false},
	} {
		client, s := scripted(t)
		s.Script(c.reply)
		_, err := client.Chat(t.Context(), ask(llmtest.ChatModel, "What was the revenue?"), nil)
		if err == nil || llm.Transient(err) != c.transient {
			t.Errorf("%s: %v", name, err)
		}
	}
	client, s := scripted(t)
	s.Script(slices.Repeat([]llmtest.Reply{{Text: "no JSON"}}, 2)...)
	var out struct{}
	if err := client.Structured(t.Context(), ask(llmtest.ChatModel, "Hello"), &out); !errors.Is(err, llm.ErrFormat) || llm.Transient(err) {
		t.Errorf("format: %v", err)
	}
	s.CloseClientConnections()
	s.Close()
	_, err := client.Chat(t.Context(), ask(llmtest.ChatModel, "Hello"), nil)
	wants(t, err, llm.ErrDown)
	if llm.Transient(err) {
		t.Errorf("not running: %v", err)
	}
}

func TestCallsTellWhatTheyCost(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: "Twelve euros."}, llmtest.Reply{Text: "Twelve ", Cut: true})
	var heard []llm.Usage
	ctx := llm.WithUsage(t.Context(), func(_ context.Context, u llm.Usage) { heard = append(heard, u) })
	if _, err := c.Chat(ctx, ask(llmtest.ChatModel, "What was the revenue?"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Chat(ctx, ask(llmtest.ChatModel, "What was the revenue?"), nil); !errors.Is(err, llm.ErrCut) {
		t.Fatal(err)
	}
	if _, _, err := c.Embed(ctx, llmtest.EmbedModel, llm.Query, []string{"two words"}, nil); err != nil {
		t.Fatal(err)
	}
	want := []llm.Usage{{Model: llmtest.ChatModel, In: 5, Out: 3}, {Model: llmtest.ChatModel}, {Model: llmtest.EmbedModel, In: 2}}
	if !slices.Equal(heard, want) {
		t.Errorf("%+v", heard)
	}
}

func TestListenersErrorIsReturnedAsItIs(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: "one two three"})
	enough := errors.New("enough")
	if _, err := c.Chat(t.Context(), ask(llmtest.ChatModel, "Count"), func(string) error { return enough }); err != enough {
		t.Errorf("error %v", err)
	}
}

func TestCancelledChatTellsWhy(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: llmtest.Words(1000), Pause: 10 * time.Millisecond})
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the person pressed Stop")
	n := 0
	reply, err := c.Chat(ctx, ask(llmtest.ChatModel, "Count"), func(string) error {
		if n++; n == 3 {
			cancel(why)
		}
		return nil
	})
	if !errors.Is(err, why) || reply.Text == "" {
		t.Errorf("error %v, text %q", err, reply.Text)
	}
}

type verdict struct {
	Relevant bool   `json:"relevant"`
	Why      string `json:"why"`
}

func (v verdict) Validate() error {
	if v.Why == "" {
		return errors.New("why is missing")
	}
	return nil
}

func TestStructuredAnswerIsRepairedOnce(t *testing.T) {
	for name, first := range map[string]string{"no JSON": "Certainly!", "incomplete": `{"relevant":true}`} {
		t.Run(name, func(t *testing.T) {
			c, s := scripted(t)
			s.Script(llmtest.Reply{Text: first}, llmtest.Reply{Text: `{"relevant":true,"why":"it names the year"}`})
			var v verdict
			r := ask(llmtest.ChatModel, "Is it relevant?")
			r.Schema, r.Temperature = json.RawMessage(`{"type":"object"}`), 1
			if err := c.Structured(t.Context(), r, &v); err != nil || v.Why != "it names the year" {
				t.Fatalf("%+v, %v", v, err)
			}
			chats := s.Chats()
			if len(chats) != 2 || len(chats[1].Messages) != 3 || len(r.Messages) != 1 {
				t.Fatalf("%d calls, the caller's request has %d messages", len(chats), len(r.Messages))
			}
			if said := chats[1].Messages[1]; said.Role != "assistant" || said.Content != first {
				t.Errorf("its answer was sent back as %+v", said)
			}
			if !strings.Contains(chats[1].Messages[2].Content, "That is not valid") || chats[1].Options["temperature"] != 0.0 {
				t.Errorf("%+v", chats[1])
			}
		})
	}
}

func TestStructuredAnswerThatStaysWrongIsAnError(t *testing.T) {
	c, s := scripted(t)
	s.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Certainly!"} })
	wants(t, c.Structured(t.Context(), ask(llmtest.ChatModel, "Is it relevant?"), &verdict{}), llm.ErrFormat)
	if n := len(s.Chats()); n != 2 {
		t.Errorf("%d calls", n)
	}
}

func TestStructuredAnswersLeaveTheirFaultsInTheReceipts(t *testing.T) {
	fine := llmtest.Reply{Text: `{"relevant":true,"why":"it names the year"}`}
	for name, test := range map[string]struct {
		replies []llmtest.Reply
		want    []llm.Call
	}{
		"fine":               {[]llmtest.Reply{fine}, []llm.Call{{}}},
		"repaired":           {[]llmtest.Reply{{Text: `{"relevant":true}`}, fine}, []llm.Call{{Fault: "why is missing"}, {Repair: true}}},
		"wrong to the end":   {[]llmtest.Reply{{Text: `{}`}, {Text: `{}`}}, []llm.Call{{Fault: "why is missing"}, {Fault: "why is missing", Repair: true}}},
		"too long":           {[]llmtest.Reply{{Text: `{"relevant":tr`, Full: true}, fine}, []llm.Call{{Fault: "it was cut off because it is too long; write much less"}, {Repair: true}}},
		"no room for a next": {[]llmtest.Reply{{Text: `{}`}, {Status: 400, Error: "the input length exceeds the context length"}}, []llm.Call{{Fault: "why is missing"}, {}}},
	} {
		c, s := scripted(t)
		s.Script(test.replies...)
		var got []llm.Call
		ctx := llm.WithCalls(t.Context(), func(_ context.Context, call llm.Call) {
			got = append(got, llm.Call{Fault: call.Fault, Repair: call.Repair})
		})
		err := c.Structured(ctx, ask(llmtest.ChatModel, "Is it relevant?"), &verdict{})
		if fmt.Sprint(got) != fmt.Sprint(test.want) || (err != nil) != (test.want[len(test.want)-1].Fault != "" || name == "no room for a next") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if err != nil {
			wants(t, err, llm.ErrFormat)
		}
	}
}

func TestALongAnswerThatIsWrongIsSentBackInPart(t *testing.T) {
	c, s := scripted(t)
	text := `{"why":"`
	for i := range 1000 {
		text += fmt.Sprintf("the year %d, ", i)
	}
	s.Script(llmtest.Reply{Text: text, Full: true}, llmtest.Reply{Text: `{"relevant":true,"why":"it names the year"}`})
	if err := c.Structured(t.Context(), ask(llmtest.ChatModel, "Is it relevant?"), &verdict{}); err != nil {
		t.Fatal(err)
	}
	sent := s.Chats()[1].Messages
	if n := len(sent[1].Content); n > 1100 || !strings.Contains(sent[2].Content, "too long") {
		t.Errorf("%d bytes were sent back, with %q", n, sent[2].Content)
	}
}

func TestStructuredAnswerThatBreaksOffIsNotRepaired(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: `{"relevant":`, Cut: true})
	wants(t, c.Structured(t.Context(), ask(llmtest.ChatModel, "Is it relevant?"), &verdict{}), llm.ErrCut)
}

// passages are n texts, each with a word of its own.
func passages(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("passage about subject%d", i)
	}
	return out
}

func TestTextThatCannotBeEmbeddedIsNamed(t *testing.T) {
	for name, spoil := range map[string]func(*llmtest.Server){
		"refused":   func(s *llmtest.Server) { s.Bad("subject41") },
		"no vector": func(s *llmtest.Server) { s.Useless("subject41") },
	} {
		t.Run(name, func(t *testing.T) {
			c, s := scripted(t)
			spoil(s)
			_, _, err := c.Embed(t.Context(), llmtest.EmbedModel, llm.Document, passages(70), nil)
			var bad *llm.BadText
			if !errors.As(err, &bad) || bad.Index != 41 {
				t.Errorf("error %v, want that of the text with the index 41", err)
			}
		})
	}
}

func TestBatchWithoutABadTextIsNotTakenApart(t *testing.T) {
	c, s := scripted(t)
	var done []int
	vs, digest, err := c.Embed(t.Context(), llmtest.EmbedModel, llm.Document, passages(70), func(n int) { done = append(done, n) })
	if err != nil || len(vs) != 70 || s.Embeds() != 3 || fmt.Sprint(done) != "[32 64 70]" {
		t.Errorf("%d vectors by %d calls, progress %v, %v", len(vs), s.Embeds(), done, err)
	}
	if digest != "d1"+llmtest.EmbedModel {
		t.Errorf("digest %q", digest)
	}
}

func TestTextTooLongIsEmbeddedInHalves(t *testing.T) {
	c, s := scripted(t)
	s.Context(20)
	long := strings.Repeat("first ", 30) + strings.Repeat("last ", 30)
	vs, _, err := c.Embed(t.Context(), llmtest.EmbedModel, llm.Document, []string{"short", long, "first", "last"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := dot(vs[1], vs[2]), dot(vs[1], vs[3]); a < 0.3 || b < 0.3 || math.Abs(a-b) > 0.2 {
		t.Errorf("nearness to its beginning %.2f, to its end %.2f", a, b)
	}
}

func TestServerThatGoesAwayIsNoBadText(t *testing.T) {
	c, s := scripted(t)
	_, _, err := c.Embed(t.Context(), llmtest.EmbedModel, llm.Document, passages(70), func(int) { s.CloseClientConnections(); s.Close() })
	wants(t, err, llm.ErrDown)
	var bad *llm.BadText
	if errors.As(err, &bad) {
		t.Errorf("the text %d is blamed", bad.Index)
	}
}

func TestTextsGetThePrefixesOfTheirModel(t *testing.T) {
	c, s := scripted(t)
	type pair struct{ query, document string }
	const sentence = "Represent this sentence for searching relevant passages: "
	for model, want := range map[string]pair{
		"nomic-embed-text:latest":                               {"search_query: ", "search_document: "},
		"embedders/nomic-embed-text-v2-moe:latest":              {"search_query: ", "search_document: "},
		"embeddinggemma:300m":                                   {"task: search result | query: ", "title: none | text: "},
		"hf.co/embedders/EmbeddingGemma-300m-GGUF:Q4_0":         {"task: search result | query: ", "title: none | text: "},
		"mxbai-embed-large:latest":                              {sentence, ""},
		"snowflake-arctic-embed2:latest":                        {"query: ", ""},
		"hf.co/someone/snowflake-arctic-embed-l-v2.0-gguf:Q8_0": {"query: ", ""},
		"snowflake-arctic-embed:m":                              {sentence, ""},
		"embedders/intfloat-multilingual-e5-large:f16":          {"query: ", "passage: "},
		"embedders/e5-large-v2:latest":                          {"query: ", "passage: "},
		"embedders/bge-large:latest":                            {sentence, ""},
		"embedders/bge-m3:latest":                               {"", ""},
		"embedders/bge-large-zh-v1.5:latest":                    {"为这个句子生成表示以用于检索相关文章：", ""},
		"granite-embedding:278m":                                {"", ""},
		"embedders/paraphrase-multilingual:latest":              {"", ""},
		"unheard-of-embed:latest":                               {"", ""},
	} {
		s.Models(llmtest.EmbedModel, model)
		for p, prefix := range map[llm.Purpose]string{llm.Query: want.query, llm.Document: want.document} {
			embed := func(model, text string) []float32 {
				vs, _, err := c.Embed(t.Context(), model, p, []string{text}, nil)
				if err != nil {
					t.Fatalf("%s: %v", model, err)
				}
				return vs[0]
			}
			if d := dot(embed(model, "revenue"), embed(llmtest.EmbedModel, prefix+"revenue")); d < 0.999 {
				t.Errorf("%s: %q: nearness %.3f", model, prefix, d)
			}
		}
	}
}

func TestWindowKeepsTheNewest(t *testing.T) {
	history := []llm.Message{{Content: "aaaa"}, {Content: "bbb"}, {Content: "cc"}, {Content: "d"}}
	count := func(s string) int { return len(s) }
	for budget, want := range map[int]int{0: 0, 1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 9: 3, 10: 4, 99: 4} {
		kept, dropped := llm.Window(history, budget, count)
		if len(kept) != want || dropped != 4-want || want > 0 && kept[want-1].Content != "d" {
			t.Errorf("%d tokens: %v kept, %d dropped", budget, kept, dropped)
		}
	}
}

func TestTokensAreLearntFromTheServer(t *testing.T) {
	c, s := scripted(t) // which counts four characters a token
	text := strings.Repeat("word ", 200)
	before := c.Tokens(llmtest.ChatModel, text)
	s.Script(llmtest.Reply{Text: "Fine."})
	if _, err := c.Chat(t.Context(), ask(llmtest.ChatModel, text), nil); err != nil {
		t.Fatal(err)
	}
	after := c.Tokens(llmtest.ChatModel, text)
	if after >= before || after < len(text)/4 {
		t.Errorf("%d tokens before, %d after; there are %d", before, after, len(text)/4)
	}
}
