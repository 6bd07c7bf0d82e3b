package store

import (
	"bytes"
	"context"
	"errors"

	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// keywordFile is a document as the keyword index sees it: a block a passage.
func keywordFile(d Document, c *Content) keyword.File {
	f := keyword.File{Name: d.Name, Language: c.Language, Blocks: make([]keyword.Block, len(c.Passages))}
	tables := map[int][]Table{} // by page
	for _, t := range c.Tables {
		tables[t.Page] = append(tables[t.Page], t)
	}
	for i, p := range c.Passages {
		page := c.Pages[p.Page-1]
		text := page.Text[p.Span.Start:p.Span.End]
		if page.Body.End > 0 { // what runs along the page's edges often names whose document it is
			if i == 0 || c.Passages[i-1].Page != p.Page {
				text = page.Text[:page.Body.Start] + text
			}
			if i+1 == len(c.Passages) || c.Passages[i+1].Page != p.Page {
				text += page.Text[page.Body.End:]
			}
		}
		if of := tables[p.Page]; p.Table > 0 && p.Table <= len(of) {
			if t := of[p.Table-1]; p.Rows.Start > 0 || t.Continues { // its heads stand elsewhere
				text = t.Caption + "\n" + t.Text(0, 0) + "\n" + text
			}
		}
		f.Blocks[i] = keyword.Block{Page: p.Page, Text: text, Heading: page.Heading, Section: p.Section}
	}
	return f
}

// segments opens the keyword segments of documents (nil: all), and names those that have to be made anew: an earlier
// version wrote them, or they are damaged. Documents without one, removed or never read, are left out.
func (b buckets) segments(ids []string) (scope []keyword.Segment, found, stale []string, err error) {
	bucket := b.get("segments")
	open := func(id string, raw []byte) error {
		s, err := keyword.Open(raw, false)
		switch {
		case errors.Is(err, keyword.ErrFormat):
			stale = append(stale, id)
			return nil
		case err == nil:
			scope, found = append(scope, s), append(found, id)
		}
		return err
	}
	if ids == nil {
		err = bucket.ForEach(func(id, raw []byte) error { return open(string(id), raw) })
	}
	for _, id := range ids {
		if raw := bucket.Get([]byte(id)); raw != nil && err == nil {
			err = open(id, raw)
		}
	}
	return scope, found, stale, err
}

// searching reads the keyword segments of documents (nil: all) where they lie, within one transaction. What an earlier
// version indexed is indexed anew first.
func (ps *Passages) searching(ctx context.Context, documents []string, read func(scope []keyword.Segment, ids []string)) error {
	for {
		var stale []string
		err := ps.view(func(b buckets) error {
			scope, ids, old, err := b.segments(documents)
			if stale = old; err == nil && len(stale) == 0 {
				read(scope, ids)
			}
			return err
		})
		if err != nil || len(stale) == 0 {
			return err
		}
		if err := ps.reindex(ctx, stale); err != nil {
			return err
		}
	}
}

// reindex makes the keyword segments of documents anew from their passages, each in its own transaction.
func (ps *Passages) reindex(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		err := ps.update(func(b buckets) error {
			var d Document
			if err := getJSON(b.get("documents"), id, &d); errors.Is(err, ErrNotFound) {
				return b.get("segments").Delete([]byte(id)) // removed meanwhile
			} else if err != nil {
				return err
			}
			c, err := b.content(d)
			if err != nil {
				return messages.Error("store.cannot-be-searched", messages.Args{"name": d.Name, "error": err})
			}
			return b.get("segments").Put([]byte(id), keyword.Build(keywordFile(d, c)).Bytes())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// content is what the keyword index needs of a stored document.
func (b buckets) content(d Document) (*Content, error) {
	c := &Content{Language: d.Language}
	if err := getJSON(b.get("passages"), d.ID, &c.Passages); err != nil {
		return nil, err
	}
	cur, prefix := b.get("pages").Cursor(), []byte(d.ID)
	for k, raw := cur.Seek(prefix); bytes.HasPrefix(k, prefix); k, raw = cur.Next() {
		var p Page
		if err := decodeJSON(raw, &p); err != nil {
			return nil, err
		}
		c.Pages = append(c.Pages, p)
	}
	for _, p := range c.Passages {
		if p.Page < 1 || p.Page > len(c.Pages) {
			return nil, messages.Error("store.page-missing", messages.Args{"page": p.Page})
		}
		if n := len(c.Pages[p.Page-1].Text); p.Span.Start < 0 || p.Span.End > n || p.Span.Start > p.Span.End {
			return nil, messages.Error("store.page-damaged", messages.Args{"page": p.Page})
		}
	}
	var err error
	c.Tables, err = b.tables(d.ID, 0)
	return c, err
}
