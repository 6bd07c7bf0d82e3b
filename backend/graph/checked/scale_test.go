package checked

import (
	"math"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestAScaleMapsAnyModelToTheSameScores(t *testing.T) {
	c := Defaults()
	for _, s := range []Scale{{0, 1}, {.1, .5}, {.7, .88}, {-.1, .3}} {
		half := (s.Unrelated + s.Answering) / 2
		for cosine, want := range map[float64]float64{s.Unrelated: .35, s.Answering: .85, half: .60, 1.5: 1, -5: 0} {
			if got := s.score(cosine, c); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v: %v scores %v, not %v", s, cosine, got, want)
			}
		}
	}
	if got := c.coverage(.5); math.Abs(got-.60) > 1e-9 {
		t.Errorf("half of the words score %v", got)
	}
}

func TestTheBuiltInPairsAreWhole(t *testing.T) {
	n := map[string]int{}
	for line := range strings.Lines(pairsFile) {
		if parts := strings.Split(strings.TrimSpace(line), " | "); len(parts) == 3 {
			n[parts[0]]++
		} else if !strings.HasPrefix(line, "#") {
			t.Errorf("%q", line)
		}
	}
	if n["en"] < 6 || n["de"] < 3 || n["ja"] < 3 {
		t.Errorf("%v", n)
	}
}

func TestAModelIsMeasuredOnceByItsDigest(t *testing.T) {
	d := newDesk(t)
	e := &rag.Embedder{Client: d.Client, Model: llmtest.EmbedModel}
	scales := []*Scales{{Keeper: d.Store}, {Keeper: d.Store}} // before and after a start of the program
	for i, digest := range []string{"a", "a", "b", "a", "b"} {
		s, err := scales[i/3].of(t.Context(), e, store.VectorSpace{Model: e.Model, Digest: digest, Dim: llmtest.Dim})
		if err != nil || s.Unrelated < 0 || s.Answering < s.Unrelated+narrowest || s.Answering > 1 {
			t.Fatalf("%+v %v", s, err)
		}
	}
	if n := d.Server.Embeds(); n != 4 {
		t.Errorf("%d calls for two models", n)
	}
}

func TestWithVectorsTheScoresAreCalibratedCosines(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Lease", "Policy")
	before := d.Server.Embeds()
	d.round(notice, fine, scores)
	h := d.ask("the notice period is how many months to the end of a quarter")
	d.counts(h, 3, 1)
	if n := d.Server.Embeds() - before; n != 3 || !h.Search.ByMeaning { // the question, and the scale's two
		t.Errorf("%d calls to embed", n)
	}
	if h.err != nil || len(h.Evidence) == 0 || h.Evidence[0].ID != "id-Lease/0" || h.Search.Candidates < 2 || !h.Noted("Measuring") {
		t.Errorf("%v %+v %+v", h.err, h.Evidence, h.Search)
	}
	for _, e := range h.Evidence {
		if e.Score < .60 {
			t.Errorf("%+v was kept", e)
		}
	}
	d.round(notice, fine, scores)
	if h := d.ask("the notice period is how many months to the end of a quarter"); h.Noted("Measuring") || d.Server.Embeds()-before != 3 {
		t.Errorf("measured again, %d calls", d.Server.Embeds()-before)
	}
}

func TestADocumentWithoutVectorsIsScoredByItsWords(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Policy")
	d.round(notice, fine, scores)
	h := d.ask(question)
	if h.err != nil || len(h.Evidence) == 0 || h.Evidence[0].ID != "id-Lease/0" || h.Evidence[0].Score < .84 {
		t.Errorf("%v %+v", h.err, h.Evidence)
	}
}

func TestTheSearchIsTriedAgainAndThenGoesByWords(t *testing.T) {
	for drops, byWords := range map[int]bool{2: false, 3: true} {
		d := newDesk(t)
		library(d)
		d.Embedder = d.Vectors("Lease", "Policy")
		d.Server.DropEmbeds(drops)
		d.round(notice, fine, scores)
		h := d.ask("What is the notice period to the end of a quarter?")
		if h.err != nil || h.Search.ByMeaning == byWords || h.Noted("by words alone") != byWords || h.Retrievals != 1 {
			t.Errorf("%d drops: %v %+v %q", drops, h.err, h.Search, h.Notes)
		}
	}
}

func TestCoverageIsTheBestOfItsParts(t *testing.T) {
	text := store.Text{Name: "Lease", Heading: "Terms", Text: "The notice period is three months."}
	for _, c := range []struct {
		parts []string
		want  float64
	}{
		{[]string{"What is the notice period in the lease?"}, 1},
		{[]string{"zirconium quarks", "The notice period is long"}, 2. / 3},
		{[]string{"zirconium quarks", "months"}, 0}, // one word alone says too little
		{[]string{"months"}, 1},
		{[]string{"zirconium"}, 0},
		{nil, 0},
	} {
		if got := newCovers(c.parts).of(text); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q: %v", c.parts, got)
		}
	}
	ja := store.Text{Text: "本契約の期間は一年とする。"}
	if got := newCovers([]string{"契約の期間は？"}).of(ja); got != 1 {
		t.Errorf("Japanese: %v", got)
	}
}
