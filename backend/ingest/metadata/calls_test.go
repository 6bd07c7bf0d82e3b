package metadata

import (
	"testing"

	"lectern/backend/store"
)

func TestDocumentsAreCalledByTheirFilesTitlesAndCompanies(t *testing.T) {
	s := &Facets{
		documents: []store.Document{{ID: "a", Name: "BESTBUY_2019_10K"}, {ID: "b", Name: "f3"}},
		about:     map[string]store.Metadata{"b": {Title: "The Gestalt Principle of Perception", Company: "General Mills, Inc."}},
	}
	for _, c := range []struct {
		name  string
		among []string
		want  bool
	}{
		{"Best Buy", nil, true}, {"Best Buy", []string{"b"}, false}, {"Gestalt Principle", nil, true}, {"General Mills", []string{"b"}, true},
		{"3M", nil, false}, {"Mills", nil, true}, {"Mill", nil, false}, {"", nil, false},
	} {
		if got := s.Calls(c.among, c.name); got != c.want {
			t.Errorf("%s among %v: %v", c.name, c.among, got)
		}
	}
}
