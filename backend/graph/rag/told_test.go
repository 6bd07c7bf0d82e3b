package rag

import (
	"maps"
	"slices"
	"testing"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

func TestHowFarDocumentsTellWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		of      Subject
		told    string
		missing []string
	}{
		{Subject{Score: .9, Documents: 2}, store.ToldYes, nil},
		{Subject{Score: .2, Documents: 2}, store.ToldUnsure, nil},
		{Subject{Score: .9, Documents: 2, Nowhere: []string{"drove", "Tesla"}, Missing: []string{"Tesla"}}, store.ToldPartly, []string{"Tesla"}},
		{Subject{Score: .01, Documents: 2, Nowhere: []string{"penguins"}}, store.ToldNo, []string{"penguins"}},
		{Subject{Score: .1, Documents: 2, Nowhere: []string{"drove"}, Passing: []string{"Tesla"}}, store.ToldPartly, []string{"Tesla"}},
		{Subject{Score: .1, Documents: 2, Nowhere: []string{"drove"}}, store.ToldPartly, []string{"drove"}},
		{Subject{Score: .9, Documents: 2, Nowhere: []string{"drove"}, Passing: []string{"Tesla"}}, store.ToldYes, nil},
		{Subject{Score: .5, Documents: 2, Passing: []string{"Tesla"}, Apart: true}, store.ToldPartly, []string{"Tesla"}},
		{Subject{Score: .01, Documents: 2, Foreign: true}, store.ToldUnsure, nil}, // words can't tell
		{Subject{Score: .01, Documents: 2, Foreign: true, Missing: []string{"Tesla"}}, store.ToldPartly, []string{"Tesla"}},
		{Subject{Score: .9, Documents: 2, Foreign: true}, store.ToldYes, nil},
	} {
		if got := c.of.Told(); got.Told != c.told || !slices.Equal(got.Missing, c.missing) {
			t.Errorf("%+v: %+v", c.of, got)
		}
	}
	for _, c := range []struct {
		a    Answer
		told string
	}{
		{Answer{Told: store.Told{Told: store.ToldNo}, Citations: []store.Citation{{N: 1}}}, store.ToldNo},
		{Answer{Citations: []store.Citation{{N: 1}}}, store.ToldYes},
		{Answer{Mode: Read}, store.ToldYes},
		{Answer{Mode: "model", Text: "Hello."}, ""},
	} {
		if got := ToldBy(c.a); got.Told != c.told {
			t.Errorf("%+v: %+v", c.a, got)
		}
	}
}

func TestAWordTypedWrongIsNotMissing(t *testing.T) {
	ps := []Passage{{Role: "hit", Text: store.Text{Name: "Report", Text: "Advertising is paid by Netflix."}}}
	companies := []metadata.Company{{Name: "Activision Blizzard"}}
	got := mistyped([]string{"Neflix", "Tesla", "advertsing", "Activsion"}, ps, companies)
	if want := map[string]string{"Neflix": "Netflix", "advertsing": "advertising", "Activsion": "Activision"}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
