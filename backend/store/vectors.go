package store

import (
	"errors"
	"fmt"
	"math"
)

// VectorSpace names what made a vector. Vectors of different models can't be compared. Those of one model under another
// digest can, though not as well: they are stale, and go on answering until they are made anew.
type VectorSpace struct {
	Model  string `json:"model"`
	Digest string `json:"digest"` // of the model's weights, as Ollama tells it
	Dim    int    `json:"dim"`
}

func (v VectorSpace) same(o VectorSpace) bool { return v.Model == o.Model && v.Digest == o.Digest }

// Answers says whether vectors of o can be searched with a vector of v.
func (v VectorSpace) Answers(o VectorSpace) bool { return v.Model == o.Model && v.Dim == o.Dim }

// ErrVector is a vector that can't be searched: of the wrong length, zero, or with a value that is no number.
var ErrVector = errors.New("unusable vector")

// PutVectors stores the vectors of all passages of a document, in their order, and makes them findable. Vectors are
// normalised to length 1. A document that was removed meanwhile is ErrNotFound; a vector that can't be used is ErrVector
// and named by document and passage.
func (w *Workspace) PutVectors(id string, space VectorSpace, vs [][]float32) error {
	d, err := w.Document(id)
	if err != nil {
		return err
	}
	units := make([][]float32, len(vs))
	for i, v := range vs {
		if units[i], err = normalised(v, space.Dim); err != nil {
			return fmt.Errorf("%s, passage %d: %w", d.Name, i+1, err)
		}
	}
	record, err := newSlab(space, units)
	if err != nil {
		return err
	}
	return w.update(w.s.docs, func(b buckets) error {
		if err := getJSON(b.get("documents"), id, &d); err != nil {
			return err
		}
		if d.Passages != len(vs) {
			return fmt.Errorf("%s: %d vectors for %d passages", d.Name, len(vs), d.Passages)
		}
		return b.get("vectors").Put([]byte(id), record)
	})
}

func normalised(v []float32, dim int) ([]float32, error) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	switch {
	case len(v) != dim:
		return nil, fmt.Errorf("%w: %d numbers, not %d", ErrVector, len(v), dim)
	case sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0):
		return nil, fmt.Errorf("%w: its length is %v", ErrVector, math.Sqrt(sum))
	}
	out, by := make([]float32, dim), 1/math.Sqrt(sum)
	for i, x := range v {
		out[i] = float32(float64(x) * by)
	}
	return out, nil
}

// VectorSpaces tells what made each document's vectors; documents without are left out.
func (w *Workspace) VectorSpaces() (map[string]VectorSpace, error) {
	out := map[string]VectorSpace{}
	return out, w.view(w.s.docs, func(b buckets) error {
		var heads slabHeads
		return b.get("vectors").ForEach(func(id, raw []byte) error {
			s, err := heads.open(raw)
			if err != nil {
				return fmt.Errorf("document %s: %w", id, err)
			}
			out[string(id)] = s.space
			return nil
		})
	})
}
