package store

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"lectern/backend/store/vector"
)

// Documents are the files of a workspace's library.
type Documents struct {
	part
	index vector.Index // of their passages' vectors
	all   listing[[]Document]
}

// List lists the library by name.
func (ds *Documents) List() (docs []Document, err error) {
	err = ds.view(func(b buckets) error {
		all, err := ds.all.in(b, "", b.listed)
		docs = append([]Document{}, all...)
		return err
	})
	return docs, err
}

// Begun lists those of which only the first pages are there.
func (ds *Documents) Begun() ([]Document, error) {
	docs, err := ds.List()
	return slices.DeleteFunc(docs, func(d Document) bool { return !d.Partial }), err
}

// listed reads all documents, in the order of their names.
func (b buckets) listed() (docs []Document, err error) {
	err = b.get("documents").ForEach(func(_, raw []byte) error {
		var d Document
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		docs = append(docs, d)
		return nil
	})
	slices.SortFunc(docs, func(a, b Document) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return docs, err
}

// Get finds one by its id.
func (ds *Documents) Get(id string) (d Document, err error) {
	return d, ds.view(func(b buckets) error { return getJSON(b.get("documents"), id, &d) })
}

// Named finds a document by its name, whatever its case, with or without ".pdf".
func (ds *Documents) Named(name string) (d Document, err error) {
	return d, ds.view(func(b buckets) error {
		key := strings.ToLower(strings.TrimSpace(name))
		id := b.get("names").Get([]byte(key))
		if id == nil {
			id = b.get("names").Get([]byte(strings.TrimSuffix(key, ".pdf")))
		}
		if id == nil {
			return ErrNotFound
		}
		return getJSON(b.get("documents"), string(id), &d)
	})
}

// FilePath is where the bytes of a document lie.
func (ds *Documents) FilePath(id string) string { return ds.s.filePath(id) }

// Info reads what a document's file says of itself; of one that was added before this was kept, nothing.
func (ds *Documents) Info(document string) (i Info, err error) {
	err = ds.view(func(b buckets) error {
		err := getJSON(b.get(infoBucket), document, &i)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		return err
	})
	if i.Outline == nil {
		i.Outline = []Heading{}
	}
	return i, err
}

// AddFailed records that a file could not be read, so that the library can say so until it is removed or read after all.
func (ds *Documents) AddFailed(d Document) (Document, error) {
	err := ds.update(func(b buckets) (err error) {
		if d.Name, err = claimName(b, d.Name, d.ID); err != nil {
			return err
		}
		return putJSON(b.get("documents"), d.ID, d)
	})
	return d, err
}

// Move puts documents into a group; "" takes them out of theirs. ErrNotFound if one of them is gone: then none is moved.
func (ds *Documents) Move(ids []string, folder string) error {
	err := ds.update(func(b buckets) error {
		for _, id := range ids {
			var d Document
			if err := getJSON(b.get("documents"), id, &d); err != nil {
				return err
			}
			d.Folder = folder
			if err := putJSON(b.get("documents"), id, d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		_ = ds.s.bytes.with(id, func() error { ds.s.writeSidecar(id); return nil })
	}
	return nil
}
