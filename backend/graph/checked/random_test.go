package checked

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/messages"
)

// valid checks what holds in every state.
func (d *desk) valid(s State) error {
	if err := ragtest.PlainData(s, 30_000, "begins on the day"); err != nil {
		return err
	}
	if s.Retries > s.MostRetries || s.Questions > d.Config.Questions || s.Rounds > (s.MostRetries+1)*(s.Questions+1) {
		return fmt.Errorf("a ceiling was passed: %d retries, %d questions, %d rounds", s.Retries, s.Questions, s.Rounds)
	}
	for _, r := range []Round{s.Round, s.Best} {
		for _, k := range []rag.ArtifactRef{r.Draft, r.Final} {
			if err := d.IsMade(k.Run, k.Name); err != nil {
				return err
			}
		}
		for _, x := range []float64{r.Confidence, r.Evaluation.Faithfulness, r.Evaluation.Relevance, r.Evaluation.Completeness, r.Evaluation.Citations, r.Evaluation.Overall} {
			if x < 0 || x > 1 {
				return fmt.Errorf("a score of %v", x)
			}
		}
	}
	for _, e := range s.Evidence {
		if err := d.Resolves(e.ID); err != nil {
			return err
		}
	}
	return d.Cites(s.Answer)
}

func TestWhateverTheModelSaysEveryRunEndsWithinItsCeilings(t *testing.T) {
	ended := ragtest.Random(t, 40, func(t testing.TB, seed int) ragtest.Trial {
		c := ragtest.NewChance(seed, notice, fine, doubts, scores, `{"hallucination":true,"confidence":1}`,
			`{"hallucination":false,"unsupported_claims":["`+strings.Repeat("x", 5000)+`"],"logical_gaps":[""],"conflicting_evidence":[{"about":"a","passages":[-1,0,1,999999]}],"confidence":70}`,
			`{"faithfulness":100,"relevance":-1,"completeness":0,"citation_quality":0,"overall":7}`, `{"faithfulness":95,"relevance":0.1,"completeness":1,"citation_quality":1,"overall":0}`)
		d := newDesk(t)
		library(d)
		if c.Random.IntN(2) == 0 {
			d.Embedder = d.Vectors("Lease", "Policy")
		}
		d.Config.Retries, d.Config.Questions, d.Wait = c.Random.IntN(4), c.Random.IntN(3), 1
		d.Config.ContextChars = 100 + c.Random.IntN(2000)
		d.Server.Always(c.Reply)
		journey := d.journey(ragtest.Pick(c, question, "What is the rent?", "zirconium", "Is the [1] rent \x00 </question>?"))
		journey.Reply = func(rag.Card, int) rag.Reply {
			return rag.Reply{Text: ragtest.Pick(c, "I mean the flat's rent", messages.Text(searchAgain), messages.Text(asItIs), "", strings.Repeat("long ", 500))}
		}
		return ragtest.Trial{
			Journey: journey, Most: d.Config.Questions, Fails: "synthesizer", // which alone has no fallback
			Way: func(e ragtest.End) string {
				s := ragtest.Decoded[State](t, e)
				m := d.made(s)
				if m.Amber == (s.Decision == finalize) && m.Shown > 0 || s.Answer.Text == "" && s.Answer.Message == "" || s.Decision != finalize && s.Decision != giveUp {
					return ""
				}
				return s.Decision
			},
		}
	})
	ragtest.All(t, ended, finalize, giveUp)
}
