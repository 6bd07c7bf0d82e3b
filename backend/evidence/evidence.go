// Package evidence shows what an answer cites as it stands on its page: a small picture of the passage, the cited words marked
// in it, for files that shall prove themselves where the documents aren't at hand.
//
// A page is drawn in the reader's worker, cut, made small and let go before the next is drawn. In a picture eight greys are told
// apart, and as many again under the marker; beside each marked line stands a bar, for whoever prints without colours.
package evidence

import (
	"context"
	"errors"
	"slices"

	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/store"
)

// Drawer draws pages of a file, as ingest.Reader does.
type Drawer interface {
	Draw(ctx context.Context, path string, pages []int, dots int, take func(page int, p ingest.Picture) error) error
}

// Passage is what is cited of one page.
type Passage struct {
	Document string // id
	Page     int    // from 1
	Quotes   []Quote
}

// Quote are words of a page, and what stands before and after them.
type Quote struct{ Text, Before, After string }

// Excerpt is a passage as it is shown. Lacks is a key of the messages: why there is no picture, or none with marks; "" if
// nothing is to be said.
type Excerpt struct {
	Picture *pdfout.Picture // nil: there is none
	Lacks   string
}

// Show adds the excerpt to what a PDF shows of its passage.
func (e Excerpt) Show(say messages.Messages, in *pdfout.Evidence) {
	if in.Picture = e.Picture; e.Lacks != "" {
		in.Lacks = say.Text(e.Lacks)
	}
}

// What an Excerpt may lack.
const (
	removed  = "evidence.removed"
	notDrawn = "evidence.not-drawn"
	noPlace  = "evidence.no-place"
)

// Cutter cuts excerpts out of the documents of a workspace. Without a Reader it has none.
type Cutter struct {
	Workspace *store.Workspace
	Reader    Drawer
}

// Excerpts are the passages as they are shown, in their order. The error is the context's or the store's.
func (c Cutter) Excerpts(ctx context.Context, passages []Passage) ([]Excerpt, error) {
	out := make([]Excerpt, len(passages))
	by := map[string][]int{} // the places of each document's passages
	var documents []string
	for i, p := range passages {
		out[i].Lacks = notDrawn
		if len(by[p.Document]) == 0 {
			documents = append(documents, p.Document)
		}
		by[p.Document] = append(by[p.Document], i)
	}
	if c.Reader == nil {
		return out, nil
	}
	for _, id := range documents {
		if err := c.document(ctx, id, passages, by[id], out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// document cuts the passages of one document.
func (c Cutter) document(ctx context.Context, id string, passages []Passage, at []int, out []Excerpt) error {
	_, err := c.Workspace.Documents.Get(id)
	if errors.Is(err, store.ErrNotFound) {
		for _, i := range at {
			out[i].Lacks = removed
		}
		return nil
	}
	if err != nil {
		return err
	}
	marks := map[int][]store.Rect{} // by place
	var pages []int
	for _, i := range at {
		for _, q := range passages[i].Quotes {
			rects, err := c.Workspace.Pages.Quoted(id, passages[i].Page, q.Text, q.Before, q.After)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
			marks[i] = append(marks[i], rects...)
		}
		pages = append(pages, passages[i].Page)
	}
	slices.Sort(pages)
	err = c.Reader.Draw(ctx, c.Workspace.Documents.FilePath(id), slices.Compact(pages), dots, func(page int, drawn ingest.Picture) error {
		for _, i := range at {
			if passages[i].Page != page {
				continue
			}
			cut, err := excerpt(drawn, marks[i])
			if err != nil {
				return err
			}
			if out[i] = (Excerpt{Picture: cut}); len(marks[i]) == 0 {
				out[i].Lacks = noPlace
			}
		}
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var unread *ingest.Error
	if errors.As(err, &unread) { // a file that went, or can't be opened: its passages have no pictures
		return nil
	}
	return err
}
