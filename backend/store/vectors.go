package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	chromem "github.com/philippgille/chromem-go"
)

// VectorSpace names what made a vector: vectors of different spaces can't be compared.
type VectorSpace struct {
	Model  string `json:"model"`
	Digest string `json:"digest"` // of the model's weights, as Ollama tells it
	Dim    int    `json:"dim"`
}

func (v VectorSpace) same(o VectorSpace) bool { return v.Model == o.Model && v.Digest == o.Digest }

// ErrVector is a vector that can't be searched: of the wrong length, zero, or with a value that is no number.
var ErrVector = errors.New("unusable vector")

// vectors is the chromem-go index of a workspace: one collection a document, filled from bbolt the first time that its
// space is searched. chromem-go keeps the slices it is given, so a document's vectors lie in one slab.
type vectors struct {
	mu          sync.Mutex
	space       VectorSpace
	db          *chromem.DB
	collections map[string]*chromem.Collection // by document
	far         float64                        // mean distance of random passages; 0: not measured yet
}

// PutVectors stores the vectors of all passages of a document, in their order, and makes them findable. Vectors are
// normalised to length 1. A document that was removed meanwhile is ErrNotFound.
func (w *Workspace) PutVectors(id string, space VectorSpace, vs [][]float32) error {
	slab := make([]float32, 0, len(vs)*space.Dim)
	for i, v := range vs {
		unit, err := normalised(v, space.Dim)
		if err != nil {
			return fmt.Errorf("passage %d: %w", i+1, err)
		}
		slab = append(slab, unit...)
	}
	head, err := json.Marshal(space)
	if err != nil {
		return err
	}
	raw := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(head)+4*len(slab)), uint32(len(head)))
	raw = append(raw, head...)
	for _, x := range slab {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	w.vectors.mu.Lock()
	defer w.vectors.mu.Unlock()
	err = w.update(w.s.docs, func(b buckets) error {
		var d Document
		if err := getJSON(b.get("documents"), id, &d); err != nil {
			return err
		}
		if d.Passages != len(vs) {
			return fmt.Errorf("%s: %d vectors for %d passages", d.Name, len(vs), d.Passages)
		}
		return b.get("vectors").Put([]byte(id), raw)
	})
	if err == nil && w.vectors.db != nil && w.vectors.space.same(space) {
		err = w.vectors.add(id, space.Dim, slab)
	}
	return err
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
	out := make([]float32, dim)
	for i, x := range v {
		out[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return out, nil
}

// VectorSpaces tells what made each document's vectors; documents without are left out.
func (w *Workspace) VectorSpaces() (map[string]VectorSpace, error) {
	out := map[string]VectorSpace{}
	return out, w.view(w.s.docs, func(b buckets) error {
		return b.get("vectors").ForEach(func(id, raw []byte) error {
			space, _, err := splitVectors(raw)
			out[string(id)] = space
			return err
		})
	})
}

func splitVectors(raw []byte) (space VectorSpace, slab []byte, err error) {
	if len(raw) < 4 || len(raw) < 4+int(binary.LittleEndian.Uint32(raw)) {
		return space, nil, fmt.Errorf("%w: the record is cut short", ErrVector)
	}
	n := int(binary.LittleEndian.Uint32(raw))
	return space, raw[4+n:], json.Unmarshal(raw[4:4+n], &space)
}

// load fills the index with one space's vectors, if it holds another's. The caller has the lock.
func (w *Workspace) load(space VectorSpace) error {
	if w.vectors.db != nil && w.vectors.space.same(space) {
		return nil
	}
	w.vectors.space, w.vectors.db, w.vectors.collections, w.vectors.far = space, chromem.NewDB(), map[string]*chromem.Collection{}, 0
	return w.view(w.s.docs, func(b buckets) error {
		return b.get("vectors").ForEach(func(id, raw []byte) error {
			have, bytes, err := splitVectors(raw)
			if err != nil || !have.same(space) {
				return err
			}
			slab := make([]float32, len(bytes)/4)
			for i := range slab {
				slab[i] = math.Float32frombits(binary.LittleEndian.Uint32(bytes[4*i:]))
			}
			return w.vectors.add(string(id), have.Dim, slab)
		})
	})
}

func (v *vectors) add(id string, dim int, slab []float32) error {
	v.drop(id)
	v.far = 0
	if dim <= 0 || len(slab) < dim {
		return nil
	}
	c, err := v.db.CreateCollection(id, nil, func(context.Context, string) ([]float32, error) {
		return nil, errors.New("vectors are made by the caller")
	})
	if err != nil {
		return err
	}
	docs := make([]chromem.Document, 0, len(slab)/dim)
	for i := 0; (i+1)*dim <= len(slab); i++ {
		docs = append(docs, chromem.Document{ID: strconv.Itoa(i), Embedding: slab[i*dim : (i+1)*dim : (i+1)*dim]})
	}
	v.collections[id] = c
	return c.AddDocuments(context.Background(), docs, 1)
}

func (v *vectors) drop(id string) {
	if v.collections[id] != nil {
		delete(v.collections, id)
		_ = v.db.DeleteCollection(id) // never fails without persistence
	}
}

// near is a passage with its cosine similarity to the question, -1 to 1.
type near struct {
	ref    Ref
	cosine float64
}

// nearest returns the k passages nearest to a vector, best first, in the given documents (nil: all).
func (w *Workspace) nearest(ctx context.Context, space VectorSpace, v []float32, ids []string, k int) ([]near, error) {
	unit, err := normalised(v, len(v))
	if err != nil {
		return nil, err
	}
	w.vectors.mu.Lock()
	defer w.vectors.mu.Unlock()
	if err := w.load(space); err != nil {
		return nil, err
	}
	var out []near
	for id, c := range w.vectors.collections {
		if ids != nil && !slices.Contains(ids, id) {
			continue
		}
		hits, err := c.QueryEmbedding(ctx, unit, min(k, c.Count()), nil, nil)
		if err != nil {
			return nil, fmt.Errorf("vector search: %w", err)
		}
		for _, h := range hits {
			n, err := strconv.Atoi(h.ID)
			if err != nil {
				return nil, err
			}
			out = append(out, near{Ref{id, n}, float64(h.Similarity)})
		}
	}
	slices.SortFunc(out, func(a, b near) int {
		switch {
		case a.cosine != b.cosine:
			if a.cosine > b.cosine {
				return -1
			}
			return 1
		case a.ref.Document != b.ref.Document:
			if a.ref.Document < b.ref.Document {
				return -1
			}
			return 1
		}
		return a.ref.Passage - b.ref.Passage
	})
	return out[:min(k, len(out))], nil
}

// Nearest returns the k passages of the workspace that are nearest to a vector, best first.
func (w *Workspace) Nearest(ctx context.Context, space VectorSpace, v []float32, k int) ([]Hit, error) {
	ns, err := w.nearest(ctx, space, v, nil, k)
	hits := make([]Hit, len(ns))
	for i, n := range ns {
		hits[i] = Hit{Ref: n.ref, VectorRank: i + 1, Cosine: n.cosine}
	}
	return hits, err
}

// noisePairs is how many pairs of passages tell how far apart unrelated texts lie.
const noisePairs = 200

// FarDistance fits a cosine distance that means "far from everything" to an embedding model: many models never reach
// the wanted distance, because even unrelated texts lie closer. It is the smaller of wanted and the mean distance
// between random passages of the library.
func (w *Workspace) FarDistance(ctx context.Context, space VectorSpace, wanted float64) (float64, error) {
	w.vectors.mu.Lock()
	defer w.vectors.mu.Unlock()
	if err := w.load(space); err != nil {
		return wanted, err
	}
	if w.vectors.far == 0 {
		w.vectors.far = w.vectors.meanDistance(ctx)
	}
	return min(wanted, w.vectors.far), nil
}

// meanDistance is the mean cosine distance of random pairs, always the same for the same vectors; 2, the greatest
// there is, with fewer than twenty vectors.
func (v *vectors) meanDistance(ctx context.Context) float64 {
	var all [][]float32
	for _, id := range slices.Sorted(maps.Keys(v.collections)) {
		c := v.collections[id]
		for i := range min(c.Count(), 1000) {
			if d, err := c.GetByID(ctx, strconv.Itoa(i)); err == nil {
				all = append(all, d.Embedding)
			}
		}
	}
	if len(all) < 20 {
		return 2
	}
	random := rand.New(rand.NewPCG(1, 2))
	sum := 0.0
	for range noisePairs {
		a, b := all[random.IntN(len(all))], all[random.IntN(len(all))]
		dot := 0.0
		for i := range a {
			dot += float64(a[i]) * float64(b[i])
		}
		sum += 1 - dot
	}
	return sum / noisePairs
}
