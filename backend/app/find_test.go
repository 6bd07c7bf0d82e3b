package app

import (
	"slices"
	"testing"

	"lectern/backend/store"
)

func TestWordsAreFoundOnTheirPages(t *testing.T) {
	a, _, done := opened(t, t.TempDir())
	t.Cleanup(done)
	pages := []store.Page{
		{Number: 1, Label: "i", Text: "The Net\nincome of the ﬁrm is net in-\ncome."},
		{Number: 2, Label: "1", Text: "The shopper’s bag."},
		{Number: 3, Label: "2", Text: "PP&E and pp&e, of the Société"},
	}
	verdicts := []store.Verdict{{Page: 1, Verdict: store.Confirmed}, {Page: 2, Verdict: store.Confirmed}, {Page: 3, Verdict: store.Confirmed}}
	if _, err := a.Workspace.Documents.Add(store.Document{ID: "annual", Name: "Annual"}, &store.Content{Pages: pages, Verdicts: verdicts}); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string][]Occurrences{
		"net income": {{1, 2}},
		"firm":       {{1, 1}},
		"PP&E":       {{3, 2}},
		"shopper's":  {{2, 1}},
		"societe":    {{3, 1}},
		"the":        {{1, 2}, {2, 1}, {3, 1}},
		"whale":      {},
		" - ":        {},
	} {
		got, err := a.FindInDocument("annual", words)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", words, got, err, want)
		}
	}
	if _, err := a.FindInDocument("nobody's", "net"); err == nil {
		t.Error("a document that isn't there is searched")
	}
}
