package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lectern/backend/store/keyword"
)

// Query asks for passages.
type Query struct {
	Text      string
	Vector    []float32   // of the text; nil searches by words alone
	Space     VectorSpace // what made Vector
	Documents []string    // ids; nil searches all
	Limit     int         // hits at most
	PerPage   int         // hits from one page at most; 0: no bound
	Fill      bool        // fill a short list from a single document with its other pages, in order
}

// Hit is a passage that was found. Ranks count from 1; 0 means that this search did not find it.
type Hit struct {
	Ref         Ref
	Page        int
	Score       float64 // reciprocal rank fusion, Σ 1/(60 + rank)
	KeywordRank int
	VectorRank  int
	Keyword     float64 // the keyword search's score, unbounded
	Cosine      float64 // similarity of the vectors, -1 to 1; 0 if not found by vector
}

// rankConstant is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).
const rankConstant = 60

// candidates says how deep each list is fused for a wanted number of hits.
func candidates(limit int) int { return max(100, 5*limit) }

// Search finds passages by words and, with a vector, by meaning; the two lists are fused by reciprocal rank.
// A document that was removed is never found.
func (w *Workspace) Search(ctx context.Context, q Query) ([]Hit, error) {
	words, err := w.searchWords(q)
	if err != nil || q.Vector == nil {
		return words, err
	}
	depth := candidates(q.Limit)
	nearest, err := w.nearest(ctx, q.Space, q.Vector, q.Documents, depth)
	if err != nil {
		return nil, err
	}
	fused := map[Ref]*Hit{}
	for _, h := range words {
		fused[h.Ref] = &h
	}
	pages, err := w.pagesOf(nearest)
	if err != nil {
		return nil, err
	}
	for i, n := range nearest {
		page, there := pages[n.ref]
		if !there {
			continue
		}
		h := fused[n.ref]
		if h == nil {
			h = &Hit{Ref: n.ref, Page: page}
			fused[n.ref] = h
		}
		h.VectorRank, h.Cosine = i+1, n.cosine
		h.Score += 1 / float64(rankConstant+i+1)
	}
	out := make([]Hit, 0, len(fused))
	for _, h := range fused {
		out = append(out, *h)
	}
	slices.SortFunc(out, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ref.Document, b.Ref.Document), a.Ref.Passage-b.Ref.Passage)
	})
	return cutPages(out, q), nil
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

// searchWords searches the segments where they lie, within one short transaction.
func (w *Workspace) searchWords(q Query) (hits []Hit, err error) {
	depth, perPage := q.Limit, q.PerPage
	if q.Vector != nil {
		depth, perPage = candidates(q.Limit), 0
	}
	err = w.view(w.s.docs, func(b buckets) error {
		ids := q.Documents
		if ids == nil {
			if err := b.get("segments").ForEach(func(id, _ []byte) error { ids = append(ids, string(id)); return nil }); err != nil {
				return err
			}
		}
		var scope []keyword.Segment
		var found []string
		for _, id := range ids {
			raw := b.get("segments").Get([]byte(id))
			if raw == nil {
				continue // removed, or never read
			}
			s, err := keyword.Open(raw, false)
			if err != nil {
				return fmt.Errorf("document %s: %w", id, err)
			}
			scope, found = append(scope, s), append(found, id)
		}
		for i, h := range keyword.Search(scope, q.Text, keyword.Options{Limit: depth, PerPage: perPage, Fill: q.Fill}) {
			hits = append(hits, Hit{
				Ref: Ref{found[h.Segment], h.Block}, Page: h.Page, Score: 1 / float64(rankConstant+i+1),
				KeywordRank: i + 1, Keyword: h.Score,
			})
		}
		return nil
	})
	return hits, err
}

// pagesOf finds the pages of passages; those of documents that are gone are left out.
func (w *Workspace) pagesOf(ns []near) (map[Ref]int, error) {
	out := map[Ref]int{}
	err := w.view(w.s.docs, func(b buckets) error {
		passages := map[string][]Passage{}
		for _, n := range ns {
			ps, read := passages[n.ref.Document]
			if !read {
				if err := getJSON(b.get("passages"), n.ref.Document, &ps); err != nil && err != ErrNotFound {
					return err
				}
				passages[n.ref.Document] = ps
			}
			if n.ref.Passage < len(ps) {
				out[n.ref] = ps[n.ref.Passage].Page
			}
		}
		return nil
	})
	return out, err
}
