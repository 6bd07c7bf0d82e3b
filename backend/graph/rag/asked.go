package rag

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// AskedOf is what a question asks of documents (nil: all) for which passages were found, and the facts on that: without what
// it says of the answer, and with words that they have with one letter otherwise as they have them. A company is there under
// any of its names.
func AskedOf(ctx context.Context, w *store.Workspace, question string, documents []string, ps []Passage) (asked string, facts store.Facts, err error) {
	asked = keyword.Asked(question)
	if facts, err = w.Passages.Facts(ctx, asked, documents); err != nil || len(facts.Nowhere) == 0 && len(facts.Names) == 0 {
		return asked, facts, err
	}
	about, err := metadata.OpenFacets(w)
	if err != nil {
		return asked, facts, err
	}
	companies := about.Companies(documents)
	if meant := mistyped(facts.Nowhere, ps, companies); len(meant) > 0 {
		for word, right := range meant {
			asked = strings.ReplaceAll(asked, word, right)
		}
		if facts, err = w.Passages.Facts(ctx, asked, documents); err != nil {
			return asked, facts, err
		}
	}
	mentions := metadata.Named(asked, companies)
	for i := range facts.Names {
		n := &facts.Names[i]
		within := func(at [2]int) bool { return n.From < at[1] && at[0] < n.From+len(n.Text) }
		n.Called = slices.ContainsFunc(mentions, func(m metadata.Mention) bool { return slices.ContainsFunc(m.At, within) }) || about.Calls(documents, n.Text)
		if n.Called {
			n.Absent, n.Lacks = false, nil
			facts.Nowhere = without(facts.Nowhere, n.Words)
		}
	}
	return asked, facts, nil
}

func without(words, some []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(some, w) })
}
