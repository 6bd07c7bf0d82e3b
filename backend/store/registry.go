package store

import (
	"errors"
	"slices"
	"strings"
)

// Name is something that a document is called by.
type Name struct {
	Text string `json:"text"`
	Kind string `json:"kind"` // one of the following; "" if the person gave it
}

// The kinds of names.
const (
	ByTitle        = "title"
	ByFile         = "file"
	ByAbbreviation = "abbreviation"
	ByLaw          = "law"
)

// Names are all that one document is called by: what the program found, and what the person made of it. The person's
// edits are kept apart, so that building anew never loses them.
type Names struct {
	Document string   `json:"document"` // id
	Builder  int      `json:"builder"`  // version of what found Built
	Built    []Name   `json:"built"`
	Added    []Name   `json:"added"`   // by the person
	Removed  []string `json:"removed"` // by the person, of those that were or will be built
}

// List is what counts: what was built and not removed, then what was added.
func (n Names) List() []Name {
	out := []Name{}
	for _, b := range n.Built {
		if !slices.ContainsFunc(n.Removed, func(r string) bool { return strings.EqualFold(r, b.Text) }) && !has(out, b.Text) {
			out = append(out, b)
		}
	}
	for _, a := range n.Added {
		if !has(out, a.Text) {
			out = append(out, a)
		}
	}
	return out
}

func has(list []Name, text string) bool {
	return slices.ContainsFunc(list, func(n Name) bool { return strings.EqualFold(n.Text, text) })
}

// The registry's bucket lies in library.db, by document id. It is made by the first write.
const registryBucket = "registry"

// Registry lists the names of the documents that are there and have some.
func (w *Workspace) Registry() ([]Names, error) {
	out := []Names{}
	return out, w.view(w.s.docs, func(b buckets) error {
		if b.get(registryBucket) == nil {
			return nil
		}
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

// NamesOf are the names of one document, none if none were built yet. ErrNotFound if the document is gone.
func (w *Workspace) NamesOf(document string) (Names, error) {
	n := noNames(document)
	err := w.view(w.s.docs, func(b buckets) error { return b.learnt(registryBucket, document, &n) })
	return n, err
}

func noNames(document string) Names {
	return Names{Document: document, Built: []Name{}, Added: []Name{}, Removed: []string{}}
}

// BuildNames replaces what the program found of documents' names, by their ids; the person's edits stay. Documents that
// are gone are passed over.
func (w *Workspace) BuildNames(builder int, built map[string][]Name) error {
	return w.update(w.s.docs, func(b buckets) error {
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

// SetNames makes a list the names of a document, as the person wants them. Those built and left out stay out when they
// are built again. ErrNotFound if the document is gone.
func (w *Workspace) SetNames(document string, list []Name) error {
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
	return w.edit(document, func(b buckets) error { return b.editNames(document, edit) })
}

func (b buckets) editNames(document string, edit func(*Names)) error {
	n := noNames(document)
	if err := b.learnt(registryBucket, document, &n); err != nil {
		return err
	}
	bucket, err := b.ws.CreateBucketIfNotExists([]byte(registryBucket))
	if err != nil {
		return err
	}
	edit(&n)
	return putJSON(bucket, document, n)
}
