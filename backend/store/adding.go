package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"lectern/backend/store/keyword"
	"strings"
)

// Add stores a document with its content and makes it findable by keyword, all in one transaction. The name is made
// unique ("report" → "report (2)"); the document as stored is returned. A document that is there already, or failed
// before, is replaced: nothing that was read or embedded before is left, and what was found in its text is to be found
// anew.
func (ds *Documents) Add(d Document, c *Content) (Document, error) {
	err := ds.s.bytes.with(d.ID, func() (err error) {
		if d, err = ds.add(d, c); err == nil {
			ds.s.writeSidecar(d.ID)
		}
		return err
	})
	return d, err
}

// Import makes staged bytes a document with its content: see Add. The file is in its place when the document is there,
// whatever else is done with the same bytes in this or another workspace at the same time.
func (ds *Documents) Import(d Document, c *Content, f *Staged) (Document, error) {
	err := ds.s.bytes.with(f.ID, func() (err error) {
		placed, err := ds.s.place(f)
		if err != nil {
			return err
		}
		if d, err = ds.add(d, c); err != nil && placed {
			return errors.Join(err, ds.s.unplace(f))
		}
		ds.s.writeSidecar(f.ID)
		return err
	})
	return d, err
}

// PutBack puts a document's bytes where they belong if they are lost. It says whether they were.
func (ds *Documents) PutBack(f *Staged) (lost bool, err error) {
	return lost, ds.s.bytes.with(f.ID, func() error {
		if owned, err := ds.s.ownedBy(f.ID); err != nil || !owned {
			return err
		}
		lost, err = ds.s.place(f)
		return err
	})
}

func (ds *Documents) add(d Document, c *Content) (Document, error) {
	d = d.counted(c)
	_, err := ds.Get(d.ID)
	replaces, wanted := err == nil, d.Name
	segment := keyword.Build(keywordFile(d, c)).Bytes() // takes long, so nobody waits for it but this document
	if replaces {                                       // first: the vectors of other passages must never be taken for those of these
		if err := ds.index.Delete(context.Background(), d.ID); err != nil {
			return d, err
		}
	}
	err = ds.update(func(b buckets) error {
		if err := stay(b.ws.Tx(), d.ID); err != nil {
			return err
		}
		if replaces {
			if err := errors.Join(b.empty(d.ID), b.findAnew(d.ID)); err != nil {
				return err
			}
		}
		if d.Name, err = claimName(b, d.Name, d.ID); err != nil {
			return err
		}
		if d.Name != wanted {
			segment = keyword.Build(keywordFile(d, c)).Bytes()
		}
		if err := b.get("segments").Put([]byte(d.ID), segment); err != nil {
			return err
		}
		if err := b.fill(d, c); err != nil {
			return err
		}
		return getJSON(b.get("documents"), d.ID, &d)
	})
	return d, err
}

// counted is a document with what its content comes to.
func (d Document) counted(c *Content) Document {
	d.Pages, d.Passages, d.Reader, d.Language = len(c.Pages), len(c.Passages), c.Reader, c.Language
	d.Unread, d.Failed, d.Tables, d.Tabled = []int{}, "", 0, true
	for _, t := range c.Tables {
		if !t.Continues {
			d.Tables++
		}
	}
	for _, p := range c.Pages {
		if strings.TrimSpace(p.Text) == "" {
			d.Unread = append(d.Unread, p.Number)
		}
	}
	return d
}

// inOrder is how full bbolt's pages get where keys are written in their order: a document's pages are, and none comes between
// them later.
const inOrder = .95

// fill writes a document and its content.
func (b buckets) fill(d Document, c *Content) error {
	pages, boxes := b.get("pages"), b.get(boxesBucket)
	pages.FillPercent, boxes.FillPercent = inOrder, inOrder
	for i, p := range c.Pages {
		if err := packJSON(pages, pageKey(d.ID, p.Number), p); err != nil {
			return err
		}
		if i < len(c.Boxes) && c.Boxes[i] != nil {
			if err := boxes.Put([]byte(pageKey(d.ID, p.Number)), c.Boxes[i]); err != nil {
				return err
			}
		}
	}
	reading := ReadingReport{Document: d.ID, HiddenSearched: true, Pages: append([]Verdict{}, c.Verdicts...)}
	for _, write := range []func() error{
		func() error { return packJSON(b.get("passages"), d.ID, c.Passages) },
		func() error { return putJSON(b.get("documents"), d.ID, d) },
		func() error { return b.inform(d.ID, c.Info) },
		func() error { return b.tabulate(d.ID, c.Tables) },
		func() error { return b.saveReading(reading) },
	} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// findAnew has what the program found in a document's text found again. What the person made of it stays.
func (b buckets) findAnew(id string) error {
	return errors.Join(b.editMetadata(id, func(d *Description) { d.Builder = 0 }), b.editNames(id, func(n *Names) { n.Builder = 0 }))
}

// claimName gives a document the first free of "name", "name (2)", … Names differ in more than case.
func claimName(b buckets, name, id string) (string, error) {
	if old := b.get("documents").Get([]byte(id)); old != nil {
		var d Document
		if err := json.Unmarshal(old, &d); err != nil {
			return "", err
		}
		if err := b.get("names").Delete([]byte(strings.ToLower(d.Name))); err != nil {
			return "", err
		}
	}
	free := name
	for i := 2; b.get("names").Get([]byte(strings.ToLower(free))) != nil; i++ {
		free = fmt.Sprintf("%s (%d)", name, i)
	}
	return free, b.get("names").Put([]byte(strings.ToLower(free)), []byte(id))
}
