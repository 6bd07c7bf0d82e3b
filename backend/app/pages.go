package app

import (
	"errors"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// PageText is a page as text.
type PageText struct {
	Page  int    `json:"page"`
	Label string `json:"label"`
	Text  string `json:"text"`
}

// PageText is the text of a page as it was read.
func (c *Core) PageText(document string, page int) (PageText, error) {
	p, err := c.Workspace.Pages.Get(document, page)
	return PageText{p.Number, p.Label, p.Text}, noPage(err)
}

// HiddenText is the text on a page, from 1, that nobody sees, for the person to look at.
func (c *Core) HiddenText(document string, page int) ([]store.Hidden, error) {
	p, err := c.Workspace.Pages.Get(document, page)
	out := append([]store.Hidden{}, p.Hidden...)
	for i, h := range out {
		out[i].How = c.again(h.How)
	}
	return out, noPage(err)
}

// Outline is a document's table of contents as its file has it; empty if it has none.
func (c *Core) Outline(document string) ([]store.Heading, error) {
	info, err := c.Workspace.Documents.Info(document)
	return info.Outline, err
}

// QuoteRects is where a citation's quotation stands on its page, as the reader found it; empty where that isn't known.
func (c *Core) QuoteRects(document string, page int, quote, prefix, suffix string) ([]store.Rect, error) {
	rects, err := c.Workspace.Pages.Quoted(document, page, quote, prefix, suffix)
	return rects, noPage(err)
}

func noPage(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("app.no-page")
	}
	return err
}
