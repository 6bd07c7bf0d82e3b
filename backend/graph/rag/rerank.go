package rag

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Reranker orders candidates anew, best first. An error says why they stand as they were given.
type Reranker interface {
	Rerank(ctx context.Context, question string, ps []Passage) ([]Passage, error)
}

// Words reranks by how a passage holds the question's words: how many, how close together, and how many of them in its
// headings or its table's heads. It needs no model. On questions about filings and reports it finds no better order than
// the keyword search, whose score has most of this: it is there to be measured, and for documents where it does.
type Words struct {
	Workspace *store.Workspace // tells how rare the words are
}

// What Words adds to a passage's score, as shares of it, for one that holds all.
const (
	coverageGain  = .2
	closenessGain = .2
	headGain      = .1

	reranked  = 30 // candidates that are ordered
	headLines = 3  // of a table's text: what names it, and its heads
)

// Rerank implements Reranker.
func (w Words) Rerank(ctx context.Context, question string, ps []Passage) ([]Passage, error) {
	m := keyword.NewMatcher(question)
	weights, err := w.weights(ctx, question, ps)
	if err != nil || len(weights) != len(m.Words) {
		return ps, err
	}
	for i, p := range ps[:min(reranked, len(ps))] {
		text, head := m.Places(p.Text.Text), m.Places(headOf(p.Text))
		covered, inHead, pairs := coverage(weights, text, head), coverage(weights, head), closeness(weights, text)
		ps[i].Score *= 1 + coverageGain*covered + closenessGain*pairs + headGain*inHead
		ps[i].Reason = messages.From(ctx).Text("rag.words-by-weight", messages.Args{"words": fmt.Sprintf("%.0f", 100*covered), "pairs": fmt.Sprintf("%.0f", 100*pairs), "headings": fmt.Sprintf("%.0f", 100*inHead)})
	}
	slices.SortStableFunc(ps[:min(reranked, len(ps))], func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return ps, nil
}

// weights are the words' rarities in the passages' documents, as shares of their sum; nil if all are 0.
func (w Words) weights(ctx context.Context, question string, ps []Passage) ([]float64, error) {
	var documents []string
	for _, p := range ps {
		if !slices.Contains(documents, p.Ref.Document) {
			documents = append(documents, p.Ref.Document)
		}
	}
	facts, err := w.Workspace.Passages.Facts(ctx, question, documents)
	sum := 0.0
	out := make([]float64, len(facts.Words))
	for i, f := range facts.Words {
		if f.Files > 0 {
			out[i] = f.Rarity
			sum += f.Rarity
		}
	}
	if sum == 0 {
		return nil, err
	}
	for i := range out {
		out[i] /= sum
	}
	return out, err
}

// headOf is what names a passage: its headings and, of a table, the first lines.
func headOf(t store.Text) string {
	head := t.Heading + "\n" + t.Section
	if t.Table {
		lines := strings.SplitN(t.Text, "\n", headLines+1)
		head += "\n" + strings.Join(lines[:min(headLines, len(lines))], "\n")
	}
	return head
}

// coverage is the weight of the words that stand in one of the texts, 0 to 1.
func coverage(weights []float64, texts ...[]keyword.Place) (sum float64) {
	seen := make([]bool, len(weights))
	for _, t := range texts {
		for _, at := range t {
			if !seen[at.Word] {
				seen[at.Word] = true
				sum += weights[at.Word]
			}
		}
	}
	return sum
}

// closeness is the weight of the question's pairs of neighbouring words that stand close together, 0 to 1.
func closeness(weights []float64, text []keyword.Place) float64 {
	seats := make([][]int, len(weights))
	for _, at := range text {
		seats[at.Word] = append(seats[at.Word], at.Seat)
	}
	together, all := 0.0, 0.0
	for i := 1; i < len(weights); i++ {
		pair := weights[i-1] + weights[i]
		all += pair
		if adjacent(seats[i-1], seats[i]) {
			together += pair
		}
	}
	if all == 0 {
		return 0
	}
	return together / all
}

// adjacent says whether two of the places stand close together.
func adjacent(a, b []int) bool {
	return slices.ContainsFunc(a, func(x int) bool {
		return slices.ContainsFunc(b, func(y int) bool { return max(x-y, y-x) <= near })
	})
}
