package proof

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/racetest"
	"lectern/backend/store"
)

// labelled is a sentence with the passage that it is held against, and what it is.
type labelled struct {
	Language, Kind, Passage, Sentence string
}

func labelledPairs(tb testing.TB) (out []labelled) {
	raw, err := os.ReadFile("testdata/support.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var p labelled
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			tb.Fatalf("pair %d: %v", len(out)+1, err)
		}
		out = append(out, p)
	}
	return out
}

// measured counts what became of the pairs of a kind.
type measured struct {
	pairs, verified, otherwise int
	scores                     []float64
}

func (m *measured) share(n int) float64 { return float64(n) / float64(m.pairs) }

// worse is the order of verdicts; within one, what more of the words bear out is better.
var worse = []string{store.Contradicted, store.NotFound, store.Partly, store.Verified}

func TestSupportOnLabelledPairs(t *testing.T) {
	racetest.Skip(t)
	kinds := map[string]map[string]*measured{}
	for _, p := range labelledPairs(t) {
		if kinds[p.Language] == nil {
			kinds[p.Language] = map[string]*measured{}
		}
		m := kinds[p.Language][p.Kind]
		if m == nil {
			m = &measured{}
			kinds[p.Language][p.Kind] = m
		}
		s, _ := SupportDefaults().Held(p.Sentence, p.Passage)
		m.pairs++
		m.scores = append(m.scores, float64(slices.Index(worse, s.Verdict))+s.Share)
		if s.Verdict == store.Verified {
			m.verified++
		}
		if s.Verdict == store.Contradicted {
			m.otherwise++
		}
	}
	for _, c := range []struct {
		language                                           string
		verified, contradicted                             float64 // at least, of true sentences and of contradicted ones that it says otherwise
		slipped, half                                      float64 // at most, of contradicted ones that are verified, and of half ones that it says otherwise
		againstHalf, againstContradicted, againstUnrelated float64 // AUC of true ones
	}{
		{"en", .62, .63, .12, .06, .91, .91, .97},
		{"de", .62, .88, .06, .06, .94, .94, .98},
		{"ja", .72, .64, .12, .10, .93, .88, .96},
	} {
		k := kinds[c.language]
		is := func(what string, got, least float64) {
			if got < least {
				t.Errorf("%s: %s %.3f, less than %.3f", c.language, what, got, least)
			}
		}
		is("true sentences verified", k["true"].share(k["true"].verified), c.verified)
		is("contradicted sentences said to be otherwise", k["contradicted"].share(k["contradicted"].otherwise), c.contradicted)
		is("contradicted sentences not verified", 1-k["contradicted"].share(k["contradicted"].verified), 1-c.slipped)
		is("half true sentences not verified", 1-k["half"].share(k["half"].verified), 1)
		is("half true sentences not said to be otherwise", 1-k["half"].share(k["half"].otherwise), 1-c.half)
		is("true sentences not said to be otherwise", 1-k["true"].share(k["true"].otherwise), .96)
		for _, kind := range []string{"reworded", "unrelated"} {
			is(kind+" sentences not said to be otherwise", 1-k[kind].share(k[kind].otherwise), 1)
			is(kind+" sentences not verified", 1-k[kind].share(k[kind].verified), 1)
		}
		is("AUC against half", areaUnder(k["true"].scores, k["half"].scores), c.againstHalf)
		is("AUC against contradicted", areaUnder(k["true"].scores, k["contradicted"].scores), c.againstContradicted)
		is("AUC against unrelated", areaUnder(k["true"].scores, k["unrelated"].scores), c.againstUnrelated)
	}
}

// areaUnder is how likely one of the first scores higher than one of the second; even scores count half.
func areaUnder(high, low []float64) float64 {
	sum := 0.0
	for _, a := range high {
		for _, b := range low {
			if a > b {
				sum++
			} else if a == b {
				sum += .5
			}
		}
	}
	return sum / float64(len(high)*len(low))
}

func TestAPassageSupportsItsOwnSentences(t *testing.T) {
	racetest.Skip(t)
	seen := map[string]bool{}
	for _, p := range labelledPairs(t) {
		if seen[p.Passage] {
			continue
		}
		seen[p.Passage] = true
		e := Evidence{}
		for _, s := range sentencesOf(p.Passage) {
			e.Sentences = append(e.Sentences, s.text)
		}
		and := map[string]string{"en": ", and ", "de": ", und ", "ja": "、"}[p.Language]
		claims := e.Sentences
		for i, s := range e.Sentences[1:] {
			claims = append(claims, strings.TrimRight(s, ".。")+and+e.Sentences[i])
		}
		for _, claim := range claims {
			if s := SupportDefaults().Claim(claim).By(e); s.Verdict != store.Verified {
				t.Errorf("%s\n   %s %s", claim, s.Verdict, s.Why)
			}
		}
	}
}

// BenchmarkSupport holds one sentence against a passage: at most a millisecond.
func BenchmarkSupport(b *testing.B) {
	pairs := labelledPairs(b)
	var evidence []Evidence
	for _, p := range pairs {
		e := Evidence{}
		for _, s := range sentencesOf(p.Passage) {
			e.Sentences = append(e.Sentences, s.text)
		}
		evidence = append(evidence, e)
	}
	for i := 0; b.Loop(); i++ {
		SupportDefaults().Claim(pairs[i%len(pairs)].Sentence).By(evidence[i%len(pairs)])
	}
}
