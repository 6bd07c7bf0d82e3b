package store

import (
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
	"lectern/backend/store/vector"
)

// Vectors are those of documents' passages, by which they are found by meaning.
type Vectors struct {
	part
	documents *Documents
	index     vector.Index
}

// vectorBucket lies in library.db, in each workspace.
type vectorBucket struct{ part }

// View implements vector.Bucket.
func (v vectorBucket) View(fn func(*bolt.Bucket) error) error {
	return v.view(func(b buckets) error { return fn(b.get("vectors")) })
}

// Update implements vector.Bucket.
func (v vectorBucket) Update(fn func(*bolt.Bucket) error) error {
	return v.update(func(b buckets) error { return fn(b.get("vectors")) })
}

// Put stores the vectors of all passages of a document, in their order, and makes them findable. A document that was
// removed meanwhile is ErrNotFound; a vector that can't be used is vector.ErrUnusable and named by document and passage.
func (vs *Vectors) Put(id string, space vector.Space, all [][]float32) error {
	return vs.s.bytes.with(id, func() error { // so that it isn't removed or read anew meanwhile
		d, err := vs.documents.Get(id)
		if err != nil {
			return err
		}
		if d.Passages != len(all) {
			return messages.Error("store.vectors-do-not-match", messages.Args{"name": d.Name, "vectors": len(all), "passages": d.Passages})
		}
		if err := vs.index.Put(context.Background(), id, space, all); err != nil { // what was computed for minutes is kept
			return fmt.Errorf("%s, %w", d.Name, err)
		}
		return nil
	})
}

// Spaces tells what made each document's vectors; documents without are left out.
func (vs *Vectors) Spaces() (map[string]vector.Space, error) {
	stored, err := vs.index.Stored(context.Background())
	out := make(map[string]vector.Space, len(stored))
	for id, s := range stored {
		out[id] = s.Space
	}
	return out, err
}

// Nearest returns the k passages of the workspace that are nearest to a vector, best first.
func (vs *Vectors) Nearest(ctx context.Context, space vector.Space, v []float32, k int) ([]Hit, error) {
	found, err := vs.index.Nearest(ctx, space, v, nil, k)
	hits := make([]Hit, len(found))
	for i, n := range found {
		hits[i] = Hit{Ref: Ref{n.Document, n.Number}, VectorRank: i + 1, Cosine: n.Cosine}
	}
	return hits, err
}
