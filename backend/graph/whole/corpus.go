package whole

import (
	"context"
	"sync"

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

// ahead is how many documents are fetched while one is read.
const ahead = 3

// fetched is a document with its passages.
type fetched struct {
	document store.Document
	passages []store.Text
	err      error
}

// each reads all passages, document by document, in their order.
func (c Corpus) each(ctx context.Context, read func(d store.Document, passages []store.Text) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	next := make(chan chan fetched, ahead)
	var fetching sync.WaitGroup
	defer fetching.Wait()
	defer cancel(nil)
	fetching.Go(func() {
		defer close(next)
		for _, d := range c.Documents {
			one := make(chan fetched, 1)
			select {
			case next <- one:
			case <-ctx.Done():
				return
			}
			fetching.Go(func() {
				texts, err := c.Workspace.Passages.Texts(refs(d, d.Passages))
				one <- fetched{d, texts, err}
			})
		}
	})
	for one := range next {
		f := <-one
		if f.err == nil {
			f.err = read(f.document, f.passages)
		}
		if f.err != nil {
			return f.err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
