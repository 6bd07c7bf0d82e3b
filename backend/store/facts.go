package store

import (
	"context"

	"lectern/backend/store/keyword"
)

// Facts are what documents hold of the words of a question.
type Facts struct {
	Words     []keyword.Fact
	Nowhere   []string // of its words, those that stand in none of the documents
	Documents int      // that were looked into
	Blocks    int      // passages that they have
}

// Facts looks the words of a question up in documents (nil: all). It costs a fraction of a search.
func (w *Workspace) Facts(ctx context.Context, question string, documents []string) (out Facts, err error) {
	m := keyword.NewMatcher(question)
	for {
		var stale []string
		err := w.view(w.s.docs, func(b buckets) error {
			scope, _, old, err := b.segments(documents)
			if stale = old; err != nil || len(stale) > 0 {
				return err
			}
			out.Words, out.Blocks = m.Facts(scope)
			out.Documents = len(scope)
			out.Nowhere = append([]string{}, m.Nowhere(out.Words, scope)...)
			return nil
		})
		if err != nil || len(stale) == 0 {
			return out, err
		}
		if err := w.reindex(ctx, stale); err != nil {
			return out, err
		}
	}
}
