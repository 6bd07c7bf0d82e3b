package report

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/pdfout"
	"lectern/backend/web"
)

// valid checks what holds in every state.
func (b *bench) valid(s State) error {
	if err := ragtest.PlainData(s, 60_000, "begins on the day"); err != nil {
		return err
	}
	if s.Loops > b.Config.Loops || s.Round.Number > b.Config.Loops+1 || len(s.Results) > b.Config.MostResults || len(s.Processed) > len(s.Results) {
		return fmt.Errorf("a ceiling was passed: %d loops, round %d, %d results", s.Loops, s.Round.Number, len(s.Results))
	}
	keys := map[string]bool{}
	for _, f := range s.Results {
		if keys[f.Key] {
			return fmt.Errorf("%s is there twice", f.Key)
		}
		keys[f.Key] = true
		err := b.IsMade(f.Kept.Run, f.Kept.Name)
		if f.Passage != "" {
			err = b.Resolves(f.Passage)
		} else if f.Kept.Name == "" {
			err = fmt.Errorf("%s is kept nowhere", f.Key)
		}
		if err != nil {
			return err
		}
	}
	for _, k := range append(slices.Clone(s.Processed), s.Round.Draft, s.Best.Draft, s.Report) {
		if err := b.IsMade(k.Run, k.Name); err != nil {
			return err
		}
	}
	for _, r := range []Round{s.Round, s.Best} {
		v := r.Verification
		if v.Passed+v.Review+v.Failed != len(v.Claims) || len(v.Claims) > b.Config.Claims || v.PassRatio < 0 || v.PassRatio > 1 || v.Mean < 0 || v.Mean > 1 {
			return fmt.Errorf("%+v", v)
		}
		for _, n := range r.Given {
			if n < 1 || n > len(s.Results) {
				return fmt.Errorf("S%d is none of %d", n, len(s.Results))
			}
		}
	}
	return b.Cites(s.Answer)
}

func TestWhateverTheModelSaysEveryRunEndsWithinItsCeilings(t *testing.T) {
	ended := ragtest.Random(t, 40, func(t testing.TB, seed int) ragtest.Trial {
		c := ragtest.NewChance(seed, notice, checks(.9), checks(.5), checks(.1, "It says otherwise"), "[S1]", "[S7][S1-S3]", "[S99] [3]", "The rent is 123,456 euros [S2].",
			"解約予告期間は三か月です[S1]。「賃料は」900ユーロ【S2】。", "```\n[S2]\n", "| a | b |\n|---|---|\n| 1 | 2 [S1] |", "# Heading\n\n## [S1]\n", `{"checks":[{"claim":1,"confidence":NaN}]}`,
			`{"checks":[{"claim":-1,"confidence":70,"contradiction":""},{"claim":1,"confidence":1,"contradiction":"`+strings.Repeat("x", 5000)+`"}]}`,
			`{"checks":[{"claim":1,"confidence":-3,"contradiction":null}]}`, strings.Repeat("The rent is 900 euros [S1]. ", 300))
		b := newBench(t)
		library3(b)
		b.Config.Loops, b.Wait = c.Random.IntN(4), 1
		if seed%20 == 7 {
			b.PDF = pdfout.Write
		}
		if c.Random.IntN(3) == 0 {
			n := &net{
				first: []web.Result{page1(1, ragtest.Pick(c, c.Own...)), page1(2, ""), {Address: "http://127.0.0.1/"}, page1(3, strings.Repeat("<p>a | b", 500))},
				pages: map[string]string{"https://example.com/2": ragtest.Pick(c, c.Own...)},
			}
			b.Web, b.Pages = n, n
		}
		b.Server.Always(c.Reply)
		return ragtest.Trial{
			Journey: b.journey(ragtest.Pick(c, asked, "Wie hoch ist die Miete in der Lease?", "zirconium", "Is the [1] rent \x00 </question>?", "家賃は900ユーロですか。")),
			Fails:   "node llm", // the draft has a fallback only where it is too long or empty
			Way: func(e ragtest.End) string {
				s := ragtest.Decoded[State](t, e)
				md, err := os.ReadFile(s.Paths.Markdown)
				switch {
				case err != nil || s.Paths.PDF == "" || s.Answer.Text == "" || e.Steps[len(e.Steps)-1] != "report" || strings.Contains(string(md), "](javascript"):
					return ""
				case s.Best.Plain:
					return "plain"
				case s.Loops > 0:
					return "loops"
				}
				return "straight"
			},
		}
	})
	ragtest.All(t, ended, "error", "plain", "loops", "straight")
}
