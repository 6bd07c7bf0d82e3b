package runs

import (
	"time"

	"lectern/backend/graph/checked"
	"lectern/backend/graph/rag"
)

// Calibration is what similarities mean in the library, as searches go now: by the model that finds, or by words alone.
type Calibration struct {
	Model      string      `json:"model"`      // "" for words
	Passages   int         `json:"passages"`   // of the library, when it was measured
	Measured   string      `json:"measured"`   // when, RFC 3339; "": not yet
	Why        string      `json:"why"`        // why it isn't from the library, in a sentence; "" if it is
	From       float64     `json:"from"`       // similarity at which the first bin begins,
	To         float64     `json:"to"`         // and at which the last ends
	Noise      []int       `json:"noise"`      // pairs of passages by chance, in each bin
	Signal     []int       `json:"signal"`     // and of neighbours
	Unrelated  float64     `json:"unrelated"`  // similarity in the middle of the noise
	Thresholds []Threshold `json:"thresholds"` // of the checked answer: of a first round, and of a retry
}

// Threshold is a score that passages need.
type Threshold struct {
	Score  float64 `json:"score"`
	At     float64 `json:"at"`     // the similarity that scores so much
	Noise  float64 `json:"noise"`  // share of the pairs by chance that reach it, 0 to 1
	Signal float64 `json:"signal"` // and of the neighbours
}

// Calibration tells it for the person.
func (r *Runs) Calibration() (Calibration, error) {
	m := r.Calibrations.Measured(r.models.State().Embed)
	w, err := r.named("checked")
	if err != nil {
		return Calibration{}, err
	}
	configured, err := w.configured(r.models.Settings(), nil)
	if err != nil {
		return Calibration{}, err
	}
	c := configured.(*checked.Config)
	out := Calibration{
		Model: m.Model, Passages: m.Passages, Why: m.Why, From: m.From, To: m.To, Unrelated: m.Scale.Unrelated,
		Noise: append([]int{}, m.Noise...), Signal: append([]int{}, m.Signal...), Thresholds: []Threshold{},
	}
	if !m.When.IsZero() {
		out.Measured = m.When.Format(time.RFC3339)
	}
	for _, score := range []float64{c.Threshold, c.RetryThreshold} {
		at := checked.Similarity(m.Scale, score)
		out.Thresholds = append(out.Thresholds, Threshold{score, at, reaching(m, m.Noise, at), reaching(m, m.Signal, at)})
	}
	return out, nil
}

// reaching is the share of pairs from a similarity on, as well as their bins tell.
func reaching(m rag.Measured, counts []int, at float64) (share float64) {
	all := 0
	for i, n := range counts {
		width := (m.To - m.From) / float64(len(counts))
		over := (m.From + float64(i+1)*width - at) / width
		share += float64(n) * max(0, min(1, over))
		all += n
	}
	return share / float64(max(1, all))
}
