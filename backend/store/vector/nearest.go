package vector

import (
	"container/heap"
	"context"
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
	fewPassages = 200   // are compared by their vectors without a look at their codes
	manyScored  = 4     // times as many as are wanted are compared by their vectors, of many documents
	leastScored = 50    // but so many at least
	exactUpTo   = 2_000 // passages of several documents; of one document any number
	scanAtOnce  = 500   // passages a thread takes at a time
)

// candidate is a passage of a slab.
type candidate struct {
	slab, passage int
	cosine        float32 // estimated
	off           float32 // how far at most from the true one
}

// candidatesIn lists the passages whose vectors are to be compared.
func candidatesIn(ctx context.Context, slabs []slab, unit []float32, k int) ([]candidate, error) {
	n, most := 0, max(manyScored*k, leastScored)
	for _, s := range slabs {
		n += s.count
	}
	if n <= max(most, fewPassages) {
		all := make([]candidate, 0, n)
		for i, s := range slabs {
			for p := range s.count {
				all = append(all, candidate{slab: i, passage: p})
			}
		}
		return all, nil
	}
	q := codeQuery(unit)
	if len(slabs) == 1 || n <= exactUpTo {
		return possible(ctx, slabs, &q, k)
	}
	return likely(ctx, slabs, &q, most)
}

// estimate guesses how near a passage is.
func (s *slab) estimate(q *codedQuery, number, p int) candidate {
	c := candidate{slab: number, passage: p}
	length := codeLen(s.space.Dim)
	c.cosine, c.off = q.cosine(s.codes[p*length:(p+1)*length], markAt(s.marks[p*markLen:]))
	return c
}

// possible lists all passages that can be among the k nearest: no others are, however far the estimates are off.
func possible(ctx context.Context, slabs []slab, q *codedQuery, k int) ([]candidate, error) {
	var all []candidate
	nearest := leastFirst{most: k}
	for i := range slabs {
		for p := range slabs[i].count {
			c := slabs[i].estimate(q, i, p)
			all = append(all, c)
			c.cosine -= c.off
			nearest.offer(c)
		}
	}
	least := nearest.list[0].cosine
	return slices.DeleteFunc(all, func(c candidate) bool { return c.cosine+c.off < least }), ctx.Err()
}

// likely lists so many passages, the nearest by the estimates.
func likely(ctx context.Context, slabs []slab, q *codedQuery, most int) ([]candidate, error) {
	type part struct{ slab, from, to int }
	var parts []part
	for i, s := range slabs {
		for from := 0; from < s.count; from += scanAtOnce {
			parts = append(parts, part{i, from, min(from+scanAtOnce, s.count)})
		}
	}
	var next atomic.Int64
	var threads sync.WaitGroup
	found, faults := make([]leastFirst, scanThreads), make([]any, scanThreads)
	for thread := range found {
		threads.Go(func() {
			defer func() { faults[thread] = recover() }()
			debug.SetPanicOnFault(true) // the codes lie in a mapped file, which may be damaged
			best := leastFirst{most: most}
			for i := int(next.Add(1)) - 1; i < len(parts) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				for p := parts[i].from; p < parts[i].to; p++ {
					best.offer(slabs[parts[i].slab].estimate(q, parts[i].slab, p))
				}
			}
			found[thread] = best
		})
	}
	threads.Wait()
	for _, fault := range faults {
		if fault != nil {
			panic(fault) // whose bucket it is knows what to do with it
		}
	}
	best := found[0]
	for _, f := range found[1:] {
		for _, c := range f.list {
			best.offer(c)
		}
	}
	return best.list, ctx.Err()
}

// leastFirst is a heap of the most candidates that are nearest, the farthest of them first.
type leastFirst struct {
	list []candidate
	most int
}

func (l *leastFirst) offer(c candidate) {
	if len(l.list) < l.most {
		heap.Push(l, c)
	} else if c.cosine > l.list[0].cosine {
		l.list[0] = c
		heap.Fix(l, 0)
	}
}

func (l *leastFirst) Len() int           { return len(l.list) }
func (l *leastFirst) Less(i, j int) bool { return l.list[i].cosine < l.list[j].cosine }
func (l *leastFirst) Swap(i, j int)      { l.list[i], l.list[j] = l.list[j], l.list[i] }
func (l *leastFirst) Push(x any)         { l.list = append(l.list, x.(candidate)) }
func (l *leastFirst) Pop() any {
	last := l.list[len(l.list)-1]
	l.list = l.list[:len(l.list)-1]
	return last
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
