package vector

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// Bucket is where Chromem keeps its records, by document. Each call is one transaction; what it reads may lie in the
// mapped file, so it is used up before the call returns.
type Bucket interface {
	View(func(*bolt.Bucket) error) error
	Update(func(*bolt.Bucket) error) error
}

// Chromem is an index over records in a bucket. Nothing of it stays in memory, so what is deleted is gone with its key: a
// search scans the codes of all passages where they are mapped, reads the vectors of those that they have nearest, and
// chromem-go compares the nearest of these, in a collection that is built for the question.
type Chromem struct{ Bucket Bucket }

// Put implements Index.
func (c *Chromem) Put(ctx context.Context, document string, space Space, vectors [][]float32) error {
	all, err := units(vectors, space.Dim)
	if err != nil {
		return err
	}
	record, err := newSlab(space, all)
	if err != nil {
		return err
	}
	return c.Bucket.Update(func(b *bolt.Bucket) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return b.Put([]byte(document), record)
	})
}

// Delete implements Index.
func (c *Chromem) Delete(ctx context.Context, document string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	there := false
	err := c.Bucket.View(func(b *bolt.Bucket) error {
		there = b.Get([]byte(document)) != nil
		return nil
	})
	if err != nil || !there { // writing costs a sync of the file
		return err
	}
	return c.Bucket.Update(func(b *bolt.Bucket) error { return b.Delete([]byte(document)) })
}

// Nearest implements Index.
func (c *Chromem) Nearest(ctx context.Context, space Space, vector []float32, documents []string, k int) (out []Near, err error) {
	question, err := unitOf(vector, space.Dim)
	if err != nil || k <= 0 {
		return nil, err
	}
	return out, c.Bucket.View(func(b *bolt.Bucket) error {
		slabs, err := slabsIn(b, space, documents)
		if err != nil {
			return err
		}
		found, err := candidatesIn(ctx, slabs, question, k)
		if err != nil {
			return err
		}
		out, err = compare(ctx, slabs, found, question)
		out = out[:min(k, len(out))]
		return err
	})
}

// Stored implements Index.
func (c *Chromem) Stored(ctx context.Context) (map[string]Stored, error) {
	out := map[string]Stored{}
	return out, c.Bucket.View(func(b *bolt.Bucket) error {
		var heads slabHeads
		err := b.ForEach(func(document, raw []byte) error {
			s, err := heads.open(document, raw)
			if err == nil {
				out[string(document)] = Stored{s.space, s.count}
			}
			return err
		})
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	})
}

// Vectors implements Index. No others are read.
func (c *Chromem) Vectors(ctx context.Context, of []Passage) ([][]float32, error) {
	out := make([][]float32, len(of))
	return out, c.Bucket.View(func(b *bolt.Bucket) error {
		var heads slabHeads
		for i, p := range of {
			raw := b.Get([]byte(p.Document))
			if raw == nil {
				continue
			}
			s, err := heads.open([]byte(p.Document), raw)
			if err != nil {
				return err
			}
			if p.Number >= 0 && p.Number < s.count {
				out[i] = slices.Clone(s.vector(p.Number))
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	})
}

// slabsIn opens the records that a vector of a space can be compared with, of some documents or of all (nil).
func slabsIn(b *bolt.Bucket, space Space, documents []string) (out []slab, err error) {
	var heads slabHeads
	open := func(id, raw []byte) error {
		s, err := heads.open(id, raw)
		if err == nil && space.Answers(s.space) && s.count > 0 {
			out = append(out, s)
		}
		return err
	}
	if documents == nil {
		return out, b.ForEach(open)
	}
	seen := map[string]bool{}
	for _, id := range documents {
		raw := b.Get([]byte(id))
		if raw == nil || seen[id] {
			continue
		}
		seen[id] = true
		if err := open([]byte(id), raw); err != nil {
			return nil, messages.Error("vector.failed", messages.Args{"error": err})
		}
	}
	return out, nil
}
