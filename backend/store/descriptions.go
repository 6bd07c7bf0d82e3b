package store

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Descriptions say what documents are about.
type Descriptions struct {
	part
	all listing[map[string]Description]
}

// The metadata's bucket lies in library.db, by document id.
const metadataBucket = "metadata"

// List lists the metadata of the documents that are there and have some, by document id.
func (ds *Descriptions) List() (out map[string]Description, err error) {
	err = ds.view(func(b buckets) error {
		all, err := ds.all.in(b, "", b.described)
		out = maps.Clone(all)
		return err
	})
	return out, err
}

// described reads the metadata of all documents.
func (b buckets) described() (map[string]Description, error) {
	out := map[string]Description{}
	return out, b.get(metadataBucket).ForEach(func(id, raw []byte) error {
		if b.get("documents").Get(id) == nil {
			return nil
		}
		var d Description
		err := json.Unmarshal(raw, &d)
		out[string(id)] = d
		return err
	})
}

// Of is the metadata of one document, empty if there is none yet. ErrNotFound if the document is gone.
func (ds *Descriptions) Of(document string) (Description, error) {
	d := Description{Document: document}
	err := ds.view(func(b buckets) error { return b.learnt(metadataBucket, document, &d) })
	return d, err
}

// learnt reads what a bucket holds of a document; v stays as it is if there is nothing. A workspace that this version hasn't
// opened yet may not have the bucket.
func (b buckets) learnt(bucket, document string, v any) error {
	if b.get("documents").Get([]byte(document)) == nil {
		return ErrNotFound
	}
	if b.get(bucket) == nil {
		return nil
	}
	if err := getJSON(b.get(bucket), document, v); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// SaveFound keeps what the program found out about documents; the person's edits stay. Documents that are gone are
// passed over.
func (ds *Descriptions) SaveFound(builder int, found map[string]Finding) error {
	return ds.update(func(b buckets) error {
		var errs []error
		for id, m := range found {
			if err := b.editMetadata(id, func(d *Description) { d.Builder, d.Found, d.Where, d.Aliases = builder, m.Metadata, m.Where, m.Aliases }); !errors.Is(err, ErrNotFound) {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}

// Edit makes a document's metadata what the person wants; a field that is as it was found stays so when it is
// found anew. ErrNotFound if the document is gone.
func (ds *Descriptions) Edit(document string, m Metadata) error {
	return ds.edit(document, func(b buckets) error {
		return b.editMetadata(document, func(d *Description) {
			text := func(wanted, found string) *string { return edit(strings.TrimSpace(wanted), found) }
			d.Edited = Edits{
				text(m.Title, d.Found.Title), text(m.Authors, d.Found.Authors), text(m.Company, d.Found.Company),
				edit(m.Year, d.Found.Year), text(m.Type, d.Found.Type), text(m.Language, d.Found.Language),
			}
		})
	})
}

// SetTags makes a document's tags what the person wants: none empty, none twice. ErrNotFound if the document is gone.
func (ds *Descriptions) SetTags(document string, tags []string) error {
	return ds.edit(document, func(b buckets) error {
		return b.editMetadata(document, func(d *Description) {
			d.Tags = nil
			for _, tag := range tags {
				tag = strings.TrimPrefix(strings.TrimSpace(tag), "#")
				known := slices.ContainsFunc(d.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
				if tag != "" && !known {
					d.Tags = append(d.Tags, tag)
				}
			}
		})
	})
}

func edit[T comparable](wanted, found T) *T {
	if wanted == found {
		return nil
	}
	return &wanted
}

func (b buckets) editMetadata(document string, change func(*Description)) error {
	d := Description{Document: document}
	if err := b.learnt(metadataBucket, document, &d); err != nil {
		return err
	}
	change(&d)
	return putJSON(b.get(metadataBucket), document, d)
}
