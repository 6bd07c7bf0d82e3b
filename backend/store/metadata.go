package store

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Metadata says what a document is about; searches can be narrowed by it. What isn't known is empty.
type Metadata struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Company  string `json:"company"`
	Year     int    `json:"year"`     // that it reports on, or is of
	Type     string `json:"type"`     // such as 10-K, annual report
	Language string `json:"language"` // ISO 639-1
}

// Where says of each field where it was found, in words: "page 1", "the file's name".
type Where struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Company  string `json:"company"`
	Year     string `json:"year"`
	Type     string `json:"type"`
	Language string `json:"language"`
}

// Finding is what the program found of a document.
type Finding struct {
	Metadata
	Where Where
}

// Edits are the fields of a document's metadata that the person changed; the others, nil, are as they are found.
type Edits struct {
	Title    *string `json:"title,omitempty"`
	Authors  *string `json:"authors,omitempty"`
	Company  *string `json:"company,omitempty"`
	Year     *int    `json:"year,omitempty"`
	Type     *string `json:"type,omitempty"`
	Language *string `json:"language,omitempty"`
}

// Described is a document's metadata: what the program found, and what the person made of it. The person's edits are
// kept apart, so that finding anew never loses them.
type Described struct {
	Document string   `json:"document"` // id
	Builder  int      `json:"builder"`  // version of what found Found; 0: nothing did
	Found    Metadata `json:"found"`
	Where    Where    `json:"where"` // Found's fields were found
	Edited   Edits    `json:"edited"`
	Tags     []string `json:"tags,omitempty"` // the person's; nothing is found of them
}

// Metadata is what counts.
func (d Described) Metadata() Metadata {
	return Metadata{
		or(d.Edited.Title, d.Found.Title), or(d.Edited.Authors, d.Found.Authors), or(d.Edited.Company, d.Found.Company),
		or(d.Edited.Year, d.Found.Year), or(d.Edited.Type, d.Found.Type), or(d.Edited.Language, d.Found.Language),
	}
}

func or[T any](edited *T, found T) T {
	if edited != nil {
		return *edited
	}
	return found
}

// The metadata's bucket lies in library.db, by document id. It is made by the first write.
const metadataBucket = "metadata"

// Described lists the metadata of the documents that are there and have some, by document id.
func (w *Workspace) Described() (out map[string]Described, err error) {
	err = w.view(w.s.docs, func(b buckets) error {
		all, err := w.described.in(b, "", b.described)
		out = maps.Clone(all)
		return err
	})
	return out, err
}

// described reads the metadata of all documents.
func (b buckets) described() (map[string]Described, error) {
	out := map[string]Described{}
	bucket := b.get(metadataBucket)
	if bucket == nil {
		return out, nil
	}
	return out, bucket.ForEach(func(id, raw []byte) error {
		if b.get("documents").Get(id) == nil {
			return nil
		}
		var d Described
		err := json.Unmarshal(raw, &d)
		out[string(id)] = d
		return err
	})
}

// DescribedAs is the metadata of one document, empty if there is none yet. ErrNotFound if the document is gone.
func (w *Workspace) DescribedAs(document string) (Described, error) {
	d := Described{Document: document}
	err := w.view(w.s.docs, func(b buckets) error { return b.learnt(metadataBucket, document, &d) })
	return d, err
}

// learnt reads what a bucket, which may not be there yet, holds of a document; v stays as it is if there is nothing.
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

// Describe keeps what the program found out about documents; the person's edits stay. Documents that are gone are
// passed over.
func (w *Workspace) Describe(builder int, found map[string]Finding) error {
	return w.update(w.s.docs, func(b buckets) error {
		var errs []error
		for id, m := range found {
			if err := b.editMetadata(id, func(d *Described) { d.Builder, d.Found, d.Where = builder, m.Metadata, m.Where }); !errors.Is(err, ErrNotFound) {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}

// SetMetadata makes a document's metadata what the person wants; a field that is as it was found stays so when it is
// found anew. ErrNotFound if the document is gone.
func (w *Workspace) SetMetadata(document string, m Metadata) error {
	return w.edit(document, func(b buckets) error {
		return b.editMetadata(document, func(d *Described) {
			text := func(wanted, found string) *string { return edit(strings.TrimSpace(wanted), found) }
			d.Edited = Edits{
				text(m.Title, d.Found.Title), text(m.Authors, d.Found.Authors), text(m.Company, d.Found.Company),
				edit(m.Year, d.Found.Year), text(m.Type, d.Found.Type), text(m.Language, d.Found.Language),
			}
		})
	})
}

// SetTags makes a document's tags what the person wants: none empty, none twice. ErrNotFound if the document is gone.
func (w *Workspace) SetTags(document string, tags []string) error {
	return w.edit(document, func(b buckets) error {
		return b.editMetadata(document, func(d *Described) {
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

func (b buckets) editMetadata(document string, change func(*Described)) error {
	d := Described{Document: document}
	if err := b.learnt(metadataBucket, document, &d); err != nil {
		return err
	}
	bucket, err := b.ws.CreateBucketIfNotExists([]byte(metadataBucket))
	if err != nil {
		return err
	}
	change(&d)
	return putJSON(bucket, document, d)
}
