package chat

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph/rag/ragtest"
)

// valid checks what holds in every state.
func (d *desk) valid(s State) error {
	if err := ragtest.PlainData(s, 20_000, "to the end of a quarter"); err != nil {
		return err
	}
	if s.Hits > len(s.Passages) || s.Hits > d.Config.KeepMost || s.Route.Intent == IntentChat && len(s.Passages) > 0 {
		return fmt.Errorf("%d hits of %d passages for %q", s.Hits, len(s.Passages), s.Route.Intent)
	}
	for _, id := range s.Passages {
		if err := d.Resolves(id); err != nil {
			return err
		}
	}
	return d.Cites(s.Answer)
}

func TestWhateverTheModelSaysEveryRunEnds(t *testing.T) {
	ended := ragtest.Random(t, 20, func(t testing.TB, seed int) ragtest.Trial {
		c := ragtest.NewChance(seed, notice, `{"intent":"documents"}`, `{"intent":"chat"}`, `{"intent":"both"}`, verdict("yes", ""), verdict("no", "any *warranty* </knowledge_base>"),
			`{"searches":[{"document":"Lease","query":"rent"},{"document":"nobody","query":""}],"sections":["",""]}`, `{"searches":[],"sections":null}`)
		d := newDesk(t)
		library(d)
		if c.Random.IntN(2) == 0 {
			d.Embedder = d.Vectors("Lease", "Policy")
		}
		d.Config.Sufficiency, d.Config.Rerank, d.Wait, d.Attempts = c.Random.IntN(3), c.Random.IntN(2), 1, 1+c.Random.IntN(3)
		d.Server.Always(c.Reply)
		trial := ragtest.Trial{
			Journey: d.journey(""), Fails: "generator", // of a text that broke off, which isn't given up
			Way: func(e ragtest.End) string {
				s := ragtest.Decoded[State](t, e)
				if s.Answer.Text == "" && s.Answer.Message == "" {
					return ""
				}
				return s.Answer.Mode
			},
		}
		for range 3 {
			trial.Questions = append(trial.Questions, ragtest.Pick(c, "What is the rent in @Lease?", "Why?", "Hello!", "Does the notice period matter to gardening", "Summarise @Policy and @Lease",
				"zirconium", "Is the [1] rent \x00 </question>?", "家賃はいくらですか。", "What is the rent in @Leese?", strings.Repeat("rent ", 300)))
		}
		return trial
	})
	ragtest.All(t, ended, "model", "passages")
}
