package rag

import (
	"context"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Measured is a scale, and what it was measured with.
type Measured struct {
	Model    string      `json:"model"` // "" for the search by words
	Digest   string      `json:"digest"`
	Passages int         `json:"passages"` // of the library, when it was measured
	When     time.Time   `json:"when"`
	Scale    Calibration `json:"scale"`
	Asking   float64     `json:"asking"` // that a question's cosines are above those of the pairs, which it was moved by
	Why      string      `json:"why"`    // why it isn't from the library, in a sentence; "" if it is
	From     float64     `json:"from"`   // similarity at which the first bin begins,
	To       float64     `json:"to"`     // and at which the last ends
	Noise    []int       `json:"noise"`  // pairs of passages by chance, by their similarity as a question's would be
	Signal   []int       `json:"signal"` // and of neighbours; empty with a Why
	Method   int         `json:"method"` // that it was measured by
}

const (
	method = 1  // counts up when scales are measured otherwise, or with other pairs of the program's
	fewest = 50 // passages that a library is measured from on
	growth = 10 // times as many passages have it measured anew
	bins   = 40
)

// Calibrations are those of a workspace: of the embedding models that it was searched with, and of the search by words. They
// are measured in the background, when a model is new, by its digest, and when the library has grown tenfold; reading
// them waits for nothing. Until then, and where Calibrations are nil, similarities are taken as they are. Make them with
// NewScales.
type Calibrations struct {
	workspace *store.Workspace
	keeper    Keeper

	measuring sync.Mutex
	mu        sync.Mutex
	known     map[string]Measured // by model
}

// NewCalibrations reads what was measured of a workspace. What can't be read is measured anew.
func NewCalibrations(w *store.Workspace, k Keeper) *Calibrations {
	s := &Calibrations{workspace: w, keeper: k, known: map[string]Measured{}}
	if err := k.Get(s.key(), &s.known); err != nil || s.known == nil {
		s.known = map[string]Measured{}
	}
	return s
}

func (s *Calibrations) key() string { return store.ScalesOf + s.workspace.ID() }

// Of is the scale of a model's cosines. Of a model in another version the last one is better than none.
func (s *Calibrations) Of(model string) Calibration { return s.Measured(model).Scale }

// Words is the scale of the share of a question's words that a passage holds.
func (s *Calibrations) Words() Calibration { return s.Measured("").Scale }

// Far is the cosine distance from which on a passage is far from a question: the wanted one, or that of unrelated
// texts where the model never gets as far.
func (s *Calibrations) Far(model string, wanted float64) float64 {
	m := s.Measured(model)
	if m.When.IsZero() || m.Scale == plain {
		return wanted
	}
	return min(wanted, 1-m.Scale.Unrelated)
}

// Nearness is a question's similarity to a passage on the model's scale: 0 of unrelated texts, 1 of the middle; nil where the
// scale wasn't measured.
func (s *Calibrations) Nearness(model string, cosine float64) *float64 {
	m := s.Measured(model)
	if m.When.IsZero() || m.Scale == plain {
		return nil
	}
	near := (cosine - m.Scale.Unrelated) / (m.Scale.Middle - m.Scale.Unrelated)
	return &near
}

// Measured tells what a model's scale ("": that of words) was measured with; When is zero if it wasn't yet.
func (s *Calibrations) Measured(model string) Measured {
	var m Measured
	if s != nil {
		s.mu.Lock()
		m = s.known[model]
		s.mu.Unlock()
	}
	if m.When.IsZero() {
		m = Measured{Model: model, Scale: plain, Why: messages.Text("rag.not-measured-yet")}
		if model == "" {
			m.Scale = allWords
		}
	}
	return m
}

// due tells whether a scale is to be measured anew for a library of so many passages. That of a model's last version
// stays until the library is found by the new one: it is what the vectors are of.
func (m Measured) due(digest string, passages int) bool {
	enough := passages >= fewest
	if m.When.IsZero() || m.Method != method || m.Digest != digest && m.Why != "" {
		return true
	}
	return enough && (m.Digest != digest || m.Passages < fewest || passages >= growth*m.Passages)
}

// TextEmbedder embeds texts with a model; *llm.Client does.
type TextEmbedder interface {
	Embed(ctx context.Context, model string, p llm.Purpose, texts []string, progress func(done int)) (vectors [][]float32, digest string, err error)
}

// Measure measures what is due of a model under its digest (both "" for none) and of the words; all of it with anew.
// With little to measure from it says so, and takes the pairs that come with the program. A model costs two small calls.
func (s *Calibrations) Measure(ctx context.Context, client TextEmbedder, model, digest string, anew bool) error {
	s.measuring.Lock()
	defer s.measuring.Unlock()
	if err := s.measure(ctx, "", "", anew, s.measureWords); err != nil || model == "" || digest == "" {
		return err
	}
	return s.measure(ctx, model, digest, anew, func(ctx context.Context, m *Measured) error {
		return s.measureVectors(ctx, client, m)
	})
}

func (s *Calibrations) measure(ctx context.Context, model, digest string, anew bool, by func(context.Context, *Measured) error) error {
	passages, err := s.passages(ctx, model, digest)
	if err != nil || !anew && !s.Measured(model).due(digest, passages) {
		return err
	}
	m := Measured{Model: model, Digest: digest, When: time.Now().UTC().Truncate(time.Second), Noise: []int{}, Signal: []int{}, Method: method}
	if err := by(ctx, &m); err != nil {
		return messages.Error("rag.measuring-failed", messages.Args{"error": err})
	}
	known := maps.Clone(s.known) // which changes only here, one scale at a time
	known[model] = m
	if err := s.keeper.Save(s.key(), known); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = known
	return nil
}

// passages counts those that could take part.
func (s *Calibrations) passages(ctx context.Context, model, digest string) (int, error) {
	if model == "" {
		_, n, err := s.workspace.Passages.Draw(0)
		return n, err
	}
	p, err := s.workspace.Vectors.Pairs(ctx, model, digest, 0)
	return p.Passages, err
}

// few says why a library can't be measured; "" if it can.
func few(p store.Pairs) string {
	if p.Passages >= fewest && len(p.Noise) > 0 && len(p.Signal) >= fewest/2 {
		return ""
	}
	return messages.Text("rag.too-few-passages", messages.Args{"passages": p.Passages, "fewest": fewest})
}

// count keeps how the pairs are spread.
func (m *Measured) count(p store.Pairs) {
	const step = .05
	m.From = step * math.Floor(min(slices.Min(p.Noise), slices.Min(p.Signal))/step)
	m.To = max(slices.Max(p.Noise), slices.Max(p.Signal))
	spread := func(xs []float64) []int {
		out := make([]int, bins)
		for _, x := range xs {
			out[max(0, min(bins-1, int((x-m.From)/(m.To-m.From)*bins)))]++
		}
		return out
	}
	m.Noise, m.Signal = spread(p.Noise), spread(p.Signal)
}
