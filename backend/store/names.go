package store

import (
	"errors"
	"slices"
	"strings"
)

// Registry is what documents are called by.
type Registry struct{ part }

// The registry's bucket lies in library.db, by document id.
const registryBucket = "registry"

// List lists the names of the documents that are there and have some.
func (ns *Registry) List() ([]Names, error) {
	out := []Names{}
	return out, ns.view(func(b buckets) error {
		return b.get("documents").ForEach(func(id, _ []byte) error {
			var n Names
			err := getJSON(b.get(registryBucket), string(id), &n)
			if err == nil {
				out = append(out, n)
			} else if errors.Is(err, ErrNotFound) {
				err = nil
			}
			return err
		})
	})
}

// Of are the names of one document, none if none were built yet. ErrNotFound if the document is gone.
func (ns *Registry) Of(document string) (Names, error) {
	n := noNames(document)
	err := ns.view(func(b buckets) error { return b.learnt(registryBucket, document, &n) })
	return n, err
}

// SaveFound replaces what the program found of documents' names, by their ids; the person's edits stay. Documents that
// are gone are passed over.
func (ns *Registry) SaveFound(builder int, built map[string][]Name) error {
	return ns.update(func(b buckets) error {
		var errs []error
		for id, names := range built {
			err := b.editNames(id, func(n *Names) { n.Builder, n.Built = builder, names })
			if !errors.Is(err, ErrNotFound) {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}

// Edit makes a list the names of a document, as the person wants them. Those built and left out stay out when they
// are built again. ErrNotFound if the document is gone.
func (ns *Registry) Edit(document string, list []Name) error {
	edit := func(n *Names) {
		wanted := []Name{}
		for _, x := range list {
			if text := strings.TrimSpace(x.Text); text != "" && !has(wanted, text) {
				wanted = append(wanted, Name{Text: text})
			}
		}
		n.Removed = slices.DeleteFunc(n.Removed, func(r string) bool { return has(wanted, r) })
		for _, x := range n.Built {
			if !has(wanted, x.Text) && !slices.ContainsFunc(n.Removed, func(r string) bool { return strings.EqualFold(r, x.Text) }) {
				n.Removed = append(n.Removed, x.Text)
			}
		}
		n.Added = slices.DeleteFunc(wanted, func(x Name) bool { return has(n.Built, x.Text) })
	}
	return ns.edit(document, func(b buckets) error { return b.editNames(document, edit) })
}

func (b buckets) editNames(document string, edit func(*Names)) error {
	n := noNames(document)
	if err := b.learnt(registryBucket, document, &n); err != nil {
		return err
	}
	edit(&n)
	return putJSON(b.get(registryBucket), document, n)
}
