package main

import (
	"errors"

	"lectern/backend/fault"
	"lectern/backend/store"
)

// Certificate is how a document was read.
type Certificate struct {
	Summary  string          `json:"summary"`  // "" for a document that was added before there were certificates
	Compared bool            `json:"compared"` // the second reader has had its turn
	Sought   bool            `json:"sought"`   // text that nobody sees was looked for
	Used     bool            `json:"used"`     // such text is used, as the person chose
	Pages    []store.Verdict `json:"pages"`    // all of them, in order
}

// Certificate reads how a document was read.
func (a *App) Certificate(document string) (_ Certificate, err error) {
	defer fault.Recover(a.core.Log, &err)
	c, err := a.core.Workspace.Readings.Of(document)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that document is not in the library (any more)")
	}
	d, gone := a.core.Workspace.Documents.Get(document)
	return Certificate{c.Summary(), c.Compared, c.Sought, gone == nil && d.UseHidden, c.Pages}, err
}

// HiddenText is the text on a page, from 1, that nobody sees, for the person to look at.
func (a *App) HiddenText(document string, page int) (_ []store.Hidden, err error) {
	defer fault.Recover(a.core.Log, &err)
	p, err := a.core.Workspace.Pages.Get(document, page)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that page is not in the library (any more)")
	}
	return append([]store.Hidden{}, p.Hidden...), err
}

// UseHidden reads a document's file again with the text that nobody sees, or without it, in the background like ReadAgain.
func (a *App) UseHidden(document string, use bool) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.UseHiddenSoon(document, use)
}

// ReadAgain reads a document's file again, in the background: the event "documents" tells how it goes.
func (a *App) ReadAgain(document string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.RereadSoon(document)
}

// Outline is a document's table of contents as its file has it; empty if it has none.
func (a *App) Outline(document string) (_ []store.Heading, err error) {
	defer fault.Recover(a.core.Log, &err)
	info, err := a.core.Workspace.Documents.Info(document)
	return info.Outline, err
}

// QuoteRects is where a citation's quotation stands on its page, as the reader found it; empty where that isn't known.
func (a *App) QuoteRects(document string, page int, quote, prefix, suffix string) (_ []store.Rect, err error) {
	defer fault.Recover(a.core.Log, &err)
	rects, err := a.core.Workspace.Pages.Quoted(document, page, quote, prefix, suffix)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that page is not in the library (any more)")
	}
	return rects, err
}
