package store

import (
	"errors"
	"fmt"
	"math"
)

// Vectors are those of documents' passages, by which they are found by meaning.
type Vectors struct {
	part
	documents *Documents
}

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

// Put stores the vectors of all passages of a document, in their order, and makes them findable. Vectors are
// normalised to length 1. A document that was removed meanwhile is ErrNotFound; a vector that can't be used is ErrVector
// and named by document and passage.
func (vs *Vectors) Put(id string, space VectorSpace, all [][]float32) error {
	d, err := vs.documents.Get(id)
	if err != nil {
		return err
	}
	units := make([][]float32, len(all))
	for i, v := range all {
		if units[i], err = normalised(v, space.Dim); err != nil {
			return fmt.Errorf("%s, passage %d: %w", d.Name, i+1, err)
		}
	}
	record, err := newSlab(space, units)
	if err != nil {
		return err
	}
	return vs.update(func(b buckets) error {
		if err := getJSON(b.get("documents"), id, &d); err != nil {
			return err
		}
		if d.Passages != len(all) {
			return fmt.Errorf("%s: %d vectors for %d passages", d.Name, len(all), d.Passages)
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

// Spaces tells what made each document's vectors; documents without are left out.
func (vs *Vectors) Spaces() (map[string]VectorSpace, error) {
	out := map[string]VectorSpace{}
	return out, vs.view(func(b buckets) error {
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
