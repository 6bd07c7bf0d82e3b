package rag_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// shelf is a library whose passages' likeness is known.
type shelf struct {
	*ragtest.Desk
	*rand.Rand
	books int
}

func newShelf(t *testing.T) *shelf { return &shelf{ragtest.New(t), rand.New(rand.NewPCG(3, 4)), 0} }

// add adds documents whose passages are made of thirty words of their own and some of everybody's.
func (s *shelf) add(documents, passages int) {
	for range documents {
		s.books++
		var pages []string
		for range passages {
			var b strings.Builder
			for range 6 {
				for range 8 {
					fmt.Fprintf(&b, "%c%d ", 'k'+rune(s.books%10), 100*s.books+s.IntN(30))
				}
				fmt.Fprintf(&b, "common%d. ", s.IntN(40))
			}
			pages = append(pages, b.String())
		}
		s.Add(fmt.Sprintf("Book%02d", s.books), pages...)
	}
}

func (s *shelf) direction() []float32 {
	v, sum := make([]float32, llmtest.Dim), 0.
	for i := range v {
		v[i] = float32(s.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func blend(a, b []float32, share float64) []float32 {
	out := make([]float32, len(a))
	for i := range a {
		out[i] = float32(share)*a[i] + float32(math.Sqrt(1-share*share))*b[i]
	}
	return out
}

// embed gives all documents vectors: those of strangers have a cosine of about noise, those of neighbours of signal.
func (s *shelf) embed(digest string, noise, signal float64) {
	s.T.Helper()
	lean, step := s.direction(), (signal-noise)/(1-noise)
	for b := 1; b <= s.books; b++ {
		id := fmt.Sprintf("id-Book%02d", b)
		passages, err := s.Given().Workspace.Passages.Of(id)
		s.must(err)
		vs, v := make([][]float32, len(passages)), s.direction()
		for i := range vs {
			vs[i] = blend(lean, v, math.Sqrt(noise))
			v = blend(v, s.direction(), step)
		}
		s.must(s.Given().Workspace.Vectors.Put(id, vector.Space{Model: llmtest.EmbedModel, Digest: digest, Dim: llmtest.Dim}, vs))
	}
}

func (s *shelf) must(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
}

// scales are those of the workspace as a start of the program reads them.
func (s *shelf) scales() *rag.Calibrations {
	return rag.NewCalibrations(s.Given().Workspace, s.Store.Settings)
}

// measure measures what is due, and tells whether that was anything of the model.
func (s *shelf) measure(scales *rag.Calibrations, digest string) bool {
	s.T.Helper()
	before := s.Server.Embeds()
	s.must(scales.Measure(s.T.Context(), s.Given().Client, llmtest.EmbedModel, digest, false))
	return s.Server.Embeds() > before
}

func TestTheMiddleLiesBetweenNoiseAndSignal(t *testing.T) {
	for _, c := range []struct{ noise, signal float64 }{{.1, .5}, {.45, .7}, {.75, .9}} {
		s := newShelf(t)
		s.add(5, 60)
		s.embed("d", c.noise, c.signal)
		scales := s.scales()
		s.measure(scales, "d")
		m := scales.Measured(llmtest.EmbedModel)
		if m.Why != "" || m.Passages != 300 || m.When.IsZero() {
			t.Fatalf("%+v", m)
		}
		unrelated, middle := m.Scale.Unrelated-m.Asking, m.Scale.Middle-m.Asking
		if math.Abs(unrelated-c.noise) > .06 || middle < c.noise+.03 || middle > c.signal-.02 {
			t.Errorf("noise %v, signal %v: unrelated %.3f, middle %.3f", c.noise, c.signal, unrelated, middle)
		}
		noise, signal := 0, 0
		for i := range m.Noise {
			noise, signal = noise+m.Noise[i], signal+m.Signal[i]
		}
		if noise != 2000 || signal != 295 || m.From >= m.Scale.Middle || m.To <= m.Scale.Middle {
			t.Errorf("%d and %d pairs from %v to %v", noise, signal, m.From, m.To)
		}
	}
}

func TestASmallLibraryIsNotMeasuredAndSaysSo(t *testing.T) {
	s := newShelf(t)
	s.add(2, 20)
	s.embed("d", .3, .7)
	scales := s.scales()
	s.measure(scales, "d")
	for model, says := range map[string]string{llmtest.EmbedModel: "program's own questions", "": "Half of a question's words"} {
		m := scales.Measured(model)
		if !strings.Contains(m.Why, "too few passages to measure (40)") || !strings.Contains(m.Why, says) || len(m.Noise)+len(m.Signal) != 0 {
			t.Errorf("%q: %+v", model, m)
		}
	}
	if got := scales.Words(); got != (rag.Calibration{Unrelated: 0, Middle: .5}) {
		t.Errorf("%+v", got)
	}
	if got := scales.Of(llmtest.EmbedModel); got.Unrelated >= got.Middle || got.Middle >= 1 {
		t.Errorf("%+v", got)
	}
	if s.measure(scales, "d") {
		t.Error("measured again for nothing")
	}
	s.add(1, 20)
	s.embed("d", .3, .7)
	if !s.measure(scales, "d") || scales.Measured(llmtest.EmbedModel).Why != "" {
		t.Errorf("large enough, but %+v", scales.Measured(llmtest.EmbedModel))
	}
}

func TestAScaleIsMeasuredAnewWhenTheLibraryIsTenTimesAsLarge(t *testing.T) {
	s := newShelf(t)
	s.add(2, 30)
	s.embed("d", .3, .7)
	scales := s.scales()
	for _, c := range []struct {
		more     int
		measured bool
		passages int
	}{{0, true, 60}, {0, false, 60}, {17, false, 60}, {1, true, 600}, {1, false, 600}} {
		s.add(c.more, 30)
		s.embed("d", .3, .7)
		if got := s.measure(scales, "d"); got != c.measured {
			t.Errorf("%d books: %v", s.books, got)
		}
		for _, model := range []string{llmtest.EmbedModel, ""} {
			if m := scales.Measured(model); m.Passages != c.passages {
				t.Errorf("%d books, %q: from %d passages", s.books, model, m.Passages)
			}
		}
	}
}

func TestAModelsNewVersionIsMeasuredAnew(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("old", .2, .6)
	scales := s.scales()
	s.measure(scales, "old")
	old := scales.Of(llmtest.EmbedModel)
	if s.measure(scales, "new") || scales.Of(llmtest.EmbedModel) != old {
		t.Error("the vectors are still of the old version, but its scale was given up")
	}
	s.embed("new", .6, .9)
	if !s.measure(scales, "new") || scales.Measured(llmtest.EmbedModel).Digest != "new" || scales.Of(llmtest.EmbedModel).Unrelated < old.Unrelated+.3 {
		t.Errorf("%+v, then %+v", old, scales.Measured(llmtest.EmbedModel))
	}
	if s.measure(scales, "new") {
		t.Error("measured again for nothing")
	}
}

func TestWithoutAModelTheWordsAreMeasured(t *testing.T) {
	s := newShelf(t)
	s.add(30, 6)
	scales := s.scales()
	s.must(scales.Measure(t.Context(), nil, "", "", false))
	m := scales.Measured("")
	// A sentence's eight words are of thirty, which its neighbours hold for the most part, and others not at all.
	if m.Why != "" || m.Scale.Unrelated > .1 || m.Scale.Middle < .12 || m.Scale.Middle > .7 || s.Server.Embeds() != 0 {
		t.Errorf("%+v", m)
	}
	if o := scales.Measured(llmtest.EmbedModel); !o.When.IsZero() {
		t.Errorf("%+v", o)
	}
}

func TestScalesOutliveTheProgramAndBelongToAWorkspace(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("d", .2, .6)
	scales := s.scales()
	s.measure(scales, "d")
	again := s.scales()
	if a, b := scales.Measured(llmtest.EmbedModel), again.Measured(llmtest.EmbedModel); a.Scale != b.Scale || !a.When.Equal(b.When) || len(b.Noise) != len(a.Noise) {
		t.Errorf("%+v, then %+v", a, b)
	}
	if s.measure(again, "d") {
		t.Error("measured again after a start")
	}
	other, err := s.Store.Workspace("Other")
	s.must(err)
	if m := rag.NewCalibrations(other, s.Store.Settings).Measured(llmtest.EmbedModel); !m.When.IsZero() {
		t.Errorf("%+v", m)
	}
}

// heldUp is a keeper that holds up who writes, until it is let go.
type heldUp struct {
	rag.Keeper
	writes, goOn chan struct{}
}

func (h heldUp) Save(key string, v any) error {
	h.writes <- struct{}{}
	<-h.goOn
	return h.Keeper.Save(key, v)
}

func TestAScaleCanBeReadWhileItIsMeasured(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("d", .2, .6)
	keeper := heldUp{s.Store.Settings, make(chan struct{}), make(chan struct{})}
	scales, done := rag.NewCalibrations(s.Given().Workspace, keeper), make(chan error)
	go func() {
		done <- scales.Measure(context.WithoutCancel(t.Context()), s.Given().Client, llmtest.EmbedModel, "d", false)
	}()
	for range 2 { // the words, and the model
		<-keeper.writes
		if m := scales.Measured(llmtest.EmbedModel); !m.When.IsZero() || m.Scale != (rag.Calibration{Unrelated: .35, Middle: .60}) || m.Why == "" {
			t.Errorf("%+v", m)
		}
		keeper.goOn <- struct{}{}
	}
	s.must(<-done)
	if scales.Measured(llmtest.EmbedModel).When.IsZero() {
		t.Error("not measured")
	}
}

func TestWithoutScalesSimilaritiesAreTakenAsTheyAre(t *testing.T) {
	var none *rag.Calibrations
	if none.Of("m") != (rag.Calibration{Unrelated: .35, Middle: .60}) || none.Words() != (rag.Calibration{Unrelated: 0, Middle: .5}) || none.Far("m", .8) != .8 {
		t.Errorf("%+v %+v", none.Of("m"), none.Words())
	}
}

func TestFarIsWhatUnrelatedTextsAre(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("d", .6, .9)
	scales := s.scales()
	if far := scales.Far(llmtest.EmbedModel, .8); far != .8 {
		t.Errorf("not measured, but %v", far)
	}
	s.measure(scales, "d")
	if far := scales.Far(llmtest.EmbedModel, .8); math.Abs(far-(1-scales.Of(llmtest.EmbedModel).Unrelated)) > 1e-9 || far > .7 {
		t.Errorf("%v", far)
	}
	if far := scales.Far(llmtest.EmbedModel, .1); far != .1 {
		t.Errorf("%v", far)
	}
}

func TestAModelThatCantTellNeighboursIsMeasuredByTheProgramsQuestions(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("d", .5, .5)
	scales := s.scales()
	s.measure(scales, "d")
	if m := scales.Measured(llmtest.EmbedModel); !strings.Contains(m.Why, "can't tell neighbours from other passages. The program's own questions") || m.Scale.Middle <= m.Scale.Unrelated {
		t.Errorf("%+v", m)
	}
}

func TestMeasuringThatFailsIsTriedAgain(t *testing.T) {
	s := newShelf(t)
	s.add(2, 60)
	s.embed("d", .2, .6)
	scales := s.scales()
	s.Server.DropEmbeds(1)
	if err := scales.Measure(t.Context(), s.Given().Client, llmtest.EmbedModel, "d", false); err == nil || !scales.Measured(llmtest.EmbedModel).When.IsZero() {
		t.Errorf("%v %+v", err, scales.Measured(llmtest.EmbedModel))
	}
	if !s.measure(scales, "d") {
		t.Error("not tried again")
	}
}

func TestTheBuiltInPairsAreWhole(t *testing.T) {
	raw, err := os.ReadFile("pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for line := range strings.Lines(string(raw)) {
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
		if got := rag.NewCovers(c.parts).Of(text); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q: %v", c.parts, got)
		}
	}
	ja := store.Text{Text: "本契約の期間は一年とする。"}
	if got := rag.NewCovers([]string{"契約の期間は？"}).Of(ja); got != 1 {
		t.Errorf("Japanese: %v", got)
	}
}

func TestFormsThatRepeatEachOtherNeedNoMoreThanHalfOfTheWords(t *testing.T) {
	s := newShelf(t)
	for b := range 10 {
		var pages []string
		for p := range 10 {
			pages = append(pages, fmt.Sprintf("Name of applicant number%d and place of birth, date and signature. Number%d signed for the applicant.", 10*b+p, 10*b+p))
		}
		s.Add(fmt.Sprintf("Form%02d", b), pages...)
	}
	scales := s.scales()
	s.must(scales.Measure(t.Context(), nil, "", "", false))
	if got := scales.Words(); got != (rag.Calibration{Unrelated: 0, Middle: .5}) || scales.Measured("").Why == "" {
		t.Errorf("%+v", scales.Measured(""))
	}
}
