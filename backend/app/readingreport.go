package app

import (
	"context"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// ReadingReport is how a document was read.
type ReadingReport struct {
	Summary  string          `json:"summary"`  // "" for a document that was added before there were certificates
	Compared bool            `json:"compared"` // the second reader has had its turn
	Sought   bool            `json:"sought"`   // text that nobody sees was looked for
	Used     bool            `json:"used"`     // such text is used, as the person chose
	Pages    []store.Verdict `json:"pages"`    // all of them, in order
}

// ReadingReport reads how a document was read.
func (c *Core) ReadingReport(document string) (ReadingReport, error) {
	r, err := c.Workspace.Readings.Of(document)
	d, none := c.Workspace.Documents.Get(document)
	again := c.eachAgain(fromRooms...)
	for i, v := range r.Pages {
		r.Pages[i].Why, r.Pages[i].Hidden = again(v.Why), again(v.Hidden)
	}
	return ReadingReport{again(r.Summary()), r.Compared, r.HiddenSearched, none == nil && d.UseHidden, r.Pages}, gone(err)
}

// ReadAgain reads a document's file again, and has it embedded and compared, before it returns. useHidden says whether
// text that isn't shown is used from now on. unembedded tells why not everything could be embedded, which is no reason
// to do it once more.
func (c *Core) ReadAgain(ctx context.Context, document string, useHidden bool) (unembedded, err error) {
	c.Models.Refresh(ctx)
	if _, err := c.Library.UseHidden(ctx, document, useHidden); err != nil && ctx.Err() != nil {
		return nil, messages.Error("app.stopped-unchanged")
	} else if err != nil {
		return nil, err
	}
	unembedded = c.Library.EmbedAll(ctx)
	err = c.Library.Compare(ctx, document)
	if ctx.Err() != nil {
		err = messages.Error("app.stopped-not-compared")
	}
	return unembedded, err
}
