package whole

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// Corpus is what is read: documents, in the order in which the library lists them.
type Corpus struct {
	Workspace *store.Workspace
	Documents []store.Document
}

// Of is the corpus of documents by their ids, or of the whole library where there are none.
func Of(t rag.Tools, ids []string) (Corpus, error) {
	library, err := t.Library(ids)
	return Corpus{t.Workspace, library}, err
}

// Passages is how many there are to be read.
func (c Corpus) Passages() (n int) {
	for _, d := range c.Documents {
		n += d.Passages
	}
	return n
}

// refs are those of a document's passages, in reading order.
func refs(d store.Document, passages int) []store.Ref {
	out := make([]store.Ref, passages)
	for i := range out {
		out[i] = store.Ref{Document: d.ID, Passage: i}
	}
	return out
}

// each reads all passages, document by document.
func (c Corpus) each(ctx context.Context, read func(d store.Document, passages []store.Text) error) error {
	for _, d := range c.Documents {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		texts, err := c.Workspace.Passages.Texts(refs(d, d.Passages))
		if err == nil {
			err = read(d, texts)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
