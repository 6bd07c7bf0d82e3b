package app

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/library"
	"lectern/backend/store"
)

// reports is the program with three documents, each of one passage.
func reports(t *testing.T) *Core {
	t.Helper()
	a, _, done := opened(t, t.TempDir())
	t.Cleanup(done)
	for name, text := range map[string]string{
		"Acme_2018_10K": "The notice period was three months.", "Acme_2019_10K": "The notice period is four months.", "Lease": "Pets are allowed in the flat.",
	} {
		c := &store.Content{
			Language: "en",
			Pages:    []store.Page{{Number: 1, Label: "i", Text: text, Sentences: []store.Span{{Start: 0, End: len(text)}}}},
			Passages: []store.Passage{{Page: 1, Span: store.Span{Start: 0, End: len(text)}}},
		}
		if _, err := a.Workspace.Documents.Add(store.Document{ID: "id-" + name, Name: name, Path: "/papers/" + name + ".pdf"}, c); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func docs(s SearchResponse) (out []string) {
	for _, h := range s.Hits {
		out = append(out, h.Doc)
	}
	slices.Sort(out)
	return out
}

func TestASearchShowsWhatWasFoundAndWhy(t *testing.T) {
	a := reports(t)
	s, err := a.Search(t.Context(), SearchRequest{Text: "notice periods", Limit: 10, Meaning: true, Documents: []string{}})
	if err != nil || !slices.Equal(docs(s), []string{"Acme_2018_10K", "Acme_2019_10K"}) || s.Documents != 3 || s.ByMeaning || s.Note != "" || s.Millis <= 0 || len(s.Absent) != 0 {
		t.Fatalf("%+v %v", s, err)
	}
	h := s.Hits[0]
	if h.Label != "i" || h.Why.KeywordRank != 1 || h.Why.VectorRank != 0 || !slices.Equal(h.Why.Words, []string{"notice", "periods"}) || h.Score <= 0 ||
		!slices.Equal(h.Pieces[:2], []Piece{{Text: "The "}, {Text: "notice period", Marked: true}}) {
		t.Errorf("%+v", h)
	}
	s, err = a.Search(t.Context(), SearchRequest{Text: `"notice of pets" warranty -flat vol*`, Limit: 10})
	if err != nil || len(s.Hits) != 2 || !slices.Equal(s.Absent, []string{"“notice of pets” occurs nowhere in these 3 files as it is quoted; its words are searched for. “warranty” occurs nowhere in these 3 files."}) {
		t.Errorf("%+v %v", s, err)
	}
}

func TestASearchIsLimitedByHandAndPrefersWhatItsWordsSay(t *testing.T) {
	a := reports(t)
	in18, acme := store.Filter{Field: store.ByYear, Value: "2018"}, store.Filter{Field: store.ByCompany, Value: "Acme"}
	for _, c := range []struct {
		wanted SearchRequest
		docs   []string
		left   int
	}{
		{SearchRequest{Text: "notice in 2018"}, []string{"Acme_2018_10K", "Acme_2019_10K"}, 3},
		{SearchRequest{Text: "notice in 2018", Off: []store.Filter{in18}}, []string{"Acme_2018_10K", "Acme_2019_10K"}, 3},
		{SearchRequest{Text: "notice", Filters: []store.Filter{acme, in18}}, []string{"Acme_2018_10K"}, 1},
		{SearchRequest{Text: "notice in 2018", Documents: []string{"id-Acme_2019_10K"}}, []string{"Acme_2019_10K"}, 1},
	} {
		c.wanted.Limit = 10
		s, err := a.Search(t.Context(), c.wanted)
		if err != nil || !slices.Equal(docs(s), c.docs) || s.Narrowed.Left != c.left || s.Narrowed.Preferred == nil || s.Narrowed.Wanted == nil {
			t.Errorf("%+v: %v %+v %v", c.wanted, docs(s), s.Narrowed, err)
		}
	}
	if _, err := a.Search(t.Context(), SearchRequest{Text: "notice", Limit: 10, Filters: []store.Filter{{Field: store.ByYear, Value: "1999"}}}); err == nil || !strings.Contains(err.Error(), "no document is like that (1999)") {
		t.Error(err)
	}
}

func TestFacetsHoldTheTagsThatAPersonGives(t *testing.T) {
	a := reports(t)
	d := known(t, a, "id-Lease")
	if d.Current.Tags == nil || d.Found.Tags == nil {
		t.Errorf("%+v", d)
	}
	wanted := d.Current
	wanted.Tags = []string{" #home ", "Home", "rent"}
	if err := a.Library.SaveDetails(d.ID, wanted); err != nil {
		t.Fatal(err)
	}
	if d = known(t, a, "id-Lease"); !slices.Equal(d.Current.Tags, []string{"home", "rent"}) {
		t.Errorf("%+v", d.Current)
	}
	facets, err := a.Facets()
	if err != nil || !slices.Contains(facets, Facet{store.Filter{Field: store.ByTag, Value: "home"}, 1}) || !slices.Contains(facets, Facet{store.Filter{Field: store.ByCompany, Value: "Acme"}, 2}) ||
		!slices.Contains(facets, Facet{store.Filter{Field: store.ByFolder, Value: "/papers"}, 3}) {
		t.Errorf("%+v %v", facets, err)
	}
	s, err := a.Search(t.Context(), SearchRequest{Text: "pets", Limit: 5, Filters: []store.Filter{{Field: store.ByTag, Value: "Home"}}})
	if err != nil || !slices.Equal(docs(s), []string{"Lease"}) || s.Documents != 1 {
		t.Errorf("%+v %v", s, err)
	}
	long := library.Metadata{Tags: []string{strings.Repeat("x", 121)}}
	if err := a.Library.SaveDetails(d.ID, long); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Error(err)
	}
}
