package vector

import (
	"cmp"
	"context"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	chromem "github.com/philippgille/chromem-go"

	"lectern/backend/messages"
)

const (
	scanThreads = 2     // come near to what memory gives, and leave the rest of the machine to the model
	manyScored  = 10    // times as many as are wanted are compared by their vectors, of those that the codes have nearest
	leastScored = 1_000 // but so many at least
	exactUpTo   = 2_000 // passages of several documents; of one document any number
	scanAtOnce  = 500   // passages a thread takes at a time
)

// candidate is a passage of a slab.
type candidate struct {
	slab, passage int
	cosine        float32 // or what its code has it be
}

// nearer orders candidates, the nearest first, those as near by slab and passage.
func (c candidate) nearer(o candidate) int {
	switch {
	case c.cosine > o.cosine:
		return -1
	case c.cosine < o.cosine:
		return 1
	}
	return cmp.Or(c.slab-o.slab, c.passage-o.passage)
}

// candidatesIn lists the passages among which the k nearest are: of few passages just these, of many those that their codes
// have nearest, and of these then the k nearest.
func candidatesIn(ctx context.Context, slabs []slab, unit []float32, k int) ([]candidate, error) {
	n := 0
	for _, s := range slabs {
		n += s.count
	}
	exact := func(c candidate, _ float32) float32 { return dot(slabs[c.slab].vector(c.passage), unit) }
	k = min(k, n)
	most := max(manyScored*k, leastScored)
	if len(slabs) <= 1 || n <= max(exactUpTo, most) || len(unit) < wordBits { // so short vectors are read as quickly as codes
		return scan(ctx, slabs, k, exact)
	}
	turned := turnOf(len(unit)).turned(unit)
	q := newBitQuery(turned)
	centres := make([]float32, len(slabs))
	for i := range slabs {
		centres[i] = slabs[i].centred(turned)
	}
	found, err := scan(ctx, slabs, most, func(c candidate, least float32) float32 {
		s := &slabs[c.slab]
		if s.codes == nil {
			return exact(c, least)
		}
		return q.cosine(s.code(c.passage), s.factor(c.passage), centres[c.slab], least)
	})
	if err != nil {
		return nil, err
	}
	for i, c := range found {
		found[i].cosine = exact(c, 0)
	}
	slices.SortFunc(found, candidate.nearer)
	return found[:k], ctx.Err()
}

// scan gives all passages a score and lists so many, the best first. One that is less than least isn't wanted, and needn't
// be told how much.
func scan(ctx context.Context, slabs []slab, most int, score func(c candidate, least float32) float32) ([]candidate, error) {
	type part struct{ slab, from, to int }
	var parts []part
	for i, s := range slabs {
		for from := 0; from < s.count; from += scanAtOnce {
			parts = append(parts, part{i, from, min(from+scanAtOnce, s.count)})
		}
	}
	var next atomic.Int64
	var threads sync.WaitGroup
	found, faults := make([]best, scanThreads), make([]any, scanThreads)
	for thread := range found {
		threads.Go(func() {
			defer func() { faults[thread] = recover() }()
			debug.SetPanicOnFault(true) // the vectors lie in a mapped file, which may be damaged
			b := best{most: most, least: float32(math.Inf(-1))}
			for i := int(next.Add(1)) - 1; i < len(parts) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				for p := parts[i].from; p < parts[i].to; p++ {
					c := candidate{slab: parts[i].slab, passage: p}
					c.cosine = score(c, b.least)
					b.offer(c)
				}
			}
			found[thread] = b
		})
	}
	threads.Wait()
	all := best{most: most}
	for i, fault := range faults {
		if fault != nil {
			panic(fault) // whose bucket it is knows what to do with it
		}
		all.list = append(all.list, found[i].list...)
	}
	all.cut()
	return all.list, ctx.Err()
}

// best keeps the most candidates that are nearest, and three times as many more before it drops those.
type best struct {
	list  []candidate
	most  int
	least float32 // what is farther isn't among them
}

func (b *best) offer(c candidate) {
	if c.cosine < b.least {
		return
	}
	if b.list = append(b.list, c); len(b.list) >= 4*b.most {
		b.cut()
	}
}

func (b *best) cut() {
	slices.SortFunc(b.list, candidate.nearer)
	if len(b.list) > b.most {
		b.list = b.list[:b.most]
		b.least = b.list[b.most-1].cosine
	}
}

// compare has chromem-go order candidates, best first. It keeps the vectors that it is given without copying them, so it
// is filled for one question and forgotten before the transaction ends.
func compare(ctx context.Context, slabs []slab, found []candidate, unit []float32) ([]Near, error) {
	if len(found) == 0 {
		return nil, nil
	}
	c, err := chromem.NewDB().CreateCollection("candidates", nil, func(context.Context, string) ([]float32, error) {
		return nil, messages.Error("vector.made-by-caller")
	})
	if err != nil {
		return nil, err
	}
	for i, f := range found {
		if err := c.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Embedding: slabs[f.slab].vector(f.passage)}); err != nil {
			return nil, messages.Error("vector.search-failed", messages.Args{"error": err})
		}
	}
	hits, err := c.QueryEmbedding(ctx, unit, c.Count(), nil, nil)
	if err != nil {
		return nil, messages.Error("vector.search-failed", messages.Args{"error": err})
	}
	out := make([]Near, len(hits))
	for i, h := range hits {
		n, err := strconv.Atoi(h.ID)
		if err != nil {
			return nil, err
		}
		out[i] = Near{Passage{string(slabs[found[n].slab].id), found[n].passage}, float64(h.Similarity)}
	}
	slices.SortFunc(out, nearer)
	return out, nil
}
