package rag

import (
	"cmp"
	"context"
	"slices"

	"lectern/backend/store/keyword"
)

// Reranker orders candidates anew, best first; it may change their scores.
type Reranker interface {
	Rerank(ctx context.Context, question string, ps []Passage) []Passage
}

// Overlap favours passages that hold more of the question's content words: the fused score, times one plus half the
// share of the words that occur in the passage or its heading. It needs no model.
type Overlap struct{}

// Rerank implements Reranker.
func (Overlap) Rerank(_ context.Context, question string, ps []Passage) []Passage {
	coverage := keyword.NewCoverage(keyword.ContentWords(question))
	for i, p := range ps {
		ps[i].Score *= 1 + coverage.Of(p.Heading+"\n"+p.Text.Text)/2
	}
	slices.SortStableFunc(ps, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return ps
}
