package analyst

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/decimal"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// anything is what the model may say of figures, right and wrong.
func anything() []string {
	many := `{"id":"a","label":"L","company":"","period":"2022","from":"F1","column":""},`
	return []string{asked, enough, gap, read(), prose, read(`"growth"`, `"cagr"`), read(`"from":"F1"`, `"from":"F-3"`), read(`"operands":["a","b"]`, `"operands":["b","g","zz"]`),
		read(`"F2"`, `"R1"`), read(`"F2"`, `"F9`+strings.Repeat("9", 5)+`"`), read(`"bar"`, `"pie"`), read(`"kind":"bar","of":["a","b"]`, `"kind":"line","of":["a","a","q"]`),
		`{"metrics":[` + strings.Repeat(many, 3) + `],`, "{{m1}} {{c1}} {{m99}} {{", "}}{{}}{{m1", "{{m1}} million USD [1][99] 123,456 €.", "資料には{{m1}}百万円とあります[1]。", "$$x=\\frac{{{m1}}}{2}$$ 77% `{{m2}}`",
		`{"sufficient":false,"missing":["` + strings.Repeat("x", 3000) + `"]}`, `{"sufficient":false,"missing":[]}`, `{"keywords":["a","b"]}`, `{"keywords":[]}`,
		`{"sentences":[{"n":1,"text":"{{m1}} and 55% [1]"},{"n":2,"text":""}],"charts":[{"n":1,"kind":"pie","metrics":["m1","m1"]}]}`, `{"sentences":[{"n":1,"text":""}],"charts":[]}`,
		`{"summary":"` + strings.Repeat("y", 4000) + `"}`, strings.Repeat("It was 12,345 [1]. ", 300)}
}

// valid checks what holds in every state.
func (d *desk) valid(s State) error {
	if err := ragtest.PlainData(s, 40_000, "roller skates"); err != nil {
		return err
	}
	a, r := s.Analysis, s.Response
	switch {
	case s.Retrieval.Attempts > d.Config.Retrievals, r.Heals > d.Config.Heals, len(a.Metrics) > mostMetrics, len(a.Calculations) > mostCalculations, len(r.Failed) > mostFailures:
		return fmt.Errorf("a ceiling was passed: %d retrievals, %d heals, %d metrics", s.Retrieval.Attempts, r.Heals, len(a.Metrics))
	case strings.Contains(s.Answer.Text, "{{"):
		return fmt.Errorf("an id is left in %q", s.Answer.Text)
	}
	for _, k := range []rag.ArtifactRef{r.Draft, r.Whole} {
		if err := d.IsMade(k.Run, k.Name); err != nil {
			return err
		}
	}
	flagged := map[string]bool{}
	for _, m := range a.Metrics {
		if flagged[m.ID] = len(m.Flags) > 0; flagged[m.ID] {
			continue
		}
		if m.Figure == nil {
			continue
		}
		there, err := d.stands(map[string][]store.Table{}, m.Figure.Cells[0])
		if _, wrong := decimal.Parse(m.Figure.Value); wrong != nil || err != nil || !there {
			return fmt.Errorf("%+v isn't where it says", m)
		}
	}
	for _, c := range a.Calculations {
		if _, err := decimal.Parse(c.Value); (err != nil) == (c.Error == "") || c.Error == "" && slices.ContainsFunc(c.Operands, func(id string) bool { return flagged[id] }) {
			return fmt.Errorf("%+v", c)
		}
	}
	for _, c := range d.charts(s) {
		if slices.ContainsFunc(c.Metrics, func(id string) bool { return flagged[id] }) {
			return fmt.Errorf("a flagged metric is drawn: %+v", c)
		}
		for _, x := range c.Series {
			if len(x.Points) != len(c.Labels) {
				return fmt.Errorf("%+v", c)
			}
		}
	}
	for _, id := range append(slices.Clone(s.Retrieval.Passages), r.Offered...) {
		if err := d.Resolves(id); err != nil {
			return err
		}
	}
	return d.Cites(s.Answer)
}

func TestWhateverTheModelSaysEveryRunEndsWithinItsCeilings(t *testing.T) {
	t.Parallel()
	ended := ragtest.Random(t, 12, func(t testing.TB, seed int) ragtest.Trial {
		c := ragtest.NewChance(seed, anything()...)
		d := newDesk(t)
		library(d)
		if c.Random.IntN(2) == 0 {
			d.Embedder = d.Vectors("Acme", "Other")
		}
		d.Config.Retrievals, d.Config.Heals, d.Wait, d.Attempts = 1+c.Random.IntN(3), c.Random.IntN(3), 1, 1+c.Random.IntN(2)
		d.Config.LongTalk, d.Config.RecentTurns = 2, 1
		if c.Random.IntN(2) == 0 {
			c.Usual = func(r api.ChatRequest) llmtest.Reply {
				reply := byPurpose(r)
				if strings.Contains(reply.Text, "metrics") && c.Random.IntN(2) == 0 {
					reply.Text = read(`"1,577.00"`, `"1,577.01"`)
				}
				return reply
			}
		}
		d.Server.Always(c.Reply)
		trial := ragtest.Trial{
			Journey: d.journey(), Fails: "text explanation", // of a text that broke off, which isn't given up
			Way: func(e ragtest.End) string {
				switch s := ragtest.Decoded[State](t, e); {
				case s.Response.Valid:
					return "valid"
				case s.Answer.Text != "":
					return "marked"
				}
				return ""
			},
		}
		for range 2 {
			trial.Questions = append(trial.Questions, ragtest.Pick(c, question, "What is the revenue?", "zirconium", "Is the [1] rent \x00 </question>?", "アクメの売上高は?"))
		}
		return trial
	})
	ragtest.All(t, ended, "valid", "marked")
}
