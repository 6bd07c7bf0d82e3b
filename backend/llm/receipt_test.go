package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// receipts has calls leave their receipts in a list.
func receipts(ctx context.Context) (context.Context, *[]llm.Call) {
	list := &[]llm.Call{}
	return llm.WithCalls(ctx, func(_ context.Context, c llm.Call) { *list = append(*list, c) }), list
}

// sayings are sentences as documents have them, by language.
var sayings = [][]string{
	{
		"The company reports a net revenue of $1,577 million for the year, an increase of 4.2 % over the last year. ",
		"According to the agreement, each party may end the contract by notice given three months before the end of the year. ",
		"Interest on the loan is paid each month from the account of the customer, and the bank may not increase the rate. ",
		"The results of the analysis show that the cost of energy in the city was high between 2014 and 2018. ",
		"Figure 12 and Table 3.4 provide the number of shares; the source is the annual report (page 118). ",
	},
	{
		"Die Gesellschaft meldet für das Geschäftsjahr einen Nettoumsatz von 1.577,0 Millionen Euro, 4,2 % mehr als im Vorjahr. ",
		"Nach dem Vertrag kann jede Partei mit einer Frist von drei Monaten zum Jahresende schriftlich kündigen. ",
		"Die Zinsen für das Darlehen werden monatlich vom Konto des Kunden abgebucht; die Bank darf den Satz nicht erhöhen. ",
		"Die Ergebnisse der Untersuchung zeigen, dass die Energiekosten der Städte zwischen 2014 und 2018 hoch waren. ",
	},
	{
		"当社の当年度の純売上高は1,577百万円で、前年度より4.2％増加しました。",
		"契約によれば、各当事者は年末の三か月前までに書面で通知することにより契約を終了できます。",
		"融資の利息は毎月顧客の口座から引き落とされ、銀行は金利を引き上げることができません。",
		"分析の結果、2014年から2018年までの都市のエネルギー費用は高かったことが分かりました。",
	},
}

// prompt is one of random length and languages: instructions, passages in blocks, a question.
func prompt(r *rand.Rand, passages int) llm.Request {
	var b strings.Builder
	for i := range passages {
		fmt.Fprintf(&b, "<passage id=\"%d\" page=\"%d\">\n", i+1, r.IntN(200))
		said := sayings[r.IntN(len(sayings))]
		for range 3 + r.IntN(6) {
			b.WriteString(said[r.IntN(len(said))])
		}
		b.WriteString("\n</passage>\n")
	}
	return llm.Request{Model: llmtest.RealChatModel, MaxTokens: 2, Messages: []llm.Message{
		{Role: "system", Content: "Answer the question from the passages and from nothing else. Quote the number of each passage that you use, as [2]. Say so if the passages do not tell."},
		{Role: "user", Content: b.String() + "\nQuestion: What was the revenue of the company in 2018?"},
	}}
}

func TestRealEstimateIsWithinTwoPercentAfterFiveCalls(t *testing.T) {
	c := client(t, llm.Config{NumCtx: 8192})
	r := rand.New(rand.NewPCG(1, 1))
	ctx, calls := receipts(t.Context())
	for range 10 {
		if _, err := c.Chat(ctx, prompt(r, 1+r.IntN(4)), nil); err != nil {
			t.Fatal(err)
		}
	}
	var off []float64
	sum := 0.0
	for _, call := range (*calls)[5:] {
		off = append(off, math.Abs(float64(call.Estimated-call.Counted))/float64(call.Counted))
		sum += off[len(off)-1]
		if call.Cut || call.Counted < 100 {
			t.Errorf("%d tokens counted of about %d, cut: %v", call.Counted, call.Estimated, call.Cut)
		}
	}
	mean, most := sum/float64(len(off)), slices.Max(off)
	t.Logf("off by %.2f %% in the mean, by %.2f %% at most", 100*mean, 100*most)
	if mean > .02 {
		t.Errorf("the estimate is off by %.1f %%", 100*mean)
	}
}

// meddling stands before a real server and changes what it is asked.
func meddling(t *testing.T, change func(ask map[string]any)) string {
	t.Helper()
	return meddlingWith(t, llmtest.Real(t), change)
}

func meddlingWith(t *testing.T, host string, change func(ask map[string]any)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if r.URL.Path == "/api/chat" && err == nil {
			ask := map[string]any{}
			if err = json.Unmarshal(raw, &ask); err == nil {
				change(ask)
				raw, err = json.Marshal(ask)
			}
		}
		if err != nil {
			t.Error(err)
		}
		through, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+host+r.URL.Path, bytes.NewReader(raw))
		if err != nil {
			t.Error(err)
			return
		}
		answer, err := http.DefaultClient.Do(through)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body) // what breaks off there breaks off here
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestRealCutIsSeen(t *testing.T) {
	old := func(ask map[string]any) { delete(ask, "truncate"); delete(ask, "shift") } // as before v0.12.6
	small := func(ask map[string]any) { old(ask); ask["options"].(map[string]any)["num_ctx"] = 1024 }
	conversation := prompt(rand.New(rand.NewPCG(1, 1)), 2)
	for i := range 12 {
		conversation.Messages = append(conversation.Messages,
			llm.Message{Role: "assistant", Content: strings.Repeat(sayings[0][i%5], 2)},
			llm.Message{Role: "user", Content: strings.Repeat(sayings[1][i%4], 2)})
	}
	for name, c := range map[string]struct {
		change func(map[string]any)
		numCtx int
		ask    llm.Request
	}{
		"an old server cuts the middle":                  {old, 1024, prompt(rand.New(rand.NewPCG(1, 2)), 12)},
		"an old server drops messages":                   {old, 1024, conversation},
		"a server that doesn't heed num_ctx":             {small, 16384, prompt(rand.New(rand.NewPCG(1, 2)), 12)},
		"one that doesn't, and drops messages":           {small, 16384, conversation},
		"one that doesn't, and a prompt a little longer": {small, 16384, prompt(rand.New(rand.NewPCG(1, 4)), 3)},
	} {
		t.Run(name, func(t *testing.T) {
			cl := client(t, llm.Config{Host: meddling(t, c.change), NumCtx: c.numCtx})
			ctx, calls := receipts(t.Context())
			_, err := cl.Chat(ctx, c.ask, nil)
			if errors.Is(err, llm.ErrContext) { // told before the call that it can't fit
				if c.numCtx != 1024 {
					t.Errorf("%v", err)
				}
				return
			}
			wants(t, err, llm.ErrTrimmed)
			call := (*calls)[0]
			if !call.Cut || call.Counted > 1024 || call.Estimated <= call.Counted || call.Problem == "" {
				t.Errorf("cut: %v, %d tokens counted of about %d, %q", call.Cut, call.Counted, call.Estimated, call.Problem)
			}
			size, err := cl.ContextOf(t.Context(), c.ask.Model)
			if err != nil || size != call.Counted {
				t.Errorf("it reads %d tokens at once, after %d were counted; %v", size, call.Counted, err)
			}
			if !llm.Transient(llm.ErrTrimmed) {
				t.Error("it isn't tried again")
			}
		})
	}
}

func TestRealPromptThatFitsIsNoCutOne(t *testing.T) {
	cl := client(t, llm.Config{Host: meddling(t, func(map[string]any) {}), NumCtx: 16384})
	ctx, calls := receipts(t.Context())
	texts := []string{
		strings.Repeat("company ", 400), strings.Repeat("zqxj", 150), strings.Repeat("3", 900), strings.Repeat("契約", 170),
		strings.Repeat("----------\n", 40), strings.Repeat("Ünïcödé ", 50), strings.Repeat("🙂", 100),
	}
	for _, text := range texts {
		r := ask(llmtest.RealChatModel, text)
		r.MaxTokens = 2
		if _, err := cl.Chat(ctx, r, nil); err != nil {
			t.Errorf("%.12q: %v", text, err)
		}
	}
	for _, call := range *calls {
		if call.Cut || call.Problem != "" {
			t.Errorf("%.12q: cut %v, %q", call.Messages[0].Content, call.Cut, call.Problem)
		}
	}
}

func TestReceiptHoldsWhatWasSent(t *testing.T) {
	c, s := scripted(t)
	s.Script(llmtest.Reply{Text: "Fine."}, llmtest.Reply{Status: 400, Error: "the input length exceeds the context length"})
	r := ask(llmtest.ChatModel, "What was the revenue?")
	r.Schema = json.RawMessage(`{"type":"object"}`)
	r.Given = llm.Given{Passages: []llm.GivenPassage{{Passage: "a/1", Doc: "Report", Page: 3, Label: "iii", Tokens: 40}}, Dropped: 2}
	ctx, calls := receipts(t.Context())
	if _, err := c.Chat(ctx, r, nil); err != nil {
		t.Fatal(err)
	}
	_, err := c.Chat(ctx, r, nil)
	wants(t, err, llm.ErrContext)
	if len(*calls) != 2 {
		t.Fatalf("%d receipts of two calls", len(*calls))
	}
	got, refused := (*calls)[0], (*calls)[1]
	if !slices.Equal(got.Messages, r.Messages) || string(got.Schema) != string(r.Schema) || got.Given.Passages[0] != r.Given.Passages[0] || got.Given.Dropped != 2 {
		t.Errorf("sent %+v, the receipt has %+v", r, got)
	}
	if got.NumCtx != 8192 || got.Counted != len("What was the revenue?")/4 || got.Answer != 1 || got.Estimated == 0 || got.Problem != "" || got.Cut {
		t.Errorf("%+v", got)
	}
	if refused.Problem != err.Error() || refused.Counted != 0 {
		t.Errorf("refused: %+v", refused)
	}
}

func TestOnlyAModelThatIsNotKnownYetIsProbed(t *testing.T) {
	s := llmtest.New(t)
	s.Always(func(_ api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Fine."} })
	asked := 0
	through, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(through)
	counter := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/chat" {
			asked++
		}
		body, err := io.ReadAll(r.Body) // at once: one that is still read when the answer has begun breaks off what is passed on
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(counter.Close)
	c, err := llm.New(llm.Config{Host: counter.URL})
	if err != nil {
		t.Fatal(err)
	}
	for call := range 8 {
		asked = 0
		r := prompt(rand.New(rand.NewPCG(uint64(call), 1)), 6)
		r.Model = llmtest.ChatModel
		if _, err := c.Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		if probed := asked > 1; probed != (call < 5) {
			t.Errorf("call %d took %d requests", call+1, asked)
		}
	}
}

// shelf keeps settings as the store does.
type shelf map[string][]byte

func (s shelf) Get(key string, v any) error {
	if s[key] == nil {
		return nil
	}
	return json.Unmarshal(s[key], v)
}

func (s shelf) Save(key string, v any) (err error) {
	s[key], err = json.Marshal(v)
	return err
}

func TestWhatIsLearntOfAVocabularyOutlivesTheProgram(t *testing.T) {
	s := llmtest.New(t)
	s.Always(func(_ api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Fine."} })
	kept := shelf{}
	off := func(calls int) float64 { // of the last estimate
		c, err := llm.New(llm.Config{Host: s.URL, Keeper: kept})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		ctx, heard := receipts(t.Context())
		for range calls {
			req := prompt(r, 6)
			req.Model = llmtest.ChatModel
			if _, err := c.Chat(ctx, req, nil); err != nil {
				t.Fatal(err)
			}
		}
		last := (*heard)[calls-1]
		return math.Abs(float64(last.Estimated-last.Counted)) / float64(last.Counted)
	}
	first := off(8)
	if again := off(1); again > .02 || first > .02 {
		t.Errorf("off by %.1f %% at the end, by %.1f %% after a new start", 100*first, 100*again)
	}
	s.Digest("d2")
	off(1)
	var models map[string]json.RawMessage
	if err := json.Unmarshal(kept["vocabularies"], &models); err != nil || len(models) != 2 {
		t.Errorf("%d models are known, want the old one and the new: %v", len(models), err)
	}
}
