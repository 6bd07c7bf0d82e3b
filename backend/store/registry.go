package store

import (
	"slices"
	"strings"
)

// Name is something that a document is called by.
type Name struct {
	Text string `json:"text"`
	// "" if the person gave it.
	Kind string `json:"kind" ts_type:"'title' | 'file' | 'abbreviation' | 'law' | ''"`
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

func noNames(document string) Names {
	return Names{Document: document, Built: []Name{}, Added: []Name{}, Removed: []string{}}
}
