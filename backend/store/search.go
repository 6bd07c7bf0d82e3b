package store

import (
	"cmp"
	"context"
	"slices"

	"lectern/backend/store/keyword"
	"lectern/backend/store/vector"
)

// Query asks for passages. How its text is read is told at keyword.Find: "phrases", -word and prefix* are understood.
type Query struct {
	Text      string
	Vector    []float32     // of the text; nil searches by words alone
	Space     vector.Space  // what made Vector
	Documents []string      // ids; nil searches all
	Preferred []string      // ids of those that are like what the text says of a document: they stand further up, and none is shut out
	Limit     int           // hits at most
	PerPage   int           // hits from one page at most; 0: no bound
	Fill      bool          // fill a short list from a single document with its other pages, in order
	Why       bool          // say why each passage was found
	Config    *SearchConfig // nil: SearchDefaults
}

// Hit is a passage that was found. Ranks count from 1; 0 means that this search did not find it.
type Hit struct {
	Ref         Ref
	Page        int
	Score       float64 // of both searches together, see SearchConfig.Fusion; one more for each of the question's phrases
	KeywordRank int
	VectorRank  int
	Keyword     float64 // the keyword search's score, unbounded
	Cosine      float64 // similarity of the vectors, -1 to 1; 0 if not found by vector
	Why         *Why    // if it was asked for
}

// Found is what a search gives.
type SearchResult struct {
	Hits      []Hit
	Absent    []string // phrases of the question that stand nowhere in the documents, as they are written
	Documents int      // that were searched
	Nearest   float64  // similarity of the nearest passage by meaning, hit or not, -1 to 1; 0 without vectors
}

// rankConstant and candidates are those of a search for memories.
const rankConstant = 60

func candidates(limit int) int { return max(100, 5*limit) }

func (q Query) config() SearchConfig {
	if q.Config != nil {
		return *q.Config
	}
	return SearchDefaults()
}

// Search is Find for its hits alone.
func (ps *Passages) Search(ctx context.Context, q Query) ([]Hit, error) {
	found, err := ps.Find(ctx, q)
	return found.Hits, err
}

// Find finds passages by words and, with a vector, by meaning, and makes one list of both. A document that was removed is
// never found. What an earlier version indexed is indexed anew first.
func (ps *Passages) Find(ctx context.Context, q Query) (found SearchResult, err error) {
	c := q.config()
	var nearest []vector.Near
	if q.Vector != nil {
		if nearest, err = ps.nearest(ctx, q, c.depth(q.Limit)); err != nil {
			return found, err
		}
	}
	err = ps.searching(ctx, q.Documents, func(scope []keyword.Segment, ids []string) {
		found = c.search(q, scope, ids, nearest)
	})
	if len(nearest) > 0 {
		found.Nearest = nearest[0].Cosine
	}
	return found, err
}

// nearest are the passages nearest to a query's vector, best first, and as many of the preferred documents, which in a large
// library would else have none among them.
func (ps *Passages) nearest(ctx context.Context, q Query, k int) ([]vector.Near, error) {
	near, err := ps.vectors.index.Nearest(ctx, q.Space, q.Vector, q.Documents, k)
	if err != nil || len(q.Preferred) == 0 {
		return near, err
	}
	like, err := ps.vectors.index.Nearest(ctx, q.Space, q.Vector, q.Preferred, k)
	if err != nil {
		return nil, err
	}
	known := map[vector.Passage]bool{}
	for _, n := range near {
		known[n.Passage] = true
	}
	for _, n := range like {
		if !known[n.Passage] {
			near = append(near, n)
		}
	}
	slices.SortStableFunc(near, func(a, b vector.Near) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return near, nil
}

// depth says how deep each list is fused for a wanted number of hits.
func (c SearchConfig) depth(limit int) int { return max(c.Candidates, 5*limit) }

// search searches segments where they lie, within their transaction.
func (c SearchConfig) search(q Query, scope []keyword.Segment, ids []string, nearest []vector.Near) SearchResult {
	o := keyword.Options{Limit: q.Limit, PerPage: q.PerPage, Fill: q.Fill, Config: &c.Config}
	if q.Vector != nil {
		o.Limit, o.PerPage = c.depth(q.Limit), 0
	}
	at := make(map[string]int, len(ids)) // place in the scope
	for i, id := range ids {
		at[id] = i
	}
	for _, id := range q.Preferred {
		if i, there := at[id]; there {
			o.Preferred = append(o.Preferred, i)
		}
	}
	words := keyword.Find(scope, q.Text, o)
	nearest = slices.DeleteFunc(nearest, func(n vector.Near) bool {
		i, there := at[n.Document]
		return !there || !words.Allows(i, n.Number)
	})
	hits := c.fused(&words, ids, nearest, scope, at)
	for i, h := range hits {
		hits[i].Score += float64(words.Phrases(at[h.Ref.Document], h.Ref.Passage))
	}
	if q.Vector != nil {
		slices.SortFunc(hits, func(a, b Hit) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Ref.Document, b.Ref.Document), a.Ref.Passage-b.Ref.Passage)
		})
		hits = cutPages(hits, q)
	}
	if q.Why {
		for i, h := range hits {
			hits[i].Why = why(h, words.Why(at[h.Ref.Document], h.Ref.Passage))
		}
	}
	return SearchResult{Hits: hits, Absent: append([]string{}, words.Absent...), Documents: len(scope)}
}

// cutPages keeps the best hits, so many of a page.
func cutPages(hits []Hit, q Query) []Hit {
	type page struct {
		id string
		n  int
	}
	seen := map[page]int{}
	out := hits[:0]
	for _, h := range hits {
		p := page{h.Ref.Document, h.Page}
		if seen[p]++; q.PerPage > 0 && seen[p] > q.PerPage {
			continue
		}
		if out = append(out, h); len(out) == q.Limit {
			break
		}
	}
	return out
}
