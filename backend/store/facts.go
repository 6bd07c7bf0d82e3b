package store

import (
	"context"

	"lectern/backend/store/keyword"
)

// Facts are what documents hold of the words of a question.
type Facts struct {
	Words     []keyword.Fact
	Names     []keyword.NameFact // what it names
	Nowhere   []string           // of its words, those that stand in none of the documents
	Missing   []string           // of these and its names, what carries its subject
	Documents int                // that were looked into
	Blocks    int                // passages that they have
}

// Facts looks the words of a question up in documents (nil: all). It costs a fraction of a search.
func (ps *Passages) Facts(ctx context.Context, question string, documents []string) (out Facts, err error) {
	m := keyword.NewMatcher(question)
	err = ps.searching(ctx, documents, func(scope []keyword.Segment, _ []string) {
		out.Words, out.Blocks = m.Facts(scope)
		out.Names = m.Names(out.Words, scope)
		out.Documents = len(scope)
		out.Nowhere = append([]string{}, m.Nowhere(out.Words, scope)...)
		out.Missing = append([]string{}, m.Missing(out.Names, out.Nowhere)...)
	})
	return out, err
}
