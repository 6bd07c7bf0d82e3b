package checked

import (
	"math"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

func TestAScaleMapsAnyModelToTheSameScores(t *testing.T) {
	c := Defaults()
	for _, s := range []rag.Calibration{{Unrelated: 0, Middle: .5}, {Unrelated: .1, Middle: .3}, {Unrelated: .7, Middle: .79}, {Unrelated: -.1, Middle: .1}} {
		for similarity, want := range map[float64]float64{s.Unrelated: .35, s.Middle: .60, 2*s.Middle - s.Unrelated: .85, 1.5: 1, -5: 0} {
			if got := ScoreOf(s, similarity); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v: %v scores %v, not %v", s, similarity, got, want)
			}
		}
		for _, x := range []float64{c.Threshold, c.RetryThreshold} {
			if got := ScoreOf(s, Similarity(s, x)); got != x {
				t.Errorf("%+v: what scores %v scores %v", s, x, got)
			}
		}
	}
}

// measured has the library measured in the background, as it were.
func (d *desk) measured() {
	d.T.Helper()
	d.Calibrations = rag.NewCalibrations(d.Workspace, d.Store.Settings)
	if err := d.Calibrations.Measure(d.T.Context(), d.Client, llmtest.EmbedModel, "d", false); err != nil {
		d.T.Fatal(err)
	}
}

func TestWithVectorsTheScoresAreCalibratedCosines(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Lease", "Policy")
	d.measured()
	before := d.Server.Embeds()
	d.round(notice, fine, scores)
	h := d.ask("the notice period is how many months to the end of a quarter")
	d.counts(h, 3, 1)
	if n := d.Server.Embeds() - before; n != 1 || !h.Search.ByMeaning { // the question alone
		t.Errorf("%d calls to embed", n)
	}
	if h.err != nil || len(h.Evidence) == 0 || h.Evidence[0].ID != "id-Lease/0" || h.Search.Candidates < 2 {
		t.Errorf("%v %+v %+v", h.err, h.Evidence, h.Search)
	}
	for _, e := range h.Evidence {
		if e.Score < .60 {
			t.Errorf("%+v was kept", e)
		}
	}
}

func TestAPassageWithTheQuestionsWordsIsEvidenceHoweverFarItsVectorIs(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Lease", "Policy")
	far := map[string]rag.Measured{llmtest.EmbedModel: {Model: llmtest.EmbedModel, When: ragtest.Noon, Scale: rag.Calibration{Unrelated: .9995, Middle: .9999}}}
	if err := d.Store.Settings.Save("scales of "+d.Workspace.Name(), far); err != nil {
		t.Fatal(err)
	}
	d.Calibrations = rag.NewCalibrations(d.Workspace, d.Store.Settings)
	d.round(notice, fine, scores)
	h := d.ask(question)
	if h.err != nil || !h.Search.ByMeaning || len(h.Evidence) != 1 || h.Evidence[0].ID != "id-Lease/0" || h.Evidence[0].Score < .84 {
		t.Errorf("%v %+v %+v", h.err, h.Search, h.Evidence)
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
