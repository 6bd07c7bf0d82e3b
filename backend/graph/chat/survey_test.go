package chat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// slowly is a desk at which a model reads so slowly that the person is asked.
func slowly(t testing.TB) *desk {
	d, _, _ := plants(t)
	d.Speeds = new(rag.Speeds)
	for range 2 { // the first call may have loaded the model
		d.Speeds.Add(llmtest.ChatModel, rag.Cost{Calls: 1, TokensIn: 1000, TokensOut: 100, Millis: 100_000})
	}
	d.Config.AskAfter = 30
	return d
}

// asked runs a question up to what it asks the person.
func asked(t *testing.T, d *desk, question string) (*graph.Workflow[State], graph.Result[State], rag.Card) {
	t.Helper()
	app, err := d.Compile(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	turn := d.Turn(question)
	turn.Mode = Documents
	r, err := app.Start(context.Background(), ragtest.Thread, rag.Asking[State](turn)).Result()
	var card rag.Card
	if err != nil || len(r.Questions) != 1 || json.Unmarshal(r.Questions[0].Value, &card) != nil {
		t.Fatalf("%v, it asks %+v", err, r.Questions)
	}
	return app, r, card
}

func TestBeforeALongReadingThePersonIsAsked(t *testing.T) {
	for _, c := range []struct {
		reply, intent, says string
		steps               []string
		calls               bool // of the reading
	}{
		{"Read everything", IntentWhole, "Read: all 120 passages of 10 files.", []string{"reader", "reducer"}, true},
		{"2", IntentDirect, "We buy from", []string{"rewriter", "retriever", "generator"}, false},
		{"don't read", IntentWhole, "Nothing was read, as you wished.", nil, false},
	} {
		d := slowly(t)
		app, r, card := asked(t, d, "List all plants")
		if d.Calls() != 0 || !strings.Contains(card.Text, "Reading 120 passages of 10 files takes about") || len(card.Options) != 3 || r.State.Reading.Seconds < 30 {
			t.Fatalf("%d calls, %+v, %+v", d.Calls(), card, r.State.Reading)
		}
		if c.reply == "2" {
			d.Server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "We buy from Alder Metals [1]."} })
		}
		h, r, err := ragtest.Follow(app.AnswerAll(context.Background(), ragtest.Thread, map[string]any{r.Questions[0].ID: rag.Reply{Text: c.reply}}))
		if err != nil || r.State.Route.Intent != c.intent || !strings.Contains(r.State.Answer.Text, c.says) {
			t.Errorf("%s: %v, %s, %s", c.reply, err, r.State.Route.Intent, r.State.Answer.Text)
		}
		if !slices.Equal(h.Steps, append([]string{"consent"}, c.steps...)) {
			t.Errorf("%s: %v", c.reply, h.Steps)
		}
	}
}

func TestWhatTakesNoTimeIsReadWithoutAsking(t *testing.T) {
	d := slowly(t)
	d.Config.AskAfter = 3600
	if h := d.ask(Documents, "List all suppliers"); h.err != nil || slices.Contains(h.Steps, "consent") || !slices.Contains(h.Steps, "reducer") {
		t.Errorf("%v %v", h.err, h.Steps)
	}
}

func TestABatchOfWhichNothingUsableComesIsReadInHalves(t *testing.T) {
	d, gold, reader := plants(t)
	broken := 0
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		if sent := ragtest.Sent(r); llmtest.Purpose(r) == "items" && strings.Contains(sent, "Page 1 of the report on plant 0.") && strings.Count(sent, "<knowledge_base id=") > 2 {
			broken++
			return llmtest.Reply{Text: `{"found":[{"passage":99,"text":"x"}]}`}
		}
		return reader.Reply(r)
	})
	h := d.ask(Documents, "List all suppliers")
	if names, _ := listed(h.Answer.Text); h.err != nil || broken < 2 || !slices.Equal(names, gold.Names) {
		t.Errorf("%v, %d broken, %s", h.err, broken, h.Answer.Text)
	}
}

func TestAPassageThatNoModelReadsIsTold(t *testing.T) {
	d, gold, reader := plants(t)
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		if llmtest.Purpose(r) == "items" && strings.Contains(ragtest.Sent(r), "Page 5 of the report on plant 2.") {
			return llmtest.Reply{Text: "I can't."}
		}
		return reader.Reply(r)
	})
	h := d.ask(Documents, "List all suppliers")
	names, _ := listed(h.Answer.Text)
	if h.err != nil || len(names) >= len(gold.Names) || !strings.Contains(h.Answer.Text, "Of one passage the model made nothing usable.") {
		t.Errorf("%v, %d, %s", h.err, len(names), h.Answer.Text)
	}
}

func TestAModelThatCantBeAskedIsDoneWithout(t *testing.T) {
	d, _, _ := plants(t)
	d.Server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Status: 404, Error: "model not found"} })
	d.Attempts = 1
	h := d.ask(Documents, "Summarise all documents")
	if h.err != nil || h.Answer.Mode != rag.Read || !strings.Contains(h.Answer.Text, "Made without a model") || !h.Noted("could not be asked") {
		t.Errorf("%v %q %+v", h.err, h.Notes, h.Answer)
	}
}

func TestWhatNoPassageSaysIsLeftOut(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script(`{"found":[{"passage":1,"text":"zirkonium quarks"},{"passage":2,"text":"the rent"}]}`)
	h := d.ask(Documents, "List all duties in @Lease")
	if h.err != nil || strings.Contains(h.Answer.Text, "zirkonium") || !strings.Contains(h.Answer.Text, "- the rent: p. 2 [1]") || !h.Noted("Left out one thing") {
		t.Errorf("%v %q %s", h.err, h.Notes, h.Answer.Text)
	}
}
