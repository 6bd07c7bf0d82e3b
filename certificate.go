package main

import (
	"errors"

	"lectern/backend/store"
)

// Certificate is how a document was read.
type Certificate struct {
	Summary  string          `json:"summary"`  // "" for a document that was added before there were certificates
	Compared bool            `json:"compared"` // the second reader has had its turn
	Pages    []store.Verdict `json:"pages"`    // all of them, in order
}

// Certificate reads how a document was read.
func (a *App) Certificate(document string) (_ Certificate, err error) {
	defer a.caught(&err)
	c, err := a.core.Workspace.Certificate(document)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that document is not in the library (any more)")
	}
	return Certificate{c.Summary(), c.Compared, c.Pages}, err
}

// ReadAgain reads a document's file again, in the background: the event "documents" tells how it goes.
func (a *App) ReadAgain(document string) (err error) {
	defer a.caught(&err)
	return a.core.Library.RereadSoon(document)
}

// Outline is a document's table of contents as its file has it; empty if it has none.
func (a *App) Outline(document string) (_ []store.Heading, err error) {
	defer a.caught(&err)
	info, err := a.core.Workspace.Info(document)
	return info.Outline, err
}

// QuoteRects is where a citation's quotation stands on its page, as the reader found it; empty where that isn't known.
func (a *App) QuoteRects(document string, page int, quote, prefix, suffix string) (_ []store.Rect, err error) {
	defer a.caught(&err)
	rects, err := a.core.Workspace.Quoted(document, page, quote, prefix, suffix)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that page is not in the library (any more)")
	}
	return rects, err
}
