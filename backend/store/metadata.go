package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"
)

// Metadata says what a document is about, as far as searches are narrowed by it. What isn't known is empty.
type Metadata struct {
	Company string `json:"company"`
	Year    int    `json:"year"` // that it reports on
	Type    string `json:"type"` // such as 10-K, annual report
}

// Described is a document's metadata: what the program found, and what the person made of it. The person's edits are
// kept apart, so that finding anew never loses them.
type Described struct {
	Document string    `json:"document"` // id
	Builder  int       `json:"builder"`  // version of what found Found; 0: nothing did
	Found    Metadata  `json:"found"`
	Edited   *Metadata `json:"edited"` // all that the person wants; nil: as it was found
}

// Metadata is what counts.
func (d Described) Metadata() Metadata { return *cmp.Or(d.Edited, &d.Found) }

// The metadata's bucket lies in library.db, by document id. It is made by the first write.
const metadataBucket = "metadata"

// Described lists the metadata of the documents that are there and have some, by document id.
func (w *Workspace) Described() (map[string]Described, error) {
	out := map[string]Described{}
	return out, w.view(w.s.docs, func(b buckets) error {
		bucket := b.get(metadataBucket)
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(id, raw []byte) error {
			if b.get("documents").Get(id) == nil {
				return nil
			}
			var d Described
			err := json.Unmarshal(raw, &d)
			out[string(id)] = d
			return err
		})
	})
}

// Describe keeps what the program found out about documents; the person's edits stay. Documents that are gone are
// passed over.
func (w *Workspace) Describe(builder int, found map[string]Metadata) error {
	return w.editMetadata(func(edit func(string, func(*Described)) error) error {
		var errs []error
		for id, m := range found {
			if err := edit(id, func(d *Described) { d.Builder, d.Found = builder, m }); !errors.Is(err, ErrNotFound) {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}

// SetMetadata makes a document's metadata what the person wants; nil makes it what was found again. ErrNotFound if the
// document is gone.
func (w *Workspace) SetMetadata(document string, m *Metadata) error {
	if m != nil {
		m = &Metadata{strings.TrimSpace(m.Company), m.Year, strings.TrimSpace(m.Type)}
	}
	return w.editMetadata(func(edit func(string, func(*Described)) error) error {
		return edit(document, func(d *Described) { d.Edited = m })
	})
}

// editMetadata makes changes in one transaction.
func (w *Workspace) editMetadata(change func(edit func(string, func(*Described)) error) error) error {
	return w.update(w.s.docs, func(b buckets) error {
		bucket, err := b.ws.CreateBucketIfNotExists([]byte(metadataBucket))
		if err != nil {
			return err
		}
		return change(func(document string, edit func(*Described)) error {
			if b.get("documents").Get([]byte(document)) == nil {
				return errors.Join(ErrNotFound, bucket.Delete([]byte(document)))
			}
			d := Described{Document: document}
			if err := getJSON(bucket, document, &d); err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
			edit(&d)
			return putJSON(bucket, document, d)
		})
	})
}
