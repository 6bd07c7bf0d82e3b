package store

import (
	"context"
	"fmt"
)

// Pairs are similarities of passages that were drawn from the library.
type Pairs struct {
	Noise    []float64 // of passages that chance put together, not neighbours
	Signal   []float64 // of passages that are neighbours in a document
	Passages int       // that there are to draw from
}

// Pairs draws so many pairs of each kind at most, and compares their vectors by their cosines, -1 to 1. Only
// vectors of the model under this very digest take part. None is read that isn't compared.
func (vs *Vectors) Pairs(ctx context.Context, model, digest string, most int) (out Pairs, err error) {
	return out, vs.view(func(b buckets) error {
		shelves, err := b.shelves(VectorSpace{Model: model, Digest: digest})
		if err != nil {
			return err
		}
		counts := make([]int, len(shelves))
		for i, s := range shelves {
			counts[i] = s.count
		}
		d := newDraw(counts)
		out.Passages = d.total
		cosine := func(a, b spot) float64 {
			return float64(dot(shelves[a.document].vector(a.at), shelves[b.document].vector(b.at)))
		}
		for _, p := range d.strangers(most) {
			out.Noise = append(out.Noise, cosine(p[0], p[1]))
		}
		for _, p := range d.neighbours(most) {
			out.Signal = append(out.Signal, cosine(p[0], p[1]))
		}
		return ctx.Err()
	})
}

// shelves are the slabs of one model and digest, all with vectors of one length.
func (b buckets) shelves(space VectorSpace) (out []slab, err error) {
	var heads slabHeads
	return out, b.get("vectors").ForEach(func(id, raw []byte) error {
		s, err := heads.open(raw)
		if err != nil {
			return fmt.Errorf("document %s: %w", id, err)
		}
		if s.space.same(space) && s.count > 0 && (len(out) == 0 || s.space.Dim == out[0].space.Dim) {
			out = append(out, s)
		}
		return nil
	})
}
