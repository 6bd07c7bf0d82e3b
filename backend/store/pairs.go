package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
)

// Pairs are similarities of passages that were drawn from the library.
type Pairs struct {
	Noise    []float64 // of passages that chance put together, not neighbours
	Signal   []float64 // of passages that are neighbours in a document
	Passages int       // that there are to draw from
}

// strange is from how many passages on two of one document aren't neighbours any more.
const strange = 4

// drawn is where drawing begins: the same library gives the same pairs.
func drawn() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// VectorPairs draws so many pairs of each kind at most, and compares their vectors by their cosines, -1 to 1. Only
// vectors of the model under this very digest take part. None is read that isn't compared.
func (w *Workspace) VectorPairs(ctx context.Context, model, digest string, most int) (out Pairs, err error) {
	return out, w.view(w.s.docs, func(b buckets) error {
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

// Draw picks so many passages at most that have neighbours, each from another place, and tells how many passages there are.
func (w *Workspace) Draw(most int) (refs []Ref, passages int, err error) {
	docs, err := w.Documents()
	if err != nil {
		return nil, 0, err
	}
	docs = slices.DeleteFunc(docs, func(d Document) bool { return d.Failed != "" || d.Passages == 0 })
	counts := make([]int, len(docs))
	for i, d := range docs {
		counts[i] = d.Passages
	}
	draw := newDraw(counts)
	for _, p := range draw.neighbours(most) {
		refs = append(refs, Ref{docs[p[0].document].ID, p[0].at})
	}
	return refs, draw.total, nil
}

// spot is a passage's place: its document, and its number in there.
type spot struct{ document, at int }

// draw draws passages, all as likely.
type draw struct {
	*rand.Rand
	counts []int // passages of each document
	before []int // passages of the documents up to and with it
	total  int
}

func newDraw(counts []int) *draw {
	d := &draw{drawn(), counts, nil, 0}
	for _, n := range counts {
		d.total += n
		d.before = append(d.before, d.total)
	}
	return d
}

// at is the nth passage of all.
func (d *draw) at(n int) spot {
	i := sort.SearchInts(d.before, n+1)
	return spot{i, n - d.before[i] + d.counts[i]}
}

// strangers pairs passages by chance. A small library gives no more than a few pairs a passage.
func (d *draw) strangers(most int) (out [][2]spot) {
	const each, tries = 10, 2
	most = min(most, each*d.total)
	for range tries * most {
		a, b := d.at(d.IntN(d.total)), d.at(d.IntN(d.total))
		if a.document == b.document && a.at-b.at < strange && b.at-a.at < strange {
			continue
		}
		if out = append(out, [2]spot{a, b}); len(out) == most {
			break
		}
	}
	return out
}

// neighbours pairs passages with the one behind them, each once.
func (d *draw) neighbours(most int) (out [][2]spot) {
	taken := map[int]bool{}
	add := func(n int) {
		if s := d.at(n); !taken[n] && s.at+1 < d.counts[s.document] {
			taken[n] = true
			out = append(out, [2]spot{s, {s.document, s.at + 1}})
		}
	}
	const enough = 4 // times as many as are wanted: then they are drawn, else all are looked at
	if d.total <= enough*most {
		for _, n := range d.Perm(d.total) {
			add(n)
		}
		return out[:min(most, len(out))]
	}
	for range enough * most {
		if add(d.IntN(d.total)); len(out) == most {
			break
		}
	}
	return out
}
