package store

import (
	"context"
	"maps"
	"slices"

	"lectern/backend/store/vector"
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
	stored, err := vs.index.Stored(ctx)
	if err != nil {
		return out, err
	}
	var documents []string
	var counts []int
	dim := 0 // all of one length
	for _, id := range slices.Sorted(maps.Keys(stored)) {
		if s := stored[id]; s.Space.Same(vector.Space{Model: model, Digest: digest}) && s.Count > 0 && (dim == 0 || s.Space.Dim == dim) {
			documents, counts, dim = append(documents, id), append(counts, s.Count), s.Space.Dim
		}
	}
	d := newDraw(counts)
	out.Passages = d.total
	cosines := func(pairs [][2]spot) (cosines []float64, err error) {
		var of []vector.Passage
		for _, pair := range pairs {
			for _, s := range pair {
				of = append(of, vector.Passage{Document: documents[s.document], Number: s.at})
			}
		}
		read, err := vs.index.Vectors(ctx, of)
		for i := 0; i+1 < len(read); i += 2 {
			if a, b := read[i], read[i+1]; a != nil && b != nil && len(a) == len(b) { // not removed meanwhile
				cosines = append(cosines, vector.Cosine(a, b))
			}
		}
		return cosines, err
	}
	if out.Noise, err = cosines(d.strangers(most)); err == nil {
		out.Signal, err = cosines(d.neighbours(most))
	}
	return out, err
}
