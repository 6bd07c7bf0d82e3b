package store

import (
	"errors"
	"slices"
)

// Readings say how documents' pages were read.
type Readings struct {
	part
	documents *Documents
}

// readingsBucket lies in library.db, by document id.
const readingsBucket = "certificates"

// Of reads a document's; that of one which was added before there were any has no pages. ErrNotFound if the
// document isn't there.
func (rs *Readings) Of(document string) (c ReadingReport, err error) {
	err = rs.view(func(b buckets) (err error) {
		if b.get("documents").Get([]byte(document)) == nil {
			return ErrNotFound
		}
		c, err = b.reading(document)
		return err
	})
	return c, err
}

func (b buckets) reading(document string) (ReadingReport, error) {
	c := ReadingReport{Document: document, Pages: []Verdict{}}
	if err := getJSON(b.get(readingsBucket), document, &c); !errors.Is(err, ErrNotFound) {
		return c, err
	}
	return c, nil
}

// Save keeps a document's report. ErrNotFound if the document is gone.
func (rs *Readings) Save(c ReadingReport) error {
	return rs.update(func(b buckets) error { return b.saveReading(c) })
}

func (b buckets) saveReading(c ReadingReport) error {
	var d Document
	if err := getJSON(b.get("documents"), c.Document, &d); err != nil {
		return err
	}
	d.ReadingSummary, d.Doubtful, d.Pictures, d.Hidden = c.Summary(), c.Count(Doubtful)+c.Count(Unreadable), c.Count(Picture), c.Hidden()
	if err := putJSON(b.get("documents"), d.ID, d); err != nil {
		return err
	}
	return putJSON(b.get(readingsBucket), c.Document, c)
}

// Uncompared lists the documents whose pages no second reader has read yet.
func (rs *Readings) Uncompared() ([]Document, error) {
	docs, err := rs.documents.List()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(docs, func(d Document) bool {
		c, err := rs.Of(d.ID)
		return d.Failed != "" || d.Partial || err != nil || c.Compared || len(c.Pages) == 0
	}), nil
}
