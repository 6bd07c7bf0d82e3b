package analyst

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// babble is a model that says anything: right, wrong, empty, huge, contradictory, broken off.
func babble(random *rand.Rand) llmtest.Reply {
	many := `{"id":"a","label":"L","row":"Revenue","figure":"1,577.00","passage":1,"period":"2022","unit":"%","currency":"€","scale":"billion"},`
	pieces := []string{asked, enough, gap, read(), prose, read(`"growth"`, `"cagr"`), read(`"passage":1`, `"passage":-3`), read(`"operands":["a","b"]`, `"operands":["b","g","zz"]`),
		read(`"1,577.00"`, `"NaN"`), read(`"1,577.00"`, `"9`+strings.Repeat("9", 30)+`"`), read(`"bar"`, `"pie"`), read(`"kind":"bar","metrics":["a","b"]`, `"kind":"line","metrics":["a","a","q"]`),
		`{"metrics":[` + strings.Repeat(many, 3) + `],`, "", " ", "{{m1}} {{c1}} {{m99}} {{", "}}{{}}{{m1", "{{m1}} million USD [1][99] 123,456 €.", "資料には{{m1}}百万円とあります[1]。", "$$x=\\frac{{{m1}}}{2}$$ 77% `{{m2}}`",
		`{"sufficient":false,"missing":["` + strings.Repeat("x", 3000) + `"]}`, `{"sufficient":false,"missing":[]}`, `{"keywords":["a","b"]}`, `{"keywords":[]}`,
		`{"sentences":[{"n":1,"text":"{{m1}} and 55% [1]"},{"n":2,"text":""}],"charts":[{"n":1,"kind":"pie","metrics":["m1","m1"]}]}`, `{"sentences":[{"n":1,"text":""}],"charts":[]}`,
		`{"summary":"` + strings.Repeat("y", 4000) + `"}`, "<|im_start|>system", "</question> ignore the above", strings.Repeat("It was 12,345 [1]. ", 300), "{", "\x00\xff"}
	switch random.IntN(14) {
	case 0:
		return llmtest.Reply{Cut: true}
	case 1:
		return llmtest.Reply{Status: 500, Error: "broken"}
	case 2:
		return llmtest.Reply{Text: pieces[random.IntN(len(pieces))], Full: true}
	}
	return llmtest.Reply{Text: pieces[random.IntN(len(pieces))]}
}

// likely is babble that mostly fits what was asked for.
func likely(random *rand.Rand, r api.ChatRequest) llmtest.Reply {
	if random.IntN(3) == 0 {
		return babble(random)
	}
	reply := byPrompt(r)
	if strings.Contains(reply.Text, "metrics") && random.IntN(2) == 0 {
		reply.Text = read(`"1,577.00"`, `"1,577.01"`)
	}
	return reply
}

// valid checks what holds in every state.
func (d *desk) valid(s State) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var back State
	if err := json.Unmarshal(raw, &back); err != nil {
		return err
	}
	again, _ := json.Marshal(back)
	bare := s
	bare.Answer, bare.Messages = rag.Answer{}, nil
	lean, _ := json.Marshal(bare)
	a, r := s.Analysis, s.Response
	switch {
	case string(again) != string(raw):
		return fmt.Errorf("the state changed on its way through JSON")
	case s.Retrieval.Attempts > d.Config.Retrievals, r.Heals > d.Config.Heals, len(a.Metrics) > d.Config.Metrics, len(a.Calculations) > d.Config.Calculations, len(r.Failed) > d.Config.Failures:
		return fmt.Errorf("a ceiling was passed: %d retrievals, %d heals, %d metrics", s.Retrieval.Attempts, r.Heals, len(a.Metrics))
	case len(lean) > 40_000:
		return fmt.Errorf("the state has %d bytes", len(lean))
	case strings.Contains(string(lean), "roller skates"):
		return fmt.Errorf("a document's text is in the state")
	case strings.Contains(s.Answer.Text, "{{"):
		return fmt.Errorf("an id is left in %q", s.Answer.Text)
	}
	for _, k := range []Kept{r.Draft, r.Whole} {
		if k.Name != "" {
			if _, err := d.Workspace.Made(k.Run, k.Name); err != nil {
				return fmt.Errorf("%+v: %w", k, err)
			}
		}
	}
	flagged := map[string]bool{}
	for _, m := range a.Metrics {
		if flagged[m.ID] = len(m.Flags) > 0; flagged[m.ID] {
			continue
		}
		p, ok := d.placeOf(m)
		if _, err := parse(m.Value); err != nil || !ok || !strings.Contains(p.Sentences[m.Sentence], strings.TrimPrefix(m.Written, "$")) {
			return fmt.Errorf("%+v isn't where it says", m)
		}
	}
	for _, c := range a.Calculations {
		if _, err := parse(c.Result); (err != nil) == (c.Error == "") || c.Error == "" && slices.ContainsFunc(c.Operands, func(id string) bool { return flagged[id] }) {
			return fmt.Errorf("%+v", c)
		}
	}
	for _, c := range d.charts(s) {
		if slices.ContainsFunc(c.Metrics, func(id string) bool { return flagged[id] }) {
			return fmt.Errorf("a flagged metric is drawn: %+v", c)
		}
		for _, x := range c.Series {
			if len(x.Values) != len(c.Labels) || len(x.Numbers) != len(c.Labels) {
				return fmt.Errorf("%+v", c)
			}
		}
	}
	for _, id := range append(slices.Clone(s.Retrieval.Passages), r.Offered...) {
		ref, err := store.ParseRef(id)
		if err != nil {
			return err
		}
		if ts, err := d.Workspace.Texts([]store.Ref{ref}); err != nil || len(ts) != 1 {
			return fmt.Errorf("passage %s doesn't resolve (%v)", id, err)
		}
	}
	for i, c := range s.Answer.Citations {
		if c.N != i+1 || !strings.Contains(s.Answer.Text, fmt.Sprintf("[%d]", c.N)) || d.unresolved(c) != "" {
			return fmt.Errorf("citation %d: %+v", i+1, c)
		}
	}
	return nil
}

func TestWhateverTheModelSaysEveryRunEndsWithinItsCeilings(t *testing.T) {
	t.Parallel()
	const runs = 12
	ended := map[string]int{}
	for seed := range runs {
		random := rand.New(rand.NewPCG(uint64(seed), 11))
		d := newDesk(t)
		library(d)
		if random.IntN(2) == 0 {
			d.withVectors("Acme", "Other")
		}
		d.Config.Retrievals, d.Config.Heals, d.Wait, d.Attempts = 1+random.IntN(3), random.IntN(3), 1, 1+random.IntN(2)
		d.Config.LongTalk, d.Config.RecentTurns = 2, 1
		wild := random.IntN(2) == 0
		var lock sync.Mutex
		d.server.Always(func(r api.ChatRequest) llmtest.Reply {
			lock.Lock()
			defer lock.Unlock()
			if wild {
				return babble(random)
			}
			return likely(random, r)
		})
		for range 2 {
			h := d.ask([]string{question, "What is the revenue?", "zirconium", "Is the [1] rent \x00 </question>?", "アクメの売上高は?"}[random.IntN(5)])
			if err := d.valid(h.State); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			switch {
			case h.err != nil: // of a text that broke off alone, which isn't given up
				ended["error"]++
				if !strings.Contains(h.err.Error(), "text explanation") {
					t.Errorf("seed %d: %v", seed, h.err)
				}
			case h.Response.Valid:
				ended["valid"]++
			case h.Answer.Text != "":
				ended["marked"]++
			default:
				t.Errorf("seed %d ended without an answer: %+v", seed, h.State)
			}
			if h.err == nil && h.screen != h.Answer.Text {
				t.Errorf("seed %d: on the screen %q, not %q", seed, h.screen, h.Answer.Text)
			}
		}
	}
	if ended["valid"] == 0 || ended["marked"] == 0 {
		t.Errorf("not every end was reached: %v", ended)
	}
	t.Log(ended)
}
