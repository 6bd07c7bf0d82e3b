// Package metadata finds by rules what a document is about and what it is called by, from its name and its first pages.
//
// The library has it found when a document has been added. Whoever needs it of a document that was added by an earlier
// version has it found then. What the person made of it (see store.Description and store.Names) is left alone.
package metadata

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"lectern/backend/store"
)

const (
	// version is that of the rules in this package: what an earlier one found is found anew.
	version = 5
	// firstPages is how many pages of a document are read.
	firstPages = 3
)

// Learn finds and stores the metadata and names of documents that have none by this version. Documents that could not be
// read, or were removed meanwhile, are passed over.
func Learn(w *store.Workspace, documents ...store.Document) error {
	about, names := map[string]store.Finding{}, map[string][]store.Name{}
	for _, d := range documents {
		known, err := learnt(w, d)
		if err == nil && !known {
			var pages []store.Page
			if pages, err = beginning(w, d); err == nil {
				var said store.Info
				if said, err = w.Documents.Info(d.ID); err == nil {
					about[d.ID], names[d.ID] = describe(d, pages, said), namesOf(d.Name, pages)
				}
			}
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	if len(about) == 0 {
		return nil
	}
	return errors.Join(w.Descriptions.SaveFound(version, about), w.Names.SaveFound(version, names))
}

// learnt tells whether there is nothing to find out about a document.
func learnt(w *store.Workspace, d store.Document) (bool, error) {
	if d.Failed != "" {
		return true, nil
	}
	described, err := w.Descriptions.Of(d.ID)
	if err != nil || described.Builder != version {
		return false, err
	}
	names, err := w.Names.Of(d.ID)
	return names.Builder == version, err
}

func beginning(w *store.Workspace, d store.Document) (pages []store.Page, err error) {
	for n := 1; n <= min(firstPages, d.Pages); n++ {
		p, err := w.Pages.Get(d.ID, n)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// Metadata is what counts of documents, by their ids; what isn't known yet is found first.
func Metadata(w *store.Workspace, documents []store.Document) (map[string]store.Metadata, error) {
	if err := Learn(w, documents...); err != nil {
		return nil, err
	}
	described, err := w.Descriptions.List()
	out := map[string]store.Metadata{}
	for _, d := range documents {
		out[d.ID] = described[d.ID].Metadata()
	}
	return out, err
}

// Registry is what all documents are called by; what isn't known yet is found first.
func Registry(w *store.Workspace) ([]store.Names, error) {
	documents, err := w.Documents.List()
	if err == nil {
		err = Learn(w, documents...)
	}
	if err != nil {
		return nil, err
	}
	return w.Names.List()
}

var apart = regexp.MustCompile(`[_\s]+`)

// spaced is a file's name with its words apart.
func spaced(name string) string { return strings.TrimSpace(apart.ReplaceAllString(name, " ")) }
